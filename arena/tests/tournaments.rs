//! Tournaments of engine processes: each resigns after a number of moves of its own, so that the more patient one wins.

mod setup;

use chuhe_arena::schedule::System;
use chuhe_arena::standings::Criterion;
use chuhe_arena::tournament::Finish;
use setup::{Arena, scripted};

/// Engine 0 is the most patient; the others follow in order.
fn play(system: System, players: usize, concurrency: usize) -> Finish {
    let patience = |i: usize| 2 + players - i;
    let engines: Vec<_> =
        (0..players).map(|i| scripted(&format!("e{i}"), &[&format!("resign={}", patience(i)), "seed=3"])).collect();
    let mut arena = Arena::new(&engines).limit("nodes", "1").limit("restart", "on").games(1).concurrency(concurrency);
    arena.plan.system = system;
    arena.play()
}

fn table(finish: &Finish, criterion: Criterion) -> Vec<(usize, usize, f64)> {
    let rows = &finish.tables.last().unwrap().rows;
    rows.iter().map(|row| (row.player, row.rank, row.value(criterion).unwrap())).collect()
}

#[test]
fn five_engines_play_all_against_all() {
    let finish = play(System::RoundRobin { cycles: 1 }, 5, 2);
    assert!(finish.complete && finish.records.len() == 10);
    let expected = [(0, 1, 4.0), (1, 2, 3.0), (2, 3, 2.0), (3, 4, 1.0), (4, 5, 0.0)];
    assert_eq!(table(&finish, Criterion::Points), expected);
    // 小分: 3+2+1+0, 2+1+0, 1+0, 0, nothing.
    let expected = [(0, 1, 6.0), (1, 2, 3.0), (2, 3, 1.0), (3, 4, 0.0), (4, 5, 0.0)];
    assert_eq!(table(&finish, Criterion::SonnebornBerger), expected);
    // The rating list agrees about the order.
    let ratings = finish.report.ratings();
    assert!(ratings.windows(2).all(|pair| pair[0].elo > pair[1].elo));
}

#[test]
fn nine_engines_are_knocked_out() {
    let finish = play(System::Knockout { play_offs: 1 }, 9, 2);
    // Nine, five, three, two: 4 + 2 + 1 + 1 games, and the most patient one is left.
    assert_eq!(finish.records.len(), 8);
    let rows = &finish.tables[0].rows;
    assert_eq!((rows[0].player, rows[0].rank), (0, 1));
    let last = finish.records.last().unwrap();
    assert!(last.red.player == 0 || last.black.player == 0);
}

/// Nine engines, two rounds. Round 1: 8 is free; 0–4, 1–5, 2–6, 3–7, won by 0 1 2 3. Round 2: 7, the lowest without a bye,
/// is free; one of the five with a point meets one without, the other four meet each other.
#[test]
fn nine_engines_play_a_swiss() {
    let finish = play(System::Swiss { rounds: 2 }, 9, 2);
    assert_eq!(finish.records.len(), 8);
    let points = table(&finish, Criterion::Points);
    assert_eq!(points.iter().map(|row| row.2).sum::<f64>(), 8.0 + 2.0);
    let of = |player: usize| points.iter().find(|row| row.0 == player).unwrap().2;
    assert_eq!([of(0), of(7)], [2.0, 1.0]);
    assert!(of(8) <= 1.0, "a bye and then a loss");
    let met: Vec<(usize, usize)> = finish
        .records
        .iter()
        .map(|record| (record.red.player.min(record.black.player), record.red.player.max(record.black.player)))
        .collect();
    let mut sorted = met.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), met.len(), "a pairing is repeated: {met:?}");
}
