//! Fits the weights to the results of games (Texel's method).
//!
//! ```text
//! cargo run --release -p chuhe-eval --features tune --example tune -- games.txt > weights.txt
//! ```
//!
//! The input has a quiet position a line: `FEN`, tab, result for red (`1`, `0.5` or `0`), tab, search score for red in
//! hundredths of a pawn. Positions of one game stand together; the last tenth of the file only measures. The output names
//! every pair of weights, old and new.
//!
//! The sum of terms is linear in all pairs, so each position becomes a sparse vector of factors, found by changing each
//! pair by one. The value runs through a logistic curve and is compared with the blend of result and score; a penalty
//! for every step away from today's weight keeps those in place of which the games say little.

use std::error::Error;

use chuhe_eval::handcrafted::weights::{self, Part, Weight};
use chuhe_eval::trace;
use chuhe_movegen::Position;

/// How much the game's result counts against the search's score.
const RESULT_SHARE: f64 = 0.7;
/// Strength of the pull towards today's weights.
const PULL: f64 = 2e-7;
/// The same for entries of tables, each of which sees few positions.
const TABLE_PULL: f64 = 1.2e-6;
const EPOCHS: usize = 300;
const LEARNING_RATE: f64 = 1.0;

/// A pair of weights for the middle game and the endgame.
struct Pair {
    weights: [Weight; 2],
    values: [f64; 2],
    moments: [[f64; 2]; 2],
    in_table: bool,
}

/// A position as the tuner sees it.
struct Sample {
    /// Pairs that count here, and how often for red less for black.
    factors: Vec<(u16, i8)>,
    /// Share of the middle game and of the endgame, with the scale of the advantage.
    shares: [f64; 2],
    /// The value today.
    value: f64,
    result: f64,
    score: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: tune FILE")?;
    let mut pairs: Vec<Pair> = pairs();
    let text = std::fs::read_to_string(&path)?;
    let samples = text
        .lines()
        .enumerate()
        .map(|(number, line)| sample(line, &pairs).ok_or_else(|| format!("{path}:{}: no sample: {line}", number + 1)))
        .collect::<Result<Vec<Sample>, String>>()?;
    let (training, measuring) = samples.split_at(samples.len() - samples.len() / 10);
    let scale = best_scale(training);
    eprintln!("{} positions, {} pairs, scale {scale:.0}", samples.len(), pairs.len());
    for epoch in 1..=EPOCHS {
        let rate = LEARNING_RATE * (1.0 - epoch as f64 / EPOCHS as f64).max(0.02);
        improve(training, &mut pairs, scale, rate, epoch);
        if epoch % 20 == 0 || epoch == 1 {
            let [training, measuring] = [training, measuring].map(|set| loss(set, &pairs, scale));
            eprintln!("epoch {epoch:4}  training {training:.6}  measuring {measuring:.6}");
        }
    }
    for pair in &pairs {
        for (weight, value) in pair.weights.iter().zip(pair.values) {
            println!("{} {} {}", weight.name(), weight.default, clamped(weight, value));
        }
    }
    Ok(())
}

fn pairs() -> Vec<Pair> {
    let list = weights::list();
    let first = list.iter().zip(&list[1..]).filter(|(weight, _)| weight.part() == Part::Middlegame);
    first
        .map(|(&mg, &eg)| Pair {
            weights: [mg, eg],
            values: [f64::from(mg.default), f64::from(eg.default)],
            moments: [[0.0; 2]; 2],
            in_table: mg.name().contains('['),
        })
        .collect()
}

