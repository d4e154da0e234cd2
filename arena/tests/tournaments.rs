//! Tournaments of engine processes: each resigns after a number of moves of its own, so that the more patient one wins.

mod setup;

use chuhe_arena::schedule::System;
use chuhe_arena::standings::Criterion;
use chuhe_arena::tournament::Finish;
use setup::{Arena, scripted};

/// An engine with the greater patience wins whatever its colour, for the other one resigns first. Two of those who offer
/// and accept draws draw at once.
fn play(system: System, patience: &[u32], drawers: &[usize], concurrency: usize) -> Finish {
    let engine = |(i, patience): (usize, &u32)| {
        let resign = format!("resign={}", patience + 2);
        let draw = if drawers.contains(&i) { "draw=yes" } else { "draw=no" };
        scripted(&format!("e{i}"), &[&resign, draw, "seed=3"])
    };
    let engines: Vec<_> = patience.iter().enumerate().map(engine).collect();
    let mut arena = Arena::new(&engines).limit("nodes", "1").limit("restart", "on").games(1).concurrency(concurrency);
    arena.plan.system = system;
    let finish = arena.play();
    assert!(finish.complete && finish.report.faults() == 0, "{:?}", finish.report.ends);
    finish
}

/// The players of the last table with their ranks.
fn ranks(finish: &Finish) -> Vec<(usize, usize)> {
    finish.tables.last().unwrap().rows.iter().map(|row| (row.player, row.rank)).collect()
}

fn column(finish: &Finish, criterion: Criterion) -> Vec<f64> {
    finish.tables.last().unwrap().rows.iter().map(|row| row.value(criterion).unwrap()).collect()
}

/// The pairs of a round, red first, in the order of the schedule.
fn pairs(finish: &Finish, round: usize) -> Vec<(usize, usize)> {
    let mut records: Vec<_> = finish.records.iter().filter(|record| record.round == round).collect();
    records.sort_by_key(|record| record.game);
    records.iter().map(|record| (record.red.player, record.black.player)).collect()
}

/// The most patient is 0, then 1 2 3 4; 0, 2 and 4 draw with each other.
///
/// ```text
///      0  1  2  3  4   points  小分                                  wins
/// 0    -  1  ½  1  ½    3      1·3 + ½·2 + 1·1 + ½·1 = 5.5            2
/// 1    0  -  1  1  1    3      1·2 + 1·1 + 1·1 = 4                    3
/// 2    ½  0  -  1  ½    2      ½·3 + 1·1 + ½·1 = 3                    1
/// 3    0  0  0  -  1    1      1·1 = 1                                1
/// 4    ½  0  ½  0  -    1      ½·3 + ½·2 = 2.5                        0
/// ```
///
/// 小分 puts 0 before 1, who has won more games, and 4 before 3.
#[test]
fn five_engines_play_all_against_all() {
    let finish = play(System::RoundRobin { cycles: 1 }, &[4, 3, 2, 1, 0], &[0, 2, 4], 2);
    assert_eq!(finish.records.len(), 10);
    assert_eq!(ranks(&finish), [(0, 1), (1, 2), (2, 3), (4, 4), (3, 5)]);
    assert_eq!(column(&finish, Criterion::Points), [3.0, 3.0, 2.0, 1.0, 1.0]);
    assert_eq!(column(&finish, Criterion::SonnebornBerger), [5.5, 4.0, 3.0, 2.5, 1.0]);
    assert_eq!(column(&finish, Criterion::Wins), [2.0, 3.0, 1.0, 0.0, 1.0]);
}

