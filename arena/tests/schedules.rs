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

/// When points, 小分 and wins are level the encounter of the two decides: 0 and 1 both beat 2 and 3 in every game but one
/// draw each, and 1 has beaten 0 in their second encounter after a loss and a draw.
#[test]
fn direct_encounter_decides_last() {
    // Two cycles; everybody draws, but 1 beats 0 once and 2 beats 1 once, 0 beats 3 once, 3 beats 2 once.
    let (_, tables) = play(&System::RoundRobin { cycles: 2 }, 4, 1, 1, |encounter| {
        let won = |a: usize, b: usize| match (encounter.first, encounter.second, encounter.round > 3) {
            (x, y, true) if (x, y) == (a, b) => Some(2),
            (x, y, true) if (x, y) == (b, a) => Some(0),
            _ => None,
        };
        won(1, 0).or(won(2, 1)).or(won(0, 3)).or(won(3, 2)).unwrap_or(1)
    });
    // All have 3 points, 6·3 − 3 … the same 小分 and one win; among all four the direct points are level, too.
    let table = &tables[0];
    assert_eq!(column(table, Criterion::Points), [3.0; 4]);
    assert_eq!(table.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1; 4]);
    assert_eq!(column(table, Criterion::DirectEncounter), [3.0; 4]);
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

/// Nine players, four rounds of one game, the smaller number always winning. Worked out by hand:
///
/// Round 1: 8 has the bye (1). 0–4, 1–5, 2–6, 3–7: points 0 1 2 3 8 have 1.
/// Round 2: the bye goes to the lowest without one, 7. The ones 0 1 2 3 8, the noughts 4 5 6: one of the ones must go down.
/// Whatever the pairs, the winner of all games is 0, who ends with 4 points, and every player has played or been free in
/// each round.
#[test]
fn a_swiss_of_nine() {
    let stronger = |encounter: &Encounter| if encounter.first < encounter.second { 2 } else { 0 };
    let (played, tables) = play(&System::Swiss { rounds: 4 }, 9, 1, 1, stronger);
    assert_eq!(played.len(), 16);
    let pairs = |round: usize| -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = played
            .iter()
            .map(|outcome| &outcome.encounter)
            .filter(|encounter| encounter.round == round)
            .map(|encounter| (encounter.first.min(encounter.second), encounter.first.max(encounter.second)))
            .collect();
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(pairs(1), [(0, 4), (1, 5), (2, 6), (3, 7)]);
    let table = &tables[0];
    let points = column(table, Criterion::Points);
    assert_eq!((table.rows[0].player, table.rows[0].rank, points[0]), (0, 1, 4.0));
    assert_eq!(points.iter().sum::<f64>(), 16.0 + 4.0, "sixteen games and four byes");
    // 对手分 and points of every line again, from the list of games alone.
    let total = |player: usize| -> f64 {
        let won = played.iter().filter(|o| {
            let e = &o.encounter;
            e.first.min(e.second) == player
        });
        let free = (1..=4).filter(|&round| {
            !played
                .iter()
                .any(|o| o.encounter.round == round && [o.encounter.first, o.encounter.second].contains(&player))
        });
        won.count() as f64 + free.count() as f64
    };
    for row in &table.rows {
        let opponents = played.iter().filter_map(|o| match row.player {
            p if o.encounter.first == p => Some(o.encounter.second),
            p if o.encounter.second == p => Some(o.encounter.first),
            _ => None,
        });
        assert_eq!(row.value(Criterion::Points), Some(total(row.player)));
        assert_eq!(row.value(Criterion::Buchholz), Some(opponents.map(total).sum::<f64>()), "player {}", row.player);
    }
    for pair in table.rows.windows(2) {
        let key = |i: usize| (pair[i].value(Criterion::Points), pair[i].value(Criterion::Buchholz));
        assert!(key(0) >= key(1), "{:?}", table.rows);
    }
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
