//! Making and unmaking moves.

use super::{Keys, Position};
use crate::{Move, Piece, PieceKind, zobrist};

/// What a move destroys, kept by the caller until [`Position::unmake`].
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    halfmove: u16,
    fullmove: u16,
    keys: Keys,
}

impl Undo {
    /// The piece that was taken.
    #[inline]
    #[must_use]
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// Plays a move that is legal here ([`Position::is_legal`]); another one leaves a nonsensical position behind.
    ///
    /// # Panics
    /// When no piece stands where the move begins.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.squares[from.index()].expect("a move begins on a piece");
        let captured = self.squares[to.index()];
        let undo = Undo { captured, halfmove: self.halfmove, fullmove: self.fullmove, keys: self.keys };
        self.halfmove = self.halfmove.saturating_add(1);
        if let Some(taken) = captured {
            self.lift(taken, to);
            self.keys.toggle(taken, to);
            self.halfmove = 0;
        }
        self.shift(piece, from, to);
        self.keys.shift(piece, from, to);
        if piece.kind() == PieceKind::King {
            self.kings[piece.color().index()] = to;
        }
        self.keys.full ^= zobrist::SIDE;
        self.fullmove = self.fullmove.saturating_add(self.side.index() as u16);
        self.side = !self.side;
        undo
    }

    /// Takes back the move just made.
    ///
    /// # Panics
    /// When no piece stands where the move ended.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.squares[to.index()].expect("a move ends with a piece");
        self.shift(piece, to, from);
        if let Some(taken) = undo.captured {
            self.put(taken, to);
        }
        if piece.kind() == PieceKind::King {
            self.kings[piece.color().index()] = from;
        }
        self.side = !self.side;
        self.halfmove = undo.halfmove;
        self.fullmove = undo.fullmove;
        self.keys = undo.keys;
    }

    /// Passes the move without touching the capture clock, for null-move search and threat detection.
    #[inline]
    pub fn make_null(&mut self) {
        self.keys.full ^= zobrist::SIDE;
        self.side = !self.side;
    }

    /// Takes back [`Position::make_null`].
    #[inline]
    pub fn unmake_null(&mut self) {
        self.make_null();
    }

    /// The key after a move, near enough to prefetch the transposition table.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.keys.full ^ zobrist::SIDE;
        if let Some(piece) = self.squares[mv.from().index()] {
            key ^= zobrist::piece(piece, mv.from()) ^ zobrist::piece(piece, mv.to());
        }
        if let Some(taken) = self.squares[mv.to().index()] {
            key ^= zobrist::piece(taken, mv.to());
        }
        key
    }
}
