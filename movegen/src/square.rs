//! The 90 points of the board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of the 90 points: `rank * 9 + file`, a0 = 0, i9 = 89. Red sits at rank 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

/// A text that is not the name of a point (`a0` to `i9`).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a point of the board (a0 to i9)")]
pub struct ParseSquareError(pub String);

impl Square {
    /// How many points there are.
    pub const COUNT: usize = 90;

    /// The point with this index.
    ///
    /// # Panics
    /// When `index` is 90 or more.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Square {
        assert!(index < 90, "a square index is 0 to 89");
        Square(index)
    }

    /// The point with this index, or none when it is 90 or more.
    #[inline]
    #[must_use]
    pub const fn try_new(index: u8) -> Option<Square> {
        if index < 90 { Some(Square(index)) } else { None }
    }

    /// The point on this file (0 to 8, from red's left) and rank (0 to 9, from red's side).
    ///
    /// # Panics
    /// When either is off the board.
    #[inline]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Square {
        assert!(file < 9 && rank < 10, "files are 0 to 8, ranks 0 to 9");
        Square(rank * 9 + file)
    }

    /// As [`Square::at`], for coordinates that may be off the board.
    #[inline]
    #[must_use]
    pub const fn try_at(file: i32, rank: i32) -> Option<Square> {
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 { Some(Square((rank * 9 + file) as u8)) } else { None }
    }

    /// The point with an index that is known to be below 90.
    ///
    /// # Safety
    /// `index` must be below 90.
    #[inline]
    pub(crate) const unsafe fn new_unchecked(index: u8) -> Square {
        debug_assert!(index < 90);
        Square(index)
    }

    /// 0 to 89. The compiler knows this range: indexing an array of 90 with it costs no check.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // SAFETY: the field is private and every constructor makes sure that it is below 90.
        unsafe { std::hint::assert_unchecked(self.0 < 90) };
        self.0 as usize
    }

    /// 0 (file a, red's left) to 8 (file i).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// 0 (red's back rank) to 9 (black's back rank).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// The point mirrored left to right (a ↔ i).
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Square {
        Square(self.0 / 9 * 9 + (8 - self.0 % 9))
    }

    /// The point with the ranks turned round (0 ↔ 9), the file kept.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Square {
        Square((9 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// All points from a0 to i9.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..90u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `a0` to `i9`; the file letter may be a capital.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            &[file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit() => {
                let file = i32::from(file.to_ascii_lowercase()) - i32::from(b'a');
                Square::try_at(file, i32::from(rank - b'0'))
            }
            _ => None,
        }
        .ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}
