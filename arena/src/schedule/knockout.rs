//! Knock-out with drawn cards.
//!
//! Each round the cards are shuffled anew (`spec/systems.md` §D): two sets of numbered cards and, when the number of
//! players is odd, one King. Equal numbers meet, the red card has red first, the King is a bye. A drawn encounter is played
//! off in two more games with exchanged colours; if it is drawn after the play-offs, lots are drawn.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::system::{Encounter, Outcome};

/// A round of the knock-out: who is in it, who has a bye.
struct Round {
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

/// Deals the cards of a round.
fn deal(players: &[usize], seed: u64, round: usize) -> Round {
    let mut random = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(round as u64));
    let mut order = players.to_vec();
    order.shuffle(&mut random);
    let bye = if order.len() % 2 == 1 { order.pop() } else { None };
    Round { pairs: order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(), bye }
}

/// Where a knock-out stands.
pub(super) struct State {
    /// The next stage; empty when there is a winner.
    pub(super) next: Vec<Encounter>,
    /// The round in which each player went out, most recent last; the winner is not in it.
    pub(super) out: Vec<(usize, usize)>,
}

/// The state after some encounters. `games` is the number of games of an encounter, `play_offs` how often a drawn one is
/// played off before lots are drawn.
pub(super) fn state(players: usize, games: u32, play_offs: u32, seed: u64, played: &[Outcome]) -> State {
    let mut field: Vec<usize> = (0..players).collect();
    let mut out = Vec::new();
    let mut at = 0;
    let mut round = 1;
    while field.len() > 1 {
        let label = |text: &str| match field.len() {
            2 => format!("final{text}"),
            3..=4 => format!("semi-final{text}"),
            _ => text.trim_start().to_owned(),
        };
        let Round { pairs, bye } = deal(&field, seed, round);
        if at + pairs.len() > played.len() {
            let encounter =
                |&(first, second): &(usize, usize)| Encounter { round, first, second, games, label: label("") };
            return State { next: pairs.iter().map(encounter).collect(), out };
        }
        let mut sums: Vec<[u32; 2]> = played[at..at + pairs.len()].iter().map(|outcome| outcome.half_points).collect();
        at += pairs.len();
        for play_off in 0..play_offs {
            let drawn: Vec<usize> = (0..pairs.len()).filter(|&i| sums[i][0] == sums[i][1]).collect();
            if drawn.is_empty() {
                break;
            }
            if at + drawn.len() > played.len() {
                let encounter = |&i: &usize| {
                    // Colours change with every play-off.
                    let (a, b) = pairs[i];
                    let (first, second) = if play_off % 2 == 0 { (b, a) } else { (a, b) };
                    Encounter { round, first, second, games: 2, label: label(" play-off") }
                };
                return State { next: drawn.iter().map(encounter).collect(), out };
            }
            for (&i, outcome) in drawn.iter().zip(&played[at..at + drawn.len()]) {
                let swapped = outcome.encounter.first != pairs[i].0;
                sums[i][0] += outcome.half_points[usize::from(swapped)];
                sums[i][1] += outcome.half_points[usize::from(!swapped)];
            }
            at += drawn.len();
        }
        let mut lots = ChaCha8Rng::seed_from_u64(seed ^ 0x10_75 ^ (round as u64) << 32);
        let mut next_field: Vec<usize> = Vec::new();
        for (&(a, b), sum) in pairs.iter().zip(&sums) {
            let mut lot = [a, b];
            lot.shuffle(&mut lots);
            let winner = match sum[0].cmp(&sum[1]) {
                std::cmp::Ordering::Greater => a,
                std::cmp::Ordering::Less => b,
                std::cmp::Ordering::Equal => lot[0],
            };
            next_field.push(winner);
            out.push((if winner == a { b } else { a }, round));
        }
        next_field.extend(bye);
        next_field.sort_unstable();
        field = next_field;
        round += 1;
    }
    State { next: Vec::new(), out }
}
