//! Proving that a puzzle has one solution: deep searches of the position with and without the winning move.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::limits::Limits;
use chuhe_engine::search::{Control, Report};
use chuhe_engine::{Engine, WallClock};
use chuhe_movegen::{Move, Position};
use chuhe_record::notation::Notation;
use chuhe_rules::{Line, Rules};

use super::{Candidate, NOT_WINNING, Puzzle, is_won};
use crate::annotate::{line_text, move_text, round};
use crate::search::{Found, FoundLine, Key, Store, StoreError};
use crate::{ScoreKind, ScoreRecord, Tag};

/// How puzzles are proved.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// Nodes of each search.
    pub nodes: u64,
    /// Transposition table of each worker in MiB.
    pub hash: usize,
    /// The rules.
    pub rules: Rules,
    /// Workers.
    pub workers: usize,
    /// Ends everything.
    pub stop: Arc<AtomicBool>,
}

/// The most moves of the solver that are followed.
const MOST_MOVES: usize = 12;

/// Proves puzzles, one after the other.
pub struct Prover<'a> {
    engine: Engine,
    settings: &'a ProofSettings,
    store: &'a Mutex<Store>,
    nodes: u64,
}

/// Why a proof ended without an answer.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The run is to end.
    #[error("interrupted")]
    Interrupted,
    /// No memory for an engine.
    #[error("no memory for a table of {0} MiB")]
    Memory(usize),
}

impl<'a> Prover<'a> {
    /// A prover with an engine of its own. `store` keeps its searches.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn new(settings: &'a ProofSettings, store: &'a Mutex<Store>) -> Result<Prover<'a>, ProofError> {
        let mut engine = Engine::new(settings.hash).ok_or(ProofError::Memory(settings.hash))?;
        engine.settings.rules = settings.rules.set;
        engine.settings.natural_limit = settings.rules.limit;
        Ok(Prover { engine, settings, store, nodes: 0 })
    }

    /// The puzzle that a candidate is, or none when its move is not the only one that wins.
    ///
    /// # Errors
    /// When the store fails or the run is to end.
    pub fn prove(&mut self, candidate: &Candidate) -> Result<Option<Puzzle>, ProofError> {
        self.nodes = 0;
        let start = &candidate.position;
        let Some((first, other_score)) = self.only_move(start)? else { return Ok(None) };
        let (score, settled) = (ScoreRecord::from(first.lines[0].score), first.settled);
        let mut position = start.clone();
        let mut solution = vec![first.lines[0].pv[0]];
        let mut only_moves = 1;
        let mut line = first.lines[0].pv.clone();
        // The line goes on as long as the solver's next move is the only one, too; a mate is shown to its end.
        while solution.len() < 2 * MOST_MOVES {
            position.make(solution[solution.len() - 1]);
            if !position.has_legal_move() {
                break;
            }
            let reply = match line.get(1) {
                Some(&reply) => reply,
                None => match self.search(&position, None)?.best() {
                    Some(best) => best.pv[0],
                    None => break,
                },
            };
            position.make(reply);
            if !position.has_legal_move() {
                break;
            }
            let found = self.search(&position, None)?;
            let Some(best) = found.best().filter(|best| is_won(best.score.into())).cloned() else { break };
            let mate = matches!(ScoreRecord::from(best.score).kind, ScoreKind::Mate);
            let alone = self.others(&position, best.pv[0])?.is_none_or(|other| !rivals(other));
            if !alone && !mate {
                break;
            }
            only_moves += usize::from(alone && 2 * only_moves == solution.len() + 1);
            solution.extend([reply, best.pv[0]]);
            line = best.pv;
        }
        Ok(Some(self.puzzle(candidate, solution, only_moves, score, other_score, settled)))
    }

    fn puzzle(
        &self,
        candidate: &Candidate,
        solution: Vec<Move>,
        only_moves: usize,
        score: ScoreRecord,
        other_score: ScoreRecord,
        settled: u64,
    ) -> Puzzle {
        let start = &candidate.position;
        let first = solution[0];
        let mate = (score.kind == ScoreKind::Mate).then_some(score.value);
        let (capture, check) = (start.piece_at(first.to()).is_some(), start.gives_check(first));
        let mut themes = Vec::new();
        for (is, id, en, zh) in [
            (mate.is_some(), "mate", "mate", "杀着"),
            (check, "check", "begins with a check", "将军开始"),
            (capture, "capture", "begins with a capture", "吃子开始"),
            (!check && !capture, "quiet", "begins with a quiet move", "静着开始"),
        ] {
            if is {
                themes.push(Tag { id: id.to_owned(), en: en.to_owned(), zh: zh.to_owned() });
            }
        }
        let moves = solution.len().div_ceil(2);
        let quiet = if !check && !capture { 2.0 } else { 0.0 };
        let difficulty = (1.0 + settled as f64 / 100.0).log2() + quiet + 0.5 * (moves - 1) as f64;
        Puzzle {
            id: candidate.id.clone(),
            fen: start.to_string(),
            side: start.side().into(),
            best: move_text(start, first),
            solution: solution.iter().map(Move::to_string).collect(),
            solution_zh: line_text(start, &solution, Notation::Chinese),
            solution_wxf: line_text(start, &solution, Notation::Wxf),
            mate,
            score,
            other_score,
            only_moves,
            difficulty: round(difficulty, 1),
            themes,
            game: candidate.game.clone(),
            proof_nodes: self.nodes,
        }
    }

    /// The search of a position in which exactly one move wins, and the score of the best other one. None when that is not
    /// so, or there is only one move.
    fn only_move(&mut self, position: &Position) -> Result<Option<(Found, ScoreRecord)>, ProofError> {
        let found = self.search(position, None)?;
        let Some(best) = found.best().filter(|best| is_won(best.score.into())) else { return Ok(None) };
        let Some(other) = self.others(position, best.pv[0])? else { return Ok(None) };
        Ok((!rivals(other)).then_some((found, other)))
    }

    /// The score of the best move but one; none when there is no other.
    fn others(&mut self, position: &Position, best: Move) -> Result<Option<ScoreRecord>, ProofError> {
        if position.count_legal() < 2 {
            return Ok(None);
        }
        Ok(self.search(position, Some(best))?.best().map(|line| line.score.into()))
    }

    /// Searches a position without any history, perhaps without one of its moves.
    fn search(&mut self, position: &Position, without: Option<Move>) -> Result<Found, ProofError> {
        let ProofSettings { nodes, hash, rules, stop, .. } = self.settings;
        let version = format!("{} {}", env!("CARGO_PKG_VERSION"), self.engine.evaluation().name());
        let banned = without.map_or_else(String::new, |mv| mv.to_string());
        let key = Key::of(&format!("proof {version} {nodes} hash {hash} {rules:?} {position} without {banned}"));
        let lock = || self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(key)? {
            self.nodes += found.nodes;
            return Ok(found);
        }
        self.engine.new_game();
        let line = Line::new(position.clone(), rules.limit);
        let limits = Limits { nodes: Some(*nodes), ban_moves: without.into_iter().collect(), ..Limits::default() };
        let control = Arc::new(Control::new(false));
        let mut watch = Watch::default();
        let start = Instant::now();
        let outcome = {
            // The search reads no flag but its own.
            let over = AtomicBool::new(false);
            thread::scope(|scope| {
                let watcher = {
                    let (control, over) = (control.clone(), &over);
                    scope.spawn(move || {
                        while !over.load(Ordering::Relaxed) {
                            if stop.load(Ordering::Relaxed) {
                                control.stop();
                            }
                            thread::park_timeout(Duration::from_millis(50));
                        }
                    })
                };
                let outcome =
                    self.engine.search(&line, &limits, &control, &WallClock(start), &mut |report| watch.add(report));
                over.store(true, Ordering::Relaxed);
                watcher.thread().unpark();
                outcome
            })
        };
        if stop.load(Ordering::Relaxed) {
            return Err(ProofError::Interrupted);
        }
        let nodes = outcome.map_or(0, |outcome| outcome.nodes);
        let time_us = start.elapsed().as_micros() as u64;
        let found = Found { lines: watch.line.into_iter().collect(), nodes, time_us, settled: watch.settled };
        self.nodes += found.nodes;
        lock().put(key, &found)?;
        Ok(found)
    }
}