fn sample(line: &str, pairs: &[Pair]) -> Option<Sample> {
    let mut fields = line.split('\t');
    let position: Position = fields.next()?.parse().ok()?;
    let result: f64 = fields.next()?.parse().ok()?;
    let score: f64 = fields.next()?.parse().ok()?;
    let today = trace(&position);
    let mut factors = Vec::new();
    for (index, pair) in pairs.iter().enumerate() {
        let [mg, eg] = &pair.weights;
        // One down, where one up is out of range.
        let change = if mg.default < mg.max { 1 } else { -1 };
        mg.set(mg.default + change);
        let factor = (trace(&position).sum.mg - today.sum.mg) * change;
        mg.set(mg.default);
        if factor != 0 {
            debug_assert_eq!(eg.part(), Part::Endgame);
            factors.push((index as u16, factor as i8));
        }
    }
    let (phase, full) = (f64::from(today.phase), f64::from(today.full_phase));
    let scale = f64::from(today.scale) / 64.0;
    let shares = [scale * phase / full, scale * (full - phase) / full];
    Some(Sample { factors, shares, value: f64::from(today.total), result, score })
}

fn clamped(weight: &Weight, value: f64) -> i32 {
    (value.round() as i32).clamp(weight.min, weight.max)
}

fn logistic(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

impl Sample {
    fn value(&self, pairs: &[Pair]) -> f64 {
        let change = |pair: &Pair, part: usize| pair.values[part] - f64::from(pair.weights[part].default);
        let changes = self.factors.iter().map(|&(index, factor)| {
            let pair = &pairs[usize::from(index)];
            f64::from(factor) * (self.shares[0] * change(pair, 0) + self.shares[1] * change(pair, 1))
        });
        self.value + changes.sum::<f64>()
    }

    fn target(&self, scale: f64) -> f64 {
        RESULT_SHARE * self.result + (1.0 - RESULT_SHARE) * logistic(self.score, scale)
    }
}

fn loss(samples: &[Sample], pairs: &[Pair], scale: f64) -> f64 {
    let error = |sample: &Sample| logistic(sample.value(pairs), scale) - sample.target(scale);
    samples.iter().map(|sample| error(sample).powi(2)).sum::<f64>() / samples.len().max(1) as f64
}

/// The width of the logistic curve at which today's search scores foretell the results best.
fn best_scale(samples: &[Sample]) -> f64 {
    let error = |scale: f64| samples.iter().map(|s| (logistic(s.score, scale) - s.result).powi(2)).sum::<f64>();
    (10..100).map(|tens| f64::from(tens) * 10.0).min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(400.0)
}

/// One step of Adam over all samples.
fn improve(samples: &[Sample], pairs: &mut [Pair], scale: f64, rate: f64, epoch: usize) {
    let mut gradients = vec![[0.0; 2]; pairs.len()];
    for sample in samples {
        let guess = logistic(sample.value(pairs), scale);
        let slope = (guess - sample.target(scale)) * guess * (1.0 - guess);
        for &(index, factor) in &sample.factors {
            for (gradient, share) in gradients[usize::from(index)].iter_mut().zip(sample.shares) {
                *gradient += slope * f64::from(factor) * share;
            }
        }
    }
    for (pair, gradient) in pairs.iter_mut().zip(gradients) {
        for part in 0..2 {
            let weight = &pair.weights[part];
            let pull = if pair.in_table { TABLE_PULL } else { PULL };
            let away = (pair.values[part] - f64::from(weight.default)) / f64::from(weight.step).powi(2);
            // Both in units of the mean squared error for one unit of the weight.
            let gradient = 2.0 * gradient[part] / (scale * samples.len() as f64) + 2.0 * pull * away;
            let [mean, square] = &mut pair.moments[part];
            *mean = 0.9 * *mean + 0.1 * gradient;
            *square = 0.999 * *square + 0.001 * gradient * gradient;
            let unbiased_mean = *mean / (1.0 - 0.9f64.powi(epoch as i32));
            let unbiased_square = *square / (1.0 - 0.999f64.powi(epoch as i32));
            let value = pair.values[part] - rate * unbiased_mean / (unbiased_square.sqrt() + 1e-12);
            pair.values[part] = value.clamp(f64::from(weight.min), f64::from(weight.max));
        }
    }
}
