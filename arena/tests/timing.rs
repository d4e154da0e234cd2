//! The runner's share of the time.

mod setup;

use chuhe_arena::game::EndReason;
use chuhe_movegen::Position;
use setup::{Arena, scripted};

/// Engines that think 8 of 10 milliseconds and stamp the receipt of `go` and the sending of their move; clocks are strict.
///
/// `CHUHE_TIMED_GAMES` raises the number of games and makes the margin 20 ms, for an otherwise idle machine. Without it the
/// machine may be busy, and the margin is one that no scheduler oversteps.
#[test]
fn no_engine_loses_time_that_it_did_not_use() {
    let asked = std::env::var("CHUHE_TIMED_GAMES").ok().map(|games| games.parse::<u32>().unwrap());
    let (games, margin_ms) = asked.map_or((20, 2000), |games| (games, 20));
    let limit_us = (10 + margin_ms) * 1000;
    let folder = tempfile::tempdir().unwrap();
    let stamps = folder.path().join("stamps");
    let engine = |name: &str, seed: u32| {
        scripted(name, &["think=8", &format!("seed={seed}"), &format!("stamps={}", stamps.display())])
    };
    let finish = Arena::new(&[engine("a", 1), engine("b", 2)])
        .limit("movetime", "10")
        .limit("timemargin", &margin_ms.to_string())
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
        "{games} games, {} moves: {lost} lost on time, {} moves stamped over 10 ms and {} over the limit of {} ms; \
         runner {median} us median, {high} us 99%, {most} us most",
        stamped.len(),
        over(10_000),
        over(limit_us),
        limit_us / 1000
    );
    // Moves that were too long by their own stamps; each explains one loss in its position.
    let mut too_long: Vec<(u64, &str)> = stamped.iter().copied().filter(|&(us, _)| us > limit_us).collect();
    for record in &finish.records {
        assert!(!record.reason.is_fault() || record.reason == EndReason::Time, "{}", record.text);
        if record.reason == EndReason::Time {
            // Who loses on time has used more than time and margin by its own stamps.
            let mut position: Position = record.fen.parse().unwrap();
            for mv in &record.moves {
                let _ = position.make(mv.mv.parse().unwrap());
            }
            let fen = position.fen().to_string();
            let own = too_long.iter().position(|&(_, at)| at == fen).map(|found| too_long.swap_remove(found).0);
            println!("{}; stamped {own:?} us", record.text);
            assert!(own.is_some(), "{}: no stamps differ by more than {limit_us} us", record.text);
        }
    }
}
