//! Public bug reports about the two protocols (`data/cases.jsonl`, areas protocol, ucci, uci, time and threads).

use std::time::Duration;

use chuhe_tests::cases::case;
use chuhe_tests::{Dialect, Score, Session, position};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn sleep(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

/// PROTO-02
#[test]
fn hello_tells_a_gui_of_many_variants_that_this_is_xiangqi() {
    let mut session = Session::start();
    let options = session.hello(Dialect::Uci);
    let variant = "option name UCI_Variant type combo default xiangqi var xiangqi";
    assert!(options.iter().any(|(_, line)| line == variant), "{options:?}");
    // Setting it changes nothing, above all not the numbering of the ranks.
    session.send_all(&["setoption name UCI_Variant value xiangqi", "position startpos"]);
    session.go("go depth 2").check_in(&position("startpos", ""));
    session.quit();
    Session::ucci().quit();
}

/// PROTO-06
#[test]
fn scores_are_bare_in_ucci_and_centipawns_in_uci() {
    let mut scores = Vec::new();
    for mut session in [Session::ucci(), Session::uci()] {
        session.send("position fen 2bakab2/9/9/9/4p4/4P4/9/4B4/4A4/R2AK4 w");
        let answer = session.go("go depth 1");
        scores.push(answer.last().score.unwrap());
        session.quit();
    }
    // A rook ahead is about two minor pieces and about ten pawns: the scales differ.
    let [Score::Bare(minor), Score::Cp(pawn)] = scores[..] else { panic!("{scores:?}") };
    assert!(minor > 0 && pawn > 2 * minor, "{scores:?}");
}

/// PROTO-08
#[test]
fn a_node_limit_is_obeyed() {
    let mut session = Session::ucci();
    session.send("position startpos");
    let answer = session.go("go nodes 20000");
    let nodes = answer.last().nodes.unwrap();
    assert!((1000..=20_500).contains(&nodes), "{nodes}");
    session.quit();
}

/// PROTO-09
#[test]
fn a_bare_go_is_answered() {
    let mut session = Session::ucci();
    session.send("position startpos");
    for go in ["go", "go draw", "go ", "go foo"] {
        session.send_all(&[go, "stop"]);
        session.answer().check_in(&position("startpos", ""));
        session.silent();
    }
    // By itself after five seconds.
    session.go("go").check_in(&position("startpos", ""));
    session.quit();

    let mut session = Session::uci();
    session.send_all(&["position startpos", "go"]);
    sleep(300);
    session.thinking();
    session.send("stop");
    session.answer().check_in(&position("startpos", ""));
    session.quit();
}

/// PROTO-10 and PROTO-11
#[test]
fn a_stray_stop() {
    let mut session = Session::ucci();
    session.send("stop");
    session.expect("nobestmove");
    session.send("position startpos");
    session.go("go depth 1").check_in(&position("startpos", ""));
    session.quit();

    let mut session = Session::uci();
    session.send("stop");
    session.silent();
    session.quit();
}

/// PROTO-13
#[test]
fn a_new_search_behind_a_stop_that_is_not_answered_yet() {
    let case = case("PROTO-13");
    for mut session in [Session::uci(), Session::ucci()] {
        session.send_all(&case.list("commands"));
        session.answer().check_in(&position("startpos", "h2e2 h9g7"));
        session.answer().check_in(&position("startpos", "h2e2 h9g7 h0g2"));
        session.silent();
        session.quit();
    }
}

/// PROTO-16, the waits divided by ten
#[test]
fn with_several_lines_the_move_is_the_first_lines() {
    const SEED: u64 = 16;
    println!("seed {SEED}");
    let mut random = StdRng::seed_from_u64(SEED);
    let mut session = Session::uci();
    session.send_all(&["setoption name MultiPV value 4", "position startpos"]);
    for _ in 0..200 {
        session.send("go infinite");
        sleep(random.random_range(5..50));
        session.send("stop");
        session.answer().check_in(&position("startpos", ""));
    }
    session.silent();
    session.quit();
}

/// PROTO-18
#[test]
fn searchmoves_that_are_no_moves_are_dropped() {
    let mut session = Session::uci();
    session.send("position startpos");
    session.go("go depth 5 searchmoves a0a9").check_in(&position("startpos", ""));
    assert_eq!(session.go("go depth 5 searchmoves h2e2 zz99").mv(), "h2e2");
    session.go("go depth 5 searchmoves").check_in(&position("startpos", ""));
    session.quit();
}

/// PROTO-19
#[test]
fn stalemate_is_answered_at_once() {
    let case = case("PROTO-19");
    let set = case.list("commands")[0];
    let mut session = Session::uci();
    session.send(set);
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 5"] {
        session.send(go);
        session.expect("info depth 0 score mate 0");
        session.expect("bestmove (none)");
        session.send("stop");
        session.silent();
    }
    session.quit();
    let mut session = Session::ucci();
    session.send_all(&[set, "go infinite"]);
    session.expect("nobestmove");
    session.silent();
    session.send("stop");
    session.expect("nobestmove");
    session.quit();
}

