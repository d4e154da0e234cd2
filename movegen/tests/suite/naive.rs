//! A move generator as one explains it to a beginner: look at every piece, walk its steps on the board, play each move
//! on a copy and see whether the king could be taken. It shares nothing with the fast one but the board.

use chuhe_movegen::{Board, Color, Move, PieceKind, Square};

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The point some steps away, if it is on the board.
fn step(from: Square, file: i32, rank: i32) -> Option<Square> {
    Square::try_at(i32::from(from.file()) + file, i32::from(from.rank()) + rank)
}

fn in_palace(color: Color, square: Square) -> bool {
    (3..=5).contains(&square.file()) && color.relative_rank(square) <= 2
}

fn crossed_the_river(color: Color, square: Square) -> bool {
    color.relative_rank(square) >= 5
}

/// The points the piece on `from` can go to by its own way of moving. Points with a piece of its own side are included:
/// it protects them. A king also strikes the other king along an open file.
pub(crate) fn reach(board: &Board, from: Square) -> Vec<Square> {
    let Some(piece) = board.get(from) else { return Vec::new() };
    let color = piece.color();
    let empty = |square: Square| board.get(square).is_none();
    let mut targets = Vec::new();
    match piece.kind() {
        PieceKind::King => {
            for (file, rank) in STRAIGHT {
                targets.extend(step(from, file, rank).filter(|&to| in_palace(color, to)));
            }
            let forward = if color == Color::Red { 1 } else { -1 };
            let first = (1..10).map_while(|n| step(from, 0, n * forward)).find(|&to| !empty(to));
            let facing = |&to: &Square| {
                board.get(to).is_some_and(|other| other.kind() == PieceKind::King && other.color() != color)
            };
            targets.extend(first.filter(facing));
        }
        PieceKind::Advisor => {
            for (file, rank) in DIAGONAL {
                targets.extend(step(from, file, rank).filter(|&to| in_palace(color, to)));
            }
        }
        PieceKind::Bishop => {
            for (file, rank) in DIAGONAL {
                let eye_is_free = step(from, file, rank).is_some_and(empty);
                let target = step(from, 2 * file, 2 * rank).filter(|&to| !crossed_the_river(color, to));
                targets.extend(target.filter(|_| eye_is_free));
            }
        }
        PieceKind::Knight => {
            for (file, rank) in STRAIGHT {
                if step(from, file, rank).is_some_and(empty) {
                    for side in [-1, 1] {
                        // One step straight, then one diagonally onwards.
                        let (aside_file, aside_rank) = (rank * side, file * side);
                        targets.extend(step(from, 2 * file + aside_file, 2 * rank + aside_rank));
                    }
                }
            }
        }
        PieceKind::Rook => {
            for (file, rank) in STRAIGHT {
                for to in (1..10).map_while(|n| step(from, n * file, n * rank)) {
                    targets.push(to);
                    if !empty(to) {
                        break;
                    }
                }
            }
        }
        PieceKind::Cannon => {
            for (file, rank) in STRAIGHT {
                let mut line = (1..10).map_while(|n| step(from, n * file, n * rank));
                targets.extend(line.by_ref().take_while(|&to| empty(to)));
                // The screen has been passed; the next piece behind it can be taken.
                targets.extend(line.find(|&to| !empty(to)));
            }
        }
        PieceKind::Pawn => {
            let forward = if color == Color::Red { 1 } else { -1 };
            targets.extend(step(from, 0, forward));
            if crossed_the_river(color, from) {
                targets.extend([-1, 1].into_iter().filter_map(|side| step(from, side, 0)));
            }
        }
    }
    targets
}

/// The pieces of `color` that can take whatever stands on `target`.
pub(crate) fn takers(board: &Board, color: Color, target: Square) -> Vec<Square> {
    let pieces = board.pieces().filter(|(_, piece)| piece.color() == color);
    pieces.map(|(from, _)| from).filter(|&from| reach(board, from).contains(&target)).collect()
}

/// Where the king of `color` stands.
pub(crate) fn king(board: &Board, color: Color) -> Square {
    let found = board.pieces().find(|(_, piece)| piece.color() == color && piece.kind() == PieceKind::King);
    found.expect("there is a king").0
}

/// The enemy pieces that could take the king of `color`.
pub(crate) fn checkers(board: &Board, color: Color) -> Vec<Square> {
    takers(board, !color, king(board, color))
}

/// The board after a move.
pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut board = *board;
    let piece = board.get(mv.from());
    board.set(mv.to(), piece);
    board.set(mv.from(), None);
    board
}

/// Every legal move of `color`, sorted.
pub(crate) fn legal_moves(board: &Board, color: Color) -> Vec<Move> {
    let mut moves = Vec::new();
    for (from, _) in board.pieces().filter(|(_, piece)| piece.color() == color) {
        for to in reach(board, from) {
            let mv = Move::new(from, to);
            let own = board.get(to).is_some_and(|piece| piece.color() == color);
            if !own && checkers(&after(board, mv), color).is_empty() {
                moves.push(mv);
            }
        }
    }
    moves.sort();
    moves
}
