//! Every number of the evaluation, in one place.
//!
//! Unit: a hundredth of a pawn, a pawn that has crossed the river being worth about one and a half. Pairs are
//! (middle game, endgame). Tables over points show the board from its owner's side, the enemy's back rank on top, files
//! a to e; files f to i mirror them.

pub(crate) mod declare;
#[cfg(feature = "tune")]
mod tunable;

#[cfg(feature = "tune")]
pub use tunable::{Part, Weight};

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
pub const KNIGHT_VALUE: i32 = 430;

declare::weights! {
    // Material

    /// A rook.
    rook: (1066, 1127), 600..=1400, 20;
    /// A knight. It gains when fewer pieces block its legs.
    knight: (KNIGHT_VALUE, 410), 250..=700, 15;
    /// A cannon. It loses with its screens.
    cannon: (550, 396), 250..=700, 15;
    /// An advisor.
    advisor: (60, 42), 20..=300, 10;
    /// A bishop.
    bishop: (130, 51), 20..=300, 10;
    /// A pawn, before its place on the board is looked at.
    pawn: (67, 109), 10..=250, 8;

    // Piece-square

    /// A rook's place: off its corner, on the ranks of the river and of the enemy's pawns, on the central files.
    rook_square: [pair; 50] = [
        (   6,    4), (   6,    5), (   8,    7), (  17,   11), (  14,   12),
        (  11,    9), (  19,   11), (  13,   10), (  25,   13), (  26,   16),
        (   6,    8), (  10,    9), (  11,   11), (  21,   15), (  19,   14),
        (  12,   11), (  14,   11), (  19,   13), (  20,   13), (  20,   15),
        (  11,    9), (  14,    9), (  16,   11), (  20,   11), (  20,   13),
        (   7,    4), (  15,    7), (  16,    8), (  15,    8), (  17,    9),
        (   1,    0), (   5,    2), (   6,    3), (  11,    4), (  10,    4),
        (  -5,   -1), (   6,    0), (   3,    1), (  10,    2), (   4,   -1),
        ( -12,   -4), (   0,   -3), (  -1,   -2), (   9,   -1), (   0,   -2),
        ( -16,   -7), (  -2,   -3), (  -4,   -3), (  13,   -2), (  -8,   -4),
    ], -60..=80, 4;
    /// A knight's place: towards the centre and forward; c8 and d7 (their likes on the right) look at the palace.
    knight_square: [pair; 50] = [
        ( -30,  -24), ( -14,  -12), ( -10,   -7), ( -10,   -8), ( -14,  -10),
        ( -14,  -12), (   5,    3), (  27,   15), (  11,    9), (  -8,    0),
        (   1,   -3), (  15,    9), (  19,   14), (  26,   17), (  12,   13),
        (   4,   -2), (  17,    9), (  21,   16), (  25,   19), (  18,   18),
        (   2,   -4), (  14,    8), (  17,   15), (  18,   18), (  22,   19),
        (  -2,   -6), (   6,    4), (  14,    9), (  18,   16), (  17,   13),
        (  -8,  -10), (   1,    0), (   6,    7), (   8,    8), (   7,    8),
        ( -10,  -13), (  -2,   -7), (  12,    2), (   9,    4), (   3,    3),
        ( -18,  -19), (  -8,  -10), (  -2,   -4), (  -2,   -2), ( -17,  -11),
        ( -26,  -26), ( -22,  -20), (  -9,  -10), (  -8,   -9), ( -20,  -12),
    ], -80..=80, 4;
    /// A cannon's place: the centre, its own side of the river, the enemy's corners.
    cannon_square: [pair; 50] = [
        (  10,    2), (  10,    4), (  -1,   -1), ( -10,   -6), ( -12,   -6),
        (   3,    1), (  -1,    0), (  -2,    0), (  -7,   -3), ( -12,   -4),
        (   3,    1), (  -1,    0), (   1,    1), (  -6,   -2), (  -6,    0),
        (   0,    0), (   1,    0), (  -2,   -2), (  -3,   -2), (   9,    1),
        (  -2,   -1), (   2,    1), (   3,    0), (   1,   -1), (  12,    3),
        (  -2,   -1), (   4,    0), (   2,   -1), (   4,   -1), (  13,    2),
        (  -3,    0), (   4,    0), (   2,    0), (   1,    1), (   9,    4),
        (  -1,   -1), (   3,    3), (   8,    2), (  11,    6), (  21,    9),
        (  -3,    0), (   2,    2), (   1,    2), (   5,    7), (   5,    8),
        (  -6,    0), (   1,    2), (   2,    2), (   6,    6), (   2,    8),
    ], -60..=80, 4;
    /// A pawn's place: over the river, towards the palace, not on the last rank.
    pawn_square: [pair; 50] = [
        ( -10,  -40), (   0,  -31), (  14,  -21), (  26,  -10), (  30,  -10),
        (  30,    8), (  56,   33), (  78,   48), (  97,   60), (  98,   64),
        (  44,   31), (  64,   49), (  82,   66), ( 100,   86), ( 104,   83),
        (  40,   39), (  59,   55), (  76,   70), (  87,   72), (  95,   74),
        (  39,   39), (  46,   46), (  54,   51), (  62,   61), (  71,   68),
        (   2,   12), (   0,    0), (  11,    4), (   0,    0), (  11,   18),
        (  -5,    0), (   0,    0), ( -17,   -1), (   0,    0), (  22,   22),
        (   0,    0), (   0,    0), (   0,    0), (   0,    0), (   0,    0),
        (   0,    0), (   0,    0), (   0,    0), (   0,    0), (   0,    0),
        (   0,    0), (   0,    0), (   0,    0), (   0,    0), (   0,    0),
    ], -80..=200, 6;
    /// The king's place: ranks 2, 1 and 0 of the palace, side file then central file.
    king_square: [pair; 6] = [
        (-51, -14), (-62, -15),
        (-28, -3), (-38, -6),
        (-7, 5), (8, 1),
    ], -120..=60, 4;
    /// An advisor's place: front corner, centre, home corner of the palace.
    advisor_square: [pair; 3] = [(-14, -7), (3, 3), (6, 2)], -60..=60, 3;
    /// A bishop's place: the river, the edge, the centre, the back rank.
    bishop_square: [pair; 4] = [(-10, -4), (-16, -7), (7, -1), (5, 1)], -60..=60, 3;

    // Mobility

    /// A rook's safe points, by their number.
    rook_mobility: [pair; 18] = [
        (-51, -40), (-36, -30), (-26, -21), (-14, -12), (-3, -5), (-2, -1), (1, 3), (5, 6), (6, 11),
        (13, 16), (12, 17), (15, 20), (17, 22), (19, 25), (21, 26), (23, 28), (23, 30), (25, 32),
    ], -120..=120, 4;
    /// A knight's safe points, by their number.
    knight_mobility: [pair; 9] = [
        (-46, -40), (-31, -28), (-15, -12), (-4, -2), (4, 7), (12, 12), (16, 18), (21, 21), (25, 25),
    ], -120..=120, 4;
    /// A cannon's safe points, by their number.
    cannon_mobility: [pair; 18] = [
        (-24, -20), (-16, -14), (-10, -8), (-5, -5), (-5, -2), (2, 2), (3, 6), (4, 7), (4, 7),
        (3, 8), (9, 11), (7, 12), (9, 12), (11, 13), (10, 14), (10, 13), (11, 13), (10, 14),
    ], -120..=120, 4;

    // Cannons

    /// A cannon that sees the enemy king on its file with nothing in between (空头炮).
    hollow_cannon: (88, 0), 0..=300, 10;
    /// Each own rook beside a hollow cannon.
    hollow_cannon_rook: (56, 17), 0..=200, 8;
    /// A cannon that sees the enemy king on its rank with nothing in between.
    hollow_cannon_rank: (20, 13), 0..=200, 8;
    /// Two enemy pieces between a cannon and their king: neither may leave.
    cannon_pins_two: (35, 20), 0..=120, 4;
    /// One of the two is a knight in the heart of the palace.
    cannon_pins_palace_heart: (70, 32), 0..=120, 8;
    /// One own and one enemy piece between a cannon and the enemy king.
    cannon_mixed_screens: (24, 15), 0..=120, 4;
    /// Two own pieces between a cannon and the enemy king.
    cannon_own_screens: (6, 4), 0..=120, 4;
    /// Three pieces between a cannon and the enemy king on its file: the usual central cannon.
    central_cannon: (10, 0), 0..=120, 4;
    /// A cannon on the enemy's back rank, two pieces or more between it and the king (沉底炮).
    bottom_cannon: (11, 4), 0..=120, 4;
    /// Each own rook beside a bottom cannon.
    bottom_cannon_rook: (28, 13), 0..=120, 4;

    // Rooks

    /// A rook on a file without pawns.
    rook_open_file: (30, 24), 0..=120, 4;
    /// A rook on a file without own pawns.
    rook_half_open_file: (26, 16), 0..=120, 4;
    /// A rook that looks into the enemy palace along the file beside the centre (肋道).
    rook_rib_file: (6, 0), 0..=120, 4;
    /// A rook in its corner that can hardly move.
    rook_undeveloped: (-20, -7), -100..=0, 4;
    /// A single enemy piece between a rook and the enemy king.
    rook_pins: (15, 19), 0..=120, 4;
    /// A single own piece between a rook and the enemy king.
    rook_behind_own: (12, 8), 0..=120, 4;

    // Knights

    /// An own pawn on a leg.
    knight_leg_own_pawn: (-2, -6), -100..=0, 3;
    /// Another own piece on a leg.
    knight_leg_own_piece: (-15, -3), -100..=0, 3;
    /// An enemy piece on a leg.
    knight_leg_enemy: (0, -7), -100..=0, 3;
    /// A protected knight over the river, out of the pawns' reach.
    knight_outpost: (17, 3), 0..=120, 4;
    /// A knight in the heart of its own palace (窝心马).
    knight_palace_heart: (-32, -19), -100..=0, 6;

    // Pawns

    /// Each pair of neighbours over the river.
    pawn_linked: (15, 10), 0..=100, 4;
    /// Each protected pawn over the river.
    pawn_guarded: (24, 0), 0..=100, 4;
    /// Each pawn over the river for each advisor or bishop that the enemy has lost.
    pawn_against_missing_guard: (14, 31), 0..=100, 2;
    /// A pawn on the three ranks before the enemy king's, at most one file away from it.
    pawn_at_king: (23, 20), 0..=100, 4;
    /// A pawn that can take its next step on its own side or over the river safely.
    pawn_free_step: (3, 17), 0..=100, 2;

    // Advisors and bishops

    /// Both advisors.
    advisor_pair: (8, 0), 0..=100, 4;
    /// Both bishops.
    bishop_pair: (21, 2), 0..=100, 4;
    /// All four guards.
    full_guard: (19, 4), 0..=100, 4;
    /// Bishops that protect each other.
    bishops_linked: (18, 3), 0..=100, 3;
    /// Each missing advisor for each enemy rook.
    missing_advisor_rook: (-34, -17), -80..=0, 4;
    /// Each missing advisor for each enemy knight.
    missing_advisor_knight: (-38, -28), -80..=0, 4;
    /// Each missing bishop for each enemy cannon.
    missing_bishop_cannon: (-31, 0), -80..=0, 4;

    // King safety

    /// Danger by a rook that reaches into the palace.
    danger_rook: 4, 0..=10, 1;
    /// Danger by a cannon that strikes into the palace.
    danger_cannon: 3, 0..=10, 1;
    /// Danger by a knight that reaches into the palace.
    danger_knight: 4, 0..=10, 1;
    /// Danger by a pawn that reaches into the palace.
    danger_pawn: 2, 0..=10, 1;
    /// Danger for each attacked palace point that the king alone, or nobody, holds.
    danger_weak_point: 1, 0..=6, 1;
    /// Danger for each missing advisor or bishop.
    danger_missing_guard: 1, 0..=6, 1;
    /// What the summed danger costs.
    king_danger: [pair; 24] = [
        (0, 0), (0, 0), (0, 0), (1, 1), (3, 1), (6, 1), (10, 2), (14, 2), (20, 4), (28, 6), (38, 10), (48, 12),
        (57, 16), (68, 20), (78, 25), (89, 30), (99, 34), (110, 38), (121, 42), (133, 46), (146, 50), (160, 54), (175, 58), (190, 62),
    ], 0..=400, 8;
    /// Enemy rooks, knights and cannons over the river, by their number.
    crossed_attackers: [pair; 7] = [(0, 0), (0, 0), (5, 3), (19, 7), (31, 9), (40, 12), (50, 16)], 0..=120, 4;
    /// Safe steps of the king, by their number.
    king_steps: [pair; 5] = [(-10, -12), (4, -2), (-3, 2), (2, 9), (5, 8)], -60..=60, 4;
    /// No own piece on the king's file while the enemy has a rook or a cannon.
    king_open_file: (-22, -3), -100..=0, 4;
    /// A piece of ours that alone keeps the kings apart.
    piece_between_kings: (-4, -10), -100..=0, 4;

    // Threats

    /// An enemy rook, knight or cannon attacked by a pawn.
    threat_by_pawn: (38, 32), 0..=120, 5;
    /// An enemy rook attacked by a knight or a cannon.
    threat_on_rook: (34, 23), 0..=120, 5;
    /// An unprotected enemy rook attacked by a rook.
    loose_rook: (9, 10), 0..=120, 5;
    /// An unprotected, attacked enemy knight or cannon.
    loose_minor: (49, 38), 0..=120, 5;
    /// An unprotected, attacked enemy advisor or bishop.
    loose_guard: (14, 15), 0..=120, 4;
    /// An unprotected, attacked enemy pawn.
    loose_pawn: (19, 32), 0..=120, 4;

    // Scaling, in sixty-fourths

    /// Pawns alone against about as many guards.
    scale_pawns_hard: 28, 0..=64, 4;
    /// Pawns alone against more guards.
    scale_pawns_hopeless: 10, 0..=64, 4;
    /// A lone knight or cannon against what it does not beat.
    scale_lone_minor: 8, 0..=64, 4;
    /// A knight or cannon and one pawn against four defenders.
    scale_minor_and_pawn: 32, 0..=64, 4;
    /// Two knights or cannons against four defenders.
    scale_two_minors: 44, 0..=64, 4;
    /// A lone rook against a rook.
    scale_rook_against_rook: 20, 0..=64, 4;
    /// A lone rook against full guards, or a knight or cannon and two guards.
    scale_lone_rook: 12, 0..=64, 4;
    /// A rook and one pawn against a rook or four defenders.
    scale_rook_and_pawn: 32, 0..=64, 4;
    /// A rook and a knight or cannon against a rook and three guards.
    scale_rook_and_minor: 48, 0..=64, 4;

    // Tempo

    /// The right to move.
    tempo: (28, 0), 0..=80, 4;
}
