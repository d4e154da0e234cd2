//! Whole UCCI conversations, each in a fresh process (T1 to T16 of the protocol digest). Clocks of whole games are divided
//! by 50: what is asserted is order and form, not speed.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Duration;

use chuhe_tests::{Dialect, Line, Session, binary, position};

const S0: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const MATE_IN_ONE: &str = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w - - 0 1";
const LONE_KING: &str = "3k5/9/9/9/9/9/9/9/4K4/R8 w - - 0 1";

/// Long enough for a search that must not answer to show that it does.
fn let_it_think() {
    std::thread::sleep(Duration::from_millis(300));
}

#[test]
fn t01_handshake_and_set_up_as_xqwizard_does_it() {
    let mut session = Session::start();
    let options = session.hello(Dialect::Ucci);
    let line = |name: &str| options.iter().find(|(known, _)| known == name).map(|(_, line)| line.as_str());
    // XQWizard and the league look for exactly this prefix, others for the default.
    assert_eq!(line("usemillisec"), Some("option usemillisec type check default true"));
    for (name, kind) in [
        ("batch", "check default false"),
        ("debug", "check default false"),
        ("ponder", "check default false"),
        ("hashsize", "spin min 0 max"),
        ("threads", "spin min 0 max"),
        ("multipv", "spin min 1 max"),
        ("randomness", "combo"),
        ("repetition", "combo"),
        ("drawmoves", "spin min 0 max"),
        ("drawoffers", "check default true"),
        ("resign", "check default false"),
        ("newgame", "button"),
        ("usebook", "check default true"),
        ("bookfiles", "string default embedded"),
        ("bookvariety", "combo"),
    ] {
        let line = line(name).unwrap_or_else(|| panic!("no option {name} in {options:?}"));
        assert!(line.starts_with(&format!("option {name} type {kind}")), "{line}");
    }
    for setting in [
        "guiname XQWizard",
        "usemillisec true",
        "promotion false",
        "usebook true",
        "useegtb true",
        "hashsize 128",
        "threads 4",
        "idle none",
        "randomness none",
        "style normal",
        "newgame",
        "ponder true",
    ] {
        session.send(&format!("setoption {setting}"));
    }
    session.silent();
    // A book that is not there may be worth one word.
    session.send("setoption bookfiles D:\\XQ\\BOOK.DAT");
    session.send("isready");
    match session.line() {
        Line::Message(_) => session.expect("readyok"),
        line => assert_eq!(line, Line::ReadyOk),
    }
    session.quit();
}

#[test]
fn t02_two_moves_on_an_increment_clock() {
    let mut session = Session::ucci();
    session.send("position startpos");
    session.go("go time 6000 increment 60 opptime 6000 oppincrement 60").check_in(&position("startpos", ""));
    session.silent();
    // The board has not changed by itself.
    session.go("go depth 2").check_in(&position("startpos", ""));
    session.send("position startpos moves h2e2 b9c7");
    session.go("go time 5916 increment 60 opptime 5960 oppincrement 60").check_in(&position("startpos", "h2e2 b9c7"));
    session.silent();
    session.quit();
}

#[test]
fn t03_seconds_and_periods() {
    let mut session = Session::ucci();
    let start = position("startpos", "");
    // What is measured is the search.
    session.send_all(&["setoption usebook false", "setoption usemillisec false"]);
    session.send(&format!("position fen {S0}"));
    session.go("go time 10 movestogo 20 opptime 10 oppmovestogo 20").check_in(&start);
    let second = session.go("go time 1");
    second.check_in(&start);
    session.send_all(&["setoption usemillisec on", "setoption newgame"]);
    session.go("go time 1000 movestogo 1").check_in(&start);
    session.send("setoption newgame");
    let millisecond = session.go("go time 1");
    millisecond.check_in(&start);
    // A whole second finds more than a millisecond does, and both are told in milliseconds.
    let (long, short) = (second.last(), millisecond.last());
    assert!(long.nodes > short.nodes.map(|nodes| 5 * nodes), "{long:?} against {short:?}");
    assert!(long.time > Some(1), "{long:?}");
    session.quit();
}

