//! The lines of a book, as openings of matches.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chuhe_movegen::{Move, Position};

use crate::fold::Folded;
use crate::select::shares;
use crate::{Book, BookError};

/// A line of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookLine {
    /// Its moves from the start position.
    pub moves: Vec<Move>,
    /// How likely it is when both sides play from the book by weight, 0 to 1.
    pub share: f64,
}

/// The different positions that the moves of a book which may be played lead to in so many plies, the likeliest line to each,
/// likeliest first. Mirror images are one. Lines that the book ends earlier are not among them.
///
/// # Errors
/// When the book cannot be read.
pub fn lines(book: &dyn Book, plies: usize) -> Result<Vec<BookLine>, BookError> {
    let mut level = vec![(BookLine { moves: Vec::new(), share: 1.0 }, Position::start())];
    for _ in 0..plies {
        let mut next = Vec::new();
        for (line, position) in &level {
            let moves = book.probe(position)?;
            let shares = shares(&moves, None);
            let total: u64 = shares.iter().map(|&(_, share)| share).sum();
            for (known, share) in shares {
                let mut after = position.clone();
                after.make(known.mv);
                let moves = line.moves.iter().copied().chain([known.mv]).collect();
                next.push((BookLine { moves, share: line.share * share as f64 / total as f64 }, after));
            }
        }
        // The sort is stable, so that the same book gives the same order everywhere.
        next.sort_by(|(a, _), (b, _)| b.share.total_cmp(&a.share));
        let mut seen: HashMap<u64, usize> = HashMap::new();
        level.clear();
        for (line, position) in next {
            match seen.entry(Folded::new(&position).key) {
                Entry::Occupied(known) => level[*known.get()].0.share += line.share,
                Entry::Vacant(new) => {
                    new.insert(level.len());
                    level.push((line, position));
                }
            }
        }
        level.sort_by(|(a, _), (b, _)| b.share.total_cmp(&a.share));
    }
    Ok(level.into_iter().map(|(line, _)| line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BookMove, Contents, MemoryBook};

    #[test]
    fn lines_are_different_and_the_likeliest_come_first() {
        let mut contents = Contents::default();
        let mut add = |line: &str, weight: i32| {
            let mut position = Position::start();
            for mv in line.split(' ') {
                let mv: Move = mv.parse().unwrap();
                let known = contents.moves(&position).into_iter().any(|known| known.mv == mv);
                if !known {
                    contents.set(&position, BookMove { weight, ..BookMove::new(mv) });
                }
                position.make(mv);
            }
        };
        add("h2e2 h9g7 h0g2 i9h9", 3);
        add("h0g2 h9g7 h2e2 i9h9", 1);
        add("c3c4 g6g5", 1);
        let book = MemoryBook::new(contents, "");
        let text = |plies: usize| -> Vec<String> {
            let lines = lines(&book, plies).unwrap();
            lines.iter().map(|line| line.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")).collect()
        };
        // Of two orders of moves the likelier one stands; the short line ends before the third ply.
        assert_eq!(text(3), ["b2e2 b9c7 b0c2"]);
        assert_eq!(text(1), ["b2e2", "b0c2", "c3c4"]);
    }
}
