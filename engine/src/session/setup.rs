//! The position a GUI has set, with the moves that led to it.

use chuhe_movegen::{Move, ParsePositionError, Position};
use chuhe_protocol::{PositionText, Ranks, Start, parse_move};
use chuhe_rules::{Line, NaturalLimit};

/// A start, the legal moves played from it, and the position reached.
pub(super) struct Setup {
    start: Position,
    moves: Vec<Move>,
    position: Position,
}

/// What came of a `position` command.
pub(super) struct Set {
    /// The numbering in which its moves were read.
    pub ranks: Ranks,
    /// Number, from 1, and text of the first move that is not legal; it and what follows is left out.
    pub illegal: Option<(usize, String)>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { start: Position::start(), moves: Vec::new(), position: Position::start() }
    }
}

impl Setup {
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The game as a line of play.
    pub(super) fn line(&self, limit: NaturalLimit) -> Line {
        let mut line = Line::new(self.start.clone(), limit);
        for &mv in &self.moves {
            line.make(mv);
        }
        line
    }

    /// Takes over a position. Moves are read with `ranks`; when that fails, the other numbering fits the whole list, and
    /// the numbering is not `fixed`, with the other one (architecture §6.7). A FEN that cannot be used changes nothing.
    pub(super) fn set(&mut self, text: &PositionText, ranks: Ranks, fixed: bool) -> Result<Set, ParsePositionError> {
        let start = match &text.start {
            Start::Startpos => Position::start(),
            Start::Fen(fen) => Position::from_fen(fen)?,
        };
        let mut ranks = ranks;
        let mut game = Game::play(&start, &text.moves, ranks);
        if game.moves.len() < text.moves.len() && !fixed {
            let other = if ranks == Ranks::Zero { Ranks::One } else { Ranks::Zero };
            let second = Game::play(&start, &text.moves, other);
            if second.moves.len() == text.moves.len() {
                (game, ranks) = (second, other);
            }
        }
        let played = game.moves.len();
        let illegal = text.moves.get(played).map(|mv| (played + 1, mv.clone()));
        *self = Setup { start, moves: game.moves, position: game.position };
        Ok(Set { ranks, illegal })
    }
}

struct Game {
    moves: Vec<Move>,
    position: Position,
}

impl Game {
    /// Plays moves as long as they are legal.
    fn play(start: &Position, texts: &[String], ranks: Ranks) -> Game {
        let mut game = Game { moves: Vec::new(), position: start.clone() };
        for text in texts {
            match parse_move(text, ranks) {
                Some(mv) if game.position.is_legal(mv) => {
                    game.position.make(mv);
                    game.moves.push(mv);
                }
                _ => break,
            }
        }
        game
    }
}
