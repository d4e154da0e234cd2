//! The runner's share of the time.

mod setup;

use chuhe_arena::game::EndReason;
use chuhe_movegen::Position;
use setup::{Arena, scripted};

/// Engines that think 8 of 10 milliseconds and stamp the receipt of `go` and the sending of their move. The number of
/// games can be raised by `CHUHE_TIMED_GAMES`.
#[test]
fn no_engine_loses_time_that_it_did_not_use() {
    let games = std::env::var("CHUHE_TIMED_GAMES").map_or(20, |games| games.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let stamps = folder.path().join("stamps");
    let engine = |name: &str, seed: u32| {
        scripted(name, &["think=8", &format!("seed={seed}"), &format!("stamps={}", stamps.display())])
    };
    let finish = Arena::new(&[engine("a", 1), engine("b", 2)])
        .limit("movetime", "10")
        .limit("timemargin", "20")
        .max_moves(10)
        .games(games)
        .concurrency(2)
        .play();
    let text = std::fs::read_to_string(&stamps).unwrap();
    let stamped: Vec<(u64, &str)> =
        text.lines().map(|line| line.split_once(' ').unwrap()).map(|(us, fen)| (us.parse().unwrap(), fen)).collect();
    let over = |limit: u64| stamped.iter().filter(|&&(us, _)| us > limit).count();
    let lost = finish.records.iter().filter(|record| record.reason == EndReason::Time).count();
    let (median, high, most) = finish.report.runner_time().unwrap();
    println!(
        "{games} games, {} moves: {lost} lost on time, {} moves stamped over 10 ms and {} over 30 ms; \
         runner {median} us median, {high} us 99%, {most} us most",
        stamped.len(),
        over(10_000),
        over(30_000)
    );
    for record in &finish.records {
        assert!(!record.reason.is_fault() || record.reason == EndReason::Time, "{}", record.text);
        if record.reason == EndReason::Time {
            // Who loses on time has used more than it had, by its own stamps.
            let mut position: Position = record.fen.parse().unwrap();
            for mv in &record.moves {
                let _ = position.make(mv.mv.parse().unwrap());
            }
            let fen = position.fen().to_string();
            let own = stamped.iter().filter(|&&(_, at)| at == fen).map(|&(us, _)| us).max();
            println!("{}; stamped {own:?} us", record.text);
            assert!(own.is_some_and(|us| us > 10_000), "{}; stamped {own:?} us", record.text);
        }
    }
}
