//! The evaluation laid open: every term of both sides.

use std::fmt;

use chuhe_movegen::Color;
use serde::Serialize;

use super::Tapered;

/// One term of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// The term's name.
    pub term: &'static str,
    /// What it gives to red.
    pub red: Tapered,
    /// What it gives to black.
    pub black: Tapered,
    /// Red's less black's, blended at the position's phase. Each row is rounded, so that these add up to
    /// [`Trace::blended`] only within one for each row.
    pub blended: i32,
}

/// All terms of a position and how they become its value, in red's view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trace {
    /// The terms.
    pub terms: Vec<Row>,
    /// Red's terms less black's.
    pub sum: Tapered,
    /// How much of the middle game is left, out of [`Trace::full_phase`].
    pub phase: i32,
    /// The phase of the start position.
    pub full_phase: i32,
    /// `sum` blended at the phase.
    pub blended: i32,
    /// How much of an advantage counts, in sixty-fourths: less than 64 where the pieces left may not be enough to win.
    pub scale: i32,
    /// The value of the position for red: what [`super::evaluate`] gives, turned to red's view.
    pub total: i32,
}

impl Trace {
    /// The value from the side of `color`.
    #[must_use]
    pub fn total_for(&self, color: Color) -> i32 {
        match color {
            Color::Red => self.total,
            Color::Black => -self.total,
        }
    }
}

impl fmt::Display for Trace {
    /// An aligned table: a row a term, the sum and the value last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:16}|{:^15}|{:^15}|{:^23}", "", "red", "black", "red less black")?;
        write!(f, "{:16}|", "term")?;
        writeln!(f, "{:>7}{:>7} |{:>7}{:>7} |{:>7}{:>7}{:>8}", "mg", "eg", "mg", "eg", "mg", "eg", "value")?;
        let line = format!("{:-<16}+{:-<15}+{:-<15}+{:-<23}", "", "", "", "");
        writeln!(f, "{line}")?;
        for Row { term, red, black, blended } in &self.terms {
            let difference = *red - *black;
            write!(f, "{term:16}|{:7}{:7} |{:7}{:7} |", red.mg, red.eg, black.mg, black.eg)?;
            writeln!(f, "{:7}{:7}{blended:8}", difference.mg, difference.eg)?;
        }
        writeln!(f, "{line}")?;
        let Trace { sum, blended, .. } = self;
        writeln!(f, "{:16}|{:15}|{:15}|{:7}{:7}{blended:8}", "sum", "", "", sum.mg, sum.eg)?;
        writeln!(f, "phase {} of {}, scale {} of 64", self.phase, self.full_phase, self.scale)?;
        write!(f, "value for red {:+}", self.total)
    }
}
