//! Searching deeper where one move decides.

use crate::params;
use crate::tt::{Bound, Entry};
use crate::value::{Value, is_decided};

/// Whether the table's move deserves the question if all others are clearly worse: deep enough, and with a value that is
/// not far from as deep and no mere upper bound.
#[inline]
pub(crate) fn singular_candidate(depth: i32, entry: &Entry, was_pv: bool) -> bool {
    depth >= 6 + i32::from(was_pv)
        && entry.depth >= depth - 3
        && matches!(entry.bound, Bound::Lower | Bound::Exact)
        && !is_decided(entry.value)
}

/// The value all other moves must stay below for the table's move to be singular.
#[inline]
pub(crate) fn singular_beta(depth: i32, value: Value) -> Value {
    value - params::singular_margin() * depth / 16
}

/// Plies to extend once the others were found to stay below: two when they are far below outside the principal variation.
#[inline]
pub(crate) fn singular_extension(others: Value, singular_beta: Value, is_pv: bool) -> i32 {
    if !is_pv && others < singular_beta - params::singular_double() { 2 } else { 1 }
}
