//! A search's score in 16 bits.

use chuhe_movegen::Score;

/// A score in 16 bits, from the side to move.
///
/// Evaluations lie in ±20 000. A win by rule in `n` plies is 30 000 − `n`, a mate 32 000 − `n`, losses the same with the
/// sign changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Score16(pub i16);

const LIMIT: i32 = 20_000;
const RULE: i32 = 30_000;
const MATE: i32 = 32_000;
const LONGEST: i32 = 999;

impl Score16 {
    /// Whether this is neither a mate nor a win by rule.
    #[must_use]
    pub fn is_evaluation(self) -> bool {
        i32::from(self.0).abs() <= LIMIT
    }
}

impl From<Score> for Score16 {
    fn from(score: Score) -> Score16 {
        let decided = |top: i32, plies: i32| match plies {
            1.. => top - plies.min(LONGEST),
            _ => -top - plies.max(-LONGEST),
        };
        Score16(match score {
            Score::Cp(cp) => cp.clamp(-LIMIT, LIMIT),
            Score::Rule(plies) => decided(RULE, plies),
            Score::Mate(plies) => decided(MATE, plies),
        } as i16)
    }
}

impl From<Score16> for Score {
    fn from(score: Score16) -> Score {
        let value = i32::from(score.0);
        let sign = value.signum();
        match value.abs() {
            size if size <= LIMIT => Score::Cp(value),
            size if size <= RULE => Score::Rule(sign * (RULE - size)),
            size => Score::Mate(sign * (MATE - size)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_score_comes_back() {
        for score in [
            Score::Cp(0),
            Score::Cp(-137),
            Score::Cp(20_000),
            Score::Mate(1),
            Score::Mate(0),
            Score::Mate(-2),
            Score::Rule(3),
            Score::Rule(-4),
        ] {
            assert_eq!(Score::from(Score16::from(score)), score);
        }
        assert!(Score16::from(Score::Mate(200)) > Score16::from(Score::Mate(201)));
        assert!(Score16::from(Score::Mate(0)) < Score16::from(Score::Rule(0)));
    }
}
