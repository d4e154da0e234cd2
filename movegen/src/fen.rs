//! FEN text, read with every tolerance that programs in the field need and written in one canonical form.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Board, Color, Piece, Square};

/// The start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The largest capture clock that is believed; a larger one is read as 0. No natural limit in use is longer.
pub const MAX_HALFMOVE: u16 = 400;

/// A FEN: a placement that need not be possible, the side to move and the two counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Fen {
    /// The pieces.
    pub board: Board,
    /// Who moves.
    pub side: Color,
    /// Plies since the last capture, 0 to [`MAX_HALFMOVE`].
    pub halfmove: u16,
    /// Number of the move, from 1.
    pub fullmove: u16,
}

/// What makes a text unusable as a FEN.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but blanks.
    #[error("the FEN is empty")]
    Empty,
    /// Not ten ranks.
    #[error("the board has {0} ranks instead of 10")]
    Ranks(usize),
    /// A rank does not have nine points.
    #[error("rank {rank} has {points} points instead of 9")]
    Points {
        /// 9 (the first in the text) to 0.
        rank: u8,
        /// How many points its text describes.
        points: usize,
    },
    /// A character that is neither a piece nor a digit 1 to 9.
    #[error("rank {rank} holds `{letter}`, which is no piece (KABNRCP, kabnrcp) and no digit 1 to 9")]
    Letter {
        /// 9 (the first in the text) to 0.
        rank: u8,
        /// The character; bytes that are not ASCII show as `\x..`.
        letter: String,
    },
}

impl Fen {
    /// Reads a FEN from bytes.
    ///
    /// Accepted beyond the canonical form: E and H for B and N, any side letter (`b` is black, everything else red), a
    /// missing side, missing or doubled or unreadable counters, `--` for `- -`, extra blanks, and any text behind the
    /// counters in any encoding (`spec/ucci.md` §4.2).
    ///
    /// # Errors
    /// When the board part does not describe ten ranks of nine points.
    pub fn parse(text: &[u8]) -> Result<Fen, FenError> {
        let mut fields = text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
        let board = parse_board(fields.next().ok_or(FenError::Empty)?)?;
        let mut fields = fields.peekable();
        // A counter where the side should be leaves the side out; `-` is no side either.
        let side = match fields.peek() {
            Some(field) if field.iter().all(|b| b.is_ascii_digit() || *b == b'-') => Color::Red,
            Some(_) => match fields.next() {
                Some([b'b' | b'B']) => Color::Black,
                _ => Color::Red,
            },
            None => Color::Red,
        };
        let mut counters = fields.skip_while(|field| field.iter().all(|&b| b == b'-'));
        let mut counter = || counters.next().and_then(|field| std::str::from_utf8(field).ok()?.parse::<u16>().ok());
        let halfmove = counter().filter(|&n| n <= MAX_HALFMOVE).unwrap_or(0);
        let fullmove = counter().unwrap_or(1).max(1);
        Ok(Fen { board, side, halfmove, fullmove })
    }

    /// The same placement seen in a mirror, left to right.
    #[must_use]
    pub fn mirror(&self) -> Fen {
        Fen { board: self.board.mirror(), ..*self }
    }

    /// Colours exchanged and the board turned round; the other side moves.
    #[must_use]
    pub fn swap_colors(&self) -> Fen {
        Fen { board: self.board.swap_colors(), side: !self.side, ..*self }
    }
}

fn parse_board(text: &[u8]) -> Result<Board, FenError> {
    // Some writers end the board with a slash.
    let text = text.strip_suffix(b"/").unwrap_or(text);
    let ranks: Vec<&[u8]> = text.split(|&b| b == b'/').collect();
    if ranks.len() != 10 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = Board::EMPTY;
    for (rank, line) in (0..10u8).rev().zip(ranks) {
        let mut points = 0usize;
        for &byte in line {
            if let digit @ b'1'..=b'9' = byte {
                points += usize::from(digit - b'0');
            } else if let Some(piece) = Piece::from_letter(byte) {
                if points < 9 {
                    board.set(Square::at(points as u8, rank), Some(piece));
                }
                points += 1;
            } else {
                return Err(FenError::Letter { rank, letter: byte.escape_ascii().to_string() });
            }
        }
        if points != 9 {
            return Err(FenError::Points { rank, points });
        }
    }
    Ok(board)
}

impl FromStr for Fen {
    type Err = FenError;
    fn from_str(text: &str) -> Result<Fen, FenError> {
        Fen::parse(text.as_bytes())
    }
}

impl fmt::Display for Fen {
    /// The canonical six fields: `<board> <w|b> - - <halfmove> <fullmove>`, letters KABNRCP.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == Color::Red { 'w' } else { 'b' };
        write!(f, "{} {side} - - {} {}", self.board, self.halfmove, self.fullmove)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    #[test]
    fn every_tail_that_programs_write_is_read() {
        for tail in
            ["", " w", " r", " w - -", " w - - 0 1", " w 0 1", " w -- 0 1 ", "  w  -  -  0  1\r", " 0 1", " - - 0 1"]
        {
            let fen: Fen = format!("{BOARD}{tail}").parse().unwrap();
            assert_eq!(fen.to_string(), START_FEN, "tail `{tail}`");
        }
        let fen = Fen::parse(&[BOARD.as_bytes(), b" b - - 7 8   ;C72.\xd6\xd0\xc5\xda - - 0 1"].concat()).unwrap();
        assert_eq!((fen.side, fen.halfmove, fen.fullmove), (Color::Black, 7, 8));
        for tail in [" w - - 500 0", " w - - -3 x", " w - - 99999999 -1"] {
            let fen: Fen = format!("{BOARD}{tail}").parse().unwrap();
            assert_eq!((fen.halfmove, fen.fullmove), (0, 1), "tail `{tail}`");
        }
    }

    #[test]
    fn elephants_and_horses_are_bishops_and_knights() {
        let fen: Fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR".parse().unwrap();
        assert_eq!(fen.to_string(), START_FEN);
    }

    #[test]
    fn a_broken_board_is_named() {
        let error = |text: &str| text.parse::<Fen>().unwrap_err();
        assert_eq!(error("  "), FenError::Empty);
        assert_eq!(error("9/9/9 w"), FenError::Ranks(3));
        assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K6 w"), FenError::Points { rank: 0, points: 10 });
        assert_eq!(error("4k4/8/9/9/9/9/9/9/9/3K5 w"), FenError::Points { rank: 8, points: 8 });
        assert_eq!(error("4k4/x8/9/9/9/9/9/9/9/3K5 w"), FenError::Letter { rank: 8, letter: "x".into() });
        assert_eq!(error("4k4/9/0/9/9/9/9/9/9/3K5 w"), FenError::Letter { rank: 7, letter: "0".into() });
    }

    #[test]
    fn mirror_and_colour_swap_undo_themselves() {
        let fen: Fen = "r1ba1kb1r/9/1cn1c4/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/8R/RNBAKAB2 b - - 3 9".parse().unwrap();
        assert_eq!(fen.mirror().mirror(), fen);
        assert_ne!(fen.mirror(), fen);
        assert_eq!(fen.swap_colors().swap_colors(), fen);
        assert_eq!(fen.swap_colors().side, Color::Red);
    }
}
