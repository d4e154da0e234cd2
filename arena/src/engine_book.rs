//! An engine's own opening book: moves are played for it as long as the book knows any.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_book::{Book, Variety, choose, is_safe, shares};
use chuhe_movegen::Move;
use chuhe_rules::{Line, Rules};

use crate::game::Opening;
use crate::openings::{OpeningError, OpeningFormat, is_book, read_openings};

/// A book. The best move is played, always the same in a position, so that a match can be repeated.
#[derive(Clone)]
pub struct EngineBook(Source);

#[derive(Clone)]
enum Source {
    /// The moves of lines or games by position, the most frequent one first.
    Lines(HashMap<u64, Vec<(Move, u32)>>),
    /// A file of a book format.
    File(Arc<Mutex<Box<dyn Book>>>),
}

impl fmt::Debug for EngineBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineBook")
    }
}

impl EngineBook {
    /// A book of any format (`embedded` is that of this program), or the moves of a file of lines or games.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn read(path: &Path, rules: &Rules) -> Result<EngineBook, OpeningError> {
        if is_book(path, OpeningFormat::Auto) {
            return Ok(EngineBook(Source::File(Arc::new(Mutex::new(chuhe_book::open(path)?)))));
        }
        Ok(EngineBook::new(&read_openings(path, OpeningFormat::Auto, None, rules)?))
    }

    /// Takes the moves of all lines.
    #[must_use]
    pub fn new(lines: &[Opening]) -> EngineBook {
        let mut moves: HashMap<u64, Vec<(Move, u32)>> = HashMap::new();
        for line in lines {
            let mut position = line.start.clone();
            for &mv in &line.moves {
                let list = moves.entry(position.key()).or_default();
                match list.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, count)) => *count += 1,
                    None => list.push((mv, 1)),
                }
                let _ = position.make(mv);
            }
        }
        for list in moves.values_mut() {
            list.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        }
        EngineBook(Source::Lines(moves))
    }

    /// The move to play after this game, if the book has one that repeats nothing and loses nothing at once.
    #[must_use]
    pub fn probe(&self, line: &Line, rules: &Rules) -> Option<Move> {
        let position = line.position();
        match &self.0 {
            Source::Lines(moves) => {
                let list = moves.get(&position.key())?;
                list.iter().map(|&(mv, _)| mv).find(|&mv| position.is_legal(mv) && is_safe(line, mv, rules))
            }
            Source::File(book) => {
                // A book that cannot be read any more knows nothing.
                let moves = book.lock().unwrap_or_else(PoisonError::into_inner).probe(position).ok()?;
                let mut shares = shares(&moves, None);
                shares.retain(|(known, _)| is_safe(line, known.mv, rules));
                choose(&shares, Variety::Best, 0).map(|known| known.mv)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::NaturalLimit;

    #[test]
    fn the_most_frequent_move_is_played_unless_it_repeats() {
        let opening = |text: &str| Opening {
            moves: text.split(' ').map(|mv| mv.parse().unwrap()).collect(),
            ..Opening::default()
        };
        let book =
            EngineBook::new(&[opening("h2e2 h9g7"), opening("h2e2 b9c7"), opening("c3c4"), opening("h2e2 b9c7")]);
        let rules = Rules::default();
        let mut line = Line::new(Opening::default().start, NaturalLimit::default());
        assert_eq!(book.probe(&line, &rules).unwrap().to_string(), "h2e2");
        line.make("h2e2".parse().unwrap());
        assert_eq!(book.probe(&line, &rules).unwrap().to_string(), "b9c7");
        line.make("b9c7".parse().unwrap());
        assert_eq!(book.probe(&line, &rules), None);
        // A loop: the move that would close it is not played.
        let book = EngineBook::new(&[opening("a0a1 a9a8 a1a0 a8a9")]);
        let mut line = Line::new(Opening::default().start, NaturalLimit::default());
        for mv in ["a0a1", "a9a8", "a1a0"] {
            line.make(mv.parse().unwrap());
        }
        assert_eq!(book.probe(&line, &rules), None);
    }
}
