//! Playing recorded moves forwards and backwards, whatever they are.

use chuhe_movegen::{Board, Color, Fen, Move, Piece, Position, Undo};

use crate::{Placement, Visit};

/// A point in a game that can be moved up and down a tree. As long as all is in order a checked [`Position`] is kept;
/// behind an illegal move, or from a start that is no possible position, a plain [`Placement`] goes on.
#[derive(Clone)]
pub struct Replay {
    position: Option<Position>,
    played: Vec<(Move, Undo)>,
    placement: Placement,
    loose: Vec<(Move, Option<Piece>, Option<Piece>)>,
}

/// Deepest line that the checked position follows; its move counter would overflow far behind that.
const DEEPEST: usize = 100_000;

impl Replay {
    /// At the start of a game.
    #[must_use]
    pub fn new(start: &Fen) -> Replay {
        Replay {
            position: Position::try_from(&Fen { fullmove: 1, ..*start }).ok(),
            played: Vec::new(),
            placement: Placement::new(start),
            loose: Vec::new(),
        }
    }

    /// The checked position reached; none behind an illegal move or from an impossible start.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref().filter(|_| self.loose.is_empty())
    }

    /// How many moves have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.played.len() + self.loose.len()
    }

    /// Who moves.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position().map_or(self.placement.side, Position::side)
    }

    /// The piece on a point.
    #[must_use]
    pub fn piece_at(&self, square: chuhe_movegen::Square) -> Option<Piece> {
        match self.position() {
            Some(position) => position.piece_at(square),
            None => self.placement.board.get(square),
        }
    }

    /// The placement reached.
    #[must_use]
    pub fn board(&self) -> Board {
        self.position().map_or(self.placement.board, Position::board)
    }

    /// Whether the side to move can play the move.
    #[must_use]
    pub fn is_playable(&self, mv: Move) -> bool {
        match self.position() {
            Some(position) => mv.is_some() && mv.from() != mv.to() && position.is_legal(mv),
            None => self.placement.is_playable(mv),
        }
    }

    /// Plays a move; whether it was legal is returned. An illegal one is carried out all the same.
    pub fn play(&mut self, mv: Move) -> bool {
        let legal = self.is_playable(mv);
        if let Some(position) = self.position.as_mut().filter(|_| self.loose.is_empty()) {
            if legal && self.played.len() < DEEPEST {
                self.played.push((mv, position.make(mv)));
                return true;
            }
            self.placement = Placement { board: position.board(), side: position.side() };
        }
        let moved = self.placement.board.get(mv.from());
        let taken = self.placement.play(mv);
        self.loose.push((mv, moved, taken));
        legal
    }

    /// Takes back the last move; nothing happens when there is none.
    pub fn back(&mut self) {
        if let Some((mv, moved, taken)) = self.loose.pop() {
            self.placement.board.set(mv.to(), taken);
            self.placement.board.set(mv.from(), moved);
            self.placement.side = !self.placement.side;
        } else if let (Some((mv, undo)), Some(position)) = (self.played.pop(), self.position.as_mut()) {
            position.unmake(mv, undo);
        }
    }

    /// Takes back until so many moves are played.
    pub fn back_to(&mut self, ply: usize) {
        while self.ply() > ply {
            self.back();
        }
    }

    /// Goes to the position before a visited move of a tree walk ([`crate::Game::visit`]).
    pub fn before(&mut self, visit: Visit) {
        self.back_to(visit.ply as usize - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_movegen::START_FEN;

    #[test]
    fn an_illegal_move_is_carried_out_and_taken_back() {
        let start: Fen = START_FEN.parse().unwrap();
        let mut replay = Replay::new(&start);
        let moves = ["h2e2", "h9g7", "e9e4", "e2e4", "d4d4", "a0a1"].map(|text| {
            let mv = |t: &str| t.parse().unwrap();
            if text == "d4d4" { Move::new("d4".parse().unwrap(), "d4".parse().unwrap()) } else { mv(text) }
        });
        let legal: Vec<bool> = moves.iter().map(|&mv| replay.play(mv)).collect();
        // e2e4 jumps over e3 and takes a king that should never have come there.
        assert_eq!(legal, [true, true, false, false, false, false]);
        replay.back_to(0);
        assert_eq!(replay.board(), start.board);
        assert_eq!(replay.position().unwrap().to_string(), START_FEN);
    }
}
