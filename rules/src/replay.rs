//! Lines from move texts.

use chuhe_movegen::{Move, PieceKind, Position};
use thiserror::Error;

use crate::{Line, NaturalLimit};

/// A move text that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// Not the text of a move.
    #[error("move {ply} `{text}` is not a move (like h2e2)")]
    NotAMove {
        /// Which one, from 1.
        ply: usize,
        /// The text.
        text: String,
    },
    /// Not legal in its position.
    #[error("move {ply} `{text}` is illegal in {fen}")]
    Illegal {
        /// Which one, from 1.
        ply: usize,
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
    /// Leaves the kings facing each other on an open file.
    #[error("move {ply} `{text}` leaves the kings facing each other in {fen}")]
    FacingKings {
        /// Which one, from 1.
        ply: usize,
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
}

impl ReplayError {
    /// Which move it is, from 1.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self {
            ReplayError::NotAMove { ply, .. }
            | ReplayError::Illegal { ply, .. }
            | ReplayError::FacingKings { ply, .. } => *ply,
        }
    }
}

impl Line {
    /// Plays moves given as text (`h2e2`, `H2-E2`).
    ///
    /// # Errors
    /// The first text that is no legal move, with its number.
    pub fn replay<'a>(
        start: Position,
        limit: NaturalLimit,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Line, ReplayError> {
        let mut line = Line::new(start, limit);
        for (ply, text) in (1..).zip(moves) {
            line.play(text, ply)?;
        }
        Ok(line)
    }

    /// Plays one move given as text; `ply` is its number for the error.
    ///
    /// # Errors
    /// When the text is no legal move here; the line stays as it was.
    pub fn play(&mut self, text: &str, ply: usize) -> Result<(), ReplayError> {
        let owned = || text.to_owned();
        let mv: Move = text.parse().map_err(|_| ReplayError::NotAMove { ply, text: owned() })?;
        let position = self.position();
        if position.is_legal(mv) {
            self.make(mv);
            return Ok(());
        }
        let fen = position.to_string();
        if leaves_kings_facing(position, mv) {
            return Err(ReplayError::FacingKings { ply, text: owned(), fen });
        }
        Err(ReplayError::Illegal { ply, text: owned(), fen })
    }
}

/// Whether an illegal move obeys its piece's way of moving and is illegal for putting the kings face to face.
fn leaves_kings_facing(position: &Position, mv: Move) -> bool {
    let (side, from, to) = (position.side(), mv.from(), mv.to());
    let own = position.color(side);
    let Some(piece) = position.piece_at(from).filter(|piece| piece.color() == side && !own.has(to)) else {
        return false;
    };
    let (tables, occupied) = (position.tables(), position.occupied());
    let reach = match piece.kind() {
        PieceKind::Rook => tables.rook(from, occupied),
        PieceKind::Cannon if occupied.has(to) => tables.cannon(from, occupied),
        PieceKind::Cannon => tables.rook(from, occupied),
        PieceKind::Knight => tables.knight(from, occupied),
        PieceKind::Bishop => tables.bishop(from, occupied),
        PieceKind::Advisor => tables.advisor(from),
        PieceKind::King => tables.king(from),
        PieceKind::Pawn => tables.pawn(side, from),
    };
    let enemy = position.king(!side);
    let king = if position.king(side) == from { to } else { position.king(side) };
    let after = occupied.without(from).with(to);
    reach.has(to) && king.file() == enemy.file() && (tables.between(king, enemy) & after).is_empty()
}
