//! 积分编排, the Swiss system (`spec/systems.md` §4).
//!
//! A round's pairs are the cheapest of all in this order of aims: few repeated pairings; small differences of points;
//! colours that differ by no more than one; nobody a third time in a row with the same colour; within equals the top half
//! against the bottom half. With an odd number the lowest player who has had none gets a bye, worth a point.

use super::matching::cheapest_pairs;
use super::system::{Encounter, Outcome};

/// What pairing needs to know of a player.
#[derive(Clone, Debug, Default)]
struct Card {
    /// Twice the points.
    half_points: u32,
    opponents: Vec<usize>,
    /// First colours so far: 1 red, -1 black, a bye none.
    colors: Vec<i32>,
    byes: u32,
}

impl Card {
    fn balance(&self) -> i32 {
        self.colors.iter().sum()
    }

    /// Whether one more of this colour would be the third in a row.
    fn third(&self, color: i32) -> bool {
        self.colors.len() >= 2 && self.colors[self.colors.len() - 2..].iter().all(|&c| c == color)
    }
}

/// What it costs to give a the red men against b: colour difference above one, third equal colours.
fn color_cost(a: &Card, b: &Card) -> (i64, i64) {
    let above = |balance: i32| i64::from((balance.abs() - 1).max(0));
    let difference = above(a.balance() + 1) + above(b.balance() - 1);
    (difference, i64::from(a.third(1)) + i64::from(b.third(-1)))
}

/// Whether a should have red against b: what costs less; else who has had red less; else the other colour than last time;
/// else the better-placed has red in odd rounds.
fn a_has_red(a: &Card, b: &Card, round: usize) -> bool {
    let (with, without) = (color_cost(a, b), color_cost(b, a));
    if with != without {
        return with < without;
    }
    if a.balance() != b.balance() {
        return a.balance() < b.balance();
    }
    for (x, y) in a.colors.iter().rev().zip(b.colors.iter().rev()) {
        if x != y {
            return x < y;
        }
    }
    round % 2 == 1
}

/// A round that is paired.
pub(super) struct Pairing {
    pub(super) encounters: Vec<Encounter>,
    pub(super) bye: Option<usize>,
}

/// The next round. `rounds` have been paired so far; the byes of those rounds are given in order.
pub(super) fn pair(players: usize, games: u32, round: usize, played: &[Outcome], byes: &[usize]) -> Pairing {
    let mut cards = vec![Card::default(); players];
    for outcome in played {
        let (a, b) = (outcome.encounter.first, outcome.encounter.second);
        for (player, other, half_points, color) in
            [(a, b, outcome.half_points[0], 1), (b, a, outcome.half_points[1], -1)]
        {
            cards[player].half_points += half_points;
            cards[player].opponents.push(other);
            // An even number of games gives both colours.
            if outcome.encounter.games % 2 == 1 {
                cards[player].colors.push(color);
            }
        }
    }
    for &player in byes {
        // A bye is worth the points of an encounter won by one game each.
        cards[player].half_points += 2 * games;
        cards[player].byes += 1;
    }
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by_key(|&player| (std::cmp::Reverse(cards[player].half_points), player));
    let bye = (players % 2 == 1).then(|| {
        let fewest = order.iter().map(|&player| cards[player].byes).min().unwrap_or(0);
        let at = order.iter().rposition(|&player| cards[player].byes == fewest).unwrap_or(0);
        order.remove(at)
    });
    // The rank within those of equal points and the size of the group.
    let mut place = vec![(0i64, 0i64); order.len()];
    let mut start = 0;
    while start < order.len() {
        let points = cards[order[start]].half_points;
        let size = order[start..].iter().take_while(|&&player| cards[player].half_points == points).count();
        for i in 0..size {
            place[start + i] = (i as i64, size as i64);
        }
        start += size;
    }
    let cost = |i: usize, j: usize| {
        let (a, b) = (&cards[order[i]], &cards[order[j]]);
        let met = a.opponents.iter().filter(|&&player| player == order[j]).count() as i64;
        let gap = i64::from(a.half_points.abs_diff(b.half_points));
        let (difference, third) = color_cost(a, b).min(color_cost(b, a));
        let halves = if a.half_points == b.half_points {
            ((place[i].0 - place[j].0).abs() - place[i].1 / 2).abs()
        } else {
            (i as i64 - j as i64).abs()
        };
        [met, gap, difference, third, halves]
    };
    let mut pairs = cheapest_pairs(order.len(), cost);
    pairs.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
    pairs.sort_unstable();
    let encounters = pairs
        .into_iter()
        .map(|(i, j)| {
            let (a, b) = (order[i], order[j]);
            let red = a_has_red(&cards[a], &cards[b], round);
            let (first, second) = if red { (a, b) } else { (b, a) };
            Encounter { round, first, second, games, label: String::new() }
        })
        .collect();
    Pairing { encounters, bye }
}

/// All byes so far, in order of rounds, and the next round if there is one.
pub(super) fn state(players: usize, games: u32, rounds: usize, played: &[Outcome]) -> (Vec<usize>, Vec<Encounter>) {
    let per_round = players / 2;
    let mut byes = Vec::new();
    for round in 1..=rounds {
        let before = (round - 1) * per_round;
        if before > played.len() {
            break;
        }
        let pairing = pair(players, games, round, &played[..before], &byes);
        byes.extend(pairing.bye);
        if before + per_round > played.len() {
            return (byes, pairing.encounters);
        }
    }
    (byes, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn nobody_meets_twice_and_colours_stay_level() {
        for seed in 0..40u64 {
            let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
            let players = random.random_range(6..=24usize);
            // No repeat is guaranteed up to half as many rounds.
            let rounds = players / 2;
            let mut played: Vec<Outcome> = Vec::new();
            loop {
                let (byes, next) = state(players, 1, rounds, &played);
                if next.is_empty() {
                    assert_eq!(played.len(), rounds * (players / 2));
                    let mut seen = vec![0; players];
                    byes.iter().for_each(|&player| seen[player] += 1);
                    assert!(seen.iter().all(|&byes| byes <= 1), "seed {seed}: two byes {byes:?}");
                    break;
                }
                for encounter in next {
                    let pair = |e: &Encounter| (e.first.min(e.second), e.first.max(e.second));
                    let again = played.iter().any(|outcome| pair(&outcome.encounter) == pair(&encounter));
                    assert!(!again, "seed {seed}, {players} players: {encounter:?} is a repeat");
                    let red = random.random_range(0..=2u32);
                    played.push(Outcome { half_points: [red, 2 - red], ..Outcome::open(encounter) });
                }
            }
            for player in 0..players {
                let colors: Vec<i32> = played
                    .iter()
                    .filter_map(|outcome| match player {
                        _ if outcome.encounter.first == player => Some(1),
                        _ if outcome.encounter.second == player => Some(-1),
                        _ => None,
                    })
                    .collect();
                assert!(colors.iter().sum::<i32>().abs() <= 2, "seed {seed}: colours {colors:?}");
            }
        }
    }
}
