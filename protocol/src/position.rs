//! `position` and `probe`: a start and moves, as text.

use crate::moves::looks_like_move;
use crate::words::{is, split_word, text, words, words_at};

/// Where a move list starts.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Start {
    /// The start position of the game.
    Startpos,
    /// FEN text as it came: possibly not ASCII, with anything behind the counters, or no FEN at all.
    /// [`chuhe_movegen::Fen::parse`] reads it.
    Fen(Vec<u8>),
}

/// A position as a GUI sends it. The moves stay text, for their ranks may count from 0 or from 1 and one of them may be
/// illegal; [`parse_move`](crate::parse_move) reads them.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct PositionText {
    /// Where the moves start.
    pub start: Start,
    /// The moves played from there, in order.
    pub moves: Vec<String>,
}

impl PositionText {
    /// Reads what stands behind `position`, or a keyword-less `fen …` or `startpos …`. Text that has neither keyword is
    /// taken as a FEN, so that whoever reads it can say what is wrong with it.
    pub(crate) fn parse(line: &[u8]) -> PositionText {
        let (setup, moves) = split_moves(line);
        let (keyword, rest) = split_word(setup);
        let start = if is(keyword, "startpos") {
            Start::Startpos
        } else if is(keyword, "fen") {
            Start::Fen(rest.trim_ascii().to_vec())
        } else {
            Start::Fen(setup.trim_ascii().to_vec())
        };
        PositionText { start, moves: words(moves).map(text).collect() }
    }
}

/// Divides at the word `moves`. Comments behind a FEN may hold that word too, so the first one that is followed by a
/// move or by nothing counts; the first one at all when there is none such, for then the move list is bad.
fn split_moves(line: &[u8]) -> (&[u8], &[u8]) {
    let mut first = None;
    for (at, word) in words_at(line) {
        if !is(word, "moves") {
            continue;
        }
        let behind = &line[at + word.len()..];
        let next = words(behind).next();
        if next.is_none_or(looks_like_move) {
            return (&line[..at], behind);
        }
        first = first.or(Some((&line[..at], behind)));
    }
    first.unwrap_or((line, b""))
}
