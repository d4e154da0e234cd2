#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

use chuhe_movegen::Position;

/// The bench positions, one FEN a line: openings, middle games and endings of games that the engine's own move
/// generator played against itself, with both sides to move and a few checks among them.
pub const FENS: &str = include_str!("../positions.fen");

/// [`FENS`] as positions.
#[must_use]
pub fn positions() -> Vec<Position> {
    FENS.lines().map(|fen| fen.parse().expect("a bench position is possible")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_varied() {
        let positions = positions();
        let count = |wanted: &dyn Fn(&Position) -> bool| positions.iter().filter(|position| wanted(position)).count();
        assert!(positions.len() >= 24);
        assert!(count(&|position| position.in_check()) >= 2);
        assert!(count(&|position| position.occupied().count() >= 28) >= 4, "openings");
        assert!(count(&|position| position.occupied().count() <= 14) >= 4, "endings");
        assert!(positions.iter().all(Position::has_legal_move));
    }
}
