//! The rules of movement, slowly: one step at a time on a board of occupied points. Judge of the fast tables, and what
//! they are built from.

use crate::{Bitboard, Color, Square, attacks};

const ORTHOGONAL: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

fn step(square: Square, file: i32, rank: i32) -> Option<Square> {
    Square::try_at(i32::from(square.file()) + file, i32::from(square.rank()) + rank)
}

/// The points from `square` in one direction to the edge.
fn ray(square: Square, (file, rank): (i32, i32)) -> impl Iterator<Item = Square> {
    (1..10).map_while(move |n| step(square, n * file, n * rank))
}

/// Rook set by walking the four rays.
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for direction in ORTHOGONAL {
        for point in ray(square, direction) {
            set = set.with(point);
            if occupied.has(point) {
                break;
            }
        }
    }
    set
}

/// Cannon set by walking the four rays: what lies behind the first piece, up to the second.
#[must_use]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for direction in ORTHOGONAL {
        let mut screens = 0;
        for point in ray(square, direction) {
            if screens == 1 {
                set = set.with(point);
            }
            if occupied.has(point) {
                screens += 1;
            }
            if screens == 2 {
                break;
            }
        }
    }
    set
}

/// Knight set: one step straight onto a free leg, one more step straight and one aside.
#[must_use]
pub fn knight(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (file, rank) in ORTHOGONAL {
        if step(square, file, rank).is_none_or(|leg| occupied.has(leg)) {
            continue;
        }
        for side in [-1, 1] {
            let target = if file == 0 { step(square, side, 2 * rank) } else { step(square, 2 * file, side) };
            if let Some(target) = target {
                set = set.with(target);
            }
        }
    }
    set
}

/// Points from which a knight reaches `square`, by asking every point.
#[must_use]
pub fn knight_to(square: Square, occupied: Bitboard) -> Bitboard {
    Square::all().filter(|&from| knight(from, occupied).has(square)).collect()
}

/// Bishop set: two diagonal steps over a free eye within the own half.
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let home = Color::ALL.map(attacks::bishop_points).into_iter().find(|points| points.has(square));
    let Some(home) = home else { return Bitboard::EMPTY };
    DIAGONAL
        .into_iter()
        .filter(|&(file, rank)| step(square, file, rank).is_some_and(|eye| !occupied.has(eye)))
        .filter_map(|(file, rank)| step(square, 2 * file, 2 * rank))
        .filter(|&target| home.has(target))
        .collect()
}

/// Advisor set: one diagonal step inside the palace.
#[must_use]
pub fn advisor(square: Square) -> Bitboard {
    let home = Color::ALL.map(attacks::advisor_points).into_iter().find(|points| points.has(square));
    let Some(home) = home else { return Bitboard::EMPTY };
    DIAGONAL.into_iter().filter_map(|(file, rank)| step(square, file, rank)).filter(|&t| home.has(t)).collect()
}

/// King set: one straight step inside the palace.
#[must_use]
pub fn king(square: Square) -> Bitboard {
    let home = Color::ALL.map(attacks::palace).into_iter().find(|points| points.has(square));
    let Some(home) = home else { return Bitboard::EMPTY };
    ORTHOGONAL.into_iter().filter_map(|(file, rank)| step(square, file, rank)).filter(|&t| home.has(t)).collect()
}

/// Pawn set: one step forward, and aside once across the river.
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    let forward = if color == Color::Red { 1 } else { -1 };
    let mut set: Bitboard = step(square, 0, forward).into_iter().collect();
    if !color.half().has(square) {
        set |= [-1, 1].into_iter().filter_map(|side| step(square, side, 0)).collect();
    }
    set
}