#[test]
fn t04_ponder_hit() {
    let mut session = Session::ucci();
    session.send_all(&["setoption usemillisec true", "position startpos moves h2e2 h9g7"]);
    session.go("go time 1200 increment 0").check_in(&position("startpos", "h2e2 h9g7"));
    let line = "h2e2 h9g7 h0g2 i9h9";
    session.send_all(&[&format!("position startpos moves {line}"), "go ponder time 1120 increment 0"]);
    session.info(|info| info.depth >= 2);
    // Its own time would long be over.
    let_it_think();
    let_it_think();
    session.thinking();
    session.send("ponderhit");
    session.answer().check_in(&position("startpos", line));
    session.silent();
    session.quit();
}

#[test]
fn t05_ponder_miss() {
    let mut session = Session::ucci();
    let line = "h2e2 h9g7 h0g2 i9h9";
    session.send_all(&[&format!("position startpos moves {line}"), "go ponder time 56000 increment 0", "stop"]);
    session.answer().check_in(&position("startpos", line));
    session.send("position startpos moves h2e2 h9g7 h0g2 b9c7");
    session.go("go time 1120 increment 0").check_in(&position("startpos", "h2e2 h9g7 h0g2 b9c7"));
    session.silent();
    session.quit();
}

#[test]
fn t06_a_ponder_search_that_ends_early_holds_its_answer() {
    let mut session = Session::ucci();
    session.send_all(&["position startpos moves h2e2 h9g7", "go ponder depth 3"]);
    session.info(|info| info.depth == 3);
    let_it_think();
    session.thinking();
    session.send("ponderhit");
    session.answer().check_in(&position("startpos", "h2e2 h9g7"));
    session.silent();
    session.quit();
}

#[test]
fn t07_draw_offers() {
    let mut session = Session::ucci();
    session.send("position startpos moves h2e2 h7e7");
    let refused = session.go("go draw time 1200 increment 0");
    refused.check_in(&position("startpos", "h2e2 h7e7"));
    assert!(!refused.best.unwrap().draw);

    let nothing_left = "3k1a3/4a4/9/9/9/9/9/9/4A4/3A1K3 w - - 0 80";
    session.send(&format!("position fen {nothing_left}"));
    let accepted = session.go("go draw time 1200 increment 0");
    accepted.check_in(&position(nothing_left, ""));
    assert!(accepted.best.unwrap().draw, "nothing is left to win with");

    let line = "h2e2 h9g7 h0g2 i9h9";
    session.send_all(&[&format!("position startpos moves {line}"), "go ponder time 1200 increment 0"]);
    session.info(|_| true);
    session.send("ponderhit draw");
    let refused = session.answer();
    refused.check_in(&position("startpos", line));
    assert!(!refused.best.unwrap().draw);
    session.quit();
}

#[test]
fn t08_banned_moves() {
    let mut session = Session::ucci();
    let set = format!("position fen {LONE_KING} moves a0a9 d9d8 a9a8 d8d9");
    let root = position(LONE_KING, "a0a9 d9d8 a9a8 d8d9");
    session.send_all(&[&set, "banmoves a8a9"]);
    for _ in 0..2 {
        let answer = session.go("go depth 6");
        answer.check_in(&root);
        assert_ne!(answer.mv(), "a8a9");
    }
    // All moves but one banned: a position lifts the ban, a second list replaces the first.
    let but = |kept: &str| {
        let moves = root.legal_moves();
        let banned: Vec<String> = moves.iter().map(ToString::to_string).filter(|mv| mv != kept).collect();
        format!("banmoves {}", banned.join(" "))
    };
    for only in ["a8e8", "a8a9"] {
        session.send(&but(only));
        assert_eq!(session.go("go depth 3").mv(), only);
    }
    session.send(&set);
    session.go("go depth 1").check_in(&root);
    session.quit();
}

