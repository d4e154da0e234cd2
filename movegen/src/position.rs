//! A checked position: what generates moves.

mod legal;
mod make;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Bitboard, Board, Color, Fen, FenError, Piece, PieceKind, Square, Tables, attacks, zobrist};

pub use make::Undo;

/// A possible placement with the side to move and the counters, its keys kept up to date.
///
/// It knows nothing of the game before it: repetitions are found by whoever keeps the keys. About 350 bytes, plain
/// data, cheap to clone.
#[derive(Clone)]
pub struct Position {
    tables: &'static Tables,
    kinds: [Bitboard; 7],
    colors: [Bitboard; 2],
    squares: [Option<Piece>; 90],
    kings: [Square; 2],
    side: Color,
    halfmove: u16,
    fullmove: u16,
    keys: Keys,
}

/// The keys of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys {
    full: u64,
    pawns: u64,
    pieces: [u64; 2],
}

/// What makes a placement impossible on a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A side has no king.
    #[error("{} has no king", side(*.0))]
    NoKing(Color),
    /// A side has more of a kind than the game starts with.
    #[error("{} has {count} {}s, at most {} are possible", side(piece.color()), piece.kind().name(), piece.kind().full_count())]
    TooMany {
        /// The piece.
        piece: Piece,
        /// How many there are.
        count: u32,
    },
    /// A king, advisor, bishop or pawn stands where it can never come.
    #[error("a {} {} can never stand on {square}", side(piece.color()), piece.kind().name())]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The kings see each other on an open file.
    #[error("the kings face each other on the open {} file", (b'a' + .0) as char)]
    FacingKings(u8),
    /// The side that has just moved is in check.
    #[error("{} is in check but {} is to move", side(*.0), side(!*.0))]
    KingCapturable(Color),
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

/// A text that does not describe a possible position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParsePositionError {
    /// The text is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The placement is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Position {
    /// The start position.
    #[must_use]
    pub fn start() -> Position {
        crate::START_FEN.parse().expect("the start position is possible")
    }

    /// Reads a FEN from bytes (see [`Fen::parse`]) and checks that the placement is possible.
    ///
    /// # Errors
    /// The first thing that is wrong with the text or the placement.
    pub fn from_fen(text: &[u8]) -> Result<Position, ParsePositionError> {
        Ok(Position::try_from(&Fen::parse(text)?)?)
    }

    /// The placement, side and counters.
    #[must_use]
    pub fn fen(&self) -> Fen {
        Fen { board: self.board(), side: self.side, halfmove: self.halfmove, fullmove: self.fullmove }
    }

    /// The placement alone.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in self.occupied() {
            board.set(square, self.squares[square.index()]);
        }
        board
    }

    /// The attack tables, without the check of [`Tables::get`].
    #[inline]
    #[must_use]
    pub fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// Who moves.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The piece on a point.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All pieces of a kind, both sides'.
    #[inline]
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The pieces of a side and kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.colors[color.index()] & self.kinds[kind.index()]
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Where a side's king stands.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// Plies since the last capture, the FEN's counter included.
    #[inline]
    #[must_use]
    pub fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// Number of the move, from 1.
    #[inline]
    #[must_use]
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// Zobrist key of placement and side to move.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys.full
    }

    /// Key of the pawns alone.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns
    }

    /// Key of a side's pieces other than pawns.
    #[inline]
    #[must_use]
    pub fn piece_key(&self, color: Color) -> u64 {
        self.keys.pieces[color.index()]
    }

    /// Whether a side has anything that can cross the river: rook, knight, cannon or pawn.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        let [.., knights, rooks, cannons, pawns] = self.kinds;
        ((knights | rooks | cannons | pawns) & self.color(color)).any()
    }

    /// The same position seen in a mirror, left to right.
    #[must_use]
    pub fn mirror(&self) -> Position {
        Position::try_from(&self.fen().mirror()).expect("a mirrored position is possible")
    }

    /// Puts a piece on an empty point: sets, board and keys.
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        self.squares[square.index()] = Some(piece);
    }

    /// Takes a piece off its point.
    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        self.squares[square.index()] = None;
    }

    /// Moves a piece to an empty point.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let bits = Bitboard::from(from).with(to);
        self.kinds[piece.kind().index()] ^= bits;
        self.colors[piece.color().index()] ^= bits;
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
    }

    fn keys_from_scratch(&self) -> Keys {
        let mut keys = Keys { full: if self.side == Color::Black { zobrist::SIDE } else { 0 }, ..Keys::default() };
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                keys.toggle(piece, square);
            }
        }
        keys
    }
}

impl Keys {
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.change(piece, zobrist::piece(piece, square));
    }

    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.change(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
    }

    #[inline]
    fn change(&mut self, piece: Piece, number: u64) {
        self.full ^= number;
        if piece.kind() == PieceKind::Pawn {
            self.pawns ^= number;
        } else {
            self.pieces[piece.color().index()] ^= number;
        }
    }
}

impl TryFrom<&Fen> for Position {
    type Error = PositionError;

    /// Checks the placement; the error names the first impossibility.
    fn try_from(fen: &Fen) -> Result<Position, PositionError> {
        let mut position = Position {
            tables: Tables::get(),
            kinds: [Bitboard::EMPTY; 7],
            colors: [Bitboard::EMPTY; 2],
            squares: [None; 90],
            kings: [Square::new(0); 2],
            side: fen.side,
            halfmove: fen.halfmove,
            fullmove: fen.fullmove,
            keys: Keys::default(),
        };
        for (square, piece) in fen.board.pieces() {
            position.put(piece, square);
        }
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                let set = position.pieces(color, kind);
                if set.count() > kind.full_count() {
                    return Err(PositionError::TooMany { piece, count: set.count() });
                }
                let home = match kind {
                    PieceKind::King => attacks::palace(color),
                    PieceKind::Advisor => attacks::advisor_points(color),
                    PieceKind::Bishop => attacks::bishop_points(color),
                    PieceKind::Pawn => attacks::pawn_points(color),
                    PieceKind::Knight | PieceKind::Rook | PieceKind::Cannon => Bitboard::ALL,
                };
                if let Some(square) = (set & !home).first() {
                    return Err(PositionError::Misplaced { piece, square });
                }
            }
            let king = position.pieces(color, PieceKind::King).first();
            position.kings[color.index()] = king.ok_or(PositionError::NoKing(color))?;
        }
        let [red, black] = position.kings;
        if red.file() == black.file() && (position.tables.between(red, black) & position.occupied()).is_empty() {
            return Err(PositionError::FacingKings(red.file()));
        }
        if position.attackers_of_king(!position.side).any() {
            return Err(PositionError::KingCapturable(!position.side));
        }
        position.keys = position.keys_from_scratch();
        Ok(position)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;
    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        Position::from_fen(text.as_bytes())
    }
}

impl PartialEq for Position {
    /// Same placement and side to move; the counters do not count.
    fn eq(&self, other: &Position) -> bool {
        self.side == other.side && self.squares == other.squares
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    /// The canonical FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.fen(), f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
