//! Whole tournaments with scripted results; standings and tie-breaks worked out by hand.

use chuhe_arena::schedule::{Encounter, Outcome, System, Table, TeamMatch};
use chuhe_arena::standings::Criterion;

/// Plays a tournament: `result` gives the half points of the first player of an encounter.
fn play(
    system: &System,
    players: usize,
    games: u32,
    seed: u64,
    result: impl Fn(&Encounter) -> u32,
) -> (Vec<Outcome>, Vec<Table>) {
    let mut played: Vec<Outcome> = Vec::new();
    loop {
        let stage = system.next_stage(players, games, seed, &played);
        if stage.is_empty() {
            let tables = system.tables(players, games, seed, &played, &[]);
            return (played, tables);
        }
        for encounter in stage {
            let first = result(&encounter);
            let wins = [first / 2, (2 * encounter.games - first) / 2];
            let half_points = [first, 2 * encounter.games - first];
            played.push(Outcome { half_points, wins, ..Outcome::open(encounter) });
        }
        assert!(played.len() < 1000, "the tournament does not end");
    }
}

fn ranks(table: &Table) -> Vec<(usize, usize)> {
    table.rows.iter().map(|row| (row.player, row.rank)).collect()
}

fn column(table: &Table, criterion: Criterion) -> Vec<f64> {
    table.rows.iter().map(|row| row.value(criterion).unwrap()).collect()
}

/// Five players, single round robin. Results (row against column):
///
/// ```text
///      0  1  2  3  4   points  小分
/// 0    -  1  ½  0  1    2.5    1·1 + ½·2.5 + 1·1.5 = 3.75
/// 1    0  -  0  1  0    1      1·2.5 = 2.5
/// 2    ½  1  -  ½  ½    2.5    ½·2.5 + 1·1 + ½·2.5 + ½·1.5 = 4.25
/// 3    1  0  ½  -  1    2.5    1·2.5 + ½·2.5 + 1·1.5 = 5.25
/// 4    0  1  ½  0  -    1.5    1·1 + ½·2.5 = 2.25
/// ```
#[test]
fn a_round_robin_of_five() {
    const HALF_POINTS: [[u32; 5]; 5] =
        [[0, 2, 1, 0, 2], [0, 0, 0, 2, 0], [1, 2, 0, 1, 1], [2, 0, 1, 0, 2], [0, 2, 1, 0, 0]];
    let (played, tables) =
        play(&System::RoundRobin { cycles: 1 }, 5, 1, 1, |encounter| HALF_POINTS[encounter.first][encounter.second]);
    assert_eq!(played.len(), 10);
    let table = &tables[0];
    assert_eq!(ranks(table), [(3, 1), (2, 2), (0, 3), (4, 4), (1, 5)]);
    assert_eq!(column(table, Criterion::Points), [2.5, 2.5, 2.5, 1.5, 1.0]);
    assert_eq!(column(table, Criterion::SonnebornBerger), [5.25, 4.25, 3.75, 2.25, 2.5]);
}

/// Four players, single round robin. Points, 小分 and wins of 0 and 1 are the same; 0 has beaten 1.
///
/// ```text
///      0  1  2  3   points  小分                            wins
/// 0    -  1  0  ½    1.5    1·1.5 + ½·1 = 2                  1
/// 1    0  -  ½  1    1.5    ½·2 + 1·1 = 2                    1
/// 2    1  ½  -  ½    2      1·1.5 + ½·1.5 + ½·1 = 2.75       1
/// 3    ½  0  ½  -    1      ½·1.5 + ½·2 = 1.75               0
/// ```
#[test]
fn direct_encounter_decides_where_all_else_is_level() {
    const HALF_POINTS: [[u32; 4]; 4] = [[0, 2, 0, 1], [0, 0, 1, 2], [2, 1, 0, 1], [1, 0, 1, 0]];
    let (_, tables) =
        play(&System::RoundRobin { cycles: 1 }, 4, 1, 1, |encounter| HALF_POINTS[encounter.first][encounter.second]);
    let table = &tables[0];
    assert_eq!(ranks(table), [(2, 1), (0, 2), (1, 3), (3, 4)]);
    assert_eq!(column(table, Criterion::Points), [2.0, 1.5, 1.5, 1.0]);
    assert_eq!(column(table, Criterion::SonnebornBerger), [2.75, 2.0, 2.0, 1.75]);
    assert_eq!(column(table, Criterion::Wins), [1.0, 1.0, 1.0, 0.0]);
    assert_eq!(column(table, Criterion::DirectEncounter), [0.0, 1.0, 0.0, 0.0]);
}