#[test]
fn t09_one_legal_move_and_none_left() {
    let mut session = Session::ucci();
    let set = format!("position fen {LONE_KING} moves a0a9");
    session.send(&set);
    assert_eq!(session.go("go time 5000 increment 0").mv(), "d9d8");
    session.send_all(&[&set, "banmoves d9d8"]);
    assert_eq!(session.go("go time 5000 increment 0").best, None);
    session.quit();
}

#[test]
fn t10_finished_positions_and_depth_0() {
    let mut session = Session::ucci();
    session.send(&format!("position fen {MATE_IN_ONE} moves f0f9"));
    for go in ["go time 5000 increment 0", "go infinite", "go ponder time 5000 increment 0", "go depth 3"] {
        assert_eq!(session.go(go).best, None, "{go} in mate");
    }
    session.send("position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1");
    for go in ["go infinite", "go ponder time 5000 increment 0"] {
        assert_eq!(session.go(go).best, None, "{go} in stalemate");
    }
    session.send("position startpos");
    let evaluation = session.go("go depth 0");
    assert_eq!(evaluation.best, None);
    assert!(evaluation.infos.len() == 1 && evaluation.infos[0].depth == 0 && evaluation.infos[0].score.is_some());

    session.send(&format!("position fen {MATE_IN_ONE}"));
    let mate = session.go("go depth 3");
    mate.check_in(&position(MATE_IN_ONE, ""));
    assert_eq!(mate.last().score.unwrap(), chuhe_tests::Score::Bare(9999));
    let best = mate.best.unwrap();
    assert!(!best.draw && !best.resign && best.mv == "f0f9");
    session.quit();
}

#[test]
fn t11_stray_commands() {
    let mut session = Session::ucci();
    session.send("stop");
    session.expect("nobestmove");
    session.send_all(&["ponderhit", "foo bar", "", "   "]);
    session.silent();
    session.send_all(&["position startpos", "go infinite"]);
    session.info(|info| info.depth >= 3);
    session.send_all(&["setoption hashsize 256", "position startpos moves h2e2", "go depth 3", "ponderhit", "ucci"]);
    session.thinking();
    session.send("probe startpos");
    let known = loop {
        match session.line() {
            Line::Info(_) => {}
            Line::PopHash(words) => break words,
            line => panic!("{line:?}"),
        }
    };
    assert!(!known.is_empty(), "the root is in the table");
    session.send("stop");
    session.answer().check_in(&position("startpos", ""));
    session.silent();
    session.go("go depth 3").check_in(&position("startpos", ""));
    session.quit();
}

#[test]
fn t12_quit_while_thinking() {
    for go in ["go infinite", "go ponder time 5000 increment 0", "go time 500000 increment 0"] {
        let mut session = Session::ucci();
        session.send_all(&["position startpos", go]);
        session.info(|_| true);
        session.send("quit");
        loop {
            match session.line() {
                Line::Info(_) | Line::BestMove(_) => {}
                Line::Bye => break,
                line => panic!("{line:?}"),
            }
        }
        session.end();
    }
    Session::ucci().quit();
}

#[test]
fn t12_end_of_input() {
    for lines in [&[][..], &["position startpos", "go infinite"], &["position startpos", "go depth 3", "stop"]] {
        let mut session = Session::ucci();
        for line in lines {
            session.send(line);
        }
        session.close_input();
        while session.try_raw().is_some() {}
        session.end();
    }
}

