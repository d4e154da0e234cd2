//! Several books in an order, and the move that is played from them.

use std::path::PathBuf;

use chuhe_movegen::Move;
use chuhe_rules::{Line, Rules};

use crate::select::{Variety, choose, is_safe, shares};
use crate::{Book, BookError, BookFormat, BookMove, format};

/// Books in the order in which they are asked.
#[derive(Default)]
pub struct Library {
    books: Vec<Box<dyn Book>>,
}

/// How a move is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// How much replies vary.
    pub variety: Variety,
    /// How much worse than the best score a move may be, where scores are known; none = any.
    pub bound: Option<i32>,
}

/// A move from a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// What the book says of it.
    pub mv: BookMove,
    /// The book's name.
    pub book: String,
    /// The book's format.
    pub format: BookFormat,
}

impl Library {
    /// Opens books. One that cannot be used is left out and its fault returned.
    #[must_use]
    pub fn open(paths: &[PathBuf]) -> (Library, Vec<BookError>) {
        let (mut library, mut faults) = (Library::default(), Vec::new());
        for path in paths {
            match format::open(path) {
                Ok(book) => library.books.push(book),
                Err(fault) => faults.push(fault),
            }
        }
        (library, faults)
    }

    /// Adds a book behind those that are there.
    pub fn push(&mut self, book: Box<dyn Book>) {
        self.books.push(book);
    }

    /// The books in their order.
    pub fn books(&self) -> impl Iterator<Item = &dyn Book> {
        self.books.iter().map(|book| &**book)
    }

    /// The move to play in a position, out of the first book that has one which is allowed and [`is_safe`]. `random` is a
    /// random number. Faults of a book are returned; the next one is asked.
    pub fn choose(
        &self,
        line: &Line,
        rules: &Rules,
        choice: Choice,
        allowed: &dyn Fn(Move) -> bool,
        random: u64,
    ) -> (Option<Chosen>, Vec<BookError>) {
        let mut faults = Vec::new();
        for book in &self.books {
            let mut moves = match book.probe(line.position()) {
                Ok(moves) => moves,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            moves.retain(|mv| allowed(mv.mv));
            let mut shares = shares(&moves, choice.bound);
            shares.retain(|(mv, _)| is_safe(line, mv.mv, rules));
            if let Some(mv) = choose(&shares, choice.variety, random) {
                let info = book.info();
                return (Some(Chosen { mv: mv.clone(), book: info.name.clone(), format: info.format }), faults);
            }
        }
        (None, faults)
    }
}
