//! What a network looks like, as data.

use std::fmt;

use chuhe_movegen::{PieceKind, Position};
use thiserror::Error;

use super::features::{KING_POINTS, PLANES};
use super::lane::Lane;

/// The widest first layer.
pub const MAX_WIDTH: usize = 2048;

/// How many knights, rooks and cannons the board can hold, and none.
pub(super) const MAJORS: usize = 13;

/// Sizes and bucket tables of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Architecture {
    width: usize,
    king_buckets: [u8; KING_POINTS],
    output_buckets: [u8; MAJORS],
}

/// Sizes or tables that no network can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArchitectureError {
    /// The first layer's width.
    #[error("the width {0} is not a multiple of 32 from 32 to {MAX_WIDTH}")]
    Width(usize),
    /// A bucket number is missing below the largest one.
    #[error("the {0} buckets are not numbered 0, 1, 2, ... without a gap")]
    Buckets(&'static str),
}

impl fmt::Display for Architecture {
    /// `(6 x 689 -> 256)x2 -> 8`: sets of rows, planes, width, both sides, output neurons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} x {PLANES} -> {})x2 -> {}", self.king_buckets(), self.width, self.output_buckets())
    }
}

impl Architecture {
    /// An architecture.
    ///
    /// `king_buckets`: which set of rows a side uses when its king stands on d0, e0, d1, e1, d2, e2 (own view, mirrored to
    /// the left half). `output_buckets`: which output neuron is asked when 0, 1, … 12 knights, rooks and cannons of both
    /// sides are left.
    ///
    /// # Errors
    /// When the width is no multiple of 32 up to [`MAX_WIDTH`], or a table leaves a number out.
    pub fn new(
        width: usize,
        king_buckets: [u8; KING_POINTS],
        output_buckets: [u8; MAJORS],
    ) -> Result<Architecture, ArchitectureError> {
        if width == 0 || width > MAX_WIDTH || !width.is_multiple_of(Lane::LEN) {
            return Err(ArchitectureError::Width(width));
        }
        for (name, table) in [("king", king_buckets.as_slice()), ("output", output_buckets.as_slice())] {
            if (0..count(table) as u8).any(|bucket| !table.contains(&bucket)) {
                return Err(ArchitectureError::Buckets(name));
            }
        }
        Ok(Architecture { width, king_buckets, output_buckets })
    }

    /// One set of rows, one output neuron.
    ///
    /// # Panics
    /// When the width is no multiple of 32 up to [`MAX_WIDTH`].
    #[must_use]
    pub fn plain(width: usize) -> Architecture {
        Architecture::new(width, [0; KING_POINTS], [0; MAJORS]).expect("a width that is allowed")
    }

    /// Neurons of the first layer a side.
    #[inline]
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Lanes of a row.
    #[inline]
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.width / Lane::LEN
    }

    /// The set of rows for each point of the king; see [`Architecture::new`].
    #[must_use]
    pub fn king_table(&self) -> &[u8; KING_POINTS] {
        &self.king_buckets
    }

    /// The output neuron for each number of knights, rooks and cannons.
    #[must_use]
    pub fn output_table(&self) -> &[u8; MAJORS] {
        &self.output_buckets
    }

    /// How many sets of rows there are.
    #[must_use]
    pub fn king_buckets(&self) -> usize {
        count(&self.king_buckets)
    }

    /// How many output neurons there are.
    #[must_use]
    pub fn output_buckets(&self) -> usize {
        count(&self.output_buckets)
    }

    /// Rows of the first layer.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.king_buckets() * PLANES
    }

    /// The set of rows for a king on this point (0 to 5, [`super::features::View::king_point`]).
    #[inline]
    #[must_use]
    pub fn king_bucket(&self, king_point: usize) -> usize {
        usize::from(self.king_buckets[king_point])
    }

    /// The output neuron of a position.
    #[inline]
    #[must_use]
    pub fn output_bucket(&self, position: &Position) -> usize {
        let majors =
            position.kind(PieceKind::Knight) | position.kind(PieceKind::Rook) | position.kind(PieceKind::Cannon);
        usize::from(self.output_buckets[(majors.count() as usize).min(MAJORS - 1)])
    }
}

fn count(table: &[u8]) -> usize {
    table.iter().max().map_or(0, |&max| usize::from(max) + 1)
}
