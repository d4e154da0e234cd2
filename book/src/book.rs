//! What a book is to whoever probes it.

use std::cmp::Reverse;

use chuhe_movegen::{Move, Position};

use crate::{BookError, BookFormat};

/// A move that a book knows in a position, from the side of the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How much the book wants it played, beside the other moves of the position. Not negative in most books.
    pub weight: i32,
    /// Games won by the player of the move.
    pub win: u32,
    /// Games drawn.
    pub draw: u32,
    /// Games lost.
    pub loss: u32,
    /// Games without a known result.
    pub unknown: u32,
    /// What the move is worth, in hundredths of a pawn where a search of ours has found it, else in the unit of the book.
    pub score: Option<i32>,
    /// Whether it may be played.
    pub enabled: bool,
    /// A remark; empty when there is none.
    pub comment: String,
}

impl BookMove {
    /// A move that may be played, with nothing known of it.
    #[must_use]
    pub fn new(mv: Move) -> BookMove {
        BookMove {
            mv,
            weight: 0,
            win: 0,
            draw: 0,
            loss: 0,
            unknown: 0,
            score: None,
            enabled: true,
            comment: String::new(),
        }
    }

    /// Games in which it was played.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.win) + u64::from(self.draw) + u64::from(self.loss) + u64::from(self.unknown)
    }

    /// Points of a hundred that the player of the move made in games with a result; none without games.
    #[must_use]
    pub fn percent(&self) -> Option<f64> {
        let games = f64::from(self.win) + f64::from(self.draw) + f64::from(self.loss);
        (games > 0.0).then(|| 100.0 * (f64::from(self.win) + 0.5 * f64::from(self.draw)) / games)
    }

    /// The move mirrored left to right.
    #[must_use]
    pub fn mirror(self) -> BookMove {
        BookMove { mv: self.mv.mirror(), ..self }
    }

    /// Adds what another record says of the same move. A record that is switched off says nothing beside one that is not.
    pub fn add(&mut self, other: BookMove) {
        if self.enabled != other.enabled {
            if other.enabled {
                *self = other;
            }
            return;
        }
        self.weight = self.weight.saturating_add(other.weight);
        self.win = self.win.saturating_add(other.win);
        self.draw = self.draw.saturating_add(other.draw);
        self.loss = self.loss.saturating_add(other.loss);
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.score = self.score.or(other.score);
        if self.comment.is_empty() {
            self.comment = other.comment;
        }
    }
}

/// Adds a record to the moves of a position, to the move it is about if that is there.
pub(crate) fn add_to(moves: &mut Vec<BookMove>, mv: BookMove) {
    match moves.iter_mut().find(|known| known.mv == mv.mv) {
        Some(known) => known.add(mv),
        None => moves.push(mv),
    }
}

/// Puts moves in order, best first: those that may be played, by weight, by points, by name.
pub fn sort(moves: &mut [BookMove]) {
    moves.sort_by_key(|m| {
        (Reverse((m.enabled, m.weight)), Reverse(2 * u64::from(m.win) + u64::from(m.draw)), m.mv.bits())
    });
}

/// What a book is called and how large it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookInfo {
    /// The file as it was named, or `embedded`.
    pub name: String,
    /// Its format.
    pub format: BookFormat,
    /// How many records it has, one a move and position.
    pub records: u64,
    /// What a user should know of it, such as a stale index: one line each.
    pub notes: Vec<String>,
}

/// An opening book.
pub trait Book: Send {
    /// Its name, format and size.
    fn info(&self) -> &BookInfo;

    /// The moves it knows in a position, best first. Only legal ones; those that are switched off are among them.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    fn probe(&self, position: &Position) -> Result<Vec<BookMove>, BookError>;

    /// How many records no probe has met since the book was opened; none where that is not counted
    /// (see [`crate::open_in_memory`]).
    fn unmet(&self) -> Option<u64> {
        None
    }
}
