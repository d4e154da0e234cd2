//! Whether a move can be played on any placement, also on one that [`chuhe_movegen::Position`] refuses (studies without
//! kings, games that go on after an illegal move). Slow and obvious; where there is a `Position`, ask that.

use chuhe_movegen::{Board, Color, Fen, Move, Piece, PieceKind, Square};

/// A placement and the side to move, good for following a recorded game whatever it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The pieces.
    pub board: Board,
    /// Who moves.
    pub side: Color,
}

impl Placement {
    /// The placement a FEN describes.
    #[must_use]
    pub fn new(fen: &Fen) -> Placement {
        Placement { board: fen.board, side: fen.side }
    }

    /// Moves whatever stands on the first point to the second and lets the other side move. What was taken is returned.
    pub fn play(&mut self, mv: Move) -> Option<Piece> {
        let taken = self.board.get(mv.to());
        if mv.is_some() && mv.from() != mv.to() {
            let piece = self.board.get(mv.from());
            self.board.set(mv.from(), None);
            self.board.set(mv.to(), piece);
        }
        self.side = !self.side;
        taken
    }

    /// Whether the side to move can play the move: see [`is_playable`].
    #[must_use]
    pub fn is_playable(&self, mv: Move) -> bool {
        is_playable(&self.board, self.side, mv)
    }
}

/// Whether the side may play the move: one of its pieces goes as it can and its own king, if there is one, is not left
/// to be taken (kings that face each other included). Taking the other king is allowed here: site files end with it.
#[must_use]
pub fn is_playable(board: &Board, side: Color, mv: Move) -> bool {
    if mv.is_none() || mv.from() == mv.to() {
        return false;
    }
    let Some(piece) = board.get(mv.from()) else { return false };
    if piece.color() != side || board.get(mv.to()).is_some_and(|taken| taken.color() == side) || !reaches(board, mv) {
        return false;
    }
    let mut after = *board;
    after.set(mv.from(), None);
    after.set(mv.to(), Some(piece));
    let king = after.pieces().find(|&(_, p)| p == Piece::new(side, PieceKind::King)).map(|(square, _)| square);
    king.is_none_or(|king| !is_attacked(&after, king, !side))
}

/// Whether a piece of `by` could take on the point, kings along an open file included.
fn is_attacked(board: &Board, target: Square, by: Color) -> bool {
    board.pieces().any(|(from, piece)| {
        piece.color() == by
            && from != target
            && (reaches(board, Move::new(from, target))
                || piece.kind() == PieceKind::King && faces(board, from, target))
    })
}

/// Whether the point sees the other along an open file and holds the other king.
fn faces(board: &Board, from: Square, target: Square) -> bool {
    board.get(target).is_some_and(|piece| piece.kind() == PieceKind::King)
        && from.file() == target.file()
        && between(board, from, target) == 0
}

/// Pieces strictly between two points of one line.
fn between(board: &Board, a: Square, b: Square) -> usize {
    let (df, dr) =
        ((i32::from(b.file()) - i32::from(a.file())).signum(), (i32::from(b.rank()) - i32::from(a.rank())).signum());
    let (mut file, mut rank, mut count) = (i32::from(a.file()) + df, i32::from(a.rank()) + dr, 0);
    while let Some(square) = Square::try_at(file, rank).filter(|&square| square != b) {
        count += usize::from(board.get(square).is_some());
        (file, rank) = (file + df, rank + dr);
    }
    count
}

/// Whether the piece on the first point goes to the second by its way of moving; who stands there does not matter but to
/// the cannon.
fn reaches(board: &Board, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = board.get(from) else { return false };
    let (df, dr) = (i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank()));
    let (af, ar) = (df.abs(), dr.abs());
    let rank = piece.color().relative_rank(to);
    let palace = (3..=5).contains(&to.file()) && rank <= 2;
    let empty = |file: i32, rank: i32| {
        Square::try_at(i32::from(from.file()) + file, i32::from(from.rank()) + rank)
            .is_some_and(|square| board.get(square).is_none())
    };
    match piece.kind() {
        PieceKind::King => af + ar == 1 && palace,
        PieceKind::Advisor => af == 1 && ar == 1 && palace,
        PieceKind::Bishop => af == 2 && ar == 2 && rank <= 4 && empty(df / 2, dr / 2),
        PieceKind::Knight => (af, ar) == (1, 2) && empty(0, dr / 2) || (af, ar) == (2, 1) && empty(df / 2, 0),
        PieceKind::Rook => (df == 0) != (dr == 0) && between(board, from, to) == 0,
        PieceKind::Cannon => (df == 0) != (dr == 0) && between(board, from, to) == usize::from(board.get(to).is_some()),
        PieceKind::Pawn => {
            let forward = if piece.color() == Color::Red { 1 } else { -1 };
            (df, dr) == (0, forward) || (af, ar) == (1, 0) && piece.color().relative_rank(from) >= 5
        }
    }
}
