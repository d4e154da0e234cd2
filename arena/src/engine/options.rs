//! Setting options: what a user wants against what the engine offers.

use chuhe_protocol::{OptionKind, OptionLine, normalise_name};
use thiserror::Error;

/// An option that cannot be set so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The engine offers no option of that name.
    #[error("it offers no option `{name}` (it offers {}); `initstr=` sends a line as it is", if offered.is_empty() { "none".to_owned() } else { offered.join(", ") })]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names offered.
        offered: Vec<String>,
    },
    /// The value is none for the option.
    #[error("option {name}: `{value}` is not {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value asked for.
        value: String,
        /// What would do.
        expected: String,
    },
}

/// Names that mean the same option in UCCI and UCI.
const SYNONYMS: [[&str; 2]; 5] = [
    ["hashsize", "hash"],
    ["usebook", "ownbook"],
    ["bookfiles", "bookfile"],
    ["repetition", "repetition rule"],
    ["multi pv", "multipv"],
];

/// The offered option that a name means.
pub(crate) fn find<'o>(offered: &'o [OptionLine], name: &str) -> Option<&'o OptionLine> {
    let wanted = normalise_name(name);
    let named = |wanted: &str| offered.iter().find(|option| normalise_name(&option.name) == wanted);
    named(&wanted).or_else(|| {
        let pair = SYNONYMS.iter().find(|pair| pair.contains(&wanted.as_str()))?;
        pair.iter().find_map(|other| named(other))
    })
}

/// The name as the engine spells it and the value to send (none for buttons).
pub(crate) fn check(offered: &[OptionLine], name: &str, value: &str) -> Result<(String, Option<String>), OptionError> {
    let option = find(offered, name).ok_or_else(|| OptionError::Unknown {
        name: name.to_owned(),
        offered: offered.iter().map(|option| option.name.clone()).collect(),
    })?;
    let bad = |expected: String| OptionError::Value { name: name.to_owned(), value: value.to_owned(), expected };
    let value = match &option.kind {
        OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => "true".to_owned(),
            "false" | "off" | "no" | "0" => "false".to_owned(),
            _ => return Err(bad("true or false".into())),
        },
        OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
            Ok(n) if (*min..=*max).contains(&n) => value.to_owned(),
            _ => return Err(bad(format!("a number from {min} to {max}"))),
        },
        OptionKind::Combo { values, .. } => match values.iter().find(|v| normalise_name(v) == normalise_name(value)) {
            Some(value) => value.clone(),
            None => return Err(bad(format!("one of {}", values.join(", ")))),
        },
        OptionKind::String { .. } => value.to_owned(),
        OptionKind::Button => return Ok((option.name.clone(), None)),
        OptionKind::Label => return Err(bad("settable: it is a label".into())),
    };
    Ok((option.name.clone(), Some(value)))
}

/// Whether this is a UCI engine with a UCCI face, known by UCI's option for the delay of moves. Such engines count
/// milliseconds although they offer no `usemillisec`, and understand `movetime`.
pub(crate) fn has_uci_inside(offered: &[OptionLine]) -> bool {
    find(offered, "Move Overhead").is_some()
}

/// Whether an engine plays other games, too: such engines often number ranks from 1.
pub(crate) fn plays_many_games(offered: &[OptionLine]) -> bool {
    find(offered, "UCI_Variant").is_some_and(
        |option| matches!(&option.kind, OptionKind::Combo { values, .. } if values.iter().any(|v| v != "xiangqi")),
    )
}

/// Whether an engine that plays many variants must be told to play xiangqi.
pub(crate) fn needs_variant(offered: &[OptionLine]) -> Option<&OptionLine> {
    let option = find(offered, "UCI_Variant")?;
    match &option.kind {
        OptionKind::Combo { values, default } if default != "xiangqi" && values.iter().any(|v| v == "xiangqi") => {
            Some(option)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_against_the_offer() {
        let offered = [
            OptionLine { name: "Hash".into(), kind: OptionKind::Spin { min: 1, max: 1024, default: 16 } },
            OptionLine { name: "Clear_Hash".into(), kind: OptionKind::Button },
            OptionLine { name: "style".into(), kind: OptionKind::combo(&["solid", "risky"], "solid") },
        ];
        let ok = |name: &str, value: Option<&str>| Ok((name.to_owned(), value.map(str::to_owned)));
        assert_eq!(check(&offered, "hashsize", "64"), ok("Hash", Some("64")));
        assert_eq!(check(&offered, "clear hash", ""), ok("Clear_Hash", None));
        assert_eq!(check(&offered, "Style", "RISKY"), ok("style", Some("risky")));
        assert!(matches!(check(&offered, "hash", "0"), Err(OptionError::Value { .. })));
        assert!(matches!(check(&offered, "hash", "many"), Err(OptionError::Value { .. })));
        assert!(matches!(check(&offered, "style", "odd"), Err(OptionError::Value { .. })));
        assert!(matches!(check(&offered, "threads", "1"), Err(OptionError::Unknown { .. })));
    }
}
