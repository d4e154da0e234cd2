//! The loss and its gradient, one sample after the other.

use crate::sample::{Active, Sample};

use super::model::Model;

/// What a number of samples say about the direction in which to go.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// One number for each that a forward pass sees ([`Model::seen`]).
    pub values: Vec<f32>,
    accumulators: [Vec<f32>; 2],
    slopes: [Vec<f32>; 2],
}

/// Numbers that are worked on together.
const TILE: usize = 64;
/// Partial sums of a dot product: the compiler does not reorder additions by itself.
const LANES: usize = 16;

impl Gradient {
    /// Zero.
    #[must_use]
    pub fn new(model: &Model) -> Gradient {
        let zeros = || [(); 2].map(|()| vec![0.0; model.architecture().width()]);
        Gradient { values: vec![0.0; model.layout().seen()], accumulators: zeros(), slopes: zeros() }
    }

    /// Adds the gradient of `scale` times the loss of a sample; returns the loss, without the factor.
    pub fn add(&mut self, model: &Model, sample: &Sample, mirror: bool, wdl: f32, scale: f32) -> f32 {
        let active = sample.active(model.architecture().king_table(), mirror);
        let (bucket, prediction) = forward(model, sample, &active, &mut self.accumulators);
        let distance = prediction - sample.target(wdl);
        let slope = scale * 2.0 * distance * prediction * (1.0 - prediction);

        let width = model.architecture().width();
        let layout = model.layout();
        let output = layout.output.start + bucket * 2 * width;
        self.values[layout.output_bias.start + bucket] += slope;
        for side in 0..2 {
            let weights = &model.seen()[output + side * width..][..width];
            let weight_slopes = &mut self.values[output + side * width..][..width];
            let slopes = &mut self.slopes[side][..width];
            for (((&neuron, &weight), weight_slope), neuron_slope) in
                self.accumulators[side].iter().zip(weights).zip(weight_slopes).zip(slopes)
            {
                let on = neuron.clamp(0.0, 1.0);
                *weight_slope += slope * on * on;
                let inside = if neuron > 0.0 && neuron < 1.0 { 2.0 * on } else { 0.0 };
                *neuron_slope = slope * weight * inside;
            }
        }
        for side in 0..2 {
            let slopes = &self.slopes[side][..width];
            add_to(&mut self.values[layout.bias.clone()], slopes);
            for &row in active.rows(side) {
                add_to(&mut self.values[layout.rows.start + row as usize * width..][..width], slopes);
            }
        }
        distance * distance
    }
}

fn add_to(sums: &mut [f32], numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// Fills the accumulators; returns the output bucket and the predicted result.
fn forward(model: &Model, sample: &Sample, active: &Active, accumulators: &mut [Vec<f32>; 2]) -> (usize, f32) {
    let (architecture, layout, seen) = (model.architecture(), model.layout(), model.seen());
    let width = architecture.width();
    let rows = &seen[layout.rows.clone()];
    for (side, accumulator) in accumulators.iter_mut().enumerate() {
        let bias = &seen[layout.bias.clone()];
        let mut start = 0;
        while start + TILE <= width {
            let mut tile = [0.0; TILE];
            tile.copy_from_slice(&bias[start..start + TILE]);
            for &row in active.rows(side) {
                add_to(&mut tile, &rows[row as usize * width + start..][..TILE]);
            }
            accumulator[start..start + TILE].copy_from_slice(&tile);
            start += TILE;
        }
        let rest = &mut accumulator[start..];
        rest.copy_from_slice(&bias[start..]);
        for &row in active.rows(side) {
            add_to(rest, &rows[row as usize * width + start..][..width - start]);
        }
    }
    let bucket = usize::from(architecture.output_table()[usize::from(sample.majors).min(12)]);
    let output = &seen[layout.output.start + bucket * 2 * width..][..2 * width];
    let mut sums = [0.0; LANES];
    for (accumulator, weights) in accumulators.iter().zip(output.chunks_exact(width)) {
        for (neurons, weights) in accumulator.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
            for i in 0..LANES {
                let on = neurons[i].clamp(0.0, 1.0);
                sums[i] += on * on * weights[i];
            }
        }
    }
    let y = seen[layout.output_bias.start + bucket] + sums.iter().sum::<f32>();
    (bucket, 1.0 / (1.0 + (-y).exp()))
}

