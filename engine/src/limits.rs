//! What a search is asked to do.

use std::time::Duration;

use chuhe_movegen::Move;

/// Limits of one search; the first one reached ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Full depth in plies.
    pub depth: Option<i32>,
    /// Nodes, all threads together. With one thread the search stops exactly there.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins (self-play uses it instead of `nodes`).
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in this many moves is proved.
    pub mate: Option<i32>,
    /// How long to think.
    pub time: TimeLimit,
    /// Only these root moves, when not empty.
    pub search_moves: Vec<Move>,
    /// Not these root moves.
    pub ban_moves: Vec<Move>,
    /// How many best lines to find, at least 1.
    pub multipv: usize,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    /// For ever.
    #[default]
    None,
    /// Exactly this long: the whole of it is used.
    Fixed(Duration),
    /// As a game on the clock asks for.
    Clock {
        /// Left on the own clock.
        remaining: Duration,
        /// Added after each move.
        increment: Duration,
        /// Moves to be made in the remaining time, when the clock is refilled after them.
        moves_to_go: Option<u32>,
    },
}