#[test]
fn t12_closed_output() {
    let mut child = Command::new(binary::chuhe())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The engine may be gone before all is written.
    let _ = std::io::Write::write_all(&mut stdin, b"ucci\nposition startpos\ngo infinite\nisready\n");
    let start = std::time::Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > chuhe_tests::session::HANG {
            let _ = child.kill();
            panic!("a session whose reader is gone does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(0));
    let mut stderr = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut stderr).unwrap();
    assert_eq!(stderr, "");
}

/// A session whose input is a file: all lines are there from the beginning.
fn session_on_file(name: &str, lines: &[&str]) -> Session {
    let path = std::env::temp_dir().join(format!("chuhe-{}-{name}.txt", std::process::id()));
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let file = File::open(&path).unwrap();
    let mut session = Session::with_stdin(file.into());
    let _ = std::fs::remove_file(&path);
    session.boot_lines(Dialect::Ucci);
    session
}

#[test]
fn t13_batch_file() {
    let mate = format!("position fen {MATE_IN_ONE}");
    let searches = [&mate, "go depth 4", "position startpos", "go depth 4", "quit"];
    let mut session = session_on_file("batch", &[&["ucci", "setoption batch true"], &searches[..]].concat());
    let first = session.answer();
    assert_eq!(first.check_in(&position(MATE_IN_ONE, "")).mv(), "f0f9");
    let second = session.answer();
    second.check_in(&position("startpos", ""));
    assert_eq!(second.last().depth, 4);
    session.expect("bye");
    session.end();

    // Without batch mode `quit` is read while the search runs.
    let deep = ["ucci", "position startpos", "go infinite", "quit"];
    let mut session = session_on_file("no-batch", &deep);
    session.answer().check_in(&position("startpos", ""));
    session.expect("bye");
    session.end();
}

#[test]
fn t14_probe_while_idle() {
    let mut session = Session::ucci();
    session.send("position startpos");
    let answer = session.go("go depth 8");
    answer.check_in(&position("startpos", ""));
    let known = session.probe(&format!("probe startpos moves {}", answer.mv()));
    assert!(!known.is_empty(), "the position after the best move is in the table");
    assert!(session.probe("probe fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1").is_empty());
    // The board is still the start position.
    session.go("go depth 1").check_in(&position("startpos", ""));
    session.quit();
}

#[test]
fn t15_sloppy_input() {
    let mut session = Session::ucci();
    session.send_bytes(b"SETOPTION   UseMilliSec   TRUE\r\n");
    session.send_bytes(
        b"position  fen  rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR  r  --  0 1   moves  h2e2  h9g7\r\n",
    );
    session.send_bytes(b"go   movestogo 1   opptime 4000   time 500 \r\n");
    session.answer().check_in(&position("startpos", "h2e2 h9g7"));

    let opening = "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 4";
    let mut line = format!("position fen {opening}   ;").into_bytes();
    line.extend_from_slice(b"C72.\xd6\xd0\xc5\xda\xb6\xd4\xc6\xc1\xb7\xe7\xc2\xed - - 0 1\r\r\n");
    session.send_bytes(&line);
    session.go("go time 800 increment 0 opptime 900 oppincrement 0").check_in(&position(opening, ""));

    session.send("position fen 9/9/9 w");
    session.message();
    session.silent();
    session.go("go depth 1").check_in(&position(opening, ""));

    session.send("position startpos moves h2e2 h2e2");
    let text = session.message();
    assert!(text.contains("h2e2") && text.contains('2'), "{text}");
    session.silent();
    session.go("go depth 1").check_in(&position("startpos", "h2e2"));
    session.quit();
}

#[test]
fn t16_qboard_pipelines() {
    let mut session = Session::start();
    session.send_all(&["ucci", "isready", "uccinewgame"]);
    session.speak(Dialect::Ucci);
    let (mut hello, mut ready) = (0, 0);
    while (hello, ready) != (1, 1) {
        match session.line() {
            Line::Id(_) | Line::Option(..) => {}
            Line::UcciOk => hello += 1,
            Line::ReadyOk => ready += 1,
            line => panic!("{line:?}"),
        }
        assert!(hello <= 1 && ready <= 1);
    }
    session.send(&format!("position fen {S0} moves "));
    session.go("go depth 10 movetime 2000").check_in(&position("startpos", ""));
    session.send(&format!("position fen {S0} moves h2e2 h9g7"));
    session.send_all(&["go", "stop"]);
    session.answer().check_in(&position("startpos", "h2e2 h9g7"));
    session.silent();
    session.quit();
}
