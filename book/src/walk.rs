//! The positions of a book that can be reached from the start position.

use std::collections::HashSet;
use std::ops::ControlFlow;

use chuhe_movegen::{Move, Position};

use crate::fold::Folded;
use crate::{Book, BookError, BookMove};

/// A position of a book.
#[derive(Debug)]
pub struct Visit<'a> {
    /// The position.
    pub position: &'a Position,
    /// The shortest way to it from the start position.
    pub path: &'a [Move],
    /// What the book knows there, best first; never empty.
    pub moves: &'a [BookMove],
}

/// A step of the walk: how a position was first reached.
struct Step {
    parent: u32,
    mv: Move,
    /// Not in the book, only on the way to what is.
    passing: bool,
}

/// What a position is to the walk.
enum Place {
    /// In the book and not visited so far.
    New,
    /// In the book and visited, or to be visited.
    Seen,
    /// Not in the book.
    Absent,
}

/// Visits every position that has moves in the book once, nearest to the start first, a position or its mirror image.
///
/// Followed are the moves of the book and, since many books answer for one side alone, any move of the other side behind
/// them after which the book knows something again. `each` ends the walk by breaking.
///
/// # Errors
/// When the book cannot be read.
pub fn walk(book: &dyn Book, each: &mut dyn FnMut(&Visit<'_>) -> ControlFlow<()>) -> Result<(), BookError> {
    let mut walk = Walk { book, seen: HashSet::new(), steps: vec![Step { parent: 0, mv: Move::NONE, passing: false }] };
    walk.seen.insert(Folded::new(&Position::start()).key);
    let mut next = 0;
    while next < walk.steps.len() {
        if walk.steps[next].passing {
            next += 1;
            continue;
        }
        let (position, path) = walk.replay(next);
        let moves = book.probe(&position)?;
        if !moves.is_empty() && each(&Visit { position: &position, path: &path, moves: &moves }).is_break() {
            return Ok(());
        }
        walk.expand(next as u32, position, &moves)?;
        next += 1;
    }
    Ok(())
}

struct Walk<'a> {
    book: &'a dyn Book,
    seen: HashSet<u64>,
    steps: Vec<Step>,
}

impl Walk<'_> {
    /// The position of a step, played from the start, and the way to it.
    fn replay(&self, step: usize) -> (Position, Vec<Move>) {
        let mut path = Vec::new();
        let mut at = step;
        while self.steps[at].mv.is_some() {
            path.push(self.steps[at].mv);
            at = self.steps[at].parent as usize;
        }
        path.reverse();
        let mut position = Position::start();
        for &mv in &path {
            position.make(mv);
        }
        (position, path)
    }

    fn expand(&mut self, step: u32, mut position: Position, known: &[BookMove]) -> Result<(), BookError> {
        for &mv in &position.legal_moves() {
            let in_book = known.iter().any(|known| known.mv == mv);
            let undo = position.make(mv);
            match self.place(&position)? {
                Place::New => self.steps.push(Step { parent: step, mv, passing: false }),
                // Nothing is known behind a move of the book; perhaps behind an answer to it.
                Place::Absent if in_book => self.answers(Step { parent: step, mv, passing: true }, &mut position)?,
                Place::Seen | Place::Absent => {}
            }
            position.unmake(mv, undo);
        }
        Ok(())
    }

    /// Follows the answers to a move.
    fn answers(&mut self, step: Step, position: &mut Position) -> Result<(), BookError> {
        let mut step = Some(step);
        for &mv in &position.legal_moves() {
            let undo = position.make(mv);
            if let Place::New = self.place(position)? {
                self.steps.extend(step.take());
                // The step before is the last one that passes, whatever has been added behind it.
                let parent = self.steps.iter().rposition(|step| step.passing).unwrap_or(0) as u32;
                self.steps.push(Step { parent, mv, passing: false });
            }
            position.unmake(mv, undo);
        }
        Ok(())
    }

    /// What a position is; a new one is seen from now on.
    fn place(&mut self, position: &Position) -> Result<Place, BookError> {
        let key = Folded::new(position).key;
        if self.seen.contains(&key) {
            return Ok(Place::Seen);
        }
        if self.book.probe(position)?.is_empty() {
            return Ok(Place::Absent);
        }
        self.seen.insert(key);
        Ok(Place::New)
    }
}
