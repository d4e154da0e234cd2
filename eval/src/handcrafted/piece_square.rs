//! What a place on the board is worth to a piece, whatever stands around it.

use chuhe_movegen::{Color, PieceKind, Square};

use super::{Context, Tapered, weights};

/// Index into a table that shows the board from its owner's side: five files, the enemy's back rank first.
#[inline]
fn half_board(us: Color, square: Square) -> usize {
    const INDEX: [[u8; 90]; 2] = {
        let mut index = [[0; 90]; 2];
        let mut square = 0;
        while square < 90 {
            let (file, rank) = (square % 9, square / 9);
            let file = if file < 5 { file } else { 8 - file };
            index[0][square] = ((9 - rank) * 5 + file) as u8;
            index[1][square] = (rank * 5 + file) as u8;
            square += 1;
        }
        index
    };
    usize::from(INDEX[us.index()][square.index()])
}

#[inline]
fn king_index(us: Color, square: Square) -> usize {
    usize::from(2 - us.relative_rank(square)) * 2 + usize::from(square.file() == 4)
}

#[inline]
fn advisor_index(us: Color, square: Square) -> usize {
    usize::from(2 - us.relative_rank(square))
}

#[inline]
fn bishop_index(us: Color, square: Square) -> usize {
    match us.relative_rank(square) {
        4 => 0,
        2 if square.file() != 4 => 1,
        2 => 2,
        _ => 3,
    }
}

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let side = context.side(us);
    let mut sum = weights::king_square(king_index(us, position.king(us)));
    for rook in side.rooks.iter() {
        sum += weights::rook_square(half_board(us, rook.square));
    }
    for knight in side.knights.iter() {
        sum += weights::knight_square(half_board(us, knight.square));
    }
    for cannon in side.cannons.iter() {
        sum += weights::cannon_square(half_board(us, cannon.square));
    }
    for square in position.pieces(us, PieceKind::Pawn) {
        sum += weights::pawn_square(half_board(us, square));
    }
    for square in position.pieces(us, PieceKind::Advisor) {
        sum += weights::advisor_square(advisor_index(us, square));
    }
    for square in position.pieces(us, PieceKind::Bishop) {
        sum += weights::bishop_square(bishop_index(us, square));
    }
    sum
}
