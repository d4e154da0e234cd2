//! Some players against all others, who do not meet each other.

use super::Encounter;

/// Each round a hero meets one opponent; heroes take turns.
pub(super) fn cycles(players: usize, heroes: usize, cycles: u32, games: u32) -> Vec<Encounter> {
    let heroes = heroes.clamp(1, players.saturating_sub(1).max(1));
    let mut encounters = Vec::new();
    let mut round = 0;
    for cycle in 0..cycles {
        for opponent in heroes..players {
            for hero in 0..heroes {
                round += 1;
                let swapped = cycle % 2 == 1 && games % 2 == 1;
                let (first, second) = if swapped { (opponent, hero) } else { (hero, opponent) };
                encounters.push(Encounter { round, first, second, games, label: String::new() });
            }
        }
    }
    encounters
}
