//! Everybody against everybody by the circle table.

use super::Encounter;

/// The pairs of each round, the first-named having red (`spec/systems.md` §4): every pair meets once, and nobody's
/// colours differ by more than one. With an odd number one player is free in each round.
#[must_use]
pub fn round_robin(players: usize) -> Vec<Vec<(usize, usize)>> {
    if players < 2 {
        return Vec::new();
    }
    let n = players + players % 2;
    let m = n - 1;
    // Numbers of the table are 1 to n; a player beyond the field is a bye.
    let wrap = |x: i64| (x - 1).rem_euclid(m as i64) as usize + 1;
    (1..n)
        .map(|round| {
            let k = wrap(((round - 1) * n / 2) as i64 + 1);
            let mut pairs = vec![if round % 2 == 1 { (k, n) } else { (n, k) }];
            pairs.extend((1..n / 2).map(|i| (wrap((k + i) as i64), wrap(k as i64 - i as i64))));
            pairs.retain(|&(a, b)| a <= players && b <= players);
            pairs.into_iter().map(|(a, b)| (a - 1, b - 1)).collect()
        })
        .collect()
}

/// The whole several times over; every second time colours are exchanged.
pub(super) fn cycles(players: usize, cycles: u32, games: u32) -> Vec<Encounter> {
    let table = round_robin(players);
    let mut encounters = Vec::new();
    for cycle in 0..cycles as usize {
        for (i, pairs) in table.iter().enumerate() {
            encounters.extend(pairs.iter().map(|&(a, b)| {
                // An even number of games exchanges colours by itself.
                let (first, second) = if cycle % 2 == 1 && games % 2 == 1 { (b, a) } else { (a, b) };
                Encounter { round: cycle * table.len() + i + 1, first, second, games, label: String::new() }
            }));
        }
    }
    encounters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_meets_once_and_colours_are_level() {
        for players in 2..=16 {
            let table = round_robin(players);
            let mut met = vec![vec![0; players]; players];
            let mut balance = vec![0i32; players];
            for round in &table {
                let mut busy = vec![false; players];
                for &(a, b) in round {
                    assert!(!busy[a] && !busy[b] && a != b, "{players} players: {round:?}");
                    (busy[a], busy[b]) = (true, true);
                    met[a.min(b)][a.max(b)] += 1;
                    balance[a] += 1;
                    balance[b] -= 1;
                }
                assert_eq!(round.len(), players / 2);
            }
            for (a, row) in met.iter().enumerate() {
                assert!(row[a + 1..].iter().all(|&count| count == 1), "{players} players: {met:?}");
            }
            let most = if players % 2 == 0 { 1 } else { 0 };
            assert!(balance.iter().all(|x| x.abs() <= most.max(1)), "{players} players: {balance:?}");
        }
    }
}
