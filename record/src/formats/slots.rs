//! The 32-slot layout that XQF, DhtmlXQ and old libraries share: each slot stands for one piece and holds its point.

use chuhe_movegen::{Board, Color, Piece, PieceKind, Square};

/// How many slots there are.
pub(super) const COUNT: usize = 32;

/// Red's sixteen pieces from the left rook to the right pawn, then Black's.
const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    [Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn, Pawn, Pawn, Pawn, Pawn]
};

fn piece(slot: usize) -> Piece {
    Piece::new(if slot < 16 { Color::Red } else { Color::Black }, KINDS[slot % 16])
}

/// Sets up the pieces. The second value names the points that two slots claim; the later piece stays there.
pub(super) fn board(slots: impl IntoIterator<Item = Option<Square>>) -> (Board, Vec<Square>) {
    let mut board = Board::EMPTY;
    let mut doubled = Vec::new();
    for (slot, square) in slots.into_iter().take(COUNT).enumerate() {
        let Some(square) = square else { continue };
        if board.get(square).is_some() {
            doubled.push(square);
        }
        board.set(square, Some(piece(slot)));
    }
    (board, doubled)
}

/// Where each slot's piece stands, and the points of pieces that find no slot because there are more of them than a
/// full set has.
pub(super) fn of_board(board: &Board) -> ([Option<Square>; COUNT], Vec<Square>) {
    let mut slots = [None; COUNT];
    let mut left_over = Vec::new();
    for (square, p) in board.pieces() {
        match (0..COUNT).find(|&slot| slots[slot].is_none() && piece(slot) == p) {
            Some(slot) => slots[slot] = Some(square),
            None => left_over.push(square),
        }
    }
    (slots, left_over)
}
