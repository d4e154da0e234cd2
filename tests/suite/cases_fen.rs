//! Public bug reports about positions that GUIs send (`data/cases.jsonl`, areas fen and position).

use chuhe_tests::cases::case;
use chuhe_tests::{Session, position};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Sends an impossible FEN: one message that names `wanted`, and the board stays the start position.
fn refused(session: &mut Session, command: &str, wanted: &str) {
    session.send("position startpos");
    session.send(command);
    let text = session.message();
    assert!(text.contains(wanted), "{command}: `{text}` does not name {wanted}");
    session.silent();
    assert_eq!(session.fen(), START, "after {command}");
    session.go("go depth 1").check_in(&position("startpos", ""));
}

#[test]
fn a_missing_king_is_named() {
    let mut session = Session::uci();
    refused(&mut session, case("FEN-02").list("commands")[0], "black has no king");
    refused(&mut session, case("FEN-03").list("commands")[0], "red has no king");
    session.quit();
}

#[test]
fn kings_that_face_each_other_are_refused() {
    let mut session = Session::ucci();
    refused(&mut session, case("FEN-06").list("commands")[0], "kings face each other");
    session.quit();
}

#[test]
fn five_ways_to_write_the_start_position() {
    let mut session = Session::uci();
    for fen in case("FEN-07").list("fens") {
        session.send("position startpos moves h2e2");
        session.send(&format!("position fen {fen}"));
        assert_eq!(session.fen(), START, "{fen}");
    }
    session.quit();
}

#[test]
fn elephants_and_horses_are_read_and_bishops_and_knights_written() {
    let mut session = Session::uci();
    session.send(&format!("position fen {}", case("FEN-08").text("fen")));
    assert_eq!(session.fen(), "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1");
    session.quit();
}

#[test]
fn a_pawn_on_the_last_rank_and_a_stop_before_every_position() {
    let case = case("FEN-10");
    for mut session in [Session::uci(), Session::ucci()] {
        for command in case.list("commands") {
            if command.starts_with("go") {
                assert!(session.go(command).best.is_some());
                session.silent();
            } else {
                let answer = session.text(command);
                // UCCI answers a stray stop.
                assert!(answer.is_empty() || answer == ["nobestmove"], "{command}: {answer:?}");
            }
        }
        session.quit();
    }
}

#[test]
fn counters_far_from_the_limit_change_nothing() {
    let mut session = Session::uci();
    let mut answers = Vec::new();
    for command in case("FEN-11").list("commands") {
        if command.starts_with("go") {
            let answer = session.go(command);
            assert_eq!(answer.last().depth, 18);
            answers.push(answer.mv().to_owned());
        } else {
            session.send(command);
        }
    }
    assert_eq!(answers[0], answers[1]);
    session.quit();
}

#[test]
fn an_illegal_move_ends_the_list_and_is_named() {
    let mut session = Session::uci();
    let case = case("FEN-12");
    let set = case.list("commands")[0];
    session.send(set);
    let text = session.message();
    assert!(text.contains("b0c2") && text.contains('2'), "{text}");
    let fen = set.strip_prefix("position fen ").and_then(|rest| rest.split(" moves").next()).unwrap();
    let reached = position(fen, "b7e7");
    assert_eq!(position(&session.fen(), ""), reached);
    session.go("go depth 1").check_in(&reached);
    session.quit();
}

#[test]
fn boards_that_cannot_be_and_counters_that_cannot_be() {
    let mut session = Session::uci();
    let case = case("FEN-14");
    let fens = case.list("fens");
    for (fen, wanted) in [
        (fens[0], "rook"),
        (fens[1], "advisor"),
        (fens[2], "bishop"),
        (fens[3], "pawn"),
        (fens[6], "10 points"),
        (fens[7], "9 ranks"),
    ] {
        refused(&mut session, &format!("position fen {fen}"), wanted);
    }
    for fen in [fens[4], fens[5], fens[8]] {
        session.send("position startpos");
        session.send(&format!("position fen {fen}"));
        assert_eq!(session.fen(), "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "{fen}");
    }
    session.quit();
}
