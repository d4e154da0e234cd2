//! Chuhe itself as a searcher, in this process.

use std::sync::Arc;
use std::time::Instant;

use chuhe_engine::limits::{Limits, TimeLimit};
use chuhe_engine::search::{Control, Report};
use chuhe_engine::{Engine, WallClock, bench};
use chuhe_movegen::Move;

use super::limit::SearchLimit;
use super::searcher::{SearchFailure, Searcher, Setup};
use super::task::{Found, FoundLine, Task};

/// Depth of the bench whose node count tells one build of the engine from another.
const FINGERPRINT_DEPTH: i32 = 3;

/// The engine of this program.
pub struct Inside {
    engine: Engine,
    setup: Setup,
}

impl Inside {
    /// An engine with a table of its own.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(setup: &Setup) -> Result<Inside, SearchFailure> {
        let mut engine = Engine::new(setup.hash)
            .ok_or_else(|| SearchFailure::Engine(format!("no memory for a table of {} MiB", setup.hash)))?;
        engine.settings.threads = setup.threads;
        engine.settings.rules = setup.rules.set;
        engine.settings.natural_limit = setup.rules.limit;
        Ok(Inside { engine, setup: setup.clone() })
    }

    /// Its name, and all that its results depend on.
    pub(super) fn describe(setup: &Setup) -> Result<(String, String), SearchFailure> {
        let mut engine = Engine::new(1).ok_or_else(|| SearchFailure::Engine("no memory".into()))?;
        let name = format!("Chuhe {} ({})", env!("CARGO_PKG_VERSION"), engine.evaluation().name());
        // Builds of one version may think differently; the bench tells them apart.
        let nodes = bench::bench(&mut engine, FINGERPRINT_DEPTH, |_, _| {}).nodes;
        let Setup { rules, multipv, threads, hash, .. } = setup;
        let identity = format!("{name} bench {nodes} multipv {multipv} threads {threads} hash {hash} {rules:?}");
        Ok((name, identity))
    }
}

impl Searcher for Inside {
    fn forget(&mut self) -> Result<(), SearchFailure> {
        self.engine.new_game();
        Ok(())
    }

    fn search(&mut self, task: &Task, limit: &SearchLimit, control: &Arc<Control>) -> Result<Found, SearchFailure> {
        let line = task
            .line(self.setup.rules.limit)
            .ok_or_else(|| SearchFailure::Engine("the position cannot be reached".into()))?;
        let limits = Limits {
            nodes: limit.nodes,
            depth: limit.depth,
            time: limit.movetime.map_or(TimeLimit::None, TimeLimit::Fixed),
            multipv: self.setup.multipv,
            ..Limits::default()
        };
        let mut watch = Watch::default();
        let start = Instant::now();
        let outcome = self.engine.search(&line, &limits, control, &WallClock(start), &mut |report| watch.add(report));
        let nodes = outcome.map_or(0, |outcome| outcome.nodes);
        let time_us = start.elapsed().as_micros() as u64;
        Ok(Found { lines: watch.lines, nodes, time_us, settled: watch.settled })
    }
}

/// The lines of a search as they come in.
#[derive(Default)]
struct Watch {
    lines: Vec<FoundLine>,
    best: Option<Move>,
    settled: u64,
}

impl Watch {
    fn add(&mut self, report: Report) {
        if report.lower_bound.is_some() || report.pv.is_empty() {
            return;
        }
        if report.multipv == 1 && self.best.replace(report.pv[0]) != Some(report.pv[0]) {
            self.settled = if self.lines.is_empty() { 0 } else { report.nodes };
        }
        self.lines.truncate(report.multipv - 1);
        self.lines.push(FoundLine { score: report.score, depth: report.depth, pv: report.pv });
    }
}
