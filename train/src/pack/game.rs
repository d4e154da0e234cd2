//! One game and its bytes.

use chuhe_movegen::{Board, Color, Fen, Move, Piece, PieceKind, Position, PositionError, Square};
use chuhe_rules::{Line, NaturalLimit};
use thiserror::Error;

use super::Score16;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Black won.
    BlackWins = 0,
    /// Nobody won.
    Draw = 1,
    /// Red won.
    RedWins = 2,
}

impl Outcome {
    /// The win of a side.
    #[must_use]
    pub fn win_of(color: Color) -> Outcome {
        match color {
            Color::Red => Outcome::RedWins,
            Color::Black => Outcome::BlackWins,
        }
    }

    /// Points of a side in halves: 0 lost, 1 drawn, 2 won.
    #[must_use]
    pub fn half_points(self, color: Color) -> u8 {
        match color {
            Color::Red => self as u8,
            Color::Black => 2 - self as u8,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Ending {
    /// The side to move had no legal move.
    Mate = 0,
    /// A rule of repetition, with a draw or a loser.
    Repetition = 1,
    /// The natural limit.
    NaturalLimit = 2,
    /// Nothing was left to attack with.
    WantOfMaterial = 3,
    /// Both sides had long agreed on the winner.
    AgreedWin = 4,
    /// Both sides had long agreed that the game is level.
    AgreedDraw = 5,
    /// The game became too long.
    Length = 6,
}

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 7] = [
        Ending::Mate,
        Ending::Repetition,
        Ending::NaturalLimit,
        Ending::WantOfMaterial,
        Ending::AgreedWin,
        Ending::AgreedDraw,
        Ending::Length,
    ];

    /// A short name, for tables and options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["mate", "repetition", "natural-limit", "want-of-material", "agreed-win", "agreed-draw", "length"]
            [self as usize]
    }
}

/// A move that was played and what its search said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedPly {
    /// The move.
    pub mv: Move,
    /// The score of the position before the move, from the side that moved.
    pub score: Score16,
}

/// A whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Where it began: already behind a random or book opening.
    pub start: Position,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
    /// The moves.
    pub plies: Vec<PlayedPly>,
}

/// Bytes that are no game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// The bytes end inside the game.
    #[error("a game is cut off")]
    Cut,
    /// An outcome or ending that does not exist.
    #[error("a game has the unknown result code {0:#04x}")]
    Result(u8),
    /// A piece that does not exist.
    #[error("a start position has the unknown piece code {0}")]
    Piece(u8),
    /// The start position is impossible.
    #[error("a start position is impossible: {0}")]
    Start(#[from] PositionError),
    /// Bits that are no move.
    #[error("ply {ply} of a game has the bits {bits:#06x}, which are no move")]
    Move {
        /// Number of the ply, from 0.
        ply: usize,
        /// The bits.
        bits: u16,
    },
    /// A move that the rules do not allow.
    #[error("ply {ply} of a game is {mv}, which is illegal in {position}")]
    Illegal {
        /// Number of the ply, from 0.
        ply: usize,
        /// The move.
        mv: Move,
        /// Where it was tried.
        position: String,
    },
}

/// Bit 90 of the first twelve bytes of a start position.
const BLACK_MOVES: u128 = 1 << 90;

impl Game {
    /// Appends the game's bytes.
    ///
    /// # Panics
    /// When the game has more than 65 535 plies.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.outcome as u8 | (self.ending as u8) << 2);
        let plies = u16::try_from(self.plies.len()).expect("a game has at most 65 535 plies");
        bytes.extend(plies.to_le_bytes());
        let fen = self.start.fen();
        let black = if fen.side == Color::Black { BLACK_MOVES } else { 0 };
        bytes.extend(&(self.start.occupied().0 | black).to_le_bytes()[..12]);
        let codes: Vec<u8> = fen.board.pieces().map(|(_, piece)| piece.index() as u8).collect();
        bytes.extend(codes.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |code| code << 4)));
        bytes.extend(fen.halfmove.to_le_bytes());
        bytes.extend(fen.fullmove.to_le_bytes());
        for ply in &self.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend(ply.score.0.to_le_bytes());
        }
    }

    /// Reads the first game of `bytes` and moves them forward. That the moves are legal is seen by [`Game::replay`].
    ///
    /// # Errors
    /// When the bytes are no game.
    pub fn decode(bytes: &mut &[u8]) -> Result<Game, GameError> {
        let code = take::<1>(bytes)?[0];
        let outcome = match code & 3 {
            0 => Outcome::BlackWins,
            1 => Outcome::Draw,
            2 => Outcome::RedWins,
            _ => return Err(GameError::Result(code)),
        };
        let ending = *Ending::ALL.get(usize::from(code >> 2)).ok_or(GameError::Result(code))?;
        let count = usize::from(u16::from_le_bytes(take(bytes)?));
        let start = decode_start(bytes)?;
        let mut plies = Vec::with_capacity(count);
        for ply in 0..count {
            let bits = u16::from_le_bytes(take(bytes)?);
            let mv = Move::from_bits(bits).ok_or(GameError::Move { ply, bits })?;
            let score = Score16(i16::from_le_bytes(take(bytes)?));
            plies.push(PlayedPly { mv, score });
        }
        Ok(Game { start, outcome, ending, plies })
    }

    /// Walks through the game.
    #[must_use]
    pub fn replay(&self, limit: NaturalLimit) -> Replay<'_> {
        Replay { line: Line::new(self.start.clone(), limit), plies: &self.plies }
    }
}

