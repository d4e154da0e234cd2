//! Every public bug report that is in reach is tested.

use chuhe_tests::cases;

const TESTS: [&str; 4] = [
    include_str!("cases_fen.rs"),
    include_str!("cases_net.rs"),
    include_str!("cases_protocol.rs"),
    include_str!("cases_scores.rs"),
];

/// What needs no more than a session; books, notations, the referee and the runner have tests of their own.
const AREAS: [&str; 11] =
    ["fen", "net", "paths", "position", "protocol", "ucci", "uci", "mate-score", "search", "time", "threads"];

#[test]
fn every_case_has_a_test() {
    for case in cases::all() {
        let id = case["id"].as_str().unwrap();
        assert!(TESTS.iter().any(|text| text.contains(id)), "no test names {id}");
        assert!(case["source"].as_str().is_some_and(|source| source.starts_with("http")), "{id} has no source");
    }
}

#[test]
fn every_shared_case_is_here() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED") else { return };
    let path = std::path::Path::new(&shared).join("cases/bugs.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        if AREAS.contains(&case["area"].as_str().unwrap()) {
            let found = cases::all().any(|known| known["id"] == case["id"] && known["input"] == case["input"]);
            assert!(found, "{} is not in data/cases.jsonl", case["id"]);
        }
    }
}