/// Patience falls from 0 to 8; 0 and 2 draw with each other. The cards and the lot are those of seed 1, the rest follows from
/// them. Red first:
///
/// 1. 3 has the King. 8–6: 6. 2–0 is drawn, and so are both games of the play-off, 0–2 and 2–0: the lot falls on 2. 1–7: 1.
///    4–5: 4.
/// 2. 1 2 3 4 6 are left; 3 has the King again. 4–2: 2. 1–6: 1.
/// 3. 1 2 3; 1 has the King. 2–3: 2.
/// 4. 2–1: 1.
///
/// 1 has survived four rounds, 2 three, 3 two; 4 and 6 went out in the second, 0 5 7 8 in the first.
#[test]
fn nine_engines_are_knocked_out() {
    let finish = play(System::Knockout { play_offs: 1 }, &[8, 7, 6, 5, 4, 3, 2, 1, 0], &[0, 2], 2);
    assert_eq!(pairs(&finish, 1), [(8, 6), (2, 0), (1, 7), (4, 5), (0, 2), (2, 0)]);
    assert_eq!(pairs(&finish, 2), [(4, 2), (1, 6)]);
    assert_eq!(pairs(&finish, 3), [(2, 3)]);
    assert_eq!(pairs(&finish, 4), [(2, 1)]);
    assert_eq!(finish.records.len(), 10);
    assert_eq!(ranks(&finish), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 4), (0, 6), (5, 6), (7, 6), (8, 6)]);
    assert_eq!(column(&finish, Criterion::Rounds), [4.0, 3.0, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
}

/// Three rounds. 5 is the most patient, then 1 0 6 8 4 3 2 7; 2 and 6 draw with each other. Pairing as `spec/systems.md` §4
/// has it, red first:
///
/// 1. 8 is free. 0–4 1–0, 1–5 0–1, 2–6 ½, 3–7 1–0.
/// 2. Points 0 3 5 8: 1, 2 6: ½, 1 4 7: 0. 7 is free. 2 and 6 have met and play 4 and 1, who have had the other colour. 0 3 5
///    8, half against half: 0–5, 3–8. 5–0 1–0, 8–3 1–0, 4–2 1–0, 6–1 0–1.
/// 3. Points 5 8: 2, 0 1 3 4 7: 1, 2 6: ½. 6 is free. 5–8; one of the five goes down to 2: 7, the lowest of them; the
///    others half against half, 0–3, 1–4. 5–8 1–0, 0–3 1–0, 1–4 1–0, 7–2 0–1.
///
/// ```text
///      round 1  2     3     points         对手分               wins
/// 0    4 1      5 0   3 1   2              1 + 3 + 1 = 5        2
/// 1    5 0      6 1   4 1   2              3 + 1½ + 1 = 5½      2
/// 2    6 ½      4 0   7 1   1½             1½ + 1 + 1 = 3½      1
/// 3    7 1      8 0   0 0   1              1 + 2 + 2 = 5        1
/// 4    0 0      2 1   1 0   1              2 + 1½ + 2 = 5½      1
/// 5    1 1      0 1   8 1   3              2 + 2 + 2 = 6        3
/// 6    2 ½      1 0   free  1½             1½ + 2 = 3½          0
/// 7    3 0      free  2 0   1              1 + 1½ = 2½          0
/// 8    free     3 1   5 0   2              1 + 3 = 4            1
/// ```
#[test]
fn nine_engines_play_a_swiss() {
    let finish = play(System::Swiss { rounds: 3 }, &[6, 7, 1, 2, 3, 8, 5, 0, 4], &[2, 6], 2);
    assert_eq!(pairs(&finish, 1), [(0, 4), (1, 5), (2, 6), (3, 7)]);
    assert_eq!(pairs(&finish, 2), [(5, 0), (8, 3), (4, 2), (6, 1)]);
    assert_eq!(pairs(&finish, 3), [(5, 8), (0, 3), (1, 4), (7, 2)]);
    assert_eq!(finish.records.len(), 12);
    assert_eq!(ranks(&finish), [(5, 1), (1, 2), (0, 3), (8, 4), (2, 5), (6, 6), (4, 7), (3, 8), (7, 9)]);
    assert_eq!(column(&finish, Criterion::Points), [3.0, 2.0, 2.0, 2.0, 1.5, 1.5, 1.0, 1.0, 1.0]);
    assert_eq!(column(&finish, Criterion::Buchholz), [6.0, 5.5, 5.0, 4.0, 3.5, 3.5, 5.5, 5.0, 2.5]);
    assert_eq!(column(&finish, Criterion::Wins), [3.0, 2.0, 2.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
}

/// RUN-22: more than two engines, as users of every runner ask for: a gauntlet and a round robin with a rating list.
#[test]
fn many_engines_get_a_rating_list_with_errors() {
    // 0 and 1 are tested against 2 3 4 and do not meet: six games. 0 wins its three, 1 beats 3 and 4.
    let finish = play(System::Gauntlet { heroes: 2, cycles: 1 }, &[4, 2, 3, 1, 0], &[], 2);
    assert_eq!(finish.records.len(), 6);
    assert_eq!(finish.report.crosstable.games(0, 1), 0);
    assert_eq!(column(&finish, Criterion::Points), [3.0, 2.0, 1.0, 0.0, 0.0]);
    assert_eq!(ranks(&finish)[..3], [(0, 1), (1, 2), (2, 3)]);
    for system in [System::Gauntlet { heroes: 2, cycles: 1 }, System::RoundRobin { cycles: 1 }] {
        let finish = play(system, &[4, 3, 2, 1, 0], &[0, 2, 4], 1);
        let ratings = finish.report.ratings();
        assert_eq!(ratings.len(), 5);
        assert!(ratings.iter().all(|rating| rating.error.is_finite() && rating.error > 0.0), "{ratings:?}");
        // More points against the same opponents are a higher rating.
        assert!(ratings[0].elo > ratings[4].elo && ratings[1].elo > ratings[3].elo, "{ratings:?}");
        assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    }
}

/// The first tournament again with teams: ranks 1 2 3 5 4 of the engines 0 to 4. North has 0 and 3, 1 + 5 = 6; south has 1
/// and 4, 2 + 4 = 6; north has the best engine.
#[test]
fn teams_are_ranked_by_the_ranks_of_their_members() {
    let patience = [4, 3, 2, 1, 0];
    let engine = |i: usize| {
        let draw = if [0, 2, 4].contains(&i) { "draw=yes" } else { "draw=no" };
        scripted(&format!("e{i}"), &[&format!("resign={}", patience[i] + 2), draw, "seed=3"])
    };
    let engines: Vec<_> = (0..5).map(engine).collect();
    let mut arena = Arena::new(&engines).limit("nodes", "1").limit("restart", "on").games(1);
    arena.plan.team_names = vec!["south".into(), "north".into()];
    arena.plan.rank_teams = vec![vec![1, 4], vec![0, 3]];
    let finish = arena.play();
    assert_eq!(finish.tables.len(), 2);
    assert!(finish.tables[1].teams);
    assert_eq!(ranks(&finish), [(1, 1), (0, 2)]);
    assert_eq!(column(&finish, Criterion::RankSum), [6.0, 6.0]);
    assert_eq!(column(&finish, Criterion::BestRank), [1.0, 2.0]);
}

#[test]
fn colours_change_and_begin_as_they_are_told() {
    let reds = |reverse: bool, swap: bool| {
        let engines = [scripted("e0", &["resign=1"]), scripted("e1", &["resign=1"])];
        let mut arena = Arena::new(&engines).limit("nodes", "1").games(4);
        (arena.plan.reverse, arena.plan.swap) = (reverse, swap);
        let mut records = arena.play().records;
        records.sort_by_key(|record| record.game);
        records.iter().map(|record| record.red.player).collect::<Vec<_>>()
    };
    assert_eq!(reds(false, true), [0, 1, 0, 1]);
    assert_eq!(reds(true, true), [1, 0, 1, 0]);
    assert_eq!(reds(false, false), [0, 0, 0, 0]);
    assert_eq!(reds(true, false), [1, 1, 1, 1]);
}
