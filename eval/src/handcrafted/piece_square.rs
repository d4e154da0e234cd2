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

#[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("piece_square");

    #[test]
    fn a_pawn_rises_over_the_river_and_falls_on_the_last_rank() {
        let pawn = |rank: usize| {
            let mut ranks = ["9"; 10];
            (ranks[0], ranks[9], ranks[9 - rank]) = ("3k5", "4K4", "6P2");
            if rank == 9 {
                ranks[0] = "3k2P2";
            }
            TERM.red(&ranks.join("/")).mg
        };
        assert!(pawn(5) > pawn(4) + 30 && pawn(6) > pawn(5) && pawn(7) > pawn(6), "rank 5 {}", pawn(5));
        assert!(pawn(9) < pawn(5), "last rank {}", pawn(9));
    }

    #[test]
    fn pieces_leave_home_and_the_king_stays() {
        let better = |good: &str, bad: &str| assert!(TERM.red(good).mg > TERM.red(bad).mg, "{good} over {bad}");
        better("4k4/9/9/9/9/9/9/2N6/9/3K5", "4k4/9/9/9/9/9/9/9/9/1N1K5");
        better("4k4/9/9/9/9/9/9/2N6/9/3K5", "4k4/9/9/9/9/9/9/N8/9/3K5");
        better("4k4/9/9/9/9/9/9/9/9/1R1K5", "4k4/9/9/9/9/9/9/9/9/R2K5");
        better("4k4/9/9/9/9/9/9/9/9/3K5", "4k4/9/9/9/9/9/9/9/3K5/9");
        better("4k4/9/9/9/9/9/9/4B4/9/3K5", "4k4/9/9/9/9/9/9/B8/9/3K5");
    }
}
