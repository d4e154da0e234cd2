//! A position and its mirror image are one position to a book.

use chuhe_movegen::{Color, Move, Position, zobrist};

/// A position folded onto its mirror image: the one of the two with the smaller key stands for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The smaller one of the keys ([`Position::key`]) of the position and its mirror image.
    pub key: u64,
    /// Whether that is the mirror image's.
    pub mirrored: bool,
    /// Whether the position is its own mirror image.
    pub symmetric: bool,
}

impl Folded {
    /// Folds a position.
    #[must_use]
    pub fn new(position: &Position) -> Folded {
        let own = position.key();
        let mut mirror = if position.side() == Color::Black { zobrist::SIDE } else { 0 };
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                mirror ^= zobrist::piece(piece, square.mirror());
            }
        }
        Folded { key: own.min(mirror), mirrored: mirror < own, symmetric: own == mirror }
    }

    /// A move of the position as it stands in the folded one. Of two moves that are mirror images in a symmetric position
    /// the one with the smaller bits stands for both.
    #[must_use]
    pub fn fold(&self, mv: Move) -> Move {
        if self.symmetric {
            if mv.mirror().bits() < mv.bits() { mv.mirror() } else { mv }
        } else if self.mirrored {
            mv.mirror()
        } else {
            mv
        }
    }

    /// The moves of the position that a move of the folded one stands for: one, or two in a symmetric position.
    pub fn unfold(&self, mv: Move) -> impl Iterator<Item = Move> {
        let first = if self.mirrored { mv.mirror() } else { mv };
        let second = (self.symmetric && mv.mirror() != mv).then(|| mv.mirror());
        std::iter::once(first).chain(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_and_its_mirror_image_are_one() {
        let mut position = Position::start();
        assert!(Folded::new(&position).symmetric);
        for text in ["h2e2", "h9g7", "h0g2", "i9h9"] {
            position.make(text.parse().unwrap());
            let (own, mirror) = (Folded::new(&position), Folded::new(&position.mirror()));
            assert_eq!((own.key, own.symmetric), (mirror.key, false));
            assert_ne!(own.mirrored, mirror.mirrored);
            for &mv in &position.legal_moves() {
                assert_eq!(own.fold(mv), mirror.fold(mv.mirror()));
                assert_eq!(own.unfold(own.fold(mv)).collect::<Vec<_>>(), [mv]);
            }
        }
        let start = Folded::new(&Position::start());
        for (mv, count) in [("h2e2", 2), ("b2e2", 2), ("e3e4", 1)] {
            let mv: Move = mv.parse().unwrap();
            let both: Vec<Move> = start.unfold(start.fold(mv)).collect();
            assert!(both.contains(&mv) && both.contains(&mv.mirror()) && both.len() == count);
        }
    }
}
