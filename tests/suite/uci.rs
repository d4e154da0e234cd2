//! Whole UCI conversations, each in a fresh process (T17 to T20 of the protocol digest).

use chuhe_tests::{Dialect, Line, Score, Session, position};

const S0: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
const MATE_IN_ONE: &str = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w - - 0 1";

#[test]
fn t17_handshake_multipv_and_wdl() {
    let mut session = Session::start();
    let options = session.hello(Dialect::Uci);
    for (name, kind) in [
        ("Threads", "spin"),
        ("Hash", "spin"),
        ("Clear Hash", "button"),
        ("Ponder", "check default false"),
        ("MultiPV", "spin"),
        ("Move Overhead", "spin"),
        ("UCI_Variant", "combo default xiangqi var xiangqi"),
        ("UCI_Ranks", "combo default 0-9"),
        ("Repetition Rule", "combo"),
        ("Sixty Move Rule", "check default true"),
        ("OwnBook", "check default false"),
        ("Book File", "string default embedded"),
    ] {
        let found = options.iter().find(|(known, _)| known == name);
        let (_, line) = found.unwrap_or_else(|| panic!("no option {name} in {options:?}"));
        assert!(line.starts_with(&format!("option name {name} type {kind}")), "{line}");
    }
    // A client splits option lines at these words.
    for (name, line) in &options {
        let lower = name.to_lowercase();
        assert!(!["name", "type", "default"].iter().any(|word| lower.contains(word)), "{line}");
    }
    session.send_all(&[
        "setoption name MultiPV value 2",
        "setoption name UCI_ShowWDL value true",
        "setoption name Clear Hash",
        "setoption name Repetition Rule value ChineseRule",
        "ucinewgame",
    ]);
    session.silent();
    session.send("position startpos moves h2e2 h9g7");
    let answer = session.go("go movetime 1000");
    answer.check_in(&position("startpos", "h2e2 h9g7"));
    let (first, second) = (answer.last(), answer.infos.iter().rev().find(|info| info.multipv == 2).unwrap());
    assert_ne!(first.pv[0], second.pv[0], "two lines, two moves");
    let with_model = options.iter().any(|(name, _)| name == "UCI_ShowWDL");
    assert!(answer.infos.iter().all(|info| info.wdl == with_model), "wdl is shown when its option is offered");
    session.send("stop");
    session.silent();
    session.quit();
}

#[test]
fn t18_cyclone_without_the_word_position() {
    let mut session = Session::uci();
    session.silent();
    session.send_all(&["ucinewgame", &format!("fen {S0} r moves h2e2 h9g7")]);
    let answer = session.go("go btime 6000 wtime 5960 movestogo 40");
    answer.check_in(&position("startpos", "h2e2 h9g7"));
    session.send("startpos moves h2e2");
    session.go("go depth 4").check_in(&position("startpos", "h2e2"));

    // Red to move has red's clock, and black black's: with an hour against nothing, the nothing answers by itself.
    session.send(&format!("fen {S0} r moves h2e2 h9g7"));
    session.go("go btime 3600000 wtime 1 movestogo 2").check_in(&position("startpos", "h2e2 h9g7"));
    session.send("startpos moves h2e2");
    session.go("go btime 1 wtime 3600000 movestogo 2").check_in(&position("startpos", "h2e2"));
    session.quit();
}

#[test]
fn t19_finished_game_searchmoves_and_combined_limits() {
    let mut session = Session::uci();
    session.send(&format!("position fen {MATE_IN_ONE} moves f0f9"));
    session.send("go infinite");
    session.expect("info depth 0 score mate 0");
    session.expect("bestmove (none)");
    session.silent();

    session.send(&format!("position fen {MATE_IN_ONE}"));
    let mate = session.go("go depth 5 nodes 1000000 movetime 1000");
    assert_eq!(mate.check_in(&position(MATE_IN_ONE, "")).mv(), "f0f9");
    assert_eq!(mate.last().score, Some(Score::Mate(1)));

    session.send("position startpos");
    let chosen = session.go("go depth 3 searchmoves a3a4 c3c4");
    chosen.check_in(&position("startpos", ""));
    assert!(["a3a4", "c3c4"].contains(&chosen.mv()));
    session.go("go wtime 3000 btime 3000 movestogo 1").check_in(&position("startpos", ""));
    session.silent();
    session.quit();
}

#[test]
fn t20_auto_detection_and_mixed_grammar() {
    let mut session = Session::uci();
    session.hello(Dialect::Ucci);
    session.send_all(&["setoption Threads 2", "setoption name Hash value 32", "setoption multipv 1"]);
    session.silent();
    session.send("stop");
    session.expect("nobestmove");
    session.send(&format!("position fen {S0} w - - 0 1"));
    let answer = session.go("go movetime 300");
    answer.check_in(&position("startpos", ""));
    assert!(matches!(answer.last().score, Some(Score::Bare(_))));
    // And back: the last hello wins.
    session.hello(Dialect::Uci);
    session.send("stop");
    session.silent();
    let answer = session.go("go depth 3");
    assert!(matches!(answer.last().score, Some(Score::Cp(_))));
    session.quit();
}

#[test]
fn before_a_hello_everything_is_understood() {
    let mut session = Session::start();
    session.silent();
    session.send_all(&["setoption Hash 16", "position startpos moves h2e2"]);
    session.go("go depth 3").check_in(&position("startpos", "h2e2"));
    session.send("stop");
    session.silent();
    let fen = session.fen();
    assert!(fen.starts_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"), "{fen}");
    session.quit();
}

#[test]
fn an_info_line_before_a_hello_is_uci() {
    let mut session = Session::start();
    session.send("go depth 2");
    let Line::Info(info) = session.line() else { panic!("no info") };
    assert!(matches!(info.score, Some(Score::Cp(_))));
    session.answer();
    session.quit();
}
