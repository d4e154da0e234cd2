//! Which row of the first layer a piece switches on.
//!
//! A side counts pieces as "own" and "other", sees its own back rank as rank 0, and sees the board mirrored when its king
//! stands on the f file. Only points that a piece can reach get a plane: 6 for the own king (files d and e), 9 for the
//! other one, 5 an advisor, 7 a bishop, 90 a knight, rook or cannon and 55 a pawn: 689 planes.

use chuhe_movegen::{Color, Piece, PieceKind, Position, Square};

/// Planes of one set of rows.
pub const PLANES: usize = 689;

/// Points of the own king after mirroring.
pub const KING_POINTS: usize = 6;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view it is.
    pub color: Color,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// Where the own king stands: 0 to 5 for d0, e0, d1, e1, d2, e2.
    pub king_point: usize,
}

impl View {
    /// How `color` sees the board with its king on `king`.
    #[inline]
    #[must_use]
    pub fn new(color: Color, king: Square) -> View {
        let mirrored = king.file() > 4;
        View { color, mirrored, king_point: usize::from(plane_table(color, mirrored)[color.index() * 7][king.index()]) }
    }

    /// How `color` sees a position.
    #[inline]
    #[must_use]
    pub fn of(position: &Position, color: Color) -> View {
        View::new(color, position.king(color))
    }

    /// The plane of a piece, 0 to 688.
    #[inline]
    #[must_use]
    pub fn plane(&self, piece: Piece, square: Square) -> usize {
        usize::from(plane_table(self.color, self.mirrored)[piece.index()][square.index()])
    }
}

/// By piece and point.
type PlaneTable = [[u16; 90]; 14];

#[inline]
fn plane_table(color: Color, mirrored: bool) -> &'static PlaneTable {
    &TABLES[color.index() * 2 + mirrored as usize]
}

static TABLES: [PlaneTable; 4] = [table(0, false), table(0, true), table(1, false), table(1, true)];

/// Points of a kind in the order of their planes: own pieces from their own view, and how many planes they have.
/// `file` and `rank` are of the view of the side that owns the piece.
const fn own_plane(kind: usize, file: usize, rank: usize) -> Option<usize> {
    const KING: usize = PieceKind::King as usize;
    const ADVISOR: usize = PieceKind::Advisor as usize;
    const BISHOP: usize = PieceKind::Bishop as usize;
    const PAWN: usize = PieceKind::Pawn as usize;
    let point = rank * 9 + file;
    match kind {
        KING if rank < 3 && file >= 3 && file <= 5 => Some(rank * 3 + file - 3),
        // d0 f0 e1 d2 f2
        ADVISOR => index_of(&[3, 5, 13, 21, 23], point),
        // c0 g0 a2 e2 i2 c4 g4
        BISHOP => index_of(&[2, 6, 18, 22, 26, 38, 42], point),
        PAWN if rank >= 5 => Some(10 + point - 45),
        PAWN if rank >= 3 && file.is_multiple_of(2) => Some((rank - 3) * 5 + file / 2),
        KING | PAWN => None,
        _ => Some(point),
    }
}

const fn index_of(points: &[usize], point: usize) -> Option<usize> {
    let mut i = 0;
    while i < points.len() {
        if points[i] == point {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Planes of each kind, K A B N R C P.
const SIZES: [usize; 7] = [9, 5, 7, 90, 90, 90, 55];

/// Builds a table. The planes come in the order: own king, other king, then kind by kind own and other. Points that a
/// piece cannot reach hold 0 and are never asked for.
const fn table(color: usize, mirrored: bool) -> PlaneTable {
    let mut table = [[0; 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let kind = piece % 7;
        let other = piece / 7 != color;
        let mut base = 0;
        let mut before = 0;
        while before < kind {
            base += if before == 0 { KING_POINTS + SIZES[0] } else { 2 * SIZES[before] };
            before += 1;
        }
        if other {
            base += if kind == 0 { KING_POINTS } else { SIZES[kind] };
        }
        let mut square = 0;
        while square < 90 {
            let file = if mirrored { 8 - square % 9 } else { square % 9 };
            // The rank as the piece's owner sees it.
            let rank = if piece / 7 == 0 { square / 9 } else { 9 - square / 9 };
            if let Some(plane) = own_plane(kind, file, rank) {
                table[piece][square] = if kind == 0 && !other {
                    // The own king never stands right of the middle.
                    if file <= 4 { (rank * 2 + file - 3) as u16 } else { 0 }
                } else {
                    (base + plane) as u16
                };
            }
            square += 1;
        }
        piece += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_movegen::Board;

    /// The points a piece can reach, by asking the checked position.
    fn reachable(piece: Piece, square: Square) -> bool {
        let red_king = Piece::new(Color::Red, PieceKind::King);
        let black_king = Piece::new(Color::Black, PieceKind::King);
        let mut board = Board::EMPTY;
        for (king, points) in [(red_king, ["d0", "e0"]), (black_king, ["e9", "d9"])] {
            let [first, second] = points.map(|point| point.parse().unwrap());
            if piece != king {
                board.set(if square == first { second } else { first }, Some(king));
            }
        }
        board.set(square, Some(piece));
        let mut fen = Position::start().fen();
        fen.board = board;
        let refused = Position::try_from(&fen);
        !matches!(refused, Err(chuhe_movegen::PositionError::Misplaced { piece: misplaced, .. }) if misplaced == piece)
    }

    #[test]
    fn every_reachable_point_has_its_own_plane_in_both_views() {
        for color in Color::ALL {
            for mirrored in [false, true] {
                let mut seen = [false; PLANES];
                for side in Color::ALL {
                    for kind in PieceKind::ALL {
                        for square in Square::all().filter(|&square| reachable(Piece::new(side, kind), square)) {
                            let left = if mirrored { square.file() >= 4 } else { square.file() <= 4 };
                            if kind == PieceKind::King && side == color && !left {
                                continue;
                            }
                            let view = View { color, mirrored, king_point: 0 };
                            let plane = view.plane(Piece::new(side, kind), square);
                            assert!(
                                !std::mem::replace(&mut seen[plane], true),
                                "{side:?} {kind:?} {square} shares {plane}"
                            );
                        }
                    }
                }
                assert!(seen.iter().all(|&seen| seen), "{color:?} {mirrored}: a plane is never used");
            }
        }
    }

    #[test]
    fn mirrored_and_colour_swapped_boards_look_the_same() {
        let position: Position = "r1ba1kb2/4a4/2n6/p3p3p/9/2P6/P3P3P/1C2C4/4A4/2BK1AB1R w - - 3 9".parse().unwrap();
        let planes = |position: &Position, color: Color| {
            let view = View::of(position, color);
            let mut planes: Vec<usize> =
                position.board().pieces().map(|(square, piece)| view.plane(piece, square)).collect();
            planes.sort_unstable();
            (view.king_point, planes)
        };
        let swapped = Position::try_from(&position.fen().swap_colors()).unwrap();
        for color in Color::ALL {
            assert_eq!(planes(&position, color), planes(&position.mirror(), color));
            assert_eq!(planes(&position, color), planes(&swapped, !color));
        }
        assert_ne!(planes(&position, Color::Red), planes(&position, Color::Black));
    }
}
