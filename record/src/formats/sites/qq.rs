//! `.che` of QQ 象棋: whole numbers in a text. A 1, the number of moves, and ten numbers a move; the fourth to seventh are
//! rank and file of both points, ranks from Red's side. The last move may take the king.

use chuhe_movegen::{Move, Square};

use super::game_of_line;
use crate::{Format, Games, ReadError, ReadOptions, one_game};

const PER_MOVE: usize = 10;

/// A number of the text and where it stands.
fn numbers(data: &[u8]) -> impl Iterator<Item = (usize, Option<i32>)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += data[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let start = at;
        at += data[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(data.len() - at);
        Some((start, std::str::from_utf8(&data[start..at]).ok().and_then(|word| word.parse().ok())))
    })
}

/// Whether a file is such a text: its first twelve words are numbers, the first of them 1.
#[must_use]
pub fn is_che(data: &[u8]) -> bool {
    let first: Vec<_> = numbers(data).take(2 + PER_MOVE).map(|(_, number)| number).collect();
    first.len() == 2 + PER_MOVE && first[0] == Some(1) && first.iter().all(Option::is_some)
}

/// Reads a `.che` file.
///
/// # Errors
/// When it does not begin with two numbers.
pub fn read(data: Vec<u8>, _: &ReadOptions) -> Result<Games, ReadError> {
    let mut numbers = numbers(&data);
    let (Some((_, Some(1))), Some((_, Some(count)))) = (numbers.next(), numbers.next()) else {
        return Err(ReadError::new(0, "not a .che file: it does not begin with 1 and the number of moves"));
    };
    let mut moves = Vec::new();
    let mut trouble = None;
    for played in 0..count {
        let entry: Vec<_> = numbers.by_ref().take(PER_MOVE).collect();
        let values: Option<Vec<i32>> = entry.iter().map(|&(_, number)| number).collect();
        match (entry.first(), values) {
            (Some(&(offset, _)), Some(v)) if v.len() == PER_MOVE => moves.push((offset, move_of(&v))),
            (first, _) => {
                let offset = first.map_or(data.len(), |&(offset, _)| offset);
                trouble = Some((offset, format!("the file is damaged or ends after {played} of {count} moves")));
                break;
            }
        }
    }
    let mut game = game_of_line(Format::Che, moves);
    if let Some((offset, text)) = trouble {
        game.warn(offset, text);
    }
    Ok(one_game(game))
}

fn move_of(entry: &[i32]) -> Option<Move> {
    Some(Move::new(Square::try_at(entry[4], entry[3])?, Square::try_at(entry[6], entry[5])?))
}
