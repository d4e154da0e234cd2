//! The public bug reports in `data/cases.jsonl`: id, source and input of each.

use serde_json::Value;

const CASES: &str = include_str!("../data/cases.jsonl");

/// Every case.
///
/// # Panics
/// When the data file is broken.
pub fn all() -> impl Iterator<Item = Value> {
    CASES.lines().map(|line| serde_json::from_str(line).expect("a case is a JSON object"))
}

/// A case's input.
///
/// # Panics
/// When there is no such case.
#[must_use]
pub fn case(id: &str) -> Case {
    let found = all().find(|case| case["id"] == id).unwrap_or_else(|| panic!("no case {id}"));
    Case(found["input"].clone())
}

/// The input of a case.
#[derive(Debug)]
pub struct Case(Value);

impl Case {
    /// A text, such as `fen`.
    ///
    /// # Panics
    /// When there is none of that name.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_else(|| panic!("the case has no text {key}"))
    }

    /// A list of texts, such as `commands`, `fens` or `moves`.
    ///
    /// # Panics
    /// When there is none of that name.
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<&str> {
        let list = self.0[key].as_array().unwrap_or_else(|| panic!("the case has no list {key}"));
        list.iter().map(|item| item.as_str().expect("a text")).collect()
    }
}
