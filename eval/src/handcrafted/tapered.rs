//! A weight or a sum of weights for the middle game and for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::Serialize;

/// A value that shifts from the middle game to the endgame as pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tapered {
    /// Middle game.
    pub mg: i32,
    /// Endgame.
    pub eg: i32,
}

impl Tapered {
    /// Worth nothing.
    pub const ZERO: Tapered = Tapered::new(0, 0);

    /// The pair of values.
    #[inline]
    #[must_use]
    pub const fn new(mg: i32, eg: i32) -> Tapered {
        Tapered { mg, eg }
    }

    /// The blend at `phase` of `full`: all middle game at `full`, all endgame at 0.
    ///
    /// Rounds towards zero, so that a value and its negative stay each other's negative.
    #[inline]
    #[must_use]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.mg * phase + self.eg * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered::new(self.mg - other.mg, self.eg - other.eg)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered::new(-self.mg, -self.eg)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, count: i32) -> Tapered {
        Tapered::new(self.mg * count, self.eg * count)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}
