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

    // Cannons

    /// A cannon that sees the enemy king on its file with nothing in between (空头炮).
    hollow_cannon: (100, 40), 0..=300, 10;
    /// Each own rook beside a hollow cannon.
    hollow_cannon_rook: (45, 20), 0..=200, 8;
    /// A cannon that sees the enemy king on its rank with nothing in between.
    hollow_cannon_rank: (30, 12), 0..=200, 8;
    /// Two enemy pieces between a cannon and their king: neither may leave.
    cannon_pins_two: (22, 10), -20..=120, 4;
    /// One of the two is a knight in the heart of the palace.
    cannon_pins_palace_heart: (45, 15), -20..=200, 8;
    /// One own and one enemy piece between a cannon and the enemy king.
    cannon_mixed_screens: (12, 6), -40..=80, 4;
    /// Two own pieces between a cannon and the enemy king.
    cannon_own_screens: (6, 4), -40..=80, 4;
    /// Three pieces between a cannon and the enemy king on its file: the usual central cannon.
    central_cannon: (10, 2), -40..=80, 4;
    /// A cannon on the enemy's back rank, two pieces or more between it and the king (沉底炮).
    bottom_cannon: (8, 4), -40..=80, 4;
    /// Each own rook beside a bottom cannon.
    bottom_cannon_rook: (10, 4), -40..=80, 4;
    /// Each own advisor or bishop, a screen at home, for each cannon.
    cannon_own_guard: (0, 5), -20..=40, 2;

    // Rooks

    /// A rook on a file without pawns.
    rook_open_file: (14, 8), -40..=80, 4;
    /// A rook on a file without own pawns.
    rook_half_open_file: (8, 4), -40..=80, 4;
    /// A rook that looks into the enemy palace along the file beside the centre (肋道).
    rook_rib_file: (14, 6), -40..=80, 4;
    /// A rook that protects the other one; both count.
    rook_connected: (4, 3), -40..=60, 3;
    /// A rook in its corner that can hardly move.
    rook_undeveloped: (-12, 0), -80..=40, 4;
    /// A single enemy piece between a rook and the enemy king.
    rook_pins: (12, 8), -40..=80, 4;
    /// A single own piece between a rook and the enemy king.
    rook_behind_own: (10, 6), -40..=80, 4;

    // Knights

    /// An own pawn on a leg.
    knight_leg_own_pawn: (-6, -2), -60..=20, 3;
    /// Another own piece on a leg.
    knight_leg_own_piece: (-3, -2), -60..=20, 3;
    /// An enemy piece on a leg.
    knight_leg_enemy: (-5, -5), -60..=20, 3;
    /// A knight that protects the other one; both count.
    knight_linked: (5, 4), -20..=60, 3;
    /// A protected knight over the river, out of the pawns' reach.
    knight_outpost: (10, 8), -20..=80, 4;
    /// A knight in the heart of its own palace (窝心马).
    knight_palace_heart: (-24, -6), -120..=20, 6;

    // Pawns

    /// Each pair of neighbours over the river.
    pawn_linked: (14, 22), -20..=100, 4;
    /// Each protected pawn over the river.
    pawn_guarded: (6, 8), -20..=60, 4;
    /// Each pawn over the river for each advisor or bishop that the enemy has lost.
    pawn_against_missing_guard: (3, 6), -20..=40, 2;
    /// A pawn on the three ranks before the enemy king's, at most one file away from it.
    pawn_at_king: (14, 16), -20..=80, 4;
    /// A pawn that can take its next step on its own side or over the river safely.
    pawn_free_step: (3, 4), -20..=40, 2;

    // Advisors and bishops

    /// Both advisors.
    advisor_pair: (14, 14), -40..=100, 4;
    /// Both bishops.
    bishop_pair: (16, 18), -40..=100, 4;
    /// All four guards.
    full_guard: (10, 10), -40..=80, 4;
    /// Bishops that protect each other.
    bishops_linked: (8, 4), -20..=60, 3;
    /// Advisors that protect each other.
    advisors_linked: (5, 3), -20..=60, 3;
    /// Each missing advisor for each enemy rook.
    missing_advisor_rook: (-14, -6), -80..=20, 4;
    /// Each missing advisor for each enemy knight.
    missing_advisor_knight: (-7, -5), -80..=20, 4;
    /// Each missing bishop for each enemy cannon.
    missing_bishop_cannon: (-10, -5), -80..=20, 4;

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
        (0, 0), (0, 0), (0, 0), (2, 0), (4, 0), (8, 1), (12, 2), (17, 4), (23, 6), (30, 8), (37, 10), (45, 13),
        (54, 16), (63, 19), (73, 22), (84, 26), (95, 30), (107, 34), (119, 38), (132, 42), (146, 47), (160, 52),
        (175, 57), (190, 62),
    ], -40..=400, 8;
    /// Enemy rooks, knights and cannons over the river, by their number.
    crossed_attackers: [pair; 7] = [(0, 0), (0, 0), (6, 2), (16, 4), (30, 8), (40, 12), (50, 16)], -40..=120, 4;
    /// Safe steps of the king, by their number.
    king_steps: [pair; 5] = [(-14, -16), (0, 0), (3, 6), (4, 8), (4, 8)], -60..=60, 4;
    /// No own piece on the king's file while the enemy has a rook or a cannon.
    king_open_file: (-20, -6), -80..=40, 4;
    /// A piece of ours that alone keeps the kings apart.
    piece_between_kings: (-6, -8), -80..=40, 4;
    /// The king looks down an open file next to the enemy king's.
    king_holds_file: (4, 12), -20..=60, 4;

    // Threats

    /// An enemy rook, knight or cannon attacked by a pawn.
    threat_by_pawn: (30, 30), -20..=120, 5;
    /// An enemy rook attacked by a knight or a cannon.
    threat_on_rook: (30, 24), -20..=120, 5;
    /// An unprotected enemy rook attacked by a rook.
    loose_rook: (12, 12), -20..=120, 5;
    /// An unprotected, attacked enemy knight or cannon.
    loose_minor: (22, 22), -20..=120, 5;
    /// An unprotected, attacked enemy advisor or bishop.
    loose_guard: (8, 10), -20..=80, 4;
    /// An unprotected, attacked enemy pawn.
    loose_pawn: (6, 12), -20..=80, 4;

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
    tempo: (24, 12), 0..=80, 4;
}
