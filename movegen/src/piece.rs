//! Sides and pieces.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::Not;

use crate::{Bitboard, Square};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// 红, moves first, sits at rank 0, capital letters.
    Red = 0,
    /// 黑, sits at rank 9, small letters.
    Black = 1,
}

impl Color {
    /// Both sides, red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// 0 for red, 1 for black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }

    /// The side's own half of the board.
    #[inline]
    #[must_use]
    pub const fn half(self) -> Bitboard {
        match self {
            Color::Red => Bitboard::RED_HALF,
            Color::Black => Bitboard::BLACK_HALF,
        }
    }

    /// `rank` counted from the side's own back rank.
    #[inline]
    #[must_use]
    pub const fn relative_rank(self, square: Square) -> u8 {
        match self {
            Color::Red => square.rank(),
            Color::Black => 9 - square.rank(),
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        self.flip()
    }
}

/// A kind of piece. The order is that of the letters K A B N R C P.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// 帅 / 将
    King = 0,
    /// 仕 / 士
    Advisor = 1,
    /// 相 / 象
    Bishop = 2,
    /// 马
    Knight = 3,
    /// 车
    Rook = 4,
    /// 炮
    Cannon = 5,
    /// 兵 / 卒
    Pawn = 6,
}

impl PieceKind {
    /// All seven kinds.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// 0 to 6.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind for a FEN letter of either case; E and H are read as B and N.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            b'K' => PieceKind::King,
            b'A' => PieceKind::Advisor,
            b'B' | b'E' => PieceKind::Bishop,
            b'N' | b'H' => PieceKind::Knight,
            b'R' => PieceKind::Rook,
            b'C' => PieceKind::Cannon,
            b'P' => PieceKind::Pawn,
            _ => return None,
        })
    }

    /// Capital letter of the kind: K A B N R C P.
    #[must_use]
    pub const fn letter(self) -> char {
        b"KABNRCP"[self as usize] as char
    }

    /// How many of the kind a side has at the start, which is also the most it can have.
    #[must_use]
    pub const fn full_count(self) -> u32 {
        match self {
            PieceKind::King => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }

    /// English name in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["king", "advisor", "bishop", "knight", "rook", "cannon", "pawn"][self as usize]
    }
}

/// A piece: side and kind in one byte, with room for `Option<Piece>` in the same byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of this side and kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new((color as u8) << 3 | (kind as u8 + 1)) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// Its side.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0.get() & 8 == 0 { Color::Red } else { Color::Black }
    }

    /// Its kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self.0.get() & 7 {
            1 => PieceKind::King,
            2 => PieceKind::Advisor,
            3 => PieceKind::Bishop,
            4 => PieceKind::Knight,
            5 => PieceKind::Rook,
            6 => PieceKind::Cannon,
            _ => PieceKind::Pawn,
        }
    }

    /// `color * 8 + kind + 1`: below 16, for small tables in the hottest places.
    #[inline]
    pub(crate) const fn code(self) -> usize {
        (self.0.get() & 15) as usize
    }

    /// `color * 7 + kind`: 0 to 13, for tables over all pieces.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.color().index() * 7 + self.kind().index()
    }

    /// The piece for a FEN letter: capitals are red; E and H are read as B and N.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }

    /// FEN letter: `KABNRCP` for red, `kabnrcp` for black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
