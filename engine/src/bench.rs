//! A fixed set of searches whose node count is the engine's fingerprint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chuhe_movegen::Position;
use chuhe_rules::Line;

use crate::engine::{Engine, WallClock};
use crate::limits::Limits;
use crate::search::Control;

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

/// Ends a bench from another thread.
#[derive(Default)]
pub struct StopSwitch {
    stopped: AtomicBool,
    search: Mutex<Option<Arc<Control>>>,
}

impl StopSwitch {
    /// Ends the work as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(control) = &*self.search.lock().unwrap_or_else(PoisonError::into_inner) {
            control.stop();
        }
    }

    /// Whether the work is to end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// A control for the next search; none when there is to be no other.
    fn next_search(&self) -> Option<Arc<Control>> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        (!self.stopped()).then(|| search.insert(Arc::new(Control::new(false))).clone())
    }
}

/// Searches every bench position to `depth`, each with cleared memory. `each` gets position and nodes.
pub fn bench(engine: &mut Engine, depth: i32, each: impl FnMut(&Position, u64)) -> BenchResult {
    let result = bench_until(engine, depth, &StopSwitch::default(), each);
    result.expect("nobody else holds the switch")
}

/// The same, ended by a switch: then there is no result.
pub fn bench_until(
    engine: &mut Engine,
    depth: i32,
    stop: &StopSwitch,
    mut each: impl FnMut(&Position, u64),
) -> Option<BenchResult> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let start = Instant::now();
    let mut nodes = 0;
    for position in positions() {
        engine.new_game();
        let line = Line::new(position.clone(), engine.settings.natural_limit);
        let control = stop.next_search()?;
        let outcome = engine.search(&line, &limits, &control, &WallClock(Instant::now()), &mut |_| {});
        let searched = outcome.map_or(0, |outcome| outcome.nodes);
        each(&position, searched);
        nodes += searched;
    }
    (!stop.stopped()).then(|| BenchResult { nodes, time: start.elapsed() })
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
