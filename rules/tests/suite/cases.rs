//! Judged cases: diagrams of the Asian rules, examples of the Chinese ones, verdicts of other programs.

use crate::{Case, own_cases, shared_rows};

#[test]
fn every_case_of_the_project_is_judged_as_its_source_says() {
    let mut wrong = Vec::new();
    for case in own_cases() {
        let report = case.report();
        if report.verdict != case.verdict {
            wrong.push(format!("{}: {} instead of {}: {}", case.id, report.verdict, case.verdict, report.text.en));
        }
        if let Some((red, black)) = &case.classes
            && (&report.red, &report.black) != (red, black)
        {
            wrong.push(format!("{}: {} / {} instead of {red} / {black}", case.id, report.red, report.black));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// All shared cases that expect a verdict.
fn shared_cases() -> Option<Vec<Case>> {
    let rows = shared_rows("rules.jsonl")?;
    let cases = rows.iter().filter(|row| row["expected"] != "?").map(|row| {
        let text = |key: &str| row[key].as_str().expect(key).to_owned();
        let loops = row["cycle_len"].as_u64().is_some_and(|plies| plies > 0);
        Case {
            id: text("id"),
            fen: text("fen"),
            moves: row["moves"].as_array().expect("moves").iter().map(|m| m.as_str().expect("a move").into()).collect(),
            rules: text("ruleset").parse().expect("a rule set"),
            tier: text("tier"),
            verdict: text("expected"),
            classes: loops.then(|| (text("class_red"), text("class_black"))),
        }
    });
    Some(cases.collect())
}

/// Certain cases must be judged right; each miss among the others must be explained in the README.
#[test]
fn shared_cases_are_judged_right_or_the_miss_is_explained() {
    let Some(cases) = shared_cases() else { return };
    let readme = include_str!("../../README.md");
    let (mut wrong, mut right_b, mut all_b) = (Vec::new(), 0, 0);
    for case in &cases {
        let report = case.report();
        let right = report.verdict == case.verdict;
        if case.tier == "B" && !case.id.starts_with("fsf") {
            all_b += 1;
            right_b += usize::from(right);
        }
        let explained = case.tier != "A" && readme.contains(&format!("`{}`", case.id));
        if !right && !explained {
            wrong.push(format!("{}: {} instead of {}: {}", case.id, report.verdict, case.verdict, report.text.en));
        }
        if let Some((red, black)) = &case.classes
            && (&report.red, &report.black) != (red, black)
            && !explained
        {
            wrong.push(format!("{}: {} / {} instead of {red} / {black}", case.id, report.red, report.black));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(right_b >= 8, "{right_b} of {all_b} less certain cases");
}

/// Where other programs' verdicts were recorded, the rule sets made after them agree with them everywhere.
#[test]
fn the_computer_and_league_rules_judge_as_the_programs_they_follow() {
    let Some(rows) = shared_rows("rules.jsonl") else { return };
    let mut wrong = Vec::new();
    for row in &rows {
        for (set, column) in [("computer", "pikafish"), ("league", "simple")] {
            let Some(verdict) = row[column].as_str() else { continue };
            let rules = set.parse().expect("a rule set");
            let moves = row["moves"].as_array().expect("moves").iter().map(|m| m.as_str().expect("a move").into());
            let case = Case {
                id: row["id"].as_str().expect("id").to_owned(),
                fen: row["fen"].as_str().expect("fen").to_owned(),
                moves: moves.collect(),
                rules,
                tier: String::new(),
                verdict: verdict.to_owned(),
                classes: None,
            };
            let report = case.report();
            if report.verdict != verdict {
                wrong.push(format!("{} {set}: {} instead of {verdict}", case.id, report.verdict));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
