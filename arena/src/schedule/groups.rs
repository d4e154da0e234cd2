//! Groups first, then a final of the best of each (`spec/systems.md` §D, 11.3). The list of players is their seeding; they
//! are dealt to the groups there and back (1 2 3 3 2 1).

use super::round_robin::round_robin;
use super::system::{Encounter, Outcome};
use crate::standings::{Order, Played, standings};

/// The players of each group.
pub(super) fn deal(players: usize, groups: usize) -> Vec<Vec<usize>> {
    let mut dealt = vec![Vec::new(); groups];
    for player in 0..players {
        let (row, column) = (player / groups, player % groups);
        dealt[if row % 2 == 0 { column } else { groups - 1 - column }].push(player);
    }
    dealt
}

fn all_play_all(players: &[usize], games: u32, first_round: usize, label: &str) -> Vec<Encounter> {
    let table = round_robin(players.len());
    let rounds = table.iter().zip(first_round..);
    let encounter = |(pairs, round): (&Vec<(usize, usize)>, usize)| {
        pairs
            .iter()
            .map(|&(a, b)| Encounter { round, first: players[a], second: players[b], games, label: label.to_owned() })
            .collect::<Vec<_>>()
    };
    rounds.flat_map(encounter).collect()
}

/// The groups, or the final when they are played. `advance` players of each group are in it.
pub(super) fn next_stage(
    players: usize,
    groups: usize,
    advance: usize,
    games: u32,
    played: &[Outcome],
) -> Vec<Encounter> {
    let groups = groups.clamp(1, players / 2);
    let dealt = deal(players, groups);
    let name = |group: usize| format!("group {}", char::from(b'A' + (group % 26) as u8));
    let first: Vec<Encounter> =
        dealt.iter().enumerate().flat_map(|(i, group)| all_play_all(group, games, 1, &name(i))).collect();
    if played.is_empty() {
        return first;
    }
    if played.len() > first.len() || groups == 1 {
        return Vec::new();
    }
    let finalists: Vec<usize> = finalists(&dealt, advance, played);
    let last = first.iter().map(|encounter| encounter.round).max().unwrap_or(0);
    all_play_all(&finalists, games, last + 1, "final")
}

/// The best of each group: all winners first, then all seconds.
fn finalists(dealt: &[Vec<usize>], advance: usize, played: &[Outcome]) -> Vec<usize> {
    let order = Order::round_robin();
    let ranked: Vec<Vec<usize>> = dealt
        .iter()
        .map(|group| {
            let games: Vec<Played> = played
                .iter()
                .filter(|outcome| group.contains(&outcome.encounter.first))
                .map(Played::of_outcome)
                .collect();
            let table = standings(group, &games, &order);
            table.into_iter().map(|row| row.player).collect()
        })
        .collect();
    (0..advance).flat_map(|place| ranked.iter().filter_map(move |group| group.get(place).copied())).collect()
}