/// Mean loss over samples, on as many threads.
#[must_use]
pub fn loss(model: &Model, samples: &[Sample], wdl: f32, threads: usize) -> f64 {
    let part = samples.len().div_ceil(threads.max(1)).max(1);
    let sum: f64 = std::thread::scope(|scope| {
        let parts: Vec<_> = samples
            .chunks(part)
            .map(|samples| {
                scope.spawn(move || {
                    let mut accumulators = [(); 2].map(|()| vec![0.0; model.architecture().width()]);
                    let mut loss = |sample: &Sample| {
                        let active = sample.active(model.architecture().king_table(), false);
                        let (_, prediction) = forward(model, sample, &active, &mut accumulators);
                        f64::from(prediction - sample.target(wdl)).powi(2)
                    };
                    samples.iter().map(&mut loss).sum::<f64>()
                })
            })
            .collect();
        parts.into_iter().map(|part| part.join().unwrap_or(f64::NAN)).sum()
    });
    sum / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples;
    use super::*;
    use chuhe_eval::nnue::Architecture;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The loss written down once more, in double precision and without any of the tricks.
    fn plain_loss(model: &Model, values: &[f64], sample: &Sample, wdl: f64) -> f64 {
        let (architecture, layout) = (model.architecture(), model.layout());
        let width = architecture.width();
        let active = sample.active(architecture.king_table(), false);
        let bucket = usize::from(architecture.output_table()[usize::from(sample.majors)]);
        let mut y = values[layout.output_bias.start + bucket];
        for side in 0..2 {
            for neuron in 0..width {
                let mut sum = values[layout.bias.start + neuron];
                for &row in active.rows(side) {
                    sum += values[layout.rows.start + row as usize * width + neuron];
                    if !layout.shared.is_empty() {
                        let plane = row as usize % chuhe_eval::nnue::features::PLANES;
                        sum += values[layout.shared.start + plane * width + neuron];
                    }
                }
                y += sum.clamp(0.0, 1.0).powi(2) * values[layout.output.start + (bucket * 2 + side) * width + neuron];
            }
        }
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let target = wdl * f64::from(sample.half_points) / 2.0 + (1.0 - wdl) * sigmoid(f64::from(sample.score) / 400.0);
        (sigmoid(y) - target).powi(2)
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let samples = samples(&mut rng, 60);
        let outputs = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2];
        for (width, kings) in [(32, [0; 6]), (96, [1, 0, 1, 1, 1, 1])] {
            let mut model = Model::random(Architecture::new(width, kings, outputs).unwrap(), 5);
            model.values.iter_mut().for_each(|value| *value += rng.random_range(-0.05..0.05));
            model.refresh();
            let mut gradient = Gradient::new(&model);
            let mut sum = 0.0;
            for sample in &samples {
                sum += f64::from(gradient.add(&model, sample, false, 0.3, 1.0));
            }
            let exact: Vec<f64> = model.values.iter().copied().map(f64::from).collect();
            let total = |values: &[f64]| samples.iter().map(|s| plain_loss(&model, values, s, 0.3)).sum::<f64>();
            assert!((sum - total(&exact)).abs() < 1e-4 * sum, "{sum} {}", total(&exact));
            assert!((loss(&model, &samples, 0.3, 3) * 60.0 - sum).abs() < 1e-4 * sum);
            let layout = model.layout().clone();
            let whole = super::super::run::with_shared(&layout, &gradient.values);
            let row = layout.rows.start + samples[7].active(&kings, false).rows(0)[3] as usize * width;
            let mut checked = 0;
            let everywhere = (0..layout.len()).step_by(layout.len() / 200);
            let chosen = (row..row + width).chain(layout.bias.clone()).chain(layout.output.clone());
            for at in everywhere.chain(chosen).chain(layout.output_bias.clone()) {
                let mut moved = exact.clone();
                let step = 1e-6;
                moved[at] += step;
                let up = total(&moved);
                moved[at] -= 2.0 * step;
                let slope = (up - total(&moved)) / (2.0 * step);
                let found = f64::from(whole[at]);
                // A neuron may sit on a corner of the ramp within the step; none does with this seed.
                assert!((found - slope).abs() < 1e-4 + 1e-3 * slope.abs(), "seed 11, number {at}: {found} {slope}");
                checked += usize::from(slope != 0.0);
            }
            assert!(checked > 100, "{checked} numbers have a slope");
        }
    }
}