/// A ring of wins, 0 over 1 over 2 over 3 over 0, the other games drawn: each has 1 + ½ + 0 = 1½ points, one win, 小分
/// 1½ + ½·1½ = 2¼ and the same points among the four. Nothing tells them apart, and they share the first rank.
#[test]
fn who_is_level_in_everything_shares_a_rank() {
    let (_, tables) = play(&System::RoundRobin { cycles: 1 }, 4, 1, 1, |encounter| {
        match (4 + encounter.second - encounter.first) % 4 {
            1 => 2,
            3 => 0,
            _ => 1,
        }
    });
    let table = &tables[0];
    assert_eq!(table.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1; 4]);
    assert_eq!(column(table, Criterion::Points), [1.5; 4]);
    assert_eq!(column(table, Criterion::SonnebornBerger), [2.25; 4]);
    assert_eq!(column(table, Criterion::Wins), [1.0; 4]);
    assert_eq!(column(table, Criterion::DirectEncounter), [1.5; 4]);
}

/// The stronger player (smaller number) wins every game of a knock-out of 13: rounds of 13, 7, 4, 2 with a King for the odd
/// one (`spec/systems.md` §D); drawn encounters are played off.
#[test]
fn a_knockout_of_thirteen_by_cards() {
    let stronger = |encounter: &Encounter| if encounter.first < encounter.second { 2 * encounter.games } else { 0 };
    let (played, tables) = play(&System::Knockout { play_offs: 2 }, 13, 2, 7, stronger);
    let rounds: Vec<usize> =
        (1..=4).map(|round| played.iter().filter(|outcome| outcome.encounter.round == round).count()).collect();
    assert_eq!(rounds, [6, 3, 2, 1]);
    assert_eq!(tables[0].rows[0].player, 0);
    assert_eq!(played.last().unwrap().encounter.label, "final");
    let ranks: Vec<usize> = tables[0].rows.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 3, 5, 5, 5, 8, 8, 8, 8, 8, 8]);
    // The same seed deals the same cards, another one others.
    let again = play(&System::Knockout { play_offs: 2 }, 13, 2, 7, stronger).0;
    assert_eq!(again, played);
    assert_ne!(play(&System::Knockout { play_offs: 2 }, 13, 2, 8, stronger).0, played);

    // Nothing but draws: two play-offs, then lots.
    let (played, tables) = play(&System::Knockout { play_offs: 2 }, 4, 1, 7, |encounter| encounter.games);
    assert_eq!(played.len(), 3 * 2 + 3);
    assert_eq!(played.iter().filter(|outcome| outcome.encounter.label.contains("play-off")).count(), 6);
    assert_eq!(tables[0].rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 3]);
}

