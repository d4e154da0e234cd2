//! The two scales of scores on the wire (architecture §6.4).

use chuhe_movegen::Score;

use crate::Dialect;
use crate::words::{is, number};

/// A knight's value in the evaluation, in hundredths of a pawn. UCCI scores count a minor piece (knight or cannon) as
/// 100, so an evaluation is written as `cp * 100 / MINOR`.
pub const MINOR: i32 = 430;

/// The largest evaluation written in either protocol; larger ones are clamped, so that they never look like a mate or a
/// win by rule.
pub const MAX_EVALUATION: i32 = 7_000;

/// UCCI: a mate in no plies; a mate in `n` is `n` less.
const UCCI_MATE: i64 = 10_000;
/// UCCI: the most plies a mate is written with, so that mates stay above 9500.
const UCCI_MATE_PLIES: i64 = 499;
/// UCCI: a win by rule in no plies.
const UCCI_RULE: i64 = 9_000;
/// UCI: a win by rule in no plies, as centipawns.
const UCI_RULE: i64 = 20_000;
/// The most plies a win by rule is written with, in either protocol, so that it stays above every evaluation.
const RULE_PLIES: i64 = 999;

/// UCI: the most moves a mate is written or read with.
const MATE_MOVES: i32 = 10_000;

/// The words behind `score`.
pub(crate) fn format_score(score: Score, dialect: Dialect) -> String {
    match (dialect, score) {
        (Dialect::Uci, Score::Mate(plies)) => {
            let score = Score::Mate(plies.clamp(-2 * MATE_MOVES, 2 * MATE_MOVES));
            format!("mate {}", score.mate_moves().unwrap_or(0))
        }
        (Dialect::Uci, Score::Cp(cp)) => format!("cp {}", cp.clamp(-MAX_EVALUATION, MAX_EVALUATION)),
        (Dialect::Uci, Score::Rule(plies)) => format!("cp {}", from_top(UCI_RULE, RULE_PLIES, plies)),
        (Dialect::Ucci, _) => ucci_number(score).to_string(),
    }
}

/// A score as the one number of UCCI.
pub(crate) fn ucci_number(score: Score) -> i64 {
    match score {
        Score::Cp(cp) => {
            let scaled = rounded_ratio(i64::from(cp) * 100, i64::from(MINOR));
            scaled.clamp(-i64::from(MAX_EVALUATION), i64::from(MAX_EVALUATION))
        }
        Score::Mate(plies) => from_top(UCCI_MATE, UCCI_MATE_PLIES, plies),
        Score::Rule(plies) => from_top(UCCI_RULE, RULE_PLIES, plies),
    }
}

/// The score a UCCI number stands for: the reverse of [`ucci_number`] up to rounding.
pub(crate) fn from_ucci_number(value: i64) -> Score {
    let size = value.saturating_abs();
    if size >= UCCI_MATE - UCCI_MATE_PLIES {
        Score::Mate(to_plies(UCCI_MATE, value))
    } else if size > i64::from(MAX_EVALUATION) {
        Score::Rule(to_plies(UCCI_RULE, value))
    } else {
        Score::Cp(rounded_ratio(value * i64::from(MINOR), 100) as i32)
    }
}

/// The score a UCI centipawn value stands for.
fn from_centipawns(value: i64) -> Score {
    let size = value.saturating_abs();
    if (UCI_RULE - RULE_PLIES..=UCI_RULE).contains(&size) {
        Score::Rule(to_plies(UCI_RULE, value))
    } else {
        Score::Cp(value.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32)
    }
}

/// Reads the words behind `score` and says how many they are: `cp N`, `mate N`, or a number alone, which is on the scale
/// of its dialect. None when there is no number.
pub(crate) fn parse_score(words: &[&[u8]], dialect: Dialect) -> Option<(Score, usize)> {
    match *words {
        [kind, value, ..] if is(kind, "cp") => Some((from_centipawns(number(value)?), 2)),
        [kind, value, ..] if is(kind, "mate") => {
            let moves = number(value)?.clamp(-i64::from(MATE_MOVES), i64::from(MATE_MOVES)) as i32;
            Some((Score::Mate(if moves > 0 { 2 * moves - 1 } else { 2 * moves }), 2))
        }
        [value, ..] => {
            let value = number(value)?;
            let score = match dialect {
                Dialect::Ucci => from_ucci_number(value),
                Dialect::Uci => from_centipawns(value),
            };
            Some((score, 1))
        }
        [] => None,
    }
}

/// `top` less the plies, negative for a loss.
fn from_top(top: i64, most: i64, plies: i32) -> i64 {
    let size = top - i64::from(plies).abs().min(most);
    if plies > 0 { size } else { -size }
}

/// Plies from a value near `top`; a win takes at least one.
fn to_plies(top: i64, value: i64) -> i32 {
    let plies = (top - value.saturating_abs()).max(0) as i32;
    if value > 0 { plies.max(1) } else { -plies }
}

/// `numerator / denominator` rounded to the nearest whole number, halves away from zero.
fn rounded_ratio(numerator: i64, denominator: i64) -> i64 {
    (numerator + numerator.signum() * (denominator / 2)) / denominator
}
