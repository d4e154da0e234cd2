//! The scale on which the search counts, and its translation for the world outside.
//!
//! Evaluations lie well inside ±[`EVAL_LIMIT`]. Above them come two bands that never meet: won by a rule of
//! repetition, and above that mate. A loser thus prefers a rule loss to a mate, so a mate is only ever reported when every
//! line ends in one.

use chuhe_movegen::Score;

/// Value of a position for the side to move, hundredths of a pawn.
pub type Value = i32;

/// The most plies a search goes from its root.
pub const MAX_PLY: usize = 200;

/// More than any value.
pub const INFINITE: Value = 32_001;
/// No value is known.
pub const UNKNOWN: Value = 32_002;
/// The side to move has mated (less the plies it takes).
pub const MATE: Value = 32_000;
/// Values from here on are mates.
pub const MATE_BAND: Value = MATE - MAX_PLY as Value;
/// Won by a rule of repetition (less the plies it takes).
pub const RULE_WIN: Value = 30_000;
/// Values from here on, and below [`MATE_BAND`], are rule wins.
pub const RULE_BAND: Value = RULE_WIN - MAX_PLY as Value;
/// No evaluation goes beyond.
pub const EVAL_LIMIT: Value = 20_000;
/// A draw.
pub const DRAW: Value = 0;

/// The side to move is mated `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The side to move mates `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Mate for either side.
#[inline]
#[must_use]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BAND && value.abs() <= MATE
}

/// Decided by mate or rule for either side.
#[inline]
#[must_use]
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= RULE_BAND && value.abs() <= MATE
}

/// Won or lost by a rule of repetition.
#[inline]
#[must_use]
pub const fn is_rule(value: Value) -> bool {
    is_decided(value) && !is_mate(value)
}

/// What a value says to the world.
#[must_use]
pub const fn to_score(value: Value) -> Score {
    match value {
        _ if value >= MATE_BAND => Score::Mate(MATE - value),
        _ if value <= -MATE_BAND => Score::Mate(-MATE - value),
        _ if value >= RULE_BAND => Score::Rule(RULE_WIN - value),
        _ if value <= -RULE_BAND => Score::Rule(-RULE_WIN - value),
        _ => Score::Cp(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_rule_wins_and_evaluations_are_told_apart() {
        assert_eq!(to_score(mate_in(1)), Score::Mate(1));
        assert_eq!(to_score(mated_in(2)), Score::Mate(-2));
        assert_eq!(to_score(mated_in(0)), Score::Mate(0));
        assert_eq!(to_score(RULE_WIN - 4), Score::Rule(4));
        assert_eq!(to_score(4 - RULE_WIN), Score::Rule(-4));
        assert_eq!(to_score(EVAL_LIMIT), Score::Cp(EVAL_LIMIT));
        assert!(is_rule(RULE_WIN - 10) && !is_rule(MATE - 10) && !is_rule(500) && !is_rule(UNKNOWN));
    }
}