/// Nine players, four rounds of one game. 5 is the strongest, then 2 8 4 3 0 7 6 1; the stronger one wins, but 0 2 4 5 draw
/// with each other. Pairs are those that `spec/systems.md` §4 asks for: no repeats, then small differences of points, level
/// colours, no third equal colour, top half against bottom half (0 stands for the best placed). The first-named has red.
///
/// 1. All level, the last one, 8, is free. 0–4 1–5 2–6 3–7, the better placed having red: ½, 0–1, 1–0, 1–0.
/// 2. Points 2 3 5 8: 1, 0 4: ½, 1 6 7: 0. 7 is free. 0 and 4 have met, so they play 1 and 6 (two half points apart in all,
///    and no pairing has less): 0, who has had red, 6, who has had black; 4 against 1 in the same way. 2 3 5 8 among
///    themselves, half against half: 2–5 and 3–8; 5 and 8 have had red less often.
///    5–2 ½, 8–3 1–0, 6–0 0–1, 4–1 1–0.
/// 3. Points 8: 2, 0 2 4 5: 1½, 3 7: 1, 1 6: 0. 6 is free. 8 plays one of 0 2 4 5, two of them play each other, one plays 3
///    or 7 and the other of these 1: four half points apart. The cheapest by halves is 8–0, 5–3, 7–1 and 2–4 (1 + 1 + 1 + 1;
///    0–4 and 2–5 have met). 8 has had red and now gets black, 2 and 3 had black last, 7 has had black only.
///    0–8 0–1, 2–4 ½, 3–5 0–1, 7–1 1–0.
/// 4. Points 8: 3, 5: 2½, 2 4 7: 2, 0: 1½, 3 6: 1, 1: 0. 1 is free. 8–5 and 3–6; 2–4 have met and 0–4, too, so 4–7 and 2–0.
///    Both 0 and 2 have had red, black, red; in an even round the one placed lower has red.
///    5–8 1–0, 0–2 ½, 4–7 1–0, 6–3 0–1.
///
/// ```text
///      round 1  2     3     4     points            opponents' points 对手分          wins
/// 0    4 ½      6 1   8 0   2 ½   ½+1+0+½ = 2       3 + 1 + 3 + 2½ = 9½               1
/// 1    5 0      4 0   7 0   free  0+0+0+1 = 1       3½ + 3 + 2 = 8½                   0
/// 2    6 1      5 ½   4 ½   0 ½   1+½+½+½ = 2½      1 + 3½ + 3 + 2 = 9½               1
/// 3    7 1      8 0   5 0   6 1   1+0+0+1 = 2       2 + 3 + 3½ + 1 = 9½               2
/// 4    0 ½      1 1   2 ½   7 1   ½+1+½+1 = 3       2 + 1 + 2½ + 2 = 7½               2
/// 5    1 1      2 ½   3 1   8 1   1+½+1+1 = 3½      1 + 2½ + 2 + 3 = 8½               3
/// 6    2 0      0 0   free  3 0   0+0+1+0 = 1       2½ + 2 + 2 = 6½                   0
/// 7    3 0      free  1 1   4 0   0+1+1+0 = 2       2 + 1 + 3 = 6                     1
/// 8    free     3 1   0 1   5 0   1+1+1+0 = 3       2 + 2 + 3½ = 7½                   2
/// ```
///
/// 5 is first. 4 and 8 are level in points, 对手分 and wins and share the second rank. 0 and 3 are level in points and 对手分,
/// and 3 has won more games.
#[test]
fn a_swiss_of_nine() {
    const STRENGTH: [u32; 9] = [3, 0, 7, 4, 5, 8, 1, 2, 6];
    let result = |encounter: &Encounter| {
        let (a, b) = (encounter.first, encounter.second);
        match [a, b].iter().all(|player| [0, 2, 4, 5].contains(player)) {
            true => 1,
            false if STRENGTH[a] > STRENGTH[b] => 2,
            false => 0,
        }
    };
    let (played, tables) = play(&System::Swiss { rounds: 4 }, 9, 1, 1, result);
    let pairs = |round: usize| -> Vec<(usize, usize)> {
        let encounters = played.iter().map(|outcome| &outcome.encounter).filter(|encounter| encounter.round == round);
        encounters.map(|encounter| (encounter.first, encounter.second)).collect()
    };
    assert_eq!(pairs(1), [(0, 4), (1, 5), (2, 6), (3, 7)]);
    assert_eq!(pairs(2), [(5, 2), (8, 3), (6, 0), (4, 1)]);
    assert_eq!(pairs(3), [(0, 8), (2, 4), (3, 5), (7, 1)]);
    assert_eq!(pairs(4), [(5, 8), (0, 2), (4, 7), (6, 3)]);
    assert_eq!(played.len(), 16);
    let table = &tables[0];
    assert_eq!(ranks(table), [(5, 1), (4, 2), (8, 2), (2, 4), (3, 5), (0, 6), (7, 7), (1, 8), (6, 9)]);
    assert_eq!(column(table, Criterion::Points), [3.5, 3.0, 3.0, 2.5, 2.0, 2.0, 2.0, 1.0, 1.0]);
    assert_eq!(column(table, Criterion::Buchholz), [8.5, 7.5, 7.5, 9.5, 9.5, 9.5, 6.0, 8.5, 6.5]);
    assert_eq!(column(table, Criterion::Wins), [3.0, 2.0, 2.0, 1.0, 2.0, 1.0, 1.0, 0.0, 0.0]);
}

