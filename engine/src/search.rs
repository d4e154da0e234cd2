//! The search: iterative deepening over a principal variation search.
//!
//! Start with `node.rs`, the skeleton of a node. The techniques it calls are in `pruning.rs`, `reductions.rs` and
//! `extensions.rs`, one documented function each.

mod extensions;
mod iterative;
mod node;
mod pruning;
mod quiescence;
mod reductions;
mod worker;

pub use iterative::{Outcome, Report, RootMove, Shared};
pub use worker::{Clock, Control, Worker};
