//! Searching late moves less deep.

use once_cell::sync::Lazy;

use crate::params;

/// `ln(n) * 1024` for 0 to 255.
static LN: Lazy<[i32; 256]> = Lazy::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0) as i32));

/// Facts about a move that change how much it is reduced.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lateness {
    /// Remaining depth.
    pub depth: i32,
    /// Number of the move in its node, from 1.
    pub number: i32,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    /// Whether the node is or was in a principal variation.
    pub was_pv: bool,
    /// Whether the evaluation has risen since the side last moved.
    pub improving: bool,
    /// Whether the table's move for the node is a capture.
    pub table_capture: bool,
    /// Whether the move gives check.
    pub check: bool,
    /// Whether the move is a killer.
    pub killer: bool,
    /// How often the children of the node below have failed high.
    pub cutoffs: u32,
    /// The move's history.
    pub history: i32,
}

/// Late move reduction in 1/1024 plies; may be negative. The logarithms give the usual shape: the later and the deeper, the
/// more. Every other term is a fact that makes the move more or less likely to matter.
#[inline]
pub(crate) fn late_move(l: Lateness) -> i32 {
    let ln = |n: i32| i64::from(LN[n.clamp(0, 255) as usize]);
    let shape = ((ln(l.depth) * ln(l.number)) >> 10) as i32;
    let mut reduction = params::lmr_base() + ((shape * params::lmr_factor()) >> 10);
    let terms = [
        (l.cut_node, params::lmr_cut()),
        (l.was_pv, -params::lmr_pv()),
        (!l.improving, params::lmr_not_improving()),
        (l.table_capture, params::lmr_table_capture()),
        (l.check, -params::lmr_check()),
        (l.killer, -params::lmr_killer()),
        (l.cutoffs > 3, params::lmr_cutoffs()),
    ];
    for (holds, term) in terms {
        if holds {
            reduction += term;
        }
    }
    reduction - l.history * 1024 / params::lmr_history()
}

/// The reduction that pruning reckons with before a move's facts are known, in plies.
#[inline]
pub(crate) fn expected(depth: i32, number: i32, improving: bool) -> i32 {
    let l = Lateness { depth, number, improving, ..Lateness::default() };
    late_move(l).max(0) / 1024
}