/// PROTO-20; every other search in these tests is checked in the same way.
#[test]
fn the_last_line_of_output_is_the_moves() {
    let mut session = Session::uci();
    session.send("position startpos moves h2e2 h9g7");
    session.go("go movetime 1000").check_in(&position("startpos", "h2e2 h9g7"));
    for nodes in (100..20_000).step_by(700) {
        session.go(&format!("go nodes {nodes}")).check_in(&position("startpos", "h2e2 h9g7"));
    }
    session.quit();
}

fn assert_memory(session: &Session, hash_mb: u64) {
    if let Some(resident) = session.resident_mb() {
        assert!(resident <= hash_mb + 64, "{resident} MiB with a table of {hash_mb}");
    }
}

/// PROTO-21
#[test]
fn the_table_grows_and_shrinks() {
    let mut session = Session::uci();
    session.send("position startpos");
    for (setting, size) in [("Hash value 128", 128), ("Hash value 1", 1), ("Hash value 16", 16)] {
        session.send(&format!("setoption name {setting}"));
        session.silent();
        session.go("go nodes 300000");
        assert_memory(&session, size);
    }
    session.send("ucinewgame");
    session.silent();
    session.go("go nodes 300000");
    assert_memory(&session, 16);
    session.quit();
}

/// PROTO-23
#[test]
fn threads_and_a_large_table_in_any_order() {
    for order in [["Threads value 16", "Hash value 4096"], ["Hash value 4096", "Threads value 16"]] {
        let mut session = Session::uci();
        for setting in order {
            session.send(&format!("setoption name {setting}"));
        }
        session.send("setoption name Hash value 4096");
        let text = session.text("ucinewgame");
        // A machine without that memory says so and goes on.
        assert!(text.iter().all(|line| line.starts_with("info string no memory")), "{text:?}");
        session.send("position startpos");
        session.go("go nodes 1000").check_in(&position("startpos", ""));
        session.quit();
    }
}

/// PROTO-26
#[test]
fn the_number_of_threads_that_run_is_told() {
    let mut session = Session::uci();
    session.send_all(&["setoption name Threads value 3", "position startpos"]);
    let answer = session.go("go movetime 200");
    answer.check_in(&position("startpos", ""));
    assert!(answer.messages.iter().any(|text| text.contains("3 threads")), "{:?}", answer.messages);
    // Once is enough.
    assert!(session.go("go depth 3").messages.is_empty());
    session.quit();
}

/// PROTO-27
#[test]
fn a_proved_mate_ends_a_fixed_time_only_when_asked() {
    let case = case("PROTO-27");
    let set = case.list("commands")[0];
    let mut session = Session::uci();
    let mut nodes = Vec::new();
    for fast in ["false", "true"] {
        session.send_all(&["ucinewgame", &format!("setoption name Fast Mate value {fast}"), set]);
        let answer = session.go("go movetime 1000");
        assert!(answer.last().score.unwrap().mate().is_some_and(|moves| moves > 0), "{:?}", answer.last());
        nodes.push(answer.last().nodes.unwrap());
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
    session.quit();
}

/// PROTO-30
#[test]
fn banned_moves_are_not_played() {
    let mut session = Session::ucci();
    session.send_all(&["position startpos", "banmoves h2e2"]);
    let answer = session.go("go depth 8");
    assert_ne!(answer.check_in(&position("startpos", "")).mv(), "h2e2");
    let all: Vec<String> = position("startpos", "").legal_moves().iter().map(ToString::to_string).collect();
    session.send(&format!("banmoves {}", all.join(" ")));
    assert_eq!(session.go("go depth 8").best, None);
    session.send("position startpos");
    assert!(session.go("go depth 3").best.is_some());
    session.quit();
}
