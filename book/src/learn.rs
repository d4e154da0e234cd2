//! Learning from played games: their results are added to a book.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use chuhe_movegen::{Color, Move, Position};
use chuhe_record::Game;

use crate::edit::{Change, Edit, edit};
use crate::fold::Folded;
use crate::{BookError, BookMove, CountOptions, Counted, Counter, Players, format};

/// What is learnt from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LearnOptions {
    /// Plies of a game that are learnt.
    pub plies: usize,
    /// Whose moves; none = both.
    pub color: Option<Color>,
    /// Whether moves that the book does not know are added; otherwise only what it knows is updated.
    pub new_moves: bool,
}

impl Default for LearnOptions {
    fn default() -> Self {
        LearnOptions { plies: 30, color: None, new_moves: true }
    }
}

/// Gathers what games teach.
#[derive(Debug, Default)]
pub struct Lesson {
    edits: Vec<Edit>,
    places: HashMap<(u64, Move), usize>,
}

impl Lesson {
    /// Adds a game's main line. Games from other positions than the start teach nothing.
    pub fn add(&mut self, game: &Game, options: LearnOptions) -> Counted {
        let players = options.color.map_or(Players::Both, Players::One);
        let mut counter = Counter::new(CountOptions { plies: options.plies, players, ..CountOptions::default() });
        let counted = counter.add(game);
        if counted != Counted::Yes {
            return counted;
        }
        let contents = counter.contents();
        let mut position = Position::start();
        let mut passed = HashSet::new();
        let moves = game.mainline().take_while(|&id| !game.node(id).illegal).map(|id| game.node(id).mv);
        for mv in moves.take(options.plies) {
            let folded = Folded::new(&position);
            let place = (folded.key, folded.fold(mv));
            if let Some(known) = contents.moves(&position).into_iter().find(|known| known.mv == mv)
                && passed.insert(place)
            {
                self.note(place, &position, known);
            }
            position.make(mv);
        }
        counted
    }

    /// Adds what a game says of a move to what others have said.
    fn note(&mut self, place: (u64, Move), position: &Position, known: BookMove) {
        match self.places.get(&place) {
            Some(&at) => {
                if let Change::Add(sum) = &mut self.edits[at].change {
                    sum.add(known);
                }
            }
            None => {
                self.places.insert(place, self.edits.len());
                let (position, mv) = (position.clone(), known.mv);
                self.edits.push(Edit { position, mv, change: Change::Add(known) });
            }
        }
    }

    /// How many moves are to be updated.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// Whether nothing was learnt.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Writes what was learnt into a book; the file as it was stays as `NAME.bak`. How many moves were updated, and where
    /// the backup lies.
    ///
    /// # Errors
    /// As [`edit`].
    pub fn apply(mut self, path: &Path, options: LearnOptions) -> Result<(usize, PathBuf), BookError> {
        if !options.new_moves {
            let book = format::open_in_memory(path)?;
            let mut fault = None;
            self.edits.retain(|edit| match book.probe(&edit.position) {
                Ok(moves) => moves.iter().any(|known| known.mv == edit.mv),
                Err(error) => {
                    fault = Some(error);
                    false
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        Ok((self.edits.len(), edit(path, &self.edits)?))
    }
}
