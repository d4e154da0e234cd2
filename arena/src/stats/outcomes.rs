//! Counted results: games (trinomial) and pairs of games from one opening with colours exchanged (pentanomial).

use serde::{Deserialize, Serialize};

use super::elo::Estimate;

/// Games counted from one engine's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game that gave this many half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw being half of one.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points a game, 0 to 1; a half without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// The share of drawn games.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { f64::from(self.draws) / f64::from(self.games()) }
    }

    /// Losses, draws, wins: the counts by score.
    #[must_use]
    pub fn counts(&self) -> [u32; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// Strength from games that are taken as independent. None without games.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&self.counts())
    }

    /// Likelihood of superiority from the decided games alone: Φ((W − L) / √(W + L)). None when no game was decided.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let decided = f64::from(self.wins + self.losses);
        let lead = f64::from(self.wins) - f64::from(self.losses);
        (decided > 0.0).then(|| 0.5 * (1.0 + libm::erf(lead / (2.0 * decided).sqrt())))
    }

    /// The same games from the other side.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Pairs counted by the points they gave: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Counts a pair that gave this many half points, 0 to 4.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// How many pairs.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Strength from pairs. The two games of an opening depend on each other; only pairs are independent, and their
    /// error bars are the honest ones. None without pairs.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&self.0)
    }

    /// Counts by score, lowest first.
    #[must_use]
    pub fn counts(&self) -> [u32; 5] {
        self.0
    }
}
