//! How fast to learn when.

use serde::{Deserialize, Serialize};

/// Half a cosine wave from the first to the last rate, behind a short linear rise.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Rate at the top.
    pub first: f32,
    /// Rate at the end.
    pub last: f32,
    /// Steps of the rise.
    pub warm_up: u64,
}

impl Schedule {
    /// The rate of step `step` (from 0) of `steps`.
    #[must_use]
    pub fn rate(&self, step: u64, steps: u64) -> f32 {
        let rise = ((step + 1) as f32 / self.warm_up.max(1) as f32).min(1.0);
        let done = step as f32 / steps.max(1) as f32;
        rise * (self.last + (self.first - self.last) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_shortly_and_falls_long() {
        let schedule = Schedule { first: 1e-3, last: 1e-5, warm_up: 10 };
        let rates: Vec<f32> = (0..1000).map(|step| schedule.rate(step, 1000)).collect();
        assert!(rates[0] < 1.1e-4 && rates[9] > 9.9e-4);
        assert!(rates[10..].windows(2).all(|pair| pair[0] >= pair[1]));
        assert!(rates[999] < 1.1e-5);
    }
}
