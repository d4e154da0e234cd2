//! Positions that tests speak of.

use chuhe_movegen::{Move, Position};

/// The position after some moves; `startpos` names the start position.
///
/// # Panics
/// When the test's own FEN or moves are wrong.
#[must_use]
pub fn position(fen: &str, moves: &str) -> Position {
    let mut position: Position = if fen == "startpos" {
        Position::start()
    } else {
        fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
    };
    play(&mut position, moves.split_whitespace()).unwrap_or_else(|mv| panic!("{fen} moves {moves}: {mv} is illegal"));
    position
}

/// Plays moves; gives back the first one that is not legal.
///
/// # Errors
/// The text of that move.
pub fn play<'a>(position: &mut Position, moves: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    for text in moves {
        match text.parse::<Move>() {
            Ok(mv) if position.is_legal(mv) => position.make(mv),
            _ => return Err(text.to_owned()),
        };
    }
    Ok(())
}