/// Four players in their order: 1 against 0; 2 against 0 and 1; 3 against all three. Six games, everybody meets.
#[test]
fn a_pyramid_of_four() {
    let stronger = |encounter: &Encounter| if encounter.first < encounter.second { 2 } else { 0 };
    let (played, tables) = play(&System::Pyramid { cycles: 1 }, 4, 1, 1, stronger);
    let pairs: Vec<(usize, usize, usize)> =
        played.iter().map(|o| (o.encounter.round, o.encounter.first, o.encounter.second)).collect();
    assert_eq!(pairs, [(1, 0, 1), (2, 0, 2), (2, 1, 2), (3, 0, 3), (3, 1, 3), (3, 2, 3)]);
    assert_eq!(ranks(&tables[0]), [(0, 1), (1, 2), (2, 3), (3, 4)]);
    // With single games the second time exchanges colours.
    let (played, _) = play(&System::Pyramid { cycles: 2 }, 3, 1, 1, stronger);
    let last = &played.last().unwrap().encounter;
    assert_eq!((played.len(), last.round, last.first, last.second), (6, 4, 2, 1));
}

#[test]
fn groups_send_their_best_to_a_final() {
    let stronger = |encounter: &Encounter| if encounter.first < encounter.second { 2 } else { 0 };
    let (played, tables) = play(&System::Groups { groups: 2, advance: 2 }, 6, 1, 1, stronger);
    // Dealt there and back: A has 0 3 4, B has 1 2 5; three games each, then four players all against all.
    assert_eq!(played.len(), 3 + 3 + 6);
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles, ["group A", "group B", "final"]);
    assert_eq!(ranks(&tables[0]), [(0, 1), (3, 2), (4, 3)]);
    assert_eq!(ranks(&tables[1]), [(1, 1), (2, 2), (5, 3)]);
    assert_eq!(ranks(&tables[2]), [(0, 1), (1, 2), (2, 3), (3, 4)]);
}

/// Three teams of two. Board points 1½ : ½ for team 0 against team 1, 1 : 1 against team 2, and 2 : 0 of team 1 against 2.
#[test]
fn teams_meet_on_boards() {
    let teams = vec![vec![0, 1], vec![2, 3], vec![4, 5]];
    let system = System::Teams { teams, kind: TeamMatch::Boards, swiss_rounds: None, cycles: 1 };
    let (played, tables) = play(&system, 6, 1, 1, |encounter| {
        let half_points = |a: usize, b: usize| match (a, b) {
            (0, 2) => 2,
            (1, 3) => 1,
            (0, 4) => 2,
            (1, 5) => 0,
            (2, 4) | (3, 5) => 2,
            _ => unreachable!("boards do not mix: {a} {b}"),
        };
        if encounter.first / 2 < encounter.second / 2 {
            half_points(encounter.first, encounter.second)
        } else {
            2 - half_points(encounter.second, encounter.first)
        }
    });
    assert_eq!(played.len(), 6);
    for boards in played.chunks(2) {
        // The team named first has red on the first board and black on the second.
        assert_eq!(boards[0].encounter.first % 2, 0);
        assert_eq!(boards[0].encounter.first / 2, boards[1].encounter.second / 2);
    }
    let table = &tables[1];
    assert!(table.teams);
    assert_eq!(ranks(table), [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(column(table, Criterion::Points), [3.0, 2.0, 1.0]);
    assert_eq!(column(table, Criterion::GamePoints), [2.5, 2.5, 1.0]);
}

/// Art. 20.3: a player who leaves a round robin before meeting half of the others has not been in it.
#[test]
fn who_leaves_early_is_struck_out() {
    let system = System::RoundRobin { cycles: 1 };
    let mut played: Vec<Outcome> = system
        .next_stage(5, 1, 1, &[])
        .into_iter()
        .map(|encounter| {
            let first_wins = encounter.first < encounter.second;
            let half_points = if first_wins { [2, 0] } else { [0, 2] };
            Outcome { half_points, wins: half_points.map(|x| x / 2), ..Outcome::open(encounter) }
        })
        .collect();
    // Player 4 plays one game and forfeits the others.
    let mut games = 0;
    for outcome in &mut played {
        let sides = [outcome.encounter.first, outcome.encounter.second];
        if let Some(side) = sides.iter().position(|&player| player == 4) {
            games += 1;
            if games > 1 {
                outcome.half_points = [0, 0];
                outcome.half_points[1 - side] = 2;
                outcome.wins = [0, 0];
                outcome.forfeited = true;
            }
        }
    }
    let points = |withdrawn: &[usize]| {
        let table = &system.tables(5, 1, 1, &played, withdrawn)[0];
        table.rows.iter().map(|row| (row.player, row.value(Criterion::Points).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(points(&[4]), [(0, 3.0), (1, 2.0), (2, 1.0), (3, 0.0), (4, 0.0)]);
    assert_eq!(points(&[])[0], (0, 4.0));
}
