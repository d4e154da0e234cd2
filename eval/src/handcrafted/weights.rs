//! Every number of the evaluation, in one place.
//!
//! Unit: a hundredth of a pawn, a pawn that has crossed the river being worth about one and a half. Pairs are
//! (middle game, endgame). Tables over points show the board from its owner's side, the enemy's back rank on top, files
//! a to e; files f to i mirror them.

pub(crate) mod declare;
#[cfg(feature = "tune")]
mod tunable;

#[cfg(feature = "tune")]
pub use tunable::Weight;

use super::Tapered;

#[cfg(not(feature = "tune"))]
const fn pairs<const N: usize>(values: [(i32, i32); N]) -> [Tapered; N] {
    let mut pairs = [Tapered::ZERO; N];
    let mut i = 0;
    while i < N {
        pairs[i] = Tapered::new(values[i].0, values[i].1);
        i += 1;
    }
    pairs
}

#[cfg(feature = "tune")]
const fn flat<const N: usize, const CELLS: usize>(values: [(i32, i32); N]) -> [i32; CELLS] {
    let mut flat = [0; CELLS];
    let mut i = 0;
    while i < N {
        flat[2 * i] = values[i].0;
        flat[2 * i + 1] = values[i].1;
        i += 1;
    }
    flat
}

/// A knight in the middle game. UCCI scores are printed in units of it.
pub const KNIGHT_VALUE: i32 = 420;

