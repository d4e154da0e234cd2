//! Sets of points as 90 bits of a `u128`.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of points. Bit `n` stands for the point with index `n`; the 38 upper bits are always zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 90 points.
    pub const ALL: Bitboard = Bitboard((1 << 90) - 1);
    /// Ranks 0 to 4, red's half.
    pub const RED_HALF: Bitboard = Bitboard((1 << 45) - 1);
    /// Ranks 5 to 9, black's half.
    pub const BLACK_HALF: Bitboard = Bitboard(Self::ALL.0 ^ Self::RED_HALF.0);

    /// The set of one point.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The ten points of a file (0 to 8).
    #[must_use]
    pub const fn file(file: u8) -> Bitboard {
        let mut bits = 0u128;
        let mut rank = 0;
        while rank < 10 {
            bits |= 1 << (rank * 9 + file as u32);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// The nine points of a rank (0 to 9).
    #[must_use]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0x1ff << (rank as u32 * 9))
    }

    /// Whether no point is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some point is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many points are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Whether there are two points or more.
    #[inline]
    #[must_use]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set and this point.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set less this point.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// The point with the lowest index, or none of an empty set.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        let Squares { low, high } = self.words();
        if low != 0 {
            Square::try_new(low.trailing_zeros() as u8)
        } else if high != 0 {
            // SAFETY: `words` leaves 26 bits in the upper word, so this is at most 64 + 25.
            Some(unsafe { Square::new_unchecked(64 + high.trailing_zeros() as u8) })
        } else {
            None
        }
    }

    /// Two words: a `u128` would pay for carries over the word border in every step. Bits that stand for no point are
    /// dropped.
    #[inline]
    const fn words(self) -> Squares {
        let bits = self.0 & Bitboard::ALL.0;
        Squares { low: bits as u64, high: (bits >> 64) as u64 }
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! set_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $symbol:tt)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $symbol other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0 = self.0 $symbol other.0;
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign &
    BitOr bitor BitOrAssign bitor_assign |
    BitXor bitxor BitXorAssign bitxor_assign ^
}

impl Not for Bitboard {
    type Output = Bitboard;
    /// All points of the board that are not in the set.
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

/// The points of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        self.words()
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let index = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            Square::try_new(index)
        } else if self.high != 0 {
            let index = 64 + self.high.trailing_zeros() as u8;
            self.high &= self.high - 1;
            // SAFETY: the upper word never has more than its 26 lower bits (`Bitboard::words`).
            Some(unsafe { Square::new_unchecked(index) })
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.low.count_ones() + self.high.count_ones()) as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// Ten rows from black's side down, `x` for points in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            writeln!(f)?;
            for file in 0..9 {
                f.write_str(if self.has(Square::at(file, rank)) { " x" } else { " ." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_points_in_order() {
        let points: Vec<Square> = ["a0", "i6", "a7", "b7", "i9"].iter().map(|s| s.parse().unwrap()).collect();
        let set: Bitboard = points.iter().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), points);
        assert_eq!(set.count(), 5);
        assert!(set.many() && !Bitboard::from(points[0]).many());
        assert_eq!((!set).count(), 85);
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert_eq!(Bitboard::from(points[4]).first(), Some(points[4]));
    }
}
