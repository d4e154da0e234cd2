//! AdamW (Loshchilov & Hutter, "Decoupled weight decay regularization", ICLR 2019), with weights kept in bounds.

use serde::{Deserialize, Serialize};

/// Constants of the method.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct AdamSettings {
    /// Memory of the mean of the gradient.
    pub beta1: f32,
    /// Memory of the mean of its square.
    pub beta2: f32,
    /// Keeps the division sane.
    pub epsilon: f32,
    /// Share of each number that is lost a step, times the learning rate.
    pub decay: f32,
    /// No number grows beyond; the integers of the finished network have this much room.
    pub bound: f32,
}

impl Default for AdamSettings {
    fn default() -> Self {
        AdamSettings { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, decay: 0.01, bound: 1.9 }
    }
}

/// The method's memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Constants.
    pub settings: AdamSettings,
    /// Steps taken.
    pub steps: u64,
    /// Mean of the gradient.
    pub mean: Vec<f32>,
    /// Mean of its square.
    pub square: Vec<f32>,
}

impl Adam {
    /// No memory.
    #[must_use]
    pub fn new(settings: AdamSettings, len: usize) -> Adam {
        Adam { settings, steps: 0, mean: vec![0.0; len], square: vec![0.0; len] }
    }

    /// Moves the values against the gradient.
    pub fn step(&mut self, values: &mut [f32], gradient: &[f32], rate: f32, threads: usize) {
        self.steps += 1;
        let AdamSettings { beta1, beta2, epsilon, decay, bound } = self.settings;
        let steps = self.steps.min(1_000_000) as i32;
        let (mean_scale, square_scale) = (1.0 / (1.0 - beta1.powi(steps)), 1.0 / (1.0 - beta2.powi(steps)));
        let part = values.len().div_ceil(threads.max(1)).max(1);
        let parts = values
            .chunks_mut(part)
            .zip(gradient.chunks(part))
            .zip(self.mean.chunks_mut(part).zip(self.square.chunks_mut(part)));
        std::thread::scope(|scope| {
            for ((values, gradient), (means, squares)) in parts {
                scope.spawn(move || {
                    for (((value, &slope), mean), square) in values.iter_mut().zip(gradient).zip(means).zip(squares) {
                        *mean = beta1 * *mean + (1.0 - beta1) * slope;
                        *square = beta2 * *square + (1.0 - beta2) * slope * slope;
                        let step = *mean * mean_scale / ((*square * square_scale).sqrt() + epsilon);
                        *value = (*value - rate * (step + decay * *value)).clamp(-bound, bound);
                    }
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_walks_into_a_valley_and_stays_in_bounds() {
        let mut adam = Adam::new(AdamSettings { decay: 0.0, ..AdamSettings::default() }, 3);
        let mut values = vec![0.0, 0.0, 0.0];
        let target = [1.0, -0.5, 5.0];
        for _ in 0..4000 {
            let gradient: Vec<f32> = values.iter().zip(target).map(|(value, target)| 2.0 * (value - target)).collect();
            adam.step(&mut values, &gradient, 0.003, 2);
        }
        assert!((values[0] - 1.0).abs() < 0.01 && (values[1] + 0.5).abs() < 0.01, "{values:?}");
        assert_eq!(values[2], 1.9);
    }
}