/// Whether a second move wins as well, or nearly.
fn rivals(other: ScoreRecord) -> bool {
    match other.kind {
        ScoreKind::Cp => other.value > NOT_WINNING,
        _ => other.value > 0,
    }
}

/// The best line of a search and when it settled.
#[derive(Default)]
struct Watch {
    line: Option<FoundLine>,
    settled: u64,
}

impl Watch {
    fn add(&mut self, report: Report) {
        if report.lower_bound.is_some() || report.multipv != 1 || report.pv.is_empty() {
            return;
        }
        if self.line.as_ref().is_some_and(|line| line.pv[0] != report.pv[0]) {
            self.settled = report.nodes;
        }
        self.line = Some(FoundLine { score: report.score, depth: report.depth, pv: report.pv });
    }
}

/// Proves many candidates with several workers; the puzzles keep the order of the candidates. `observe` hears how many are
/// done.
///
/// # Errors
/// The first failure; what was proved stays in the store.
pub fn prove_all(
    candidates: &[Candidate],
    settings: &ProofSettings,
    store: Store,
    observe: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Puzzle>, ProofError> {
    let store = Mutex::new(store);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || -> Result<Vec<(usize, Puzzle)>, ProofError> {
        let mut prover = Prover::new(settings, &store)?;
        let mut puzzles = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = candidates.get(index) else { return Ok(puzzles) };
            puzzles.extend(prover.prove(candidate)?.map(|puzzle| (index, puzzle)));
            observe(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let results: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.workers.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    let mut puzzles = Vec::new();
    for result in results {
        match result {
            Ok(found) => puzzles.extend(found?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    puzzles.sort_by_key(|(index, _)| *index);
    Ok(puzzles.into_iter().map(|(_, puzzle)| puzzle).collect())
}
