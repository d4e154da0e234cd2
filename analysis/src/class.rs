//! How good a move was.

use serde::{Deserialize, Serialize};

/// The class of a move, by the winning chance it gives away ([`MoveClass::of`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// The engine's own choice, or a move that gives away nothing.
    Best,
    /// Gives away less than [`INACCURACY`].
    Good,
    /// 缓着: gives away [`INACCURACY`] or more.
    Inaccuracy,
    /// 错着: gives away [`MISTAKE`] or more.
    Mistake,
    /// 败着: gives away [`BLUNDER`] or more.
    Blunder,
}

/// Points of a hundred of the winning chance from which a move is an inaccuracy.
pub const INACCURACY: f64 = 5.0;
/// Points of a hundred from which it is a mistake.
pub const MISTAKE: f64 = 10.0;
/// Points of a hundred from which it is a blunder.
pub const BLUNDER: f64 = 20.0;

impl MoveClass {
    /// All classes, best first.
    pub const ALL: [MoveClass; 5] =
        [MoveClass::Best, MoveClass::Good, MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder];

    /// The class of a move that loses so many points of a hundred. `is_best` says that the engine chose it itself.
    #[must_use]
    pub fn of(loss: f64, is_best: bool) -> MoveClass {
        match loss {
            _ if is_best => MoveClass::Best,
            loss if loss >= BLUNDER => MoveClass::Blunder,
            loss if loss >= MISTAKE => MoveClass::Mistake,
            loss if loss >= INACCURACY => MoveClass::Inaccuracy,
            loss if loss > 0.0 => MoveClass::Good,
            _ => MoveClass::Best,
        }
    }

    /// Whether it is marked in reports and annotated games.
    #[must_use]
    pub const fn is_marked(self) -> bool {
        matches!(self, MoveClass::Inaccuracy | MoveClass::Mistake | MoveClass::Blunder)
    }

    /// The name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveClass::Best => "best",
            MoveClass::Good => "good",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
        }
    }

    /// The name in Chinese: 最佳, 好着, 缓着, 错着, 败着.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            MoveClass::Best => "最佳",
            MoveClass::Good => "好着",
            MoveClass::Inaccuracy => "缓着",
            MoveClass::Mistake => "错着",
            MoveClass::Blunder => "败着",
        }
    }

    /// The glyph of PGN: `?!` (6), `?` (2), `??` (4); none for moves that are not marked.
    #[must_use]
    pub const fn glyph(self) -> Option<u8> {
        match self {
            MoveClass::Inaccuracy => Some(6),
            MoveClass::Mistake => Some(2),
            MoveClass::Blunder => Some(4),
            _ => None,
        }
    }
}

/// How accurate a move is, 0 to 100: `100 * exp(-loss / 22)`, `loss` in points of a hundred of the winning chance. A move
/// that gives away 5 points is 80, 10 points 63, 20 points 40 accurate. A player's accuracy is the mean of the moves'.
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss.max(0.0) / 22.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_follow_the_loss_and_the_best_move_is_never_marked() {
        let classes: Vec<MoveClass> =
            [0.0, 4.9, 5.0, 10.0, 20.0, 100.0].map(|loss| MoveClass::of(loss, false)).to_vec();
        use MoveClass::{Best, Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(classes, [Best, Good, Inaccuracy, Mistake, Blunder, Blunder]);
        assert_eq!(MoveClass::of(60.0, true), Best);
    }

    #[test]
    fn accuracy_has_its_documented_values() {
        let rounded: Vec<i32> = [0.0, 5.0, 10.0, 20.0, 100.0].map(|loss| accuracy(loss).round() as i32).to_vec();
        assert_eq!(rounded, [100, 80, 63, 40, 1]);
    }
}
