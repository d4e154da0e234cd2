//! Small formats of playing sites, one line of play each, from the normal start position (formats.md §5).

pub mod ccm;
pub mod mxq;
pub mod ourgame;
pub mod qq;

use chuhe_movegen::{Move, Square};

use crate::{Format, Game};

/// The move between two points given as file and row, rows from Black's side; none when a point is off the board.
fn move_of(from: (i32, i32), to: (i32, i32)) -> Option<Move> {
    Some(Move::new(Square::try_at(from.0, 9 - from.1)?, Square::try_at(to.0, 9 - to.1)?))
}

/// The moves of a file with their offsets; a move that names points off the board ends the line.
fn game_of_line(format: Format, moves: impl IntoIterator<Item = (usize, Option<Move>)>) -> Game {
    let mut game = Game::default();
    game.format = Some(format);
    let mut at = game.root();
    for (offset, mv) in moves {
        let Some(mv) = mv else {
            game.warn(offset, "a move names a point off the board; the line ends before it");
            break;
        };
        at = game.add(at, mv);
    }
    game.mark_illegal_moves();
    game
}

/// Whether a line begins with a move that can be played: what tells apart formats that have no mark.
fn begins_well(game: &Game) -> bool {
    game.first_child(game.root()).is_some_and(|first| !game.node(first).illegal)
}

/// A line of old files, written from the side of the player who saved it: when the first move starts in the upper half, the
/// board stands upside down.
fn upright(mut moves: Vec<(usize, [i32; 4])>) -> impl Iterator<Item = (usize, Option<Move>)> {
    if moves.first().is_some_and(|(_, [_, row, _, _])| *row < 5) {
        for (_, [x0, row0, x1, row1]) in &mut moves {
            (*x0, *row0, *x1, *row1) = (8 - *x0, 9 - *row0, 8 - *x1, 9 - *row1);
        }
    }
    moves.into_iter().map(|(offset, [x0, row0, x1, row1])| (offset, move_of((x0, row0), (x1, row1))))
}
