//! The referee against judged cases, against its own mirror image, and against the judge that the search uses.

mod bugs;
mod cases;
mod cycles;
mod endings;
mod invariants;
mod material;
mod search;

use chuhe_rules::{Line, Report, Rules};
use serde_json::Value;

/// A judged case.
struct Case {
    id: String,
    fen: String,
    moves: Vec<String>,
    rules: Rules,
    tier: String,
    verdict: String,
    /// The classes of red and black, where the case gives them.
    classes: Option<(String, String)>,
}

impl Case {
    fn line(&self) -> Line {
        replay(&self.fen, &self.moves, &self.rules)
    }

    fn report(&self) -> Report {
        Report::new(&self.line(), &self.rules)
    }
}

fn replay(fen: &str, moves: &[String], rules: &Rules) -> Line {
    let start = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Line::replay(start, rules.limit, moves.iter().map(String::as_str)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The cases of the project.
fn own_cases() -> Vec<Case> {
    include_str!("../data/rules.jsonl")
        .lines()
        .map(|row| {
            let row: Value = serde_json::from_str(row).expect("a JSON line");
            let text = |key: &str| row[key].as_str().expect(key).to_owned();
            Case {
                id: text("id"),
                fen: text("fen"),
                moves: text("moves").split(' ').map(str::to_owned).collect(),
                rules: text("rules").parse().expect("a rule set"),
                tier: "A".to_owned(),
                verdict: text("verdict"),
                classes: row["red"].is_string().then(|| (text("red"), text("black"))),
            }
        })
        .collect()
}

/// Lines of a file of the shared cases; none when the folder is not there.
fn shared_rows(file: &str) -> Option<Vec<Value>> {
    let folder = std::env::var("CHUHE_SHARED").ok()?;
    let text = std::fs::read_to_string(format!("{folder}/cases/{file}")).expect("the shared cases are there");
    Some(text.lines().map(|row| serde_json::from_str(row).expect("a JSON line")).collect())
}
