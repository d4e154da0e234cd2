//! How wrong the static evaluation has been in similar positions, and by how much to correct it.
//!
//! Search results are compared with evaluations and the difference is averaged by pawn structure, by each side's pieces
//! and by the last two moves.

use chuhe_movegen::{Color, Position};

use crate::params;
use crate::value::{EVAL_LIMIT, Value};

const SIZE: usize = 16_384;
/// A cell holds the mean difference times this.
const GRAIN: i32 = 128;
/// No mean difference beyond this is believed.
const LIMIT: i32 = 96 * GRAIN;

type Table = Box<[[i16; SIZE]; 2]>;

/// Correction tables of one search thread.
#[derive(Clone)]
pub struct Corrections {
    pawns: Table,
    red: Table,
    black: Table,
    moves: Table,
}

impl Default for Corrections {
    fn default() -> Self {
        let table = || -> Table {
            match vec![[0; SIZE]; 2].into_boxed_slice().try_into() {
                Ok(table) => table,
                Err(_) => unreachable!("two rows"),
            }
        };
        Corrections { pawns: table(), red: table(), black: table(), moves: table() }
    }
}

/// Mixes the last two moves (piece and target) into a key.
#[inline]
#[must_use]
pub fn move_key(last: Option<usize>, before: Option<usize>) -> u64 {
    let index = |m: Option<usize>| m.map_or(0, |m| m as u64 + 1);
    (index(last) | index(before) << 16).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

impl Corrections {
    /// The evaluation, corrected.
    #[inline]
    #[must_use]
    pub fn apply(&self, position: &Position, moves: u64, eval: Value) -> Value {
        let side = position.side().index();
        let cell = |table: &Table, key: u64| i32::from(table[side][key as usize % SIZE]);
        let sum = cell(&self.pawns, position.pawn_key()) * params::correct_pawns()
            + cell(&self.red, position.piece_key(Color::Red)) * params::correct_pieces()
            + cell(&self.black, position.piece_key(Color::Black)) * params::correct_pieces()
            + cell(&self.moves, moves) * params::correct_moves();
        (eval + sum / (64 * GRAIN)).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    /// Learns from a search of `depth` that found `difference` more than the evaluation.
    #[inline]
    pub fn update(&mut self, position: &Position, moves: u64, depth: i32, difference: Value) {
        let side = position.side().index();
        let target = (difference * GRAIN).clamp(-LIMIT, LIMIT);
        let weight = (depth + 1).min(16);
        let learn = |table: &mut Table, key: u64| {
            let cell = &mut table[side][key as usize % SIZE];
            *cell = ((i32::from(*cell) * (256 - weight) + target * weight) / 256) as i16;
        };
        learn(&mut self.pawns, position.pawn_key());
        learn(&mut self.red, position.piece_key(Color::Red));
        learn(&mut self.black, position.piece_key(Color::Black));
        learn(&mut self.moves, moves);
    }
}
