//! Moves as text in either numbering of the ranks.

use chuhe_movegen::{Move, Square};

use crate::Ranks;

/// Reads a move: `h2e2`, `H2E2`, `H2-E2`; with ranks from 1 also `h10g8`. None when the text is no move between two
/// different points.
#[must_use]
pub fn parse_move(text: &str, ranks: Ranks) -> Option<Move> {
    match ranks {
        Ranks::Zero => text.parse().ok(),
        Ranks::One => {
            let (from, rest) = square_from_one(text.as_bytes())?;
            let (to, rest) = square_from_one(rest.strip_prefix(b"-").unwrap_or(rest))?;
            (rest.is_empty() && from != to).then(|| Move::new(from, to))
        }
    }
}

/// A point with its rank counted from 1 at the front of a text, and what follows.
fn square_from_one(text: &[u8]) -> Option<(Square, &[u8])> {
    let (&file, rest) = text.split_first()?;
    let file = i32::from(file.to_ascii_lowercase()) - i32::from(b'a');
    let (rank, rest) = match rest {
        [b'1', b'0', rest @ ..] => (9, rest),
        [digit @ b'1'..=b'9', rest @ ..] => (i32::from(digit - b'1'), rest),
        _ => return None,
    };
    Some((Square::try_at(file, rank)?, rest))
}

/// Writes a move: `h2e2`, with ranks from 1 `h3e3` and `h10g8`; `0000` for [`Move::NONE`].
#[must_use]
pub fn format_move(mv: Move, ranks: Ranks) -> String {
    if mv.is_none() || ranks == Ranks::Zero {
        return mv.to_string();
    }
    let square = |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
    square(mv.from()) + &square(mv.to())
}

/// Whether a word has the shape of a move in either numbering: letters a to i, digits, perhaps a dash.
pub(crate) fn looks_like_move(word: &[u8]) -> bool {
    std::str::from_utf8(word)
        .is_ok_and(|word| parse_move(word, Ranks::Zero).is_some() || parse_move(word, Ranks::One).is_some())
}
