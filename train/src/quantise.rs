//! From floating point to the integers of the engine's network.

use chuhe_eval::nnue::{Network, Parameters, ParametersError, QA, QB};

use crate::trainer::Model;

/// The network in integers. Numbers are rounded to the nearest.
///
/// # Errors
/// When a number is too large for the engine's arithmetic.
pub fn quantise(model: &Model, name: &str) -> Result<Network, ParametersError> {
    let (layout, seen) = (model.layout(), model.seen());
    let short = |value: f32, unit: i32| (value * unit as f32).round() as i16;
    let parameters = Parameters {
        rows: seen[layout.rows.clone()].iter().map(|&value| short(value, QA)).collect(),
        bias: seen[layout.bias.clone()].iter().map(|&value| short(value, QA)).collect(),
        output: seen[layout.output.clone()].iter().map(|&value| short(value, QB)).collect(),
        output_bias: seen[layout.output_bias.clone()]
            .iter()
            .map(|&value| (value * (QA * QB) as f32).round() as i32)
            .collect(),
    };
    Network::new(name, model.architecture().clone(), &parameters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Outcome, PlayedPly, Score16};
    use crate::sample::Sample;
    use crate::trainer::loss;
    use chuhe_eval::nnue::{Architecture, SCALE};
    use chuhe_movegen::{Move, Position};
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn integers_say_what_floats_say() {
        let architecture = Architecture::new(64, [1, 0, 2, 2, 2, 2], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]).unwrap();
        let mut model = Model::random(architecture, 3);
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        model.values.iter_mut().for_each(|value| *value += rng.random_range(-0.03..0.03));
        model.refresh();
        let network = quantise(&model, "test").unwrap();
        let mut position = Position::start();
        let (mut farthest, mut sum) = (0.0f64, 0.0);
        for _ in 0..1000 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.choose(&mut rng) else {
                position = Position::start();
                continue;
            };
            // A lost game without a score: the root of the loss is the prediction, and with it the float evaluation.
            let ply = PlayedPly { mv: Move::NONE, score: Score16(0) };
            let outcome = Outcome::win_of(!position.side());
            let sample = Sample::new(&position, &ply, outcome);
            let prediction = loss(&model, &[sample], 1.0, 1).sqrt();
            let float = (prediction / (1.0 - prediction)).ln() * f64::from(SCALE);
            let distance = (float - f64::from(network.evaluate(&position))).abs();
            farthest = farthest.max(distance);
            sum += distance;
            position.make(mv);
        }
        assert!(
            sum < 8_000.0 && farthest < 25.0,
            "1000 evaluations are {sum} hundredths of a pawn off, one {farthest}"
        );
    }
}
