//! A program as a searcher.

use std::sync::Arc;

use chuhe_arena::engine::{Engine, EngineConfig, Fault, Said};
use chuhe_arena::game::{Question, ask};
use chuhe_arena::limits::Limits;
use chuhe_engine::search::Control;
use chuhe_movegen::{Move, Position, Score};

use super::limit::SearchLimit;
use super::searcher::{SearchFailure, Searcher, Setup};
use super::task::{Found, FoundLine, Task};

/// An engine as a process. It is started when it is first asked, and anew after every fault.
pub struct Outside {
    engine: Engine,
    setup: Setup,
    /// How often in a row it could not be brought to work.
    failed_starts: u32,
    last_fault: String,
}

/// After so many failures in a row to start an engine it is not tried any more.
const MOST_FAILED_STARTS: u32 = 3;

impl Outside {
    /// An engine that does not run yet.
    #[must_use]
    pub fn new(config: &EngineConfig, setup: &Setup) -> Outside {
        let mut config = config.clone();
        config.stall_ms = setup.patience.as_millis() as u64;
        let chosen = |name: &str, config: &EngineConfig| {
            config.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name))
        };
        // What the engine does not offer is not asked of it: see `describe`.
        if setup.multipv > 1 && !chosen("MultiPV", &config) {
            config.options.push(("MultiPV".into(), setup.multipv.to_string()));
        }
        Outside {
            engine: Engine::new(config, None, setup.stop.clone()),
            setup: setup.clone(),
            failed_starts: 0,
            last_fault: String::new(),
        }
    }

    /// Starts it once: its name, and all that its results depend on.
    pub(super) fn describe(config: &EngineConfig, setup: &Setup) -> Result<(String, String), SearchFailure> {
        let mut outside = Outside::new(config, setup);
        outside.engine.start().map_err(|error| SearchFailure::Engine(error.to_string()))?;
        let said = outside.engine.identity().to_owned();
        outside.engine.quit();
        let name = match (config.name.is_empty(), said.is_empty()) {
            (false, _) => config.name.clone(),
            (true, false) => said.clone(),
            (true, true) => config.label(),
        };
        let EngineConfig { command, arguments, options, init, .. } = config;
        let identity = format!("{said} {command} {arguments:?} {options:?} {init:?} multipv {}", setup.multipv);
        Ok((name, identity))
    }

    fn fault(&mut self, fault: Fault) -> SearchFailure {
        match fault {
            Fault::Interrupted => SearchFailure::Interrupted,
            fault => SearchFailure::Engine(format!("{}: {fault}", self.engine.config().label())),
        }
    }
}

impl Searcher for Outside {
    fn forget(&mut self) -> Result<(), SearchFailure> {
        if self.failed_starts >= MOST_FAILED_STARTS {
            return Err(SearchFailure::Engine(format!("not asked any more: {}", self.last_fault)));
        }
        match self.engine.new_game() {
            Ok(()) => {
                self.failed_starts = 0;
                Ok(())
            }
            Err(fault) => {
                let failure = self.fault(fault);
                if failure != SearchFailure::Interrupted {
                    self.failed_starts += 1;
                    self.last_fault = failure.to_string();
                }
                Err(failure)
            }
        }
    }

    fn search(&mut self, task: &Task, limit: &SearchLimit, _control: &Arc<Control>) -> Result<Found, SearchFailure> {
        let bad = |what: String| SearchFailure::Engine(what);
        let line = task.line(self.setup.rules.limit).ok_or_else(|| bad("the position cannot be reached".into()))?;
        if !line.position().has_legal_move() {
            return Ok(Found::default());
        }
        let limits = Limits {
            move_ms: limit.movetime.map(|time| time.as_millis() as u64),
            nodes: limit.nodes,
            depth: limit.depth.map(|depth| depth.unsigned_abs()),
            ..Limits::default()
        };
        let patience = self.setup.patience;
        let question = Question { start: &task.start, moves: &task.moves, limits: &limits, patience };
        let answer = ask(&mut self.engine, &question).map_err(|fault| self.fault(fault))?;
        if answer.is_late() {
            return Err(SearchFailure::Stuck(patience));
        }
        let label = self.engine.config().label();
        let best = match answer.said {
            Said::Move { mv, .. } if line.position().is_legal(mv) => mv,
            Said::Move { mv, .. } => return Err(bad(format!("{label}: `bestmove {mv}` is illegal here"))),
            Said::NoMove => return Err(bad(format!("{label}: no move, though there are legal ones"))),
            Said::Unreadable(text) => return Err(bad(format!("{label}: `{text}` is no move"))),
        };
        let thought = answer.thought;
        let position = line.position();
        let depth = thought.depth.map_or(0, |depth| depth as i32);
        let mut lines: Vec<FoundLine> = Vec::new();
        let first = legal_part(position, &thought.pv);
        let score = thought.score.unwrap_or(Score::Cp(0));
        if thought.score.is_none() {
            return Err(bad(format!("{label}: a move and no score")));
        }
        // The line that was shown may not be the one of the move that was said.
        let pv = if first.first() == Some(&best) { first } else { vec![best] };
        lines.push(FoundLine { score, depth, pv });
        for other in thought.others {
            let pv = legal_part(position, &other.pv);
            if let (Some(score), Some(&mv)) = (other.score, pv.first())
                && mv != best
            {
                lines.push(FoundLine { score, depth: other.depth.map_or(depth, |depth| depth as i32), pv });
            }
        }
        Ok(Found { lines, nodes: thought.nodes.unwrap_or(0), time_us: answer.used.as_micros() as u64, settled: 0 })
    }
}

/// The moves of a line as far as they can be played.
fn legal_part(position: &Position, pv: &[Move]) -> Vec<Move> {
    let mut position = position.clone();
    pv.iter()
        .copied()
        .take_while(|&mv| {
            let legal = mv.is_some() && mv.from() != mv.to() && position.is_legal(mv);
            if legal {
                position.make(mv);
            }
            legal
        })
        .collect()
}
