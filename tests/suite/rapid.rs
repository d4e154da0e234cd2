//! Searches that are stopped as soon as they have begun.

use chuhe_tests::{Dialect, Session, position};

const CYCLES: usize = 1000;

/// Red and black to move in turn, so that an answer lost or doubled would be illegal where it is read.
const MOVES: [&str; 2] = ["h2e2 h9g7", "h2e2 h9g7 h0g2"];

fn set(cycle: usize) -> String {
    format!("position startpos moves {}", MOVES[cycle % 2])
}

fn assert_memory(session: &Session) {
    if let Some(resident) = session.resident_mb() {
        assert!(resident <= 64 + 64, "{resident} MiB with a table of 64");
    }
}

#[test]
fn a_thousand_stops_one_after_the_other() {
    let roots = MOVES.map(|moves| position("startpos", moves));
    for (mut session, go) in [(Session::ucci(), "go time 60000 increment 0"), (Session::uci(), "go infinite")] {
        // A book would have answered before the stop.
        session.send_all(&["setoption threads 2", "setoption usebook false"]);
        for cycle in 0..CYCLES {
            session.send_all(&[&set(cycle), go, "stop"]);
            session.answer().check_in(&roots[cycle % 2]);
        }
        session.silent();
        assert_memory(&session);
        session.quit();
    }
}

#[test]
fn a_thousand_stops_without_waiting_for_an_answer() {
    let roots = MOVES.map(|moves| position("startpos", moves));
    for mut session in [Session::ucci(), Session::uci()] {
        let lines: Vec<String> =
            (0..CYCLES).flat_map(|cycle| [set(cycle), "go infinite".into(), "stop".into()]).collect();
        session.send_bytes((lines.join("\n") + "\n").as_bytes());
        for cycle in 0..CYCLES {
            session.answer().check_in(&roots[cycle % 2]);
        }
        session.silent();
        assert_memory(&session);
        session.quit();
    }
}

#[test]
fn ponder_searches_hit_and_missed_in_turn() {
    let roots = MOVES.map(|moves| position("startpos", moves));
    let mut session = Session::ucci();
    for cycle in 0..100 {
        let end = if cycle % 3 == 0 { "ponderhit" } else { "stop" };
        session.send_all(&[&set(cycle), "go ponder time 50 increment 0", end]);
        session.answer().check_in(&roots[cycle % 2]);
    }
    session.silent();
    session.quit();
}

#[test]
fn whatever_follows_a_stop_is_answered_after_it() {
    let mut session = Session::uci();
    for _ in 0..20 {
        session.send_all(&["position startpos", "go infinite", "stop", "position startpos moves h2e2", "ucci"]);
        session.answer().check_in(&position("startpos", ""));
        session.boot_lines(Dialect::Ucci);
        session.send_all(&["go infinite", "stop", "uci"]);
        session.answer().check_in(&position("startpos", "h2e2"));
        session.boot_lines(Dialect::Uci);
    }
    session.quit();
}
