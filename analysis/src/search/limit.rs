//! How long a position is searched.

use std::fmt;
use std::time::Duration;

/// Limits of the search of one position; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimit {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Time.
    pub movetime: Option<Duration>,
}

/// Nodes a position when no limit is given.
pub const DEFAULT_NODES: u64 = 200_000;

impl SearchLimit {
    /// So many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> SearchLimit {
        SearchLimit { nodes: Some(nodes), depth: None, movetime: None }
    }

    /// Whether nothing ends a search.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.movetime.is_none()
    }

    /// How long a search may take before something must be wrong with it: ten times its time, a minute and what a slow
    /// machine needs for its nodes, ten minutes for a depth; never less than a minute.
    #[must_use]
    pub fn patience(&self) -> Duration {
        let minute = Duration::from_secs(60);
        let by_time = self.movetime.map(|time| minute.max(time * 10));
        let by_nodes = self.nodes.map(|nodes| minute + Duration::from_micros(nodes.saturating_mul(20)));
        let by_depth = self.depth.map(|_| minute * 10);
        by_time.into_iter().chain(by_nodes).chain(by_depth).min().unwrap_or(minute)
    }
}

impl fmt::Display for SearchLimit {
    /// `20000 nodes`, `depth 12`, `500 ms`, several with commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.movetime.map(|time| format!("{} ms", time.as_millis())));
        f.write_str(&parts.join(", "))
    }
}
