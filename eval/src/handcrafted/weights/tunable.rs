//! Weights that change while the program runs, for tuners.

use std::sync::atomic::{AtomicI32, Ordering};

use crate::handcrafted::Tapered;

/// How a weight was declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Number,
    Pair,
    Table,
}

/// When a weight counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// In the middle game: the first of a pair. The second one follows in the list.
    Middlegame,
    /// In the endgame: the second of a pair.
    Endgame,
    /// Always. Such weights are not factors of the sum of terms: they count dangers or scale the end result.
    Whole,
}

/// One number of the evaluation. A pair or a table gives several.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    pub(super) table: &'static str,
    pub(super) index: usize,
    pub(super) shape: Shape,
    /// Its value in a normal build.
    pub default: i32,
    /// Lowest value that makes sense.
    pub min: i32,
    /// Highest value that makes sense.
    pub max: i32,
    /// A change worth trying first.
    pub step: i32,
    /// What it stands for.
    pub meaning: &'static str,
    pub(super) cell: &'static AtomicI32,
}

impl Weight {
    /// `tempo`, `rook_open_file.mg` or `knight_mobility[3].eg`.
    #[must_use]
    pub fn name(&self) -> String {
        let (table, index) = (self.table, self.index);
        let part = if self.part() == Part::Middlegame { "mg" } else { "eg" };
        match self.shape {
            Shape::Number => table.to_owned(),
            Shape::Pair => format!("{table}.{part}"),
            Shape::Table => format!("{table}[{}].{part}", index / 2),
        }
    }

    /// When it counts.
    #[must_use]
    pub fn part(&self) -> Part {
        match self.shape {
            Shape::Number => Part::Whole,
            _ if self.index & 1 == 0 => Part::Middlegame,
            _ => Part::Endgame,
        }
    }

    /// The present value.
    #[must_use]
    pub fn get(&self) -> i32 {
        self.cell.load(Ordering::Relaxed)
    }

    /// Changes the value for every evaluation from now on, in all threads. Values out of range are clamped.
    pub fn set(&self, value: i32) {
        self.cell.store(value.clamp(self.min, self.max), Ordering::Relaxed);
    }
}

pub(super) const fn cells<const N: usize>(values: [i32; N]) -> [AtomicI32; N] {
    let mut cells = [const { AtomicI32::new(0) }; N];
    let mut i = 0;
    while i < N {
        cells[i] = AtomicI32::new(values[i]);
        i += 1;
    }
    cells
}

#[inline]
pub(super) fn load(cells: &[AtomicI32], pair: usize) -> Tapered {
    let value = |index: usize| cells[index].load(Ordering::Relaxed);
    Tapered::new(value(2 * pair), value(2 * pair + 1))
}
