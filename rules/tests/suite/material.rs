//! A lone cannon cannot win: every placement is looked at.

use chuhe_movegen::{Bitboard, Board, Color, Fen, Piece, PieceKind, Position, Square, attacks};
use chuhe_rules::{MaterialDraw, Reason, material_draw};

/// All sets of at most two points.
fn up_to_two(points: Bitboard) -> Vec<Vec<Square>> {
    let all: Vec<Square> = points.into_iter().collect();
    let mut sets = vec![vec![]];
    for (i, &first) in all.iter().enumerate() {
        sets.push(vec![first]);
        sets.extend(all[i + 1..].iter().map(|&second| vec![first, second]));
    }
    sets
}

#[test]
fn no_placement_with_a_lone_cannon_and_no_advisors_is_mate_or_stalemate() {
    let put = |board: &mut Board, color: Color, kind: PieceKind, square: Square| {
        let free = board.get(square).is_none();
        board.set(square, Some(Piece::new(color, kind)));
        free
    };
    let red_bishops = up_to_two(attacks::bishop_points(Color::Red));
    let black_bishops = up_to_two(attacks::bishop_points(Color::Black));
    let mut looked_at = 0u32;
    for red_king in attacks::palace(Color::Red) {
        // The mirror image need not be looked at.
        for black_king in attacks::palace(Color::Black).into_iter().filter(|king| king.file() <= 4) {
            for bishops in red_bishops.iter().flat_map(|red| black_bishops.iter().map(move |black| (red, black))) {
                let mut board = Board::EMPTY;
                let mut free = put(&mut board, Color::Red, PieceKind::King, red_king);
                free &= put(&mut board, Color::Black, PieceKind::King, black_king);
                free &= bishops.0.iter().all(|&square| put(&mut board, Color::Red, PieceKind::Bishop, square));
                free &= bishops.1.iter().all(|&square| put(&mut board, Color::Black, PieceKind::Bishop, square));
                if !free {
                    continue;
                }
                for cannon in Square::all().filter(|&square| board.get(square).is_none()) {
                    let mut board = board;
                    put(&mut board, Color::Red, PieceKind::Cannon, cannon);
                    for side in Color::ALL {
                        let fen = Fen { board, side, halfmove: 0, fullmove: 1 };
                        if let Ok(position) = Position::try_from(&fen) {
                            looked_at += 1;
                            assert!(position.has_legal_move(), "{fen}");
                            if looked_at.is_multiple_of(1000) {
                                assert_eq!(
                                    material_draw(&position, MaterialDraw::LoneCannon),
                                    Some(Reason::LoneCannon)
                                );
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(looked_at > 5_000_000);
}
