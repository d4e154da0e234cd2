//! A book in memory, to be built and changed.

use std::collections::BTreeMap;

use chuhe_movegen::Position;

use crate::fold::Folded;
use crate::{BookMove, book, own};

/// The moves of every position, folded onto its mirror image ([`Folded`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// What the book says of itself.
    pub description: String,
    positions: BTreeMap<u64, Vec<BookMove>>,
}

impl Contents {
    /// An empty book that says this of itself.
    #[must_use]
    pub fn new(description: impl Into<String>) -> Contents {
        Contents { description: description.into(), ..Contents::default() }
    }

    /// The moves of a position, best first.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let folded = Folded::new(position);
        own::unfold(position, folded, self.positions.get(&folded.key).cloned().unwrap_or_default())
    }

    /// Adds what is said of a move to what is known of it.
    pub fn add(&mut self, position: &Position, mv: BookMove) {
        let folded = Folded::new(position);
        let mv = BookMove { mv: folded.fold(mv.mv), ..mv };
        book::add_to(self.positions.entry(folded.key).or_default(), mv);
    }

    /// Puts a record in the place of what is known of the move; in a symmetric position also of its mirror image.
    pub fn set(&mut self, position: &Position, mv: BookMove) {
        let folded = Folded::new(position);
        let mv = BookMove { mv: folded.fold(mv.mv), ..mv };
        let moves = self.positions.entry(folded.key).or_default();
        match moves.iter_mut().find(|known| known.mv == mv.mv) {
            Some(known) => *known = mv,
            None => moves.push(mv),
        }
    }

    /// Takes a move out; whether it was there is returned.
    pub fn remove(&mut self, position: &Position, mv: chuhe_movegen::Move) -> bool {
        let folded = Folded::new(position);
        let Some(moves) = self.positions.get_mut(&folded.key) else { return false };
        let before = moves.len();
        moves.retain(|known| known.mv != folded.fold(mv));
        let removed = moves.len() < before;
        if moves.is_empty() {
            self.positions.remove(&folded.key);
        }
        removed
    }

    /// The moves of a folded position, replaced.
    pub(crate) fn insert(&mut self, key: u64, moves: Vec<BookMove>) {
        self.positions.insert(key, moves);
    }

    /// Adds a folded move to a folded position.
    pub(crate) fn push(&mut self, key: u64, mv: BookMove) {
        book::add_to(self.positions.entry(key).or_default(), mv);
    }

    /// Adds all of another book.
    pub fn merge(&mut self, other: Contents) {
        for (key, moves) in other.positions {
            let known = self.positions.entry(key).or_default();
            moves.into_iter().for_each(|mv| book::add_to(known, mv));
        }
    }

    /// Adds the positions of another book that this one does not know.
    pub fn fill(&mut self, other: Contents) {
        for (key, moves) in other.positions {
            self.positions.entry(key).or_insert(moves);
        }
    }

    /// Folded keys and folded moves, by rising keys.
    pub fn positions(&self) -> impl Iterator<Item = (u64, &[BookMove])> {
        self.positions.iter().map(|(&key, moves)| (key, &moves[..]))
    }

    /// As [`Contents::positions`], to be changed.
    pub fn positions_mut(&mut self) -> impl Iterator<Item = (u64, &mut Vec<BookMove>)> {
        self.positions.iter_mut().map(|(&key, moves)| (key, moves))
    }

    /// Keeps the records for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(u64, &BookMove) -> bool) {
        self.positions.retain(|&key, moves| {
            moves.retain(|mv| keep(key, mv));
            !moves.is_empty()
        });
    }

    /// How many positions there are, mirror images counting as one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many records there are.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.positions.values().map(|moves| moves.len() as u64).sum()
    }
}
