//! The sequential probability ratio test: stop as soon as the results tell elo0 from elo1.
//!
//! The generalised likelihood ratio is that of Michel Van den Bergh, "Comments on normalized Elo". In the logistic model
//! it is computed by its normal approximation once every outcome has been seen, and exactly until then (an outcome never
//! seen counts as a thousandth of one), because a variance estimated without them would decide too early.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{Moments, NORMALISED_UNIT, score_of_elo};

/// What the Elo bounds of a test mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Elo of the expected score.
    #[default]
    Logistic,
    /// Elo in units of a game's standard deviation, so that the length of a test does not depend on the draw ratio.
    Normalized,
}

impl fmt::Display for SprtModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtModel::Logistic => "logistic",
            SprtModel::Normalized => "normalized",
        })
    }
}

impl FromStr for SprtModel {
    type Err = SprtError;
    fn from_str(text: &str) -> Result<SprtModel, SprtError> {
        match text.to_ascii_lowercase().as_str() {
            "logistic" => Ok(SprtModel::Logistic),
            "normalized" | "normalised" => Ok(SprtModel::Normalized),
            _ => Err(SprtError::Model(text.to_owned())),
        }
    }
}

/// A test that cannot be run.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SprtError {
    /// The bounds are the wrong way round or equal.
    #[error("elo0 must be smaller than elo1")]
    Bounds,
    /// An error rate that is none.
    #[error("alpha and beta must lie between 0 and 1, and their sum below 1")]
    Rates,
    /// No such model.
    #[error("`{0}` is no SPRT model (logistic, normalized)")]
    Model(String),
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// Play on.
    Continue,
    /// No stronger than elo0.
    H0,
    /// At least elo1.
    H1,
}

/// A sequential test of elo1 against elo0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// Probability of accepting elo1 when elo0 is true.
    pub alpha: f64,
    /// Probability of accepting elo0 when elo1 is true.
    pub beta: f64,
    /// What the bounds mean.
    pub model: SprtModel,
}

impl Sprt {
    /// A test with checked parameters.
    ///
    /// # Errors
    /// When the bounds or error rates make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: SprtModel) -> Result<Sprt, SprtError> {
        if elo0.is_nan() || elo1.is_nan() || elo0 >= elo1 || !elo0.is_finite() || !elo1.is_finite() {
            return Err(SprtError::Bounds);
        }
        let rate = |x: f64| x > 0.0 && x < 1.0;
        if !rate(alpha) || !rate(beta) || alpha + beta >= 1.0 {
            return Err(SprtError::Rates);
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The log likelihood ratios at which the test ends: lower (elo0 accepted) and upper (elo1 accepted).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log likelihood ratio of counts by score, lowest first: three for games, five for pairs. None when it cannot be
    /// computed: fewer than two results, or bounds that no distribution on the board of scores can have.
    #[must_use]
    pub fn llr(&self, counts: &[u32]) -> Option<f64> {
        let results: u32 = counts.iter().sum();
        if results < 2 {
            return None;
        }
        let weights = counts.iter().map(|&count| if count == 0 { 1e-3 } else { f64::from(count) });
        let Moments { total, mean, variance } = Moments::of(weights.clone())?;
        let probabilities: Vec<f64> = weights.map(|weight| weight / total).collect();
        let llr = match self.model {
            SprtModel::Logistic => {
                let [s0, s1] = [self.elo0, self.elo1].map(score_of_elo);
                if counts.contains(&0) {
                    let [p0, p1] = [s0, s1].map(|s| with_mean(&probabilities, s));
                    total * log_ratio(&probabilities, &p0, &p1)
                } else {
                    total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
                }
            }
            SprtModel::Normalized => {
                // The deviation of a pair's mean is that of a game divided by √2.
                let unit = if counts.len() == 5 { std::f64::consts::SQRT_2 } else { 1.0 } / NORMALISED_UNIT;
                let p0 = with_lead(&probabilities, self.elo0 * unit)?;
                let p1 = with_lead(&probabilities, self.elo1 * unit)?;
                total * log_ratio(&probabilities, &p0, &p1)
            }
        };
        llr.is_finite().then_some(llr)
    }

    /// What a ratio means.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::H1
        } else if llr <= lower {
            Decision::H0
        } else {
            Decision::Continue
        }
    }
}

/// Σ p log(p1 / p0).
fn log_ratio(p: &[f64], p0: &[f64], p1: &[f64]) -> f64 {
    p.iter().zip(p0).zip(p1).map(|((p, p0), p1)| p * (p1 / p0).ln()).sum()
}

fn scores(n: usize) -> impl Iterator<Item = f64> + Clone {
    (0..n).map(move |i| i as f64 / (n - 1) as f64)
}

/// The distribution nearest to `p` in likelihood whose mean is `s` (proposition 1.1).
fn with_mean(p: &[f64], s: f64) -> Vec<f64> {
    let lean: Vec<f64> = scores(p.len()).map(|a| a - s).collect();
    tilt(p, &lean)
}

/// The distribution p / (1 + θ·lean) with θ such that Σ p·lean / (1 + θ·lean) = 0. `lean` has values of both signs.
fn tilt(p: &[f64], lean: &[f64]) -> Vec<f64> {
    let low = lean.iter().copied().fold(f64::INFINITY, f64::min);
    let high = lean.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // The sum falls from +∞ to −∞ between these poles.
    let (mut from, mut to) = (-1.0 / high, -1.0 / low);
    for _ in 0..100 {
        let theta = (from + to) / 2.0;
        let sum: f64 = p.iter().zip(lean).map(|(p, lean)| p * lean / (1.0 + theta * lean)).sum();
        if sum > 0.0 {
            from = theta;
        } else {
            to = theta;
        }
    }
    let theta = (from + to) / 2.0;
    p.iter().zip(lean).map(|(p, lean)| p / (1.0 + theta * lean)).collect()
}

/// The distribution nearest to `p` in likelihood whose mean leads ½ by `t` standard deviations (section 4.1): repeated
/// tilts. None when they do not settle.
fn with_lead(p: &[f64], t: f64) -> Option<Vec<f64>> {
    let mut current = vec![1.0 / p.len() as f64; p.len()];
    for _ in 0..500 {
        let Moments { mean, variance, .. } = Moments::of(current.iter().copied())?;
        let deviation = variance.sqrt();
        let lean: Vec<f64> =
            scores(p.len()).map(|a| a - 0.5 - 0.5 * t * deviation * (1.0 + ((a - mean) / deviation).powi(2))).collect();
        let both_signs = lean.iter().any(|&x| x > 0.0) && lean.iter().any(|&x| x < 0.0);
        if !both_signs || lean.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let next = tilt(p, &lean);
        let change = next.iter().zip(&current).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        current = next;
        if change < 1e-9 {
            return Some(current);
        }
    }
    None
}
