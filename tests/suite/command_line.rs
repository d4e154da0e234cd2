//! The command line as scripts and people use it.

use chuhe_tests::binary::run;
use chuhe_tests::position;
use serde_json::Value;

const MATE_IN_ONE: &str = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w - - 0 1";

fn json(arguments: &[&str]) -> Value {
    let (code, out, err) = run(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}"))
}

#[test]
fn wrong_use_is_explained_with_exit_code_2() {
    for arguments in [
        &["nonsense"][..],
        &["--nonsense"],
        &["perft"],
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "2", "--threads", "0"],
        &["bench", "--depth", "0"],
        &["bench", "surplus"],
        &["go", "--depth", "zero"],
        &["go", "--movetime"],
        &["go", "--multipv", "1000"],
        &["eval", "--nonsense"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(out.is_empty() && err.contains("Usage:") || err.contains("--help"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_bad_position_is_one_line_and_exit_code_2() {
    for arguments in [
        &["perft", "1", "--fen", "9/9/9 w"][..],
        &["go", "--depth", "1", "--fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"],
        &["go", "--depth", "1", "--moves", "h2e2 h2e2"],
        &["go", "--depth", "1", "--moves", "h2"],
        &["eval", "--fen", ""],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{arguments:?}: {err}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["help"][..], &["--help"], &["help", "go"], &["perft", "--help"], &["--version"]] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
        assert!(!out.is_empty());
    }
    assert!(run(&["perft", "--help"]).1.contains("Examples:"));
}

#[test]
fn perft_counts() {
    // shared move counts: the start position has 44 moves, 1920 and 79666 leaves
    assert!(run(&["perft", "3"]).1.ends_with("\nNodes: 79666\n"));
    assert_eq!(run(&["perft", "0"]).1.lines().last(), Some("Nodes: 1"));
    let divided = run(&["perft", "2", "--divide"]).1;
    assert_eq!(divided.lines().filter(|line| line.contains(": ") && !line.starts_with("Nodes")).count(), 44);
    for extra in [&[][..], &["--threads", "2"], &["--hash", "16"]] {
        let value = json(&[&["perft", "3", "--json"], extra].concat());
        assert_eq!(value["nodes"], 79_666, "{extra:?}");
        assert_eq!(value["depth"], 3);
        assert!(value["seconds"].is_f64() && value["fen"].as_str().unwrap().starts_with("rnbakabnr/"));
    }
}

#[test]
fn bench_is_a_fingerprint() {
    let count = |arguments: &[&str]| {
        let (code, out, err) = run(arguments);
        assert_eq!((code, err.as_str()), (0, ""));
        let last = out.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        let ["Bench:", nodes, "nodes", nps, "nps"] = words[..] else { panic!("{last}") };
        (nodes.parse::<u64>().unwrap(), nps.parse::<u64>().unwrap()).0
    };
    let nodes = count(&["bench", "--depth", "6"]);
    assert_eq!(nodes, count(&["bench", "--depth", "6"]));
    assert_eq!(nodes, count(&["bench", "--depth", "6", "--threads", "1"]));
    assert!(nodes < count(&["bench", "--depth", "7"]));
}

#[test]
fn go_finds_a_move_for_scripts() {
    let value = json(&["go", "--fen", MATE_IN_ONE, "--depth", "4", "--json"]);
    assert_eq!(value["bestmove"], "f0f9");
    assert_eq!(value["score"], serde_json::json!({"kind": "mate", "value": 1}));

    let value = json(&["go", "--moves", "h2e2 h9g7", "--nodes", "20000", "--multipv", "3", "--json"]);
    let mut root = position("startpos", "h2e2 h9g7");
    let pv: Vec<&str> = value["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(value["bestmove"], pv[0]);
    chuhe_tests::game::play(&mut root, pv).unwrap();
    assert_eq!(value["lines"].as_array().unwrap().len(), 3);
    assert_eq!(value["score"]["kind"], "cp");
    for key in ["depth", "nodes", "time_ms"] {
        assert!(value[key].is_u64(), "{key}");
    }

    let mated = json(&["go", "--fen", MATE_IN_ONE, "--moves", "f0f9", "--json"]);
    assert!(mated["bestmove"].is_null());
    assert_eq!(mated["score"], serde_json::json!({"kind": "mate", "value": 0}));

    let (code, out, _) = run(&["go", "--movetime", "100"]);
    assert_eq!(code, 0);
    assert!(out.lines().last().unwrap().starts_with("best move "));
}

#[test]
fn eval_explains_itself() {
    let value = json(&["eval", "--json"]);
    assert!(value.is_object());
    let (code, out, err) = run(&["eval", "--fen", MATE_IN_ONE]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.lines().count() > 3, "{out}");
}
