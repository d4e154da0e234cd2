//! Any placement of pieces on the 90 points, possible or not: what record files, diagrams and FEN texts hold.

use std::fmt;

use crate::{Piece, Square};

/// Pieces on points, nothing checked: studies without kings exist. [`crate::Position`] is the checked form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board([Option<Piece>; 90]);

impl Board {
    /// No pieces.
    pub const EMPTY: Board = Board([None; 90]);

    /// The piece on a point.
    #[inline]
    #[must_use]
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Puts a piece on a point or clears it.
    #[inline]
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = piece;
    }

    /// All pieces with their points, from a0 to i9.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }

    /// The board seen in a mirror, left to right.
    #[must_use]
    pub fn mirror(&self) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in self.pieces() {
            board.set(square.mirror(), Some(piece));
        }
        board
    }

    /// The board with colours exchanged and turned round, so that red again sits at rank 0.
    #[must_use]
    pub fn swap_colors(&self) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in self.pieces() {
            board.set(square.flip(), Some(Piece::new(!piece.color(), piece.kind())));
        }
        board
    }
}

impl fmt::Display for Board {
    /// The first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            let mut empty = 0;
            for file in 0..9 {
                match self.get(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
