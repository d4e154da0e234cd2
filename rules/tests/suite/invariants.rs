//! What must hold for every verdict, whatever it is.

use chuhe_movegen::{Color, Position, Square};
use chuhe_rules::{Line, Report, RuleSet, Rules, Verdict, judge};

use crate::cycles::{Turn, after_last_capture, generator, looping_games, start_of, turned};
use crate::own_cases;

/// Verdict and classes, the colours exchanged when `swap` says so.
fn summary(report: &Report, swap: bool) -> (String, String, String) {
    let (red, black) = (report.red.clone(), report.black.clone());
    if !swap {
        return (report.verdict.to_owned(), red, black);
    }
    let verdict = match report.verdict {
        "red_loses" => "black_loses",
        "black_loses" => "red_loses",
        other => other,
    };
    (verdict.to_owned(), black, red)
}

fn check_turned(line: &Line, rules: &Rules, name: &str) {
    let straight = Report::new(line, rules);
    for turn in [Turn::Mirror, Turn::SwapColors] {
        let report = Report::new(&turned(line, turn), rules);
        let swap = matches!(turn, Turn::SwapColors);
        assert_eq!(summary(&straight, false), summary(&report, swap), "{name}, {}, {turn:?}", rules.set);
        let labels = |report: &Report| report.labels.iter().map(|ply| ply.label).collect::<Vec<_>>();
        assert_eq!(labels(&straight), labels(&report), "{name}, {}, {turn:?}", rules.set);
    }
}

/// Random loops: how many the tests below look at, and a count of how many were no draw, so that they are not empty.
fn random_loops(seed: u64, count: usize, mut look: impl FnMut(&Line, usize, &str)) {
    let mut lost = 0;
    for (found, (line, length)) in looping_games(&mut generator(seed), 3, count).into_iter().enumerate() {
        let outcome = judge(&line, &Rules::default());
        lost += usize::from(outcome.is_some_and(|outcome| outcome.verdict != Verdict::Draw));
        look(&line, length, &format!("loop {found} of seed {seed}: {} and {:?}", start_of(&line), moves(&line)));
    }
    assert!(lost * 4 >= count, "only {lost} of {count} loops are no draws");
}

fn moves(line: &Line) -> Vec<String> {
    line.plies().iter().map(|ply| ply.mv.to_string()).collect()
}

#[test]
fn mirrored_and_colour_swapped_cases_give_mirrored_verdicts() {
    for case in own_cases() {
        check_turned(&case.line(), &case.rules, &case.id);
    }
}

#[test]
fn mirrored_and_colour_swapped_loops_give_mirrored_verdicts() {
    random_loops(1, 150, |line, _, name| {
        for set in RuleSet::ALL {
            check_turned(line, &Rules::new(set), name);
        }
    });
}

#[test]
fn nothing_before_the_last_capture_changes_a_verdict() {
    random_loops(2, 150, |line, _, name| {
        let rest = after_last_capture(line);
        for set in RuleSet::ALL {
            let rules = Rules::new(set);
            let [whole, rest] = [line, &rest].map(|line| Report::new(line, &rules));
            assert_eq!(summary(&whole, false), summary(&rest, false), "{name}, {set}");
            assert_eq!(whole.occurrences, rest.occurrences, "{name}, {set}");
        }
    });
}

/// Another last move, so that the position does not stand once more: no verdict on repetition is left.
#[test]
fn a_ply_that_leaves_the_loop_removes_the_verdict() {
    let mut changed = 0;
    for case in own_cases().iter().filter(|case| case.verdict != "none") {
        let line = case.line();
        let Some(last) = line.plies().last().copied() else { continue };
        let mut before = line.clone();
        before.unmake();
        for &mv in &before.position().legal_moves() {
            if mv == last.mv {
                continue;
            }
            let mut other = before.clone();
            other.make(mv);
            if other.last_repetition().is_none() && other.position().has_legal_move() && !other.limit_reached() {
                changed += 1;
                let report = Report::new(&other, &case.rules);
                // Only want of material can still end it.
                let expected = if report.reason == "no_attackers" { "draw" } else { "none" };
                assert_eq!(report.verdict, expected, "{}: {mv} instead of {}", case.id, last.mv);
            }
        }
    }
    assert!(changed > 1000);
}

/// The first of the occurrences is made by a move from outside the loop.
#[test]
fn a_move_that_leads_into_the_loop_changes_nothing() {
    let mut led = 0;
    for case in own_cases().iter().filter(|case| case.verdict != "none" && case.classes.is_some()) {
        let line = case.line();
        let expected = Report::new(&line, &case.rules);
        for before in positions_before(&start_of(&line)) {
            let mut longer = Line::new(before.0, line.limit());
            longer.make(before.1);
            for ply in line.plies() {
                longer.make(ply.mv);
            }
            led += 1;
            let report = Report::new(&longer, &case.rules);
            assert_eq!(summary(&report, false), summary(&expected, false), "{} after {}", case.id, before.1);
            let shifted = expected.plies.map(|(first, last)| (first + 1, last + 1));
            assert_eq!(report.plies, shifted, "{} after {}", case.id, before.1);
        }
    }
    assert!(led > 200);
}

/// Positions from which one quiet move of the other side leads here, with the move; a few of them.
fn positions_before(position: &Position) -> Vec<(Position, chuhe_movegen::Move)> {
    let mover = !position.side();
    let mut found = Vec::new();
    for to in position.color(mover) {
        for from in Square::all() {
            if found.len() == 5 {
                return found;
            }
            let mut fen = position.fen();
            if fen.board.get(from).is_some() {
                continue;
            }
            fen.board.set(from, fen.board.get(to));
            fen.board.set(to, None);
            fen.side = mover;
            let mv = chuhe_movegen::Move::new(from, to);
            if let Ok(before) = Position::try_from(&fen)
                && before.is_legal(mv)
            {
                found.push((before, mv));
            }
        }
    }
    found
}

/// A loop that is played once or twice only has no verdict yet.
#[test]
fn fewer_occurrences_than_the_rules_ask_for_are_no_verdict() {
    random_loops(3, 100, |line, length, name| {
        let mut line = line.clone();
        let rules = Rules::default();
        for _ in 0..2 * length {
            line.unmake();
        }
        let report = Report::new(&line, &rules);
        if report.occurrences == 2 {
            assert!(judge(&line, &rules).is_none_or(|outcome| outcome.code() != "repetition"), "{name}");
        }
    });
}

/// Both sides are looked at with the same eyes: whoever is named first.
#[test]
fn the_loser_is_a_side_whose_conduct_is_forbidden() {
    random_loops(4, 100, |line, length, name| {
        for set in RuleSet::ALL {
            let rules = Rules::new(set);
            let (_, conduct) = chuhe_rules::last_plies(line, length, &rules.switches);
            if let Verdict::Loss(color) = chuhe_rules::verdict(&conduct, &rules.switches) {
                let [own, other] = [color, !color].map(Color::index).map(|side| &conduct[side]);
                assert!(chuhe_rules::is_forbidden(own, other, &rules.switches), "{name}, {set}");
            }
        }
    });
}
