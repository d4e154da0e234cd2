//! Simultaneous perturbation: many numbers are tuned at once by games between two settings that lie around the present
//! one (J. C. Spall, IEEE Transactions on Automatic Control 37, 1992; the exponents are those he recommends).

use rand::Rng;
use serde::{Deserialize, Serialize};

/// A number under tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// Name.
    pub name: String,
    /// Present value.
    pub value: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// How far from the present value games are played in the last iteration.
    pub step: f64,
}

/// The state of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// The numbers.
    pub numbers: Vec<Tuned>,
    /// Iterations done.
    pub done: u64,
    /// Iterations planned: step sizes shrink so that the last one ends with the steps that were asked for.
    pub planned: u64,
}

/// How fast the distance of the games' settings shrinks.
const GAMMA: f64 = 0.101;
/// How fast the steps shrink.
const ALPHA: f64 = 0.602;
/// Step of the last iteration for one point of difference, in squares of the distance.
const LAST_RATE: f64 = 0.02;

/// Two settings to play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    signs: Vec<f64>,
    /// The values of the first player and of the second.
    pub values: [Vec<i32>; 2],
}

impl Spsa {
    fn distance(&self, number: &Tuned) -> f64 {
        number.step * (self.planned as f64 / (self.done + 1) as f64).powf(GAMMA)
    }

    /// Draws the settings of the next iteration.
    pub fn perturb(&self, rng: &mut impl Rng) -> Pair {
        let signs: Vec<f64> = self.numbers.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect();
        let values = [1.0, -1.0].map(|player: f64| {
            let moved = self.numbers.iter().zip(&signs).map(|(number, sign)| {
                let value = number.value + player * sign * self.distance(number);
                // Rounding at random keeps small numbers from standing still.
                (value.clamp(number.min, number.max) + rng.random_range(-0.5..0.5)).round() as i32
            });
            moved.collect()
        });
        Pair { signs, values }
    }

    /// Takes the first player's points less the second's.
    pub fn learn(&mut self, pair: &Pair, difference: f64) {
        let stability = 0.1 * self.planned as f64;
        let shrink = ((stability + self.planned as f64) / (stability + self.done as f64 + 1.0)).powf(ALPHA);
        let distances: Vec<f64> = self.numbers.iter().map(|number| self.distance(number)).collect();
        for ((number, sign), distance) in self.numbers.iter_mut().zip(&pair.signs).zip(distances) {
            let step = LAST_RATE * number.step * number.step * shrink / distance;
            number.value = (number.value + step * difference * sign).clamp(number.min, number.max);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn numbers_move_to_where_games_are_won() {
        let number = |name: &str, value: f64| Tuned { name: name.into(), value, min: 0.0, max: 200.0, step: 10.0 };
        let mut spsa = Spsa { numbers: vec![number("a", 40.0), number("b", 160.0)], done: 0, planned: 20_000 };
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        // The best values are 100 and 100; the nearer player scores more often.
        let strength = |values: &[i32]| -values.iter().map(|&v| (f64::from(v) - 100.0).powi(2)).sum::<f64>() / 4000.0;
        for _ in 0..spsa.planned {
            let pair = spsa.perturb(&mut rng);
            let edge = strength(&pair.values[0]) - strength(&pair.values[1]);
            let mut game = || if rng.random_bool(1.0 / (1.0 + (-edge).exp())) { 1.0 } else { -1.0 };
            let difference: f64 = game() + game();
            spsa.learn(&pair, difference);
        }
        for number in &spsa.numbers {
            assert!((number.value - 100.0).abs() < 15.0, "seed 5: {} {}", number.name, number.value);
        }
    }
}
