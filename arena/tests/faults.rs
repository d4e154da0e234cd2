//! Engines that misbehave: every fault under its own name, nothing left behind.

mod setup;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use chuhe_arena::game::{EndReason, Opening};
use chuhe_arena::openings::{OpeningOrder, OpeningSequence};
use chuhe_movegen::Position;
use setup::{Arena, scripted};

/// Processes and files are counted for the whole test program: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Milliseconds that a busy machine may take; a late move of the scripted engine takes more, and less than would be a
/// stall.
const MARGIN: &str = "1000";

/// What each fault of the scripted engine is called in the report; none for what is no fault.
fn expected(fault: &str) -> Option<EndReason> {
    Some(match fault {
        "hang" | "half" => EndReason::Stall,
        "crash" | "exit" | "halfexit" => EndReason::Disconnect,
        "flood" | "infoflood" => EndReason::Flood,
        "illegal" => EndReason::IllegalMove,
        "unreadable" | "word" => EndReason::IllegalOutput,
        "late" => EndReason::Time,
        "nomove" => EndReason::NoMove,
        "split" | "crlf" => return None,
        other => panic!("no fault {other}"),
    })
}

#[test]
fn each_fault_has_its_name() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for fault in [
        "hang",
        "half",
        "crash",
        "exit",
        "halfexit",
        "flood",
        "infoflood",
        "illegal",
        "unreadable",
        "word",
        "late",
        "nomove",
    ] {
        // As Black too: the first answer of an engine whose numbering of ranks is not known yet is looked at twice there.
        for bad_is_red in [true, false] {
            let mut players = [scripted("bad", &[&format!("always={fault}")]), scripted("good", &["seed=2"])];
            if !bad_is_red {
                players.reverse();
            }
            let finish = Arena::new(&players).limit("movetime", "50").limit("timemargin", MARGIN).games(1).play();
            let record = &finish.records[0];
            assert_eq!(Some(record.reason.clone()), expected(fault), "{fault}: {}", record.text);
            assert_eq!(record.result.pgn(), if bad_is_red { "0-1" } else { "1-0" }, "{fault}");
            assert!(finish.complete);
        }
    }
    for fine in ["split", "crlf"] {
        let finish = Arena::new(&[scripted("odd", &[&format!("always={fine}")]), scripted("good", &["seed=2"])])
            .limit("movetime", "50")
            .limit("timemargin", MARGIN)
            .max_moves(3)
            .games(1)
            .play();
        assert_eq!(finish.records[0].reason, EndReason::MaxMoves, "{fine}: {}", finish.records[0].text);
    }
}

/// Openings of two moves: no two pairs of games are the same.
fn many_openings() -> OpeningSequence {
    let start = Position::start();
    let mut list = Vec::new();
    for &first in &start.legal_moves() {
        let mut next = start.clone();
        let _ = next.make(first);
        list.extend(
            next.legal_moves().iter().map(|&second| Opening { moves: vec![first, second], ..Opening::default() }),
        );
    }
    OpeningSequence::new(list, OpeningOrder::Sequential, 0, 0)
}

/// The number of games can be raised by `CHUHE_FAULT_GAMES`. Every game is the same in every run: chance depends on the
/// seeds in the engines' arguments and the position.
#[test]
fn a_match_with_a_broken_engine_ends_and_leaves_nothing_behind() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let games = std::env::var("CHUHE_FAULT_GAMES").map_or(40, |games| games.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("faults");
    let names = "hang,crash,exit,flood,half,halfexit,split,crlf,illegal,unreadable,late,word,nomove,quit";
    let seeds = ["seed=5", "seed=2"];
    println!("{seeds:?}");
    let bad = [seeds[0], "by=position", &format!("faults=0.2,{names}"), &format!("log={}", log.display())];
    let before = open_files();
    let mut arena = Arena::new(&[scripted("bad", &bad), scripted("good", &[seeds[1], "by=position"])]);
    arena.plan.openings = many_openings();
    arena = arena.limit("movetime", "50").limit("timemargin", MARGIN).max_moves(12).games(games).concurrency(2);
    let finish = arena.play();
    assert!(finish.complete);
    assert_eq!(finish.records.len(), games as usize);
    let done = std::fs::read_to_string(&log).unwrap_or_default();
    let mut counted: BTreeMap<EndReason, u32> = BTreeMap::new();
    for reason in done.lines().filter(|line| *line != "quit").filter_map(expected) {
        *counted.entry(reason).or_default() += 1;
    }
    assert_eq!(finish.report.players[0].faults, counted);
    assert_eq!(finish.report.players[1].faults, BTreeMap::new());
    assert_eq!(setup::children(), Vec::<u32>::new(), "processes are left");
    // Reader threads close their pipes a moment after the processes are gone.
    let settled = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        open_files() <= before
    });
    assert!(settled, "files are left open: {} before, {} now", before, open_files());
    if let Some((resident, peak)) = setup::memory() {
        println!(
            "{games} games, {} faults {counted:?}, {resident} kB resident, {peak} kB at most",
            done.lines().count()
        );
    }
}

fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
