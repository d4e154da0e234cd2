//! Zobrist keys: one random number a piece and point, one for the side to move.
//!
//! The numbers are fixed (Splitmix64 from a fixed seed), so keys may be stored in files.

use crate::{Piece, Square};

const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const SEED: u64 = 0x6368_7568_6531_3938;

static PIECES: [[u64; 90]; 14] = {
    let mut keys = [[0; 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            keys[piece][square] = splitmix(SEED.wrapping_mul((piece * 90 + square) as u64 + 1));
            square += 1;
        }
        piece += 1;
    }
    keys
};

/// Added to the key when black moves.
pub const SIDE: u64 = splitmix(SEED);

/// The number of a piece on a point.
#[inline]
#[must_use]
pub fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}
