//! The judge of the search against the referee.

use chuhe_movegen::Color;
use chuhe_rules::{Line, RuleResult, RuleSet, Rules, SearchJudge, Verdict, judge, last_plies, losing_moves, verdict};

use crate::cycles::{generator, looping_games, start_of};
use crate::own_cases;

/// A verdict from the side to move.
fn result(verdict: Verdict, side: Color) -> RuleResult {
    match verdict {
        Verdict::Draw => RuleResult::Draw,
        Verdict::Loss(color) if color == side => RuleResult::Loss,
        Verdict::Loss(_) => RuleResult::Win,
    }
}

/// When the search makes the repetitions, not the game, it judges as the referee does.
#[test]
fn every_case_is_judged_in_the_tree_as_on_the_board() {
    let mut judged = 0;
    for case in own_cases().iter().filter(|case| case.verdict != "none" && case.classes.is_some()) {
        let line = case.line();
        let expected = judge(&line, &case.rules).expect("the case has a verdict");
        let found = SearchJudge::new(case.rules).probe(&line, 0).expect("the position repeats");
        assert_eq!(found.result, result(expected.verdict, line.position().side()), "{}", case.id);
        assert!(found.certain, "{}", case.id);
        judged += 1;
    }
    assert!(judged > 50);
}

#[test]
fn random_loops_are_judged_in_the_tree_as_on_the_board() {
    let seed = 5;
    let mut lost = [0; 8];
    for (found, (line, _)) in looping_games(&mut generator(seed), 2, 300).into_iter().enumerate() {
        for (set, lost) in RuleSet::ALL.into_iter().zip(&mut lost) {
            let rules = Rules::new(set);
            let Some(finding) = SearchJudge::new(rules).probe(&line, 0) else {
                panic!("loop {found} of seed {seed} is not seen: {}", start_of(&line));
            };
            let back = line.last_repetition().expect("the position repeats");
            let span = line.repetition_from(back).unwrap_or(back);
            let (_, conduct) = last_plies(&line, span, &rules.switches);
            let expected = result(verdict(&conduct, &rules.switches), line.position().side());
            *lost += usize::from(expected != RuleResult::Draw);
            assert_eq!(finding.result, expected, "loop {found} of seed {seed}, {set}: {}", start_of(&line));
        }
    }
    println!("not drawn, by rule set: {lost:?}");
    assert!(lost[0] > 80, "{lost:?}");
}

/// A draw at the second occurrence, but only strictly inside the tree; a loss is certain when nothing else repeats.
#[test]
fn the_second_occurrence_counts_inside_the_tree_only() {
    for case in own_cases().iter().filter(|case| case.classes.is_some()) {
        let line = case.line();
        let judge = SearchJudge::new(case.rules);
        let Some(back) = line.last_repetition() else { continue };
        // A line of one loop only, after one ply that leads in.
        let plies = line.plies().len();
        if plies <= back {
            continue;
        }
        let mut once = line.clone();
        for _ in 0..=back {
            once.unmake();
        }
        let mut once = Line::new(once.position().clone(), line.limit());
        for ply in &line.plies()[plies - back - 1..] {
            once.make(ply.mv);
        }
        assert!(judge.probe(&once, 0).is_some(), "{}", case.id);
        assert_eq!(judge.probe(&once, 1), None, "{}: the root itself", case.id);
        assert_eq!(judge.probe(&once, back), None, "{}", case.id);
    }
}

/// What the root is told to avoid is what the referee would punish, and nothing else.
#[test]
fn losing_moves_are_the_moves_that_lose() {
    let mut told = 0;
    for case in own_cases().iter().filter(|case| case.verdict.ends_with("loses")) {
        let mut line = case.line();
        let last = line.plies().last().expect("a case has moves").mv;
        line.unmake();
        let mover = line.position().side();
        let losing = losing_moves(&line, &case.rules);
        for &mv in &line.position().legal_moves() {
            let mut after = line.clone();
            after.make(mv);
            let outcome = judge(&after, &case.rules).filter(|outcome| outcome.code().starts_with("perpetual"));
            let loses = outcome.is_some_and(|outcome| outcome.verdict == Verdict::Loss(mover));
            assert_eq!(losing.iter().any(|(other, _)| *other == mv), loses, "{}: {mv}", case.id);
        }
        told += usize::from(losing.iter().any(|(mv, _)| *mv == last));
    }
    assert!(told > 20);
}
