//! Public bug reports about other match runners, by their number in the project's collection.
//!
//! Those with a test elsewhere: RUN-04 and RUN-05 in `resume.rs`, `statistics.rs` and the program's own tests; RUN-07 and
//! RUN-08 in `src/openings.rs`; RUN-10 in `src/game/adjudication.rs` and `judging.rs`; RUN-11, RUN-12, RUN-14, RUN-15, RUN-18,
//! RUN-21 and RUN-23 in `judging.rs`; RUN-22 in `tournaments.rs`.

mod setup;

use std::path::PathBuf;

use chuhe_arena::engine::EngineConfig;
use chuhe_arena::game::EndReason;
use setup::{Arena, scripted};

/// RUN-01: an engine that dies in a search without a clock is noticed by its end, not by its silence.
#[test]
fn a_crash_is_noticed_although_no_clock_runs() {
    for fault in ["crash", "exit", "halfexit"] {
        let mut crashing = scripted("bad", &[&format!("always={fault}")]);
        // Were it waited for, this test would not end.
        crashing.stall_ms = 3_600_000;
        let finish = Arena::new(&[crashing, scripted("good", &["seed=2"])]).limit("nodes", "5000").games(4).play();
        assert!(finish.complete);
        for record in &finish.records {
            let red_is_bad = record.red.name == "bad";
            assert_eq!(record.reason, EndReason::Disconnect, "{fault}: {}", record.text);
            assert_eq!(record.result.pgn(), if red_is_bad { "0-1" } else { "1-0" });
            assert!(record.text.starts_with("bad disconnects: "), "{}", record.text);
        }
        assert_eq!(finish.report.players[0].faults[&EndReason::Disconnect], 4);
    }
}

/// RUN-13: an engine that ponders is stopped before it hears of another position or game, also when the game ends.
#[test]
fn a_pondering_engine_is_stopped_before_the_next_game() {
    for proto in ["ucci", "uci"] {
        let folder = tempfile::tempdir().unwrap();
        let heard = folder.path().join("heard");
        let mut thinker =
            scripted("thinker", &["ponder=yes", &format!("proto={proto}"), &format!("heard={}", heard.display())]);
        thinker.ponder = true;
        let finish =
            Arena::new(&[thinker, scripted("other", &["seed=2"])]).limit("tc", "10").games(4).max_moves(5).play();
        assert_eq!(finish.report.faults(), 0, "{proto}: {:?}", finish.report.ends);
        assert!(finish.report.players[0].fouls.is_empty(), "{proto}: {:?}", finish.report.players[0].fouls);
        let text = std::fs::read_to_string(&heard).unwrap();
        let (mut pondering, mut ended_pondering) = (false, false);
        let mut last_words = String::new();
        for line in text.lines() {
            let new_game = line == "ucinewgame" || line == "uccinewgame" || line == "setoption newgame";
            if new_game || line.starts_with("position") {
                assert!(!pondering, "{proto}: `{line}` to an engine that ponders");
            }
            ended_pondering |= new_game && last_words == "stop";
            match line {
                "stop" => pondering = false,
                _ if line.starts_with("ponderhit") => pondering = false,
                _ if line.starts_with("go ponder") || line.starts_with("go") && line.contains(" ponder") => {
                    pondering = true;
                }
                _ => {}
            }
            if line != "isready" {
                last_words = line.to_owned();
            }
        }
        assert!(ended_pondering, "{proto}: no game ended while it pondered\n{text}");
    }
}

/// A program of the system, if it is there.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// RUN-17: a UCI engine against a UCCI engine works as it is: Fairy-Stockfish in both protocols against Sjaak II, which
/// speaks UCCI with ranks 1-10. Runs where both programs are installed.
#[test]
fn engines_of_both_protocols_play_each_other() {
    let (Some(fairy), Some(sjaak)) = (installed("fairy-stockfish"), installed("sjaakii")) else {
        println!("not run: fairy-stockfish or sjaakii is not installed");
        return;
    };
    for proto in ["uci", "ucci"] {
        let engine = |name: &str, program: &PathBuf| EngineConfig {
            name: name.into(),
            ..EngineConfig::new(program.to_string_lossy())
        };
        let mut fairy = engine("fairy", &fairy);
        fairy.set("proto", proto).unwrap();
        let finish = Arena::new(&[fairy, engine("sjaak", &sjaak)])
            .limit("movetime", "50")
            .limit("timemargin", "5000")
            .games(2)
            .max_moves(15)
            .play();
        assert!(finish.complete && finish.report.faults() == 0, "{proto}: {:?}", finish.report.ends);
        for record in &finish.records {
            assert!(record.moves.len() > 10, "{proto}: {}", record.text);
        }
        for player in &finish.report.players {
            assert!(player.depth.1 > 0 && player.fouls.is_empty(), "{proto}: {player:?}");
        }
    }
}

#[test]
fn every_shared_case_has_a_test() {
    const TESTS: [&str; 5] = [
        include_str!("cases.rs"),
        include_str!("judging.rs"),
        include_str!("statistics.rs"),
        include_str!("tournaments.rs"),
        include_str!("../src/openings.rs"),
    ];
    let Some(shared) = std::env::var_os("CHUHE_SHARED") else { return };
    let path = std::path::Path::new(&shared).join("cases/bugs.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap();
        if case["area"] == "runner" {
            assert!(TESTS.iter().any(|text| text.contains(id)), "no test names {id}");
        }
    }
}
