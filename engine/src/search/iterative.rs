//! Iterative deepening: the loop around the root, its windows, its lines and its clock.

use std::time::Duration;

use chuhe_movegen::{Move, Score};
use chuhe_rules::{Line, SearchJudge};

use crate::Evaluation;
use crate::limits::Limits;
use crate::params;
use crate::search::node::{Root, search};
use crate::search::worker::{Clock, Control, Worker};
use crate::time::{Budget, Confidence};
use crate::tt::TranspositionTable;
use crate::value::{DRAW, INFINITE, MATE, MAX_PLY, Value, is_decided, is_mate, to_score};

/// The deepest iteration.
pub(crate) const MAX_DEPTH: i32 = 128;

/// How often, in nodes, the clock is read.
const CLOCK_NODES: u64 = 1024;

/// What a search may use and must obey.
pub struct Shared<'a> {
    /// The table.
    pub tt: &'a TranspositionTable,
    /// Stop and ponder signals.
    pub control: &'a Control,
    /// The clock, zero at the start.
    pub clock: &'a dyn Clock,
    /// What was asked.
    pub limits: &'a Limits,
    /// What the clock allows; none when time does not matter.
    pub budget: Option<Budget>,
    /// Stop when a mate is proved although time is left.
    pub stop_on_mate: bool,
    /// Whether no other thread searches along.
    pub alone: bool,
    /// What judges the positions at the leaves.
    pub evaluation: &'a Evaluation,
}

impl Shared<'_> {
    /// Whether the thread must unwind. The first iteration is always finished, so that there is a move worth its name.
    #[inline]
    pub(crate) fn must_stop(&self, w: &mut Worker) -> bool {
        if w.stopping {
            return true;
        }
        if w.main && self.alone && self.limits.nodes.is_some_and(|limit| w.nodes >= limit) && w.root_depth > 1 {
            w.stopping = true;
            return true;
        }
        if w.nodes - w.reported_nodes < CLOCK_NODES {
            return false;
        }
        self.read_clock(w)
    }

    #[cold]
    fn read_clock(&self, w: &mut Worker) -> bool {
        self.control.add_nodes(w.nodes - w.reported_nodes);
        w.reported_nodes = w.nodes;
        if w.main {
            let over_time = !self.control.pondering()
                && self.budget.is_some_and(|budget| self.control.own_time(self.clock.elapsed()) >= budget.hard);
            let over_nodes = self.limits.nodes.is_some_and(|limit| self.control.nodes() >= limit);
            if over_time || over_nodes {
                self.control.stop();
            }
        }
        w.stopping = self.control.stopped() && w.root_depth > 1;
        w.stopping
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in the present iteration, minus infinity when it did not beat the best.
    pub(crate) value: Value,
    /// Its value in the last iteration.
    pub(crate) previous: Value,
    /// Its line, the move first.
    pub(crate) pv: Vec<Move>,
    /// Selective depth of the line.
    pub(crate) seldepth: usize,
    /// Nodes spent on it in all iterations.
    pub(crate) nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: -INFINITE, previous: -INFINITE, pv: vec![mv], seldepth: 0, nodes: 0 }
    }
}

