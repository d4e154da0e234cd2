//! Where games begin: some random moves behind the start position or behind a line of an opening list.

use std::ops::RangeInclusive;

use chuhe_movegen::{Move, Position};
use rand::Rng;
use thiserror::Error;

/// Openings at random.
#[derive(Clone, Debug)]
pub struct Openings {
    /// Random plies behind the start position.
    pub random_plies: RangeInclusive<usize>,
    /// Opening lines to begin half of the games with.
    pub lines: Vec<Vec<Move>>,
    /// Random plies behind an opening line.
    pub plies_behind_line: RangeInclusive<usize>,
}

impl Default for Openings {
    fn default() -> Self {
        Openings { random_plies: 8..=12, lines: Vec::new(), plies_behind_line: 2..=6 }
    }
}

/// A line of an opening list that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: `{word}` is no legal move at this point")]
pub struct OpeningsError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The word.
    pub word: String,
}

impl Openings {
    /// Reads an opening list: one line of moves (`h2e2 h9g7 …`) a row; `#` begins a remark.
    ///
    /// # Errors
    /// The first word that is no legal move.
    pub fn parse_lines(text: &str) -> Result<Vec<Vec<Move>>, OpeningsError> {
        let mut lines = Vec::new();
        for (number, row) in text.lines().enumerate() {
            let mut position = Position::start();
            let mut line = Vec::new();
            for word in row.split('#').next().unwrap_or_default().split_whitespace() {
                let mv = word.parse().ok().filter(|&mv| position.is_legal(mv));
                let mv = mv.ok_or_else(|| OpeningsError { line: number + 1, word: word.to_owned() })?;
                position.make(mv);
                line.push(mv);
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        Ok(lines)
    }

    /// A random opening whose last position still has a legal move.
    pub fn draw(&self, rng: &mut impl Rng) -> Position {
        loop {
            let mut position = Position::start();
            let plies = if !self.lines.is_empty() && rng.random() {
                for &mv in &self.lines[rng.random_range(0..self.lines.len())] {
                    position.make(mv);
                }
                rng.random_range(self.plies_behind_line.clone())
            } else {
                rng.random_range(self.random_plies.clone())
            };
            if random_moves(&mut position, plies, rng) && position.has_legal_move() {
                return position;
            }
        }
    }
}

/// Plays legal moves at random; false when there is none left.
fn random_moves(position: &mut Position, plies: usize, rng: &mut impl Rng) -> bool {
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return false;
        }
        position.make(moves[rng.random_range(0..moves.len())]);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn half_of_the_games_begin_with_a_line_and_all_vary() {
        let lines = Openings::parse_lines("h2e2 h9g7 h0g2 i9h9 # a remark\n\n# nothing\ng3g4 g6g5\n").unwrap();
        assert_eq!(lines.len(), 2);
        let openings = Openings { lines, plies_behind_line: 0..=0, ..Openings::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn: Vec<Position> = (0..200).map(|_| openings.draw(&mut rng)).collect();
        let behind_lines = drawn.iter().filter(|position| position.fullmove() <= 3).count();
        assert!((70..130).contains(&behind_lines), "{behind_lines} of 200");
        let mut keys: Vec<u64> = drawn.iter().map(Position::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() > 60, "{} different openings", keys.len());
    }

    #[test]
    fn a_bad_word_is_named() {
        let error = Openings::parse_lines("h2e2 h9g7\nh2e2 h2e2").unwrap_err();
        assert_eq!(error.to_string(), "line 2: `h2e2` is no legal move at this point");
    }
}
