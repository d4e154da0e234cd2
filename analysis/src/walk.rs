//! A game played through: every position with what the referee says, and what has to be searched.

use chuhe_movegen::{Color, Fen, Move, Position};
use chuhe_record::notation::{self, Notation};
use chuhe_record::{Game, Node};
use chuhe_rules::{Line, Outcome, Rules, judge};

use crate::input::PositionItem;
use crate::search::Task;

/// A position on the way.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The position.
    pub(crate) position: Position,
    /// The search of it, should it be needed.
    pub(crate) task: Task,
    /// What the referee says.
    pub(crate) outcome: Option<Outcome>,
    /// Whether there is a legal move.
    pub(crate) playable: bool,
}

impl Spot {
    fn new(line: &Line, rules: &Rules) -> Spot {
        let outcome = judge(line, rules);
        let position = line.position().clone();
        let playable = position.has_legal_move();
        Spot { position, task: Task::of(line), outcome, playable }
    }

    /// Whether the game is over here by the rules.
    #[must_use]
    pub(crate) fn is_end(&self) -> bool {
        self.outcome.as_ref().is_some_and(Outcome::is_final)
    }
}

/// A line of play: a position before each move and one behind the last.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// The positions, one more than moves.
    pub(crate) spots: Vec<Spot>,
    /// The moves, all legal.
    pub(crate) moves: Vec<Move>,
    /// Why the line ends before the record does.
    pub(crate) error: Option<String>,
}

/// The most plies of a game that are looked at.
pub(crate) const MOST_PLIES: usize = 5_000;

impl Walk {
    /// Plays a game through up to its end or to the first move that cannot be played.
    ///
    /// # Errors
    /// When the start is no possible position; one line.
    pub(crate) fn of_game(game: &Game, rules: &Rules) -> Result<Walk, String> {
        let mut walk = Walker::new(&game.start, rules)?;
        for id in game.mainline() {
            let node = game.node(id);
            if walk.moves.len() == MOST_PLIES {
                walk.error = Some(format!("the game has more than {MOST_PLIES} plies; the rest is left out"));
                break;
            }
            if !walk.play(node.mv) {
                walk.error = Some(illegal(node, walk.line.position(), walk.moves.len() + 1));
                break;
            }
        }
        Ok(walk.end())
    }

    /// Plays the moves of a position out of a list, its own move last.
    ///
    /// # Errors
    /// When the start is no possible position or a move is illegal; one line.
    pub(crate) fn of_position(item: &PositionItem, rules: &Rules) -> Result<Walk, String> {
        let mut walk = Walker::new(&item.start, rules)?;
        for &mv in item.moves.iter().chain(&item.played) {
            if !walk.play(mv) {
                return Err(format!("move {} `{mv}` is illegal in {}", walk.moves.len() + 1, walk.line.position()));
            }
        }
        Ok(walk.end())
    }

    /// Who makes a move, counted from 0.
    #[must_use]
    pub(crate) fn side(&self, index: usize) -> Color {
        self.spots[index].position.side()
    }

    /// The first ply, from 1, behind which the game was over by the rules, and how.
    #[must_use]
    pub(crate) fn end(&self) -> Option<(usize, &Outcome)> {
        let spots = self.spots.iter().enumerate();
        spots.filter(|(_, spot)| spot.is_end()).find_map(|(index, spot)| Some((index, spot.outcome.as_ref()?)))
    }

    /// Which spots have to be searched for the moves that are wanted: each one's own position, and the one behind it
    /// unless the rules have settled that. `wanted` has an entry for each move.
    #[must_use]
    pub(crate) fn needed(&self, wanted: &[bool]) -> Vec<bool> {
        let is_wanted = |index: usize| wanted.get(index) == Some(&true);
        (0..self.spots.len())
            .map(|index| {
                let behind = index > 0 && is_wanted(index - 1) && !self.spots[index].is_end();
                self.spots[index].playable && (is_wanted(index) || behind)
            })
            .collect()
    }
}

struct Walker<'a> {
    line: Line,
    rules: &'a Rules,
    spots: Vec<Spot>,
    moves: Vec<Move>,
    error: Option<String>,
}

impl<'a> Walker<'a> {
    fn new(start: &Fen, rules: &'a Rules) -> Result<Walker<'a>, String> {
        let position = Position::try_from(start).map_err(|error| format!("impossible position: {error}"))?;
        let line = Line::new(position, rules.limit);
        let spots = vec![Spot::new(&line, rules)];
        Ok(Walker { line, rules, spots, moves: Vec::new(), error: None })
    }

    fn play(&mut self, mv: Move) -> bool {
        if mv.is_none() || mv.from() == mv.to() || !self.line.position().is_legal(mv) {
            return false;
        }
        self.line.make(mv);
        self.moves.push(mv);
        self.spots.push(Spot::new(&self.line, self.rules));
        true
    }

    fn end(self) -> Walk {
        Walk { spots: self.spots, moves: self.moves, error: self.error }
    }
}

fn illegal(node: &Node, position: &Position, ply: usize) -> String {
    if node.mv.is_none() {
        return format!("ply {ply} names a point off the board; the rest is left out");
    }
    let text = notation::write(position, node.mv, Notation::Chinese);
    let text = text.map_or_else(|| node.mv.to_string(), |text| format!("{} {text}", node.mv));
    format!("ply {ply}: {text} is illegal; the rest is left out")
}
