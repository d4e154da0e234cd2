//! The engine as a library: a table, search threads, settings. A search blocks the calling thread; what runs around it is
//! the caller's business.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chuhe_movegen::{Move, MoveList};
use chuhe_rules::{Line, NaturalLimit, RuleSet, Rules, SearchJudge, losing_moves};

use crate::evaluation::Evaluation;
use crate::limits::{Limits, TimeLimit};
use crate::search::{Clock, Control, Outcome, Report, Shared, Worker};
use crate::time::Budget;
use crate::tt::TranspositionTable;

/// What stays the same from search to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// The rules of repetition.
    pub rules: RuleSet,
    /// The natural limit.
    pub natural_limit: NaturalLimit,
    /// What a move costs outside the search.
    pub move_overhead: Duration,
    /// Whether games are played with pondering, which allows more time a move.
    pub ponder: bool,
    /// Whether a proved mate ends a search although a fixed time is left.
    pub fast_mate: bool,
}

impl Settings {
    /// The rule set with the natural limit in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules { limit: self.natural_limit, ..Rules::new(self.rules) }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            rules: RuleSet::Axf,
            natural_limit: NaturalLimit::default(),
            move_overhead: Duration::from_millis(10),
            ponder: false,
            fast_mate: false,
        }
    }
}

/// Default size of the transposition table in MiB.
pub const DEFAULT_HASH: usize = 64;

/// A clock that runs with the wall.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(pub Instant);

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A search engine with its memory.
pub struct Engine {
    /// Settings of the next search.
    pub settings: Settings,
    tt: Arc<TranspositionTable>,
    evaluation: Evaluation,
    workers: Vec<Worker>,
    #[cfg(test)]
    pub(crate) planted_fault: bool,
}

impl Engine {
    /// An engine with a table of this many MiB, or none when the memory is not to be had.
    #[must_use]
    pub fn new(hash_mb: usize) -> Option<Engine> {
        let tt = Arc::new(TranspositionTable::new(hash_mb)?);
        Some(Engine::with_table(tt))
    }

    /// An engine on an existing table.
    #[must_use]
    pub fn with_table(tt: Arc<TranspositionTable>) -> Engine {
        Engine {
            settings: Settings::default(),
            tt,
            evaluation: Evaluation::default(),
            workers: vec![Worker::default()],
            #[cfg(test)]
            planted_fault: false,
        }
    }

    /// The transposition table.
    #[must_use]
    pub fn table(&self) -> &Arc<TranspositionTable> {
        &self.tt
    }

    /// Replaces the table by an empty one of this many MiB; false, and nothing changes, when the memory is not to be had.
    pub fn resize_hash(&mut self, megabytes: usize) -> bool {
        match TranspositionTable::new(megabytes) {
            Some(table) => {
                self.tt = Arc::new(table);
                true
            }
            None => false,
        }
    }

    /// What judges the positions at the leaves.
    #[must_use]
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Evaluates in another way from now on. What was learnt with the old evaluation is forgotten.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        if !self.evaluation.is(&evaluation) {
            self.evaluation = evaluation;
            self.new_game();
        }
    }

    /// Forgets everything learnt in earlier searches.
    pub fn new_game(&mut self) {
        // A fresh table costs nothing; clearing would touch every page.
        if !self.resize_hash(self.tt.megabytes()) {
            self.tt.clear();
        }
        self.workers.iter_mut().for_each(Worker::new_game);
    }

    /// The root moves that limits allow: `search_moves` if one of them is legal, without `ban_moves`.
    #[must_use]
    pub fn root_moves(line: &Line, limits: &Limits) -> MoveList {
        let mut moves = line.position().legal_moves();
        if limits.search_moves.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| limits.search_moves.contains(&mv));
        }
        moves.retain(|mv| !limits.ban_moves.contains(&mv));
        moves
    }

    /// When the clock of a search from `line` runs out.
    #[must_use]
    pub fn budget(&self, line: &Line, time: TimeLimit) -> Option<Budget> {
        let ply = usize::from(line.position().fullmove()) * 2;
        Budget::new(time, self.settings.move_overhead, ply, self.settings.ponder)
    }

    /// Searches until a limit is reached or `control` stops it. `report` gets each finished line and is called on this
    /// thread. None when no root move is allowed.
    ///
    /// Should a helper thread panic, the search goes on without it. A panic of the main thread is the caller's to catch.
    pub fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        control: &Control,
        clock: &dyn Clock,
        report: &mut dyn FnMut(Report),
    ) -> Option<Outcome> {
        let rules = self.settings.rules();
        let mut root_moves = Engine::root_moves(line, limits);
        if root_moves.is_empty() {
            return None;
        }
        if rules.switches.kill_counts && limits.multipv <= 1 {
            // Kills are too dear to look for at every node: the moves that would lose by them are left out here.
            let losing = losing_moves(line, &rules);
            let lost = |mv: Move| losing.iter().any(|(loser, _)| *loser == mv);
            if root_moves.iter().any(|&mv| !lost(mv)) {
                root_moves.retain(|mv| !lost(mv));
            }
        }
        self.tt.age();
        self.workers.resize_with(self.settings.threads.max(1), Worker::default);
        let game = matches!(limits.time, TimeLimit::Clock { moves_to_go, .. } if moves_to_go != Some(1));
        let shared = Shared {
            tt: &self.tt,
            control,
            clock,
            limits,
            budget: self.budget(line, limits.time),
            stop_on_mate: game || self.settings.fast_mate,
            alone: self.workers.len() == 1,
            evaluation: &self.evaluation,
        };
        let judge = SearchJudge::new(rules);
        let (main, helpers) = self.workers.split_first_mut()?;
        #[cfg(test)]
        assert!(!self.planted_fault, "planted fault");
        let (shared, judge, root_moves) = (&shared, &judge, &root_moves);
        Some(std::thread::scope(|scope| {
            let mut running = 1;
            for helper in helpers {
                let started = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let search = || helper.search(line.clone(), judge.clone(), root_moves, false, shared, &mut |_| {});
                    // A helper that fails is missed by nobody.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
                });
                if started.is_err() {
                    break;
                }
                running += 1;
            }
            control.set_threads(running);
            // The helpers must end also when the main thread panics.
            let _stop = StopOnDrop(control);
            main.search(line.clone(), judge.clone(), root_moves, true, shared, report)
        }))
    }

    /// Searches with a wall clock that starts now.
    pub fn go(&mut self, line: &Line, limits: &Limits, report: &mut dyn FnMut(Report)) -> Option<Outcome> {
        self.search(line, limits, &Control::new(false), &WallClock(Instant::now()), report)
    }
}

struct StopOnDrop<'a>(&'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// How many threads the machine runs at once.
#[must_use]
pub fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
