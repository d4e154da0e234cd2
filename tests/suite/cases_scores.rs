//! Public bug reports about scores (`data/cases.jsonl`, areas mate-score and search).

use chuhe_tests::cases::case;
use chuhe_tests::line::Answer;
use chuhe_tests::{Score, Session, position};

/// Searches a position in a fresh session.
fn search(fen: &str, moves: &str, go: &str) -> Answer {
    let mut session = Session::uci();
    session.send(&format!("position fen {fen} moves {moves}"));
    let answer = session.go(go);
    session.quit();
    answer
}

fn mates(answer: &Answer) -> Vec<i32> {
    answer.infos.iter().filter_map(|info| info.score?.mate()).collect()
}

/// SCORE-02
#[test]
fn a_win_by_repetition_is_no_mate() {
    let case = case("SCORE-02");
    let moves = case.list("moves");
    for count in 0..=moves.len() {
        let answer = search(case.text("fen"), &moves[..count].join(" "), "go depth 10");
        assert!(!mates(&answer).contains(&1), "after {count} plies: {:?}", answer.infos);
    }
}

/// SCORE-04, SCORE-05 and SCORE-06
#[test]
fn no_mate_is_claimed_that_hangs_on_a_forced_repetition() {
    for id in ["SCORE-04", "SCORE-05", "SCORE-06"] {
        let case = case(id);
        let answer = search(case.text("fen"), "", &format!("go {}", case.text("go")));
        let last = answer.last();
        assert!(matches!(last.score, Some(Score::Cp(cp)) if cp.abs() < 200), "{id}: {last:?}");
        assert!(mates(&answer).is_empty(), "{id}: {:?}", answer.infos);
    }
}

/// SCORE-07
#[test]
fn perpetual_check_saves_nobody() {
    let case = case("SCORE-07");
    let answer = search(case.text("fen"), "", &format!("go {}", case.text("go")));
    for info in answer.infos.iter().filter(|info| info.depth >= 7 && !info.bound) {
        let lost = match info.score {
            Some(Score::Cp(cp)) => cp < -300,
            Some(Score::Mate(moves)) => moves < 0,
            _ => false,
        };
        assert!(lost, "{info:?}");
    }
}

/// SCORE-08 and SCORE-09
#[test]
fn a_check_that_a_second_screen_answers_is_no_mate() {
    for id in ["SCORE-08", "SCORE-09"] {
        let case = case(id);
        let check = case.list("moves")[0];
        let reply = position(case.text("fen"), check).legal_moves();
        assert_eq!(reply.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e8f9"], "{id}");
        let answer = search(case.text("fen"), check, "go depth 8");
        assert_eq!(answer.mv(), "e8f9", "{id}");
        let before = search(case.text("fen"), "", &format!("go depth 8 searchmoves {check}"));
        assert!(!mates(&before).contains(&1), "{id}: {:?}", before.infos);
    }
}
