//! A fixed set of searches whose node count is the engine's fingerprint.

use std::time::{Duration, Instant};

use chuhe_movegen::Position;
use chuhe_rules::Line;

use crate::engine::Engine;
use crate::limits::Limits;

/// Opening, middle game and endgame, from games of Chuhe with itself and from random play.
const POSITIONS: &str = include_str!("bench.fen");

/// Depth when none is asked for.
pub const DEFAULT_DEPTH: i32 = 10;

/// What a bench run found.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// Nodes of all searches. With one thread the same on every machine.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The bench positions.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.lines().map(|fen| fen.parse().expect("a bench position is possible"))
}

/// Searches every bench position to `depth`, each with cleared memory. `each` gets position and nodes.
pub fn bench(engine: &mut Engine, depth: i32, mut each: impl FnMut(&Position, u64)) -> BenchResult {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let start = Instant::now();
    let mut nodes = 0;
    for position in positions() {
        engine.new_game();
        let line = Line::new(position.clone(), engine.settings.natural_limit);
        let searched = engine.go(&line, &limits, &mut |_| {}).map_or(0, |outcome| outcome.nodes);
        each(&position, searched);
        nodes += searched;
    }
    BenchResult { nodes, time: start.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_varied() {
        let positions: Vec<Position> = positions().collect();
        let count = |wanted: &dyn Fn(&Position) -> bool| positions.iter().filter(|position| wanted(position)).count();
        assert!(count(&|position| position.in_check()) >= 2);
        assert!(count(&|position| position.occupied().count() >= 28) >= 4, "openings");
        assert!(count(&|position| position.occupied().count() <= 14) >= 4, "endings");
    }

    #[test]
    fn one_thread_searches_the_same_nodes_every_time() {
        let mut engine = Engine::new(1).unwrap();
        let first = bench(&mut engine, 4, |_, _| {}).nodes;
        assert_eq!(bench(&mut engine, 4, |_, _| {}).nodes, first);
    }
}
