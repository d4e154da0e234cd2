//! What an engine said while it thought, and its answer.

use std::time::{Duration, Instant};

use chuhe_movegen::{Move, Score};
use chuhe_protocol::Info;

/// The latest of each item that an engine reported while thinking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Deepest line in plies.
    pub seldepth: Option<u32>,
    /// Score from the engine's side.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second, as the engine says.
    pub nps: Option<u64>,
    /// The time the engine thinks it took, in milliseconds.
    pub time_ms: Option<u64>,
    /// How full the hash table is, per mille.
    pub hashfull: Option<u32>,
    /// Principal variation.
    pub pv: Vec<Move>,
    /// The second line and those behind it, where the engine shows several.
    pub others: Vec<OtherLine>,
}

/// A line that is not the best one; an empty one has not been shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OtherLine {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Score from the engine's side.
    pub score: Option<Score>,
    /// The moves.
    pub pv: Vec<Move>,
}

/// The most lines that are kept; no position has so many moves.
const MOST_LINES: usize = 256;

impl Thought {
    /// Takes over what a line says.
    pub(crate) fn add(&mut self, info: &Info) {
        if let Some(rank) = info.multipv.filter(|&rank| rank > 1) {
            self.add_other(rank as usize - 2, info);
            return;
        }
        // A bound is worth less than a score that is there already, unless the depth is a new one.
        if info.score.is_some() && (info.bound.is_none() || self.score.is_none()) {
            self.score = info.score;
        }
        self.depth = info.depth.or(self.depth);
        self.seldepth = info.seldepth.or(self.seldepth);
        self.nodes = info.nodes.or(self.nodes);
        self.nps = info.nps.or(self.nps);
        self.time_ms = info.time_ms.or(self.time_ms);
        self.hashfull = info.hashfull.or(self.hashfull);
        if !info.pv.is_empty() {
            self.pv.clone_from(&info.pv);
        }
    }
}

impl Thought {
    fn add_other(&mut self, index: usize, info: &Info) {
        if index >= MOST_LINES || info.bound.is_some() {
            return;
        }
        if self.others.len() <= index {
            self.others.resize(index + 1, OtherLine::default());
        }
        let line = &mut self.others[index];
        line.depth = info.depth.or(line.depth);
        line.score = info.score.or(line.score);
        if !info.pv.is_empty() {
            line.pv.clone_from(&info.pv);
        }
    }
}

/// The word that ends a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A move.
    Move {
        /// The move, perhaps an illegal one.
        mv: Move,
        /// The expected reply.
        ponder: Option<Move>,
        /// A draw is offered or accepted.
        draw: bool,
        /// The engine resigns.
        resign: bool,
    },
    /// That it has no move.
    NoMove,
    /// A `bestmove` that is none; the text behind it.
    Unreadable(String),
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What was said.
    pub said: Said,
    /// When `go` (or `ponderhit`) was sent.
    pub start: Instant,
    /// From then to the answer.
    pub used: Duration,
    /// How much of that the engine's main thread or the thread that reads its output was ready to run and waited for a
    /// processor, as far as the operating system says (Linux only; else zero).
    pub machine_wait: Duration,
    /// How long after all the time allowed it came; zero when it came in time.
    pub late_by: Duration,
    /// What was said on the way.
    pub thought: Thought,
}

impl Answer {
    /// Whether it came after all the time allowed.
    #[must_use]
    pub fn is_late(&self) -> bool {
        !self.late_by.is_zero()
    }

    /// Whether it came late and would have come in time had nobody waited for a processor.
    #[must_use]
    pub fn is_late_by_waits(&self) -> bool {
        self.is_late() && self.machine_wait >= self.late_by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_explain_a_late_move_when_they_are_as_long() {
        let answer = |late_by: u64, machine_wait: u64| Answer {
            said: Said::NoMove,
            start: Instant::now(),
            used: Duration::from_millis(40 + late_by),
            machine_wait: Duration::from_millis(machine_wait),
            late_by: Duration::from_millis(late_by),
            thought: Thought::default(),
        };
        let judged = |late_by, waited| (answer(late_by, waited).is_late(), answer(late_by, waited).is_late_by_waits());
        assert_eq!(judged(0, 0), (false, false));
        assert_eq!(judged(0, 30), (false, false));
        assert_eq!(judged(12, 0), (true, false));
        assert_eq!(judged(12, 11), (true, false));
        assert_eq!(judged(12, 12), (true, true));
    }
}
