//! A move in 16 bits and a list of moves on the stack.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::Square;

/// From and to, seven bits each (`from | to << 7`). Which piece moves and what it takes is the position's knowledge.
///
/// [`Move::NONE`] (a0a0) stands for "no move" where an `Option` would cost space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

/// A text that is not a move between two different points.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a move (like h2e2)")]
pub struct ParseMoveError(pub String);

impl Move {
    /// No move.
    pub const NONE: Move = Move(0);

    /// The move from one point to another.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// Where the piece leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        // SAFETY: moves are made from two points or from bits that were checked.
        unsafe { Square::new_unchecked((self.0 & 127) as u8) }
    }

    /// Where the piece arrives.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        // SAFETY: as in `from`; the two bits above the fourteen are zero.
        unsafe { Square::new_unchecked((self.0 >> 7) as u8) }
    }

    /// Whether this is [`Move::NONE`].
    #[inline]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a move.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The 14 bits, for storing.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move with these bits, or none when they name no two points of the board.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        if bits & 127 < 90 && bits >> 7 < 90 { Some(Move(bits)) } else { None }
    }

    /// The move mirrored left to right.
    #[must_use]
    pub const fn mirror(self) -> Move {
        Move::new(self.from().mirror(), self.to().mirror())
    }

    /// The move with the ranks turned round.
    #[must_use]
    pub const fn flip(self) -> Move {
        Move::new(self.from().flip(), self.to().flip())
    }
}

impl fmt::Display for Move {
    /// Four characters: `h2e2`; `0000` for [`Move::NONE`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("0000") } else { write!(f, "{}{}", self.from(), self.to()) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2`, `H2E2` and ICCS `H2-E2`.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let error = || ParseMoveError(text.to_owned());
        if !text.is_ascii() {
            return Err(error());
        }
        let (from, to) = match text.len() {
            4 => text.split_at(2),
            5 if text.as_bytes()[2] == b'-' => (&text[..2], &text[3..]),
            _ => return Err(error()),
        };
        let (from, to): (Square, Square) = (from.parse().map_err(|_| error())?, to.parse().map_err(|_| error())?);
        if from == to { Err(error()) } else { Ok(Move::new(from, to)) }
    }
}

/// The most moves a list holds. No position has more than 119: two rooks and two cannons 17 each, two knights 8 each, five
/// pawns 3 each, advisors, bishops and king 4 each.
pub const MAX_MOVES: usize = 128;

/// Up to [`MAX_MOVES`] moves without an allocation.
#[derive(Clone, Default)]
pub struct MoveList(ArrayVec<Move, MAX_MOVES>);

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub fn new() -> MoveList {
        MoveList(ArrayVec::new())
    }

    /// Adds a move.
    ///
    /// # Panics
    /// When the list is full.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves for which `keep` is true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_spelling_and_written_in_one() {
        for text in ["h2e2", "H2E2", "h2-e2", "H2-E2"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), "h2e2");
        }
        for text in ["", "h2", "h2e", "h2e22", "j2e2", "h2h2", "h2-e", "h2—e2", "马二进"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        let mv: Move = "b0c2".parse().unwrap();
        assert_eq!(mv.mirror().to_string(), "h0g2");
        assert_eq!(mv.flip().to_string(), "b9c7");
        assert_eq!(mv.mirror().flip().mirror().flip(), mv);
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        assert_eq!(Move::from_bits(127), None);
    }
}
