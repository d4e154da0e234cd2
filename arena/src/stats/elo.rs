//! Elo from a share of points, with its error.

use serde::Serialize;

/// 97.5 % of a normal distribution lie below this many standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo difference at which one side is expected to take this share of the points. Shares outside 10⁻⁶ … 1 − 10⁻⁶ are
/// taken as the nearest of these (±2400 Elo).
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Share of the points expected at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalised Elo of one standard deviation of a game's score: 800 / ln 10.
pub(super) const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Strength estimated from independent results. All bars are 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Elo difference.
    pub elo: f64,
    /// Lower end of the error bar.
    pub elo_low: f64,
    /// Upper end of the error bar.
    pub elo_high: f64,
    /// Normalised Elo: the lead in standard deviations of a game, times 800 / ln 10. None when all results are equal.
    pub nelo: Option<f64>,
    /// Half width of its error bar.
    pub nelo_error: Option<f64>,
    /// Likelihood of superiority: Φ((score − ½) / standard error). None when all results are equal.
    pub los: Option<f64>,
}

impl Estimate {
    /// From counts by score, lowest (0) to highest (1) in equal steps: three for games, five for pairs of games.
    pub(super) fn of(counts: &[u32]) -> Option<Estimate> {
        let Moments { total, mean, variance } = Moments::of(counts.iter().map(|&count| f64::from(count)))?;
        let error = (variance / total).sqrt();
        let spread = variance > 0.0;
        // The variance of a pair's mean is half that of a game.
        let deviation = if counts.len() == 5 { (2.0 * variance).sqrt() } else { variance.sqrt() };
        Some(Estimate {
            score: mean,
            elo: elo_of_score(mean),
            elo_low: elo_of_score(mean - Z95 * error),
            elo_high: elo_of_score(mean + Z95 * error),
            nelo: spread.then(|| (mean - 0.5) / deviation * NORMALISED_UNIT),
            nelo_error: spread.then(|| Z95 * error / deviation * NORMALISED_UNIT),
            los: spread.then(|| 0.5 * (1.0 + libm::erf((mean - 0.5) / (error * std::f64::consts::SQRT_2)))),
        })
    }

    /// Elo and the ends of its error bar for people: `+49`, `-22`, `+∞` where the bar reaches beyond all points. None when
    /// all results are equal: nothing is known of their spread then, and the bar would have no width.
    #[must_use]
    pub fn bar(&self) -> Option<[String; 3]> {
        let end = elo_of_score(1.0);
        let text = |elo: f64| match elo {
            elo if elo >= end => "+∞".to_owned(),
            elo if elo <= -end => "-∞".to_owned(),
            // Adding zero makes an even score +0, not -0.
            elo => format!("{:+.0}", elo.round() + 0.0),
        };
        self.los.map(|_| [self.elo, self.elo_low, self.elo_high].map(text))
    }

    /// Half the width of the Elo bar, for "± x".
    #[must_use]
    pub fn elo_error(&self) -> f64 {
        (self.elo_high - self.elo_low) / 2.0
    }
}

/// Number, mean and variance (of the sample, not corrected) of results spaced evenly from 0 to 1.
pub(super) struct Moments {
    pub(super) total: f64,
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Moments {
    pub(super) fn of(weights: impl ExactSizeIterator<Item = f64> + Clone) -> Option<Moments> {
        let step = 1.0 / (weights.len() - 1) as f64;
        let total: f64 = weights.clone().sum();
        if total <= 0.0 {
            return None;
        }
        let mean = weights.clone().enumerate().map(|(i, w)| w * i as f64 * step).sum::<f64>() / total;
        let variance = weights.enumerate().map(|(i, w)| w * (i as f64 * step - mean).powi(2)).sum::<f64>() / total;
        Some(Moments { total, mean, variance })
    }
}
