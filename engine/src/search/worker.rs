//! The state of one search thread, and what it shares with the world.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use chuhe_eval::nnue::State;
use chuhe_movegen::{Move, Position};
use chuhe_rules::{Line, NaturalLimit, RuleSet, SearchJudge};

use crate::Evaluation;
use crate::correction::{Corrections, move_key};
use crate::order::history::{Histories, piece_to};
use crate::order::picker::Context;
use crate::search::iterative::RootMove;
use crate::tt::TranspositionTable;
use crate::value::{MAX_PLY, UNKNOWN, Value};

/// A clock that the search reads; it starts at zero when the search does.
pub trait Clock: Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;
}

/// What one search shares between its threads and whoever runs it.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Microseconds on the search's clock at which the own time began to run.
    own_time_from: AtomicU64,
    nodes: AtomicU64,
    threads: AtomicUsize,
}

impl Control {
    /// A control for a search that begins as pondering or not.
    #[must_use]
    pub fn new(pondering: bool) -> Control {
        Control { pondering: AtomicBool::new(pondering), ..Control::default() }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: from `now` on the clock runs.
    pub fn ponderhit(&self, now: Duration) {
        self.own_time_from.store(now.as_micros() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the opponent is still thinking.
    #[inline]
    #[must_use]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// How much of the own time has passed at `now`; nothing while pondering.
    #[must_use]
    pub fn own_time(&self, now: Duration) -> Duration {
        if self.pondering() {
            return Duration::ZERO;
        }
        now.saturating_sub(Duration::from_micros(self.own_time_from.load(Ordering::Relaxed)))
    }

    /// Nodes of all threads, up to date within a thousand or so a thread.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Threads that have been started for the search; 0 before.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    pub(crate) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Ordering::Relaxed);
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// What a node leaves behind for the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Corrected static evaluation, [`UNKNOWN`] in check.
    pub eval: Value,
    /// The move being searched; [`Move::NONE`] for a null move.
    pub mv: Move,
    /// Piece and target of that move.
    pub piece_to: Option<usize>,
    /// A move left out while its singularity is tested.
    pub excluded: Move,
    /// Quiet moves that refuted siblings.
    pub killers: [Move; 2],
    /// How often children of this node have failed high.
    pub cutoffs: u32,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            eval: UNKNOWN,
            mv: Move::NONE,
            piece_to: None,
            excluded: Move::NONE,
            killers: [Move::NONE; 2],
            cutoffs: 0,
        }
    }
}

/// Frames before the root, so that looking back needs no test.
const BEFORE: usize = 6;

/// One search thread: its line of play and all it has learnt. Kept from search to search.
pub struct Worker {
    pub(crate) line: Line,
    /// The network along the line; none with the handcrafted evaluation.
    network: Option<State>,
    /// Plies of the game before the root.
    pub(crate) root: usize,
    pub(crate) judge: SearchJudge,
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    frames: Box<[Frame]>,
    /// Best line below each ply.
    pub(crate) pv: Box<[Vec<Move>]>,
    pub(crate) ply: usize,
    pub(crate) seldepth: usize,
    pub(crate) nodes: u64,
    pub(crate) reported_nodes: u64,
    pub(crate) root_moves: Vec<RootMove>,
    /// The line of MultiPV being searched, from 0.
    pub(crate) pv_index: usize,
    pub(crate) root_depth: i32,
    /// No null moves above this ply while one is being verified.
    pub(crate) null_from: usize,
    pub(crate) stopping: bool,
    /// Whether this is the thread that watches the limits.
    pub(crate) main: bool,
}

impl Default for Worker {
    fn default() -> Self {
        Worker {
            line: Line::new(Position::start(), NaturalLimit::default()),
            network: None,
            root: 0,
            judge: SearchJudge::new(RuleSet::Axf),
            histories: Histories::default(),
            corrections: Corrections::default(),
            frames: vec![Frame::default(); MAX_PLY + BEFORE + 2].into_boxed_slice(),
            pv: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            ply: 0,
            seldepth: 0,
            nodes: 0,
            reported_nodes: 0,
            root_moves: Vec::new(),
            pv_index: 0,
            root_depth: 0,
            null_from: 0,
            stopping: false,
            main: false,
        }
    }
}

impl Worker {
    /// Forgets what earlier games taught.
    pub fn new_game(&mut self) {
        self.histories = Histories::default();
        self.corrections = Corrections::default();
    }

