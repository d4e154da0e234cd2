//! Scores as they stand in records, and what they promise.

use std::fmt;

use chuhe_movegen::{Color, Score};
use serde::{Deserialize, Serialize};

/// The three things a score can be; they never mix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// Hundredths of a pawn.
    Cp,
    /// Mate in so many moves of the mating side.
    Mate,
    /// Won or lost by a rule of repetition in so many plies.
    Rule,
}

/// A score as JSON: `{"kind":"cp","value":35}`, as `chuhe go --json` writes it. Positive is good for whoever's view it is.
///
/// A mate in 0 has already happened, to the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// What the value counts.
    pub kind: ScoreKind,
    /// Hundredths of a pawn; moves to the mate, negative when the viewer is mated; plies to the verdict, negative when the
    /// viewer loses.
    pub value: i32,
}

/// Hundredths of a pawn that one unit of the logistic curve of [`ScoreRecord::chance`] spans; the scale on which the
/// networks of Chuhe are trained.
pub const CHANCE_SCALE: f64 = 400.0;

impl ScoreRecord {
    /// A plain evaluation.
    #[must_use]
    pub const fn cp(value: i32) -> ScoreRecord {
        ScoreRecord { kind: ScoreKind::Cp, value }
    }

    /// The points the viewer can expect, 0 to 1: `1 / (1 + exp(-cp / 400))` for an evaluation, 1 or 0 when it is decided.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self.kind {
            ScoreKind::Cp => 1.0 / (1.0 + (-f64::from(self.value) / CHANCE_SCALE).exp()),
            _ if self.value > 0 => 1.0,
            _ => 0.0,
        }
    }

    /// Hundredths of a pawn, decided games as ±1000 and nothing beyond that, for averages and graphs.
    #[must_use]
    pub fn capped_cp(self) -> i32 {
        match self.kind {
            ScoreKind::Cp => self.value.clamp(-1000, 1000),
            _ if self.value > 0 => 1000,
            _ => -1000,
        }
    }

    /// The score from red's view when it was from `side`'s.
    #[must_use]
    pub fn for_red(self, side: Color) -> ScoreRecord {
        match (side, self.kind, self.value) {
            (Color::Red, ..) => self,
            // Who is mated already has no sign to turn round.
            (Color::Black, ScoreKind::Mate | ScoreKind::Rule, 0) => ScoreRecord { value: 1, ..self },
            (Color::Black, ..) => ScoreRecord { value: -self.value, ..self },
        }
    }

    /// The score of a move for whoever makes it, from the score of the position behind it for the other side.
    #[must_use]
    pub fn of_move_to(after: Score) -> ScoreRecord {
        let before = match after {
            Score::Cp(cp) => Score::Cp(-cp),
            // One ply further away.
            Score::Mate(plies) if plies > 0 => Score::Mate(-plies - 1),
            Score::Mate(plies) => Score::Mate(1 - plies),
            Score::Rule(plies) if plies > 0 => Score::Rule(-plies - 1),
            Score::Rule(plies) => Score::Rule(1 - plies),
        };
        before.into()
    }

    /// The score in plies; the reverse of the conversion from [`Score`] for a side that is to move.
    #[must_use]
    pub const fn to_score(self) -> Score {
        match self.kind {
            ScoreKind::Cp => Score::Cp(self.value),
            ScoreKind::Mate if self.value > 0 => Score::Mate(2 * self.value - 1),
            ScoreKind::Mate => Score::Mate(2 * self.value),
            ScoreKind::Rule => Score::Rule(self.value),
        }
    }
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> ScoreRecord {
        match score {
            Score::Cp(value) => ScoreRecord { kind: ScoreKind::Cp, value },
            Score::Mate(_) => ScoreRecord { kind: ScoreKind::Mate, value: score.mate_moves().unwrap_or(0) },
            Score::Rule(value) => ScoreRecord { kind: ScoreKind::Rule, value },
        }
    }
}

impl fmt::Display for ScoreRecord {
    /// `+0.35` in pawns, `#3` and `#-3` for mates in moves, `R+7` and `R-7` for wins and losses by rule in plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ScoreKind::Cp => {
                let sign = if self.value < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.value.unsigned_abs() / 100, self.value.unsigned_abs() % 100)
            }
            ScoreKind::Mate => write!(f, "#{}", self.value),
            ScoreKind::Rule => write!(f, "R{:+}", self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_mates_is_a_mate_in_one() {
        let record = |kind, value| ScoreRecord { kind, value };
        assert_eq!(ScoreRecord::of_move_to(Score::Mate(0)), record(ScoreKind::Mate, 1));
        assert_eq!(ScoreRecord::of_move_to(Score::Mate(-2)), record(ScoreKind::Mate, 2));
        assert_eq!(ScoreRecord::of_move_to(Score::Mate(1)), record(ScoreKind::Mate, -1));
        assert_eq!(ScoreRecord::of_move_to(Score::Mate(3)), record(ScoreKind::Mate, -2));
        assert_eq!(ScoreRecord::of_move_to(Score::Rule(0)), record(ScoreKind::Rule, 1));
        assert_eq!(ScoreRecord::of_move_to(Score::Cp(-30)), ScoreRecord::cp(30));
    }

    #[test]
    fn records_and_scores_are_translated_both_ways() {
        for score in [Score::Cp(-7), Score::Mate(5), Score::Mate(-4), Score::Mate(0), Score::Rule(-3)] {
            assert_eq!(ScoreRecord::from(score).to_score(), score);
        }
    }

    #[test]
    fn chances_are_even_when_level_and_certain_when_decided() {
        assert_eq!(ScoreRecord::cp(0).chance(), 0.5);
        assert!((ScoreRecord::cp(400).chance() - 0.731_058_6).abs() < 1e-6);
        assert_eq!(ScoreRecord::from(Score::Mate(9)).chance(), 1.0);
        assert_eq!(ScoreRecord::from(Score::Rule(-2)).chance(), 0.0);
        assert_eq!(ScoreRecord::from(Score::Mate(0)).chance(), 0.0);
    }
}
