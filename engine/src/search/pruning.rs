//! Not searching what is most likely useless.

use crate::params;
use crate::value::{Value, is_decided};

/// In hundredths of a pawn. Who only keeps more than this is lost anyhow: a node is not cut because it is less lost than
/// feared, since what counts is whether there is a mate in it.
const LOST: Value = -1000;

/// Razoring: near the leaves a node far below alpha is trusted to the quiescence search. The margin grows with the square
/// of the depth, since a deeper search can win more back.
#[inline]
pub(crate) fn razor(depth: i32, eval: Value, alpha: Value) -> bool {
    depth <= 4 && eval + params::razor_base() + params::razor_depth() * depth * depth < alpha
}

/// Reverse futility: whether a node near the leaves stands so far above beta that a few quiet plies cannot bring it down, and
/// is cut. An improving evaluation is trusted sooner. Mates are not guessed, and no side is cut for being less lost than
/// feared (see [`LOST`]).
#[inline]
pub(crate) fn reverse_futility(depth: i32, improving: bool, eval: Value, beta: Value) -> bool {
    let margin = params::rfp_depth() * depth - if improving { params::rfp_improving() } else { 0 };
    depth <= 8 && beta > LOST && eval - margin >= beta && !is_decided(beta) && !is_decided(eval)
}

/// Null move: whether passing is worth a try. A side without pieces that can attack may be in zugzwang, and xiangqi
/// endgames with advisors and bishops alone are full of it (stalemate loses), so some material is asked for by the caller.
#[inline]
pub(crate) fn null_move_eval(depth: i32, eval: Value, beta: Value) -> bool {
    eval >= beta + params::nmp_base() - params::nmp_depth() * depth
}

/// Null move: how many plies less the reply to a pass is searched. More when deep and when far above beta.
#[inline]
pub(crate) fn null_move_reduction(depth: i32, eval: Value, beta: Value) -> i32 {
    4 + depth / 4 + ((eval - beta) / params::nmp_eval()).clamp(0, 3)
}

/// ProbCut: the raised beta that a capture must beat in a shallow search for the node to be cut.
#[inline]
pub(crate) fn probcut_beta(beta: Value, improving: bool) -> Value {
    beta + params::probcut_margin() - if improving { params::probcut_improving() } else { 0 }
}

/// Late move count: after so many moves the remaining quiet ones are not even tried near the leaves.
#[inline]
pub(crate) fn late_move_count(depth: i32, improving: bool) -> i32 {
    (params::lmp_base() + depth * depth) / if improving { 1 } else { 2 }
}

/// Futility: a quiet move cannot lift an evaluation this far below alpha.
#[inline]
pub(crate) fn futile(reduced_depth: i32, eval: Value, alpha: Value) -> bool {
    reduced_depth < 8 && eval + params::futility_base() + params::futility_depth() * reduced_depth.max(0) <= alpha
}

/// Futility of captures: as for quiet moves, with the victim's value in the balance.
#[inline]
pub(crate) fn futile_capture(depth: i32, eval: Value, victim: Value, alpha: Value) -> bool {
    depth < 7 && eval + victim + params::capture_futility_base() + params::capture_futility_depth() * depth <= alpha
}

/// History: a quiet move that has failed this often is not tried near the leaves.
#[inline]
pub(crate) fn hopeless_history(depth: i32, history: i32) -> bool {
    depth < 5 && history < -params::history_pruning() * depth
}

/// The least exchange value a quiet move must have; losing more is forgiven at depth.
#[inline]
pub(crate) fn see_margin_quiet(reduced_depth: i32) -> Value {
    let depth = reduced_depth.max(0);
    -params::see_quiet() * depth * depth
}

/// The least exchange value a capture must have.
#[inline]
pub(crate) fn see_margin_capture(depth: i32) -> Value {
    -params::see_capture() * depth
}

/// A value above beta of a node that was cut by guesswork, drawn towards beta: guesses that far are not to be believed.
#[inline]
pub(crate) fn soften(value: Value, beta: Value) -> Value {
    if is_decided(value) || is_decided(beta) { value } else { (2 * value + beta) / 3 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mate_in;

    #[test]
    fn reverse_futility_cuts_what_stands_well_and_is_no_matter_of_mates() {
        assert!(reverse_futility(2, true, 400, 0));
        assert!(!reverse_futility(9, true, 400, 0), "too deep");
        assert!(!reverse_futility(2, true, 30, 0), "too close");
        assert!(reverse_futility(2, true, -500, -900));
        assert!(!reverse_futility(2, true, -1000, -1400), "a lost side that is less lost than feared may be mated");
        assert!(!reverse_futility(2, true, mate_in(5), 0));
        assert!(!reverse_futility(2, true, 400, -mate_in(5)));
    }
}