declare::weights! {
    // Material

    /// A rook.
    rook: (940, 1000), 600..=1400, 20;
    /// A knight. It gains when fewer pieces block its legs.
    knight: (KNIGHT_VALUE, 480), 250..=700, 15;
    /// A cannon. It loses with its screens.
    cannon: (460, 440), 250..=700, 15;
    /// An advisor.
    advisor: (110, 130), 20..=300, 10;
    /// A bishop.
    bishop: (110, 130), 20..=300, 10;
    /// A pawn, before its place on the board is looked at.
    pawn: (55, 80), 10..=250, 8;

    // Piece-square

    /// A rook's place: off its corner, on the ranks of the river and of the enemy's pawns, on the central files.
    rook_square: [pair; 50] = [
        ( 6,  4), ( 8,  6), ( 8,  6), (16, 10), (14, 12),
        (10,  8), (16, 10), (14, 10), (24, 14), (26, 16),
        ( 6,  8), (10, 10), (10, 10), (20, 14), (18, 14),
        (10, 10), (16, 12), (16, 12), (22, 14), (20, 14),
        (10,  8), (16, 10), (16, 10), (20, 12), (20, 12),
        ( 6,  4), (12,  6), (12,  6), (16,  8), (16,  8),
        ( 0,  0), ( 6,  2), ( 6,  2), (12,  4), (10,  4),
        (-6, -2), ( 4,  0), ( 2,  0), (10,  2), ( 4,  0),
        (-6, -4), ( 2, -2), ( 0, -2), (10,  0), ( 0, -2),
        (-16, -6), (0, -2), (-4, -4), (12, -2), (-8, -4),
    ], -60..=80, 4;
    /// A knight's place: towards the centre and forward; c8 and d7 (their likes on the right) look at the palace.
    knight_square: [pair; 50] = [
        (-30, -24), (-14, -12), (-10, -8), (-10, -8), (-14, -10),
        (-14, -12), (  4,   2), ( 26, 16), ( 10,  8), ( -8,   0),
        (  0,  -4), ( 14,   8), ( 20, 16), ( 26, 18), ( 12,  12),
        (  4,  -2), ( 18,  10), ( 20, 16), ( 24, 20), ( 18,  18),
        (  2,  -4), ( 14,   8), ( 16, 14), ( 18, 18), ( 20,  18),
        ( -2,  -6), (  8,   4), ( 14, 10), ( 14, 14), ( 16,  14),
        ( -8, -10), (  2,   0), (  6,  6), (  8,  8), (  8,   8),
        ( -8, -14), (  0,  -6), ( 14,  2), (  6,  2), (  2,   2),
        (-16, -18), ( -8, -10), (  0, -4), (  0, -2), (-16, -10),
        (-26, -26), (-22, -18), ( -8, -10), (-8, -8), (-20, -12),
    ], -80..=80, 4;
    /// A cannon's place: the centre, its own side of the river, the enemy's corners.
    cannon_square: [pair; 50] = [
        (10,  4), ( 8,  2), ( 0,  0), (-10, -6), (-12, -6),
        ( 2,  0), ( 2,  0), ( 0,  0), ( -8, -4), (-12, -4),
        ( 2,  0), ( 2,  0), ( 0,  0), ( -6, -2), ( -6,  0),
        ( 0,  0), ( 2,  0), ( 2,  0), (  0,  0), ( 10,  2),
        (-2,  0), ( 2,  0), ( 2,  0), (  2,  0), ( 10,  2),
        (-2,  0), ( 2,  0), ( 4,  0), (  4,  0), ( 10,  2),
        (-2,  0), ( 2,  0), ( 2,  0), (  2,  2), ( 10,  4),
        ( 0,  0), ( 4,  2), ( 8,  2), (  6,  4), ( 18,  8),
        (-4,  0), ( 2,  2), ( 2,  2), (  4,  6), (  6,  8),
        (-6,  0), ( 0,  2), ( 2,  2), (  6,  6), (  2,  8),
    ], -60..=80, 4;
    /// A pawn's place: over the river, towards the palace, not on the last rank.
    pawn_square: [pair; 50] = [
        (-10, -40), ( 0, -30), (14, -20), ( 26, -10), ( 30, -10),
        ( 30,   8), (54,  30), (78,  48), ( 96,  62), ( 98,  66),
        ( 46,  34), (64,  50), (80,  64), ( 98,  80), (104,  84),
        ( 46,  42), (60,  54), (72,  66), ( 84,  78), ( 92,  82),
        ( 36,  38), (46,  46), (54,  54), ( 62,  62), ( 70,  66),
        (  4,  10), ( 0,   0), (10,  12), (  0,   0), ( 12,  14),
        (  0,   0), ( 0,   0), ( 0,   0), (  0,   0), ( 10,   6),
        (  0,   0), ( 0,   0), ( 0,   0), (  0,   0), (  0,   0),
        (  0,   0), ( 0,   0), ( 0,   0), (  0,   0), (  0,   0),
        (  0,   0), ( 0,   0), ( 0,   0), (  0,   0), (  0,   0),
    ], -80..=200, 6;
    /// The king's place: ranks 2, 1 and 0 of the palace, side file then central file.
    king_square: [pair; 6] = [
        (-50, -14), (-60, -14),
        (-26,  -4), (-34,  -6),
        ( -8,   2), (  0,   4),
    ], -120..=60, 4;
    /// An advisor's place: front corner, centre, home corner of the palace.
    advisor_square: [pair; 3] = [(-8, -2), (4, 4), (0, 0)], -60..=60, 3;
    /// A bishop's place: the river, the edge, the centre, the back rank.
    bishop_square: [pair; 4] = [(-8, -4), (-14, -8), (8, 4), (0, 0)], -60..=60, 3;

    // Mobility

    /// A rook's safe points, by their number.
    rook_mobility: [pair; 18] = [
        (-50, -40), (-36, -30), (-24, -20), (-14, -12), (-8, -6), (-4, -2), (0, 2), (4, 6), (7, 10),
        (10, 13), (13, 16), (15, 19), (17, 22), (19, 24), (21, 26), (22, 28), (23, 30), (24, 32),
    ], -120..=120, 4;
    /// A knight's safe points, by their number.
    knight_mobility: [pair; 9] = [
        (-46, -40), (-28, -26), (-14, -12), (-4, -2), (4, 6), (10, 12), (16, 18), (20, 22), (24, 26),
    ], -120..=120, 4;
    /// A cannon's safe points, by their number.
    cannon_mobility: [pair; 18] = [
        (-24, -20), (-16, -14), (-10, -8), (-6, -4), (-3, -1), (0, 2), (2, 4), (4, 6), (5, 8),
        (6, 9), (7, 10), (8, 11), (9, 12), (10, 13), (10, 14), (10, 14), (10, 14), (10, 14),
    ], -120..=120, 4;

    // Tempo

    /// The right to move.
    tempo: (24, 12), 0..=80, 4;
}