/// A line found, for whoever watches.
#[derive(Clone, Debug)]
pub struct Report {
    /// Depth of the iteration in plies.
    pub depth: i32,
    /// Deepest ply reached on the line.
    pub seldepth: usize,
    /// Number of the line, from 1.
    pub multipv: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// Some(true): at least the score; Some(false): at most; none: exact.
    pub lower_bound: Option<bool>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, per mille.
    pub hashfull: u32,
    /// The line, never empty.
    pub pv: Vec<Move>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play.
    pub best: Move,
    /// The expected answer, if any.
    pub ponder: Option<Move>,
    /// Score of the best move for the side to move.
    pub score: Score,
    /// Depth of the last iteration that was finished.
    pub depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl Worker {
    /// Plies left until the natural limit.
    #[inline]
    pub(crate) fn quiet_plies(&self) -> i32 {
        match self.line.limit().plies {
            0 => i32::MAX,
            limit => i32::from(limit) - i32::from(self.line.clock()),
        }
    }

    /// Whether a root move belongs to the lines not yet settled in this iteration.
    pub(crate) fn is_open_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root| root.mv == mv)
    }

    /// Keeps what the search of a root move brought.
    pub(crate) fn note_root_move(&mut self, mv: Move, value: Value, alpha: Value, number: i32, nodes: u64) {
        let seldepth = self.seldepth;
        let below = &self.pv[self.ply + 1];
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if number == 1 || value > alpha {
            root.value = value;
            root.seldepth = seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend_from_slice(below);
        } else {
            root.value = -INFINITE;
        }
    }

    /// Searches the moves of `root_moves` from `line` until a limit is reached or the control says stop. `report` gets
    /// every finished line; what is reported last begins with the best move.
    ///
    /// # Panics
    /// When there is no root move.
    pub fn search(
        &mut self,
        line: Line,
        judge: SearchJudge,
        root_moves: &[Move],
        main: bool,
        shared: &Shared<'_>,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        assert!(!root_moves.is_empty(), "a search needs a root move");
        self.prepare(line, judge, root_moves, shared.evaluation, main);
        let lines = shared.limits.multipv.clamp(1, self.root_moves.len());
        let max_depth = shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut finished = 0;
        let mut stable = 0;
        let mut last_value = None;
        let mut reported_best = (Move::NONE, -INFINITE);
        for depth in 1..=max_depth {
            self.root_depth = depth;
            let best_before = self.root_moves[0].mv;
            for root in &mut self.root_moves {
                root.previous = root.value;
            }
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.seldepth = 0;
                if self.aspirate(depth, shared, report) {
                    // Should the iteration be broken off, the last report must not be a bound.
                    reported_best = (Move::NONE, -INFINITE);
                }
                if self.stopping {
                    break;
                }
                self.root_moves[..=pv_index].sort_by_key(|root| -root.value);
            }
            if self.stopping {
                break;
            }
            finished = depth;
            if main {
                for index in 0..lines {
                    report(self.report(index, depth, None, shared));
                }
                reported_best = (self.root_moves[0].mv, self.root_moves[0].value);
            }
            let best = &self.root_moves[0];
            stable = if best.mv == best_before { stable + 1 } else { 0 };
            if main && self.enough(depth, stable, last_value, shared) {
                break;
            }
            last_value = Some(best.value);
            if shared.control.stopped() {
                break;
            }
        }
        if main {
            shared.control.add_nodes(self.nodes - self.reported_nodes);
            self.reported_nodes = self.nodes;
            // An unfinished iteration may have found something better: the last report must show it.
            let best = &self.root_moves[0];
            if (best.mv, best.value) != reported_best {
                for index in 0..lines {
                    report(self.report(index, finished.max(1), None, shared));
                }
            }
        }
        self.outcome(finished, shared)
    }

    fn outcome(&self, depth: i32, shared: &Shared<'_>) -> Outcome {
        let best = &self.root_moves[0];
        Outcome {
            best: best.mv,
            ponder: best.pv.get(1).copied().or_else(|| self.expected_reply(best.mv, shared)),
            score: to_score(best.shown()),
            depth,
            nodes: shared.control.nodes().max(self.nodes),
        }
    }

    /// The table's answer to a move, when the line ends with it.
    fn expected_reply(&self, mv: Move, shared: &Shared<'_>) -> Option<Move> {
        let mut position = self.position().clone();
        position.make(mv);
        shared.tt.get(position.key()).map(|entry| entry.mv).filter(|&mv| mv.is_some() && position.is_legal(mv))
    }

    /// Searches one line with a window around its last value, widened on the side where it fails. Says whether it has
    /// reported such a failure.
    fn aspirate(&mut self, depth: i32, shared: &Shared<'_>, report: &mut dyn FnMut(Report)) -> bool {
        let previous = self.root_moves[self.pv_index].previous;
        let mut delta = params::aspiration_delta();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && !is_decided(previous) && previous.abs() < INFINITE {
            alpha = previous - delta;
            beta = previous + delta;
        }
        let mut less_deep = 0;
        let mut reported = false;
        loop {
            let value = search::<Root>(self, shared, alpha, beta, (depth - less_deep).max(1), false);
            // Stable: moves that did not beat the best keep the order of the last iteration.
            self.root_moves[self.pv_index..].sort_by_key(|root| -root.value);
            if self.stopping {
                return reported;
            }
            let lower_bound = if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                less_deep = 0;
                false
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                less_deep = (less_deep + 1).min(3);
                true
            } else {
                return reported;
            };
            if is_decided(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            delta += delta * params::aspiration_growth() / 128 + 3;
            if self.main && self.pv_index == 0 && shared.clock.elapsed() > Duration::from_secs(3) {
                report(self.report(0, depth, Some(lower_bound), shared));
                reported = true;
            }
        }
    }

    fn report(&self, index: usize, depth: i32, lower_bound: Option<bool>, shared: &Shared<'_>) -> Report {
        let root = &self.root_moves[index];
        Report {
            depth,
            seldepth: root.seldepth.max(1),
            multipv: index + 1,
            score: to_score(root.shown()),
            lower_bound,
            nodes: shared.control.nodes() + self.nodes - self.reported_nodes,
            elapsed: shared.clock.elapsed(),
            hashfull: shared.tt.hashfull(),
            pv: root.pv.clone(),
        }
    }

    /// Whether to stop between two iterations.
    fn enough(&self, depth: i32, stable: u32, last_value: Option<Value>, shared: &Shared<'_>) -> bool {
        let best = &self.root_moves[0];
        let limits = shared.limits;
        if limits.soft_nodes.is_some_and(|limit| shared.control.nodes() + self.nodes - self.reported_nodes >= limit) {
            return true;
        }
        if let Some(mate) = limits.mate
            && is_mate(best.value)
            && MATE - best.value.abs() < mate.saturating_mul(2)
        {
            return true;
        }
        if shared.control.pondering() {
            return false;
        }
        // Pruning may hide a shorter mate for a while; searched twice as deep, it is taken as the shortest.
        let mate_settled = is_mate(best.value) && depth > 2 * (MATE - best.value.abs()) + 6;
        if shared.stop_on_mate && mate_settled {
            return true;
        }
        let Some(Budget { soft: Some(soft), hard }) = shared.budget else { return false };
        if mate_settled || self.root_moves.len() == 1 && depth >= 5 {
            return true;
        }
        let confidence = Confidence {
            stable,
            falling: last_value.map_or(0, |last| last.clamp(-3000, 3000) - best.value.clamp(-3000, 3000)),
            effort: best.nodes as f64 / self.nodes.max(1) as f64,
        };
        shared.clock.elapsed() >= soft.mul_f64(confidence.factor()).min(hard)
    }
}

impl RootMove {
    /// The value to show: of this iteration, else of the last one.
    fn shown(&self) -> Value {
        match (self.value.abs() < INFINITE, self.previous.abs() < INFINITE) {
            (true, _) => self.value,
            (false, true) => self.previous,
            _ => DRAW,
        }
    }
}

const _: () = assert!(MAX_DEPTH < MAX_PLY as i32);
