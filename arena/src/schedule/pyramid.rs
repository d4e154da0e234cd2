//! Each player against all those before it in the list: newcomers prove themselves, oldest first.

use super::Encounter;

/// A round for each player but the first; in it the earlier ones have red first.
pub(super) fn cycles(players: usize, cycles: u32, games: u32) -> Vec<Encounter> {
    let mut encounters = Vec::new();
    for cycle in 0..cycles {
        for newcomer in 1..players {
            let round = encounters.last().map_or(1, |last: &Encounter| last.round + 1);
            for earlier in 0..newcomer {
                // An even number of games exchanges colours by itself.
                let swapped = cycle % 2 == 1 && games % 2 == 1;
                let (first, second) = if swapped { (newcomer, earlier) } else { (earlier, newcomer) };
                encounters.push(Encounter { round, first, second, games, label: String::new() });
            }
        }
    }
    encounters
}
