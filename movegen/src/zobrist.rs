//! Zobrist keys: one random number a piece and point, one for the side to move.
//!
//! The numbers are fixed (Splitmix64 from a fixed seed), so keys may be stored in files.

use crate::{Color, Piece, PieceKind, Square};

const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const SEED: u64 = 0x6368_7568_6531_3938;

/// Rows by [`Piece::code`], which costs no arithmetic.
static PIECES: [[u64; 90]; 16] = {
    let mut keys = [[0; 90]; 16];
    let mut kind = 0;
    while kind < 14 {
        let piece = Piece::new(Color::ALL[kind / 7], PieceKind::ALL[kind % 7]);
        let mut square = 0;
        while square < 90 {
            keys[piece.code()][square] = splitmix(SEED.wrapping_mul((piece.index() * 90 + square) as u64 + 1));
            square += 1;
        }
        kind += 1;
    }
    keys
};

/// Added to the key when black moves.
pub const SIDE: u64 = splitmix(SEED);

/// The number of a piece on a point.
#[inline]
#[must_use]
pub fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.code()][square.index()]
}
