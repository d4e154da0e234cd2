//! The accumulators along the path of a search.

use std::sync::Arc;

use chuhe_movegen::{Color, Move, Piece, PieceKind, Position, Square};

use super::backend::Backend;
use super::features::{PLANES, View};
use super::lane::Lane;
use super::network::Network;
use super::refresh::RefreshCache;

/// Evaluates positions along a path of moves.
///
/// The caller says which moves it makes ([`State::push`]) and takes back ([`State::pop`]); that costs next to nothing.
/// [`State::evaluate`] does the arithmetic, for the moves since the last evaluation on the path. A null move is not
/// reported: the accumulators belong to the sides, not to who moves.
#[derive(Clone)]
pub struct State {
    network: Arc<Network>,
    backend: Backend,
    /// The beginning of the path, then one a move.
    plies: Vec<Ply>,
    /// For each ply the accumulators of red and black.
    accumulators: Vec<Lane>,
    cache: RefreshCache,
}

/// A move on the path and which accumulators behind it are known.
#[derive(Clone, Copy)]
struct Ply {
    change: Option<Change>,
    known: [bool; 2],
    /// Whether the side sees the board otherwise than before the move.
    new_view: [bool; 2],
}

#[derive(Clone, Copy)]
struct Change {
    piece: Piece,
    from: Square,
    to: Square,
    captured: Option<Piece>,
}

const BEGINNING: Ply = Ply { change: None, known: [false; 2], new_view: [true; 2] };

/// Plies for which there is room at once.
const ROOM: usize = 208;

impl State {
    /// A state at the beginning of a path, with the fastest arithmetic that the processor has.
    #[must_use]
    pub fn new(network: Arc<Network>) -> State {
        State::with_backend(network, Backend::best())
    }

    /// As [`State::new`], with the given arithmetic.
    #[must_use]
    pub fn with_backend(network: Arc<Network>, backend: Backend) -> State {
        let stride = 2 * network.architecture().lanes();
        let mut plies = Vec::with_capacity(ROOM);
        plies.push(BEGINNING);
        State {
            backend,
            plies,
            accumulators: vec![Lane::ZERO; ROOM * stride],
            cache: RefreshCache::new(&network),
            network,
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a new path; which position it begins with is seen at the first evaluation.
    #[inline]
    pub fn reset(&mut self) {
        self.plies.clear();
        self.plies.push(BEGINNING);
    }

    /// A move is going to be made in `position`, which is the end of the path.
    ///
    /// # Panics
    /// When no piece stands where the move begins.
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let piece = position.piece_at(from).expect("a move begins on a piece");
        let mut new_view = [false; 2];
        if piece.kind() == PieceKind::King {
            let [before, after] = [from, to].map(|king| View::new(piece.color(), king));
            let bucket = |view: View| self.network.architecture().king_bucket(view.king_point);
            new_view[piece.color().index()] = before.mirrored != after.mirrored || bucket(before) != bucket(after);
        }
        let change = Change { piece, from, to, captured: position.piece_at(to) };
        self.plies.push(Ply { change: Some(change), known: [false; 2], new_view });
    }

    /// The last move is taken back. Nothing happens at the beginning of the path.
    #[inline]
    pub fn pop(&mut self) {
        if self.plies.len() > 1 {
            self.plies.pop();
        }
    }

    /// The value of the position at the end of the path for the side to move, in hundredths of a pawn, within
    /// ±[`crate::LIMIT`].
    #[must_use]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        Color::ALL.iter().for_each(|&color| self.update(color, position));
        let architecture = self.network.architecture();
        let lanes = architecture.lanes();
        let (red, black) = self.accumulators[(self.plies.len() - 1) * 2 * lanes..][..2 * lanes].split_at(lanes);
        let (us, them) = if position.side() == Color::Red { (red, black) } else { (black, red) };
        let bucket = architecture.output_bucket(position);
        let sum = (self.backend.output)(us, them, self.network.output(bucket));
        self.network.score(bucket, sum).clamp(-crate::LIMIT, crate::LIMIT)
    }

    /// Makes a side's accumulator at the end of the path known.
    #[inline]
    fn update(&mut self, color: Color, position: &Position) {
        let side = color.index();
        let last = self.plies.len() - 1;
        let mut known = last;
        while !self.plies[known].known[side] {
            if self.plies[known].new_view[side] {
                return self.refresh(color, position);
            }
            known -= 1;
        }
        if known < last {
            self.grow();
            let view = View::of(position, color);
            for ply in known + 1..=last {
                self.apply(ply, view);
            }
        }
    }

    /// Computes the accumulator behind a move from the one before it.
    #[inline]
    fn apply(&mut self, ply: usize, view: View) {
        let Some(Change { piece, from, to, captured }) = self.plies[ply].change else { return };
        let network = &*self.network;
        let architecture = network.architecture();
        let lanes = architecture.lanes();
        let bucket = architecture.king_bucket(view.king_point) * PLANES;
        let row = |piece, square| network.row(bucket + view.plane(piece, square));
        let side = view.color.index();
        let (before, after) = self.accumulators.split_at_mut(ply * 2 * lanes);
        let source = &before[((ply - 1) * 2 + side) * lanes..][..lanes];
        let target = &mut after[side * lanes..][..lanes];
        match captured {
            None => (self.backend.move_piece)(target, source, row(piece, to), row(piece, from)),
            Some(taken) => (self.backend.capture)(target, source, row(piece, to), row(piece, from), row(taken, to)),
        }
        self.plies[ply].known[side] = true;
    }

    #[cold]
    fn refresh(&mut self, color: Color, position: &Position) {
        self.grow();
        let lanes = self.network.architecture().lanes();
        let last = self.plies.len() - 1;
        let sums = self.cache.accumulator(&self.network, &self.backend, View::of(position, color), position);
        self.accumulators[(last * 2 + color.index()) * lanes..][..lanes].copy_from_slice(sums);
        self.plies[last].known[color.index()] = true;
    }

    /// Makes room for the accumulators of the whole path.
    #[inline]
    fn grow(&mut self) {
        let needed = self.plies.len() * 2 * self.network.architecture().lanes();
        if self.accumulators.len() < needed {
            self.accumulators.resize(2 * needed, Lane::ZERO);
        }
    }
}