    /// Sets the line to search from. `root_moves` are the moves to consider.
    pub(crate) fn prepare(
        &mut self,
        line: Line,
        judge: SearchJudge,
        root_moves: &[Move],
        evaluation: &Evaluation,
        main: bool,
    ) {
        match (&mut self.network, evaluation) {
            (Some(state), Evaluation::Nnue(network)) if Arc::ptr_eq(state.network(), network) => state.reset(),
            _ => self.network = evaluation.state(),
        }
        self.root = line.plies().len();
        self.line = line;
        self.judge = judge;
        self.root_moves = root_moves.iter().map(|&mv| RootMove::new(mv)).collect();
        self.frames.fill(Frame::default());
        self.ply = 0;
        self.nodes = 0;
        self.reported_nodes = 0;
        self.null_from = 0;
        self.stopping = false;
        self.main = main;
        // The last game moves give continuation histories something to hold on to.
        let mut replay = self.line.clone();
        for back in 0..BEFORE.min(self.root) {
            let Some(&ply) = replay.plies().last() else { break };
            let piece = replay.position().piece_at(ply.mv.to());
            self.frames[BEFORE - 1 - back].mv = ply.mv;
            self.frames[BEFORE - 1 - back].piece_to = piece.map(|piece| piece_to(piece, ply.mv.to()));
            replay.unmake();
        }
    }

    /// The frame `back` plies above the current node (0 = this node).
    #[inline]
    pub(crate) fn frame(&self, back: usize) -> &Frame {
        &self.frames[self.ply + BEFORE - back]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, back: usize) -> &mut Frame {
        &mut self.frames[self.ply + BEFORE - back]
    }

    /// The frame of the node below.
    #[inline]
    pub(crate) fn child_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.ply + BEFORE + 1]
    }

    #[inline]
    pub(crate) fn position(&self) -> &Position {
        self.line.position()
    }

    /// Piece and target of the moves one, two and four plies before this node.
    #[inline]
    pub(crate) fn earlier(&self) -> [Option<usize>; 3] {
        [self.frame(1).piece_to, self.frame(2).piece_to, self.frame(4).piece_to]
    }

    #[inline]
    pub(crate) fn order_context(&self) -> Context {
        Context { killers: self.frame(0).killers, earlier: self.earlier() }
    }

    /// Key of the last two moves for the correction tables.
    #[inline]
    pub(crate) fn moves_key(&self) -> u64 {
        move_key(self.frame(1).piece_to, self.frame(2).piece_to)
    }

    /// Plays a move and goes one ply deeper.
    #[inline]
    pub(crate) fn make(&mut self, tt: &TranspositionTable, mv: Move) {
        tt.prefetch(self.position().key_after(mv));
        let piece = self.position().piece_at(mv.from());
        let frame = self.frame_mut(0);
        frame.mv = mv;
        frame.piece_to = piece.map(|piece| piece_to(piece, mv.to()));
        if let Some(state) = &mut self.network {
            state.push(self.line.position(), mv);
        }
        self.line.make(mv);
        self.ply += 1;
        self.nodes += 1;
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.ply -= 1;
        self.line.unmake();
        if let Some(state) = &mut self.network {
            state.pop();
        }
    }

    /// Static evaluation of the position, before correction.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Value {
        let position = self.line.position();
        match &mut self.network {
            Some(state) => chuhe_eval::scaled(position, state.evaluate(position)),
            None => chuhe_eval::evaluate(position),
        }
    }

    /// Sets the best line of this ply: the move and what was found below it.
    pub(crate) fn extend_pv(&mut self, mv: Move) {
        let (above, below) = self.pv.split_at_mut(self.ply + 1);
        let line = &mut above[self.ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}