fn decode_start(bytes: &mut &[u8]) -> Result<Position, GameError> {
    let mut word = [0; 16];
    word[..12].copy_from_slice(&take::<12>(bytes)?);
    let word = u128::from_le_bytes(word);
    let mut board = Board::EMPTY;
    let mut codes = 0u8;
    for (number, square) in Square::all().filter(|square| word >> square.index() & 1 != 0).enumerate() {
        if number % 2 == 0 {
            codes = take::<1>(bytes)?[0];
        }
        let code = codes >> (number % 2 * 4) & 15;
        let kind = *PieceKind::ALL.get(usize::from(code % 7)).ok_or(GameError::Piece(code))?;
        let color = *Color::ALL.get(usize::from(code / 7)).ok_or(GameError::Piece(code))?;
        board.set(square, Some(Piece::new(color, kind)));
    }
    let halfmove = u16::from_le_bytes(take(bytes)?);
    let fullmove = u16::from_le_bytes(take(bytes)?);
    let side = if word & BLACK_MOVES == 0 { Color::Red } else { Color::Black };
    Ok(Position::try_from(&Fen { board, side, halfmove, fullmove })?)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], GameError> {
    let (head, tail) = bytes.split_first_chunk::<N>().ok_or(GameError::Cut)?;
    *bytes = tail;
    Ok(*head)
}

/// A walk through a game, one ply at a time.
pub struct Replay<'a> {
    line: Line,
    plies: &'a [PlayedPly],
}

impl<'a> Replay<'a> {
    /// The line up to the position before the next ply.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The ply to be played next.
    #[must_use]
    pub fn next_ply(&self) -> Option<&'a PlayedPly> {
        self.plies.get(self.line.plies().len())
    }

    /// Plays the next ply; false at the end of the game.
    ///
    /// # Errors
    /// When the ply is illegal.
    pub fn advance(&mut self) -> Result<bool, GameError> {
        let Some(ply) = self.next_ply() else { return Ok(false) };
        if !self.line.position().is_legal(ply.mv) {
            let position = self.line.position().to_string();
            return Err(GameError::Illegal { ply: self.line.plies().len(), mv: ply.mv, position });
        }
        self.line.make(ply.mv);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        let start: Position = "4kab2/4a4/4b4/9/9/9/9/3R5/4p4/3K5 b - - 7 61".parse().unwrap();
        let plies = [("e1d1", -480), ("d2d1", 900), ("e8d7", -2000)]
            .map(|(mv, score)| PlayedPly { mv: mv.parse().unwrap(), score: Score16(score) });
        Game { start, outcome: Outcome::RedWins, ending: Ending::AgreedWin, plies: plies.to_vec() }
    }

    #[test]
    fn a_game_comes_back_from_its_bytes() {
        for game in [game(), Game { start: Position::start(), plies: Vec::new(), ..game() }] {
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            let mut rest = bytes.as_slice();
            let read = Game::decode(&mut rest).unwrap();
            assert!(rest.is_empty());
            assert_eq!(read, game);
            assert_eq!(read.start.fen(), game.start.fen(), "the counters too");
            for len in 0..bytes.len() {
                assert_eq!(Game::decode(&mut &bytes[..len]), Err(GameError::Cut));
            }
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let mut game = game();
        game.plies[1].mv = "d2e3".parse().unwrap();
        let mut replay = game.replay(NaturalLimit::default());
        assert_eq!(replay.advance(), Ok(true));
        assert!(matches!(replay.advance(), Err(GameError::Illegal { ply: 1, .. })));
    }
}
