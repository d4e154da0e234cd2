//! What worked before: statistics that order quiet moves and captures. One struct a table; every cell moves towards a
//! limit with a gravity that keeps it inside.

use chuhe_movegen::{Color, Move, Piece, PieceKind, Square};

/// No cell goes beyond.
pub const LIMIT: i32 = 16_384;

/// Pieces and points: the index of a moving piece and its target in continuation tables.
pub const PIECE_POINTS: usize = 14 * 90;

/// `piece * 90 + to`.
#[inline]
#[must_use]
pub fn piece_to(piece: Piece, to: Square) -> usize {
    piece.index() * 90 + to.index()
}

#[inline]
fn drift(cell: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    *cell += (bonus - i32::from(*cell) * bonus.abs() / LIMIT) as i16;
}

fn zeroed<T: Clone>(value: T, len: usize) -> Box<[T]> {
    vec![value; len].into_boxed_slice()
}

/// Quiet moves of a side: `[side][from][to]`.
#[derive(Clone)]
pub struct QuietHistory(Box<[[[i16; 90]; 90]]>);

impl Default for QuietHistory {
    fn default() -> Self {
        QuietHistory(zeroed([[0; 90]; 90], 2))
    }
}

impl QuietHistory {
    /// How well the move did.
    #[inline]
    #[must_use]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side.index()][mv.from().index()][mv.to().index()])
    }

    /// How well the moves of a side from one point did, by target.
    #[inline]
    #[must_use]
    pub fn row(&self, side: Color, from: Square) -> &[i16; 90] {
        &self.0[side.index()][from.index()]
    }

    /// Moves the cell by a bonus.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        drift(&mut self.0[side.index()][mv.from().index()][mv.to().index()], bonus);
    }
}

/// Captures: `[piece][to][captured kind]`.
#[derive(Clone)]
pub struct CaptureHistory(Box<[[i16; 7]]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        CaptureHistory(zeroed([0; 7], PIECE_POINTS))
    }
}

impl CaptureHistory {
    /// How well the capture did.
    #[inline]
    #[must_use]
    pub fn get(&self, piece: Piece, to: Square, captured: PieceKind) -> i32 {
        i32::from(self.0[piece_to(piece, to)][captured.index()])
    }

    /// Moves the cell by a bonus.
    #[inline]
    pub fn update(&mut self, piece: Piece, to: Square, captured: PieceKind, bonus: i32) {
        drift(&mut self.0[piece_to(piece, to)][captured.index()], bonus);
    }
}

/// Quiet moves after an earlier move: `[earlier piece and target][piece and target]`.
#[derive(Clone)]
pub struct ContinuationHistory(Box<[[i16; PIECE_POINTS]]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        ContinuationHistory(zeroed([0; PIECE_POINTS], PIECE_POINTS))
    }
}

impl ContinuationHistory {
    /// How well a move did after an earlier one; 0 when there was none.
    #[inline]
    #[must_use]
    pub fn get(&self, earlier: Option<usize>, now: usize) -> i32 {
        earlier.map_or(0, |earlier| i32::from(self.0[earlier][now]))
    }

    /// How well the moves of a piece did after an earlier move, by target; none when there was no earlier move.
    #[inline]
    #[must_use]
    pub fn row(&self, earlier: Option<usize>, piece: Piece) -> Option<&[i16]> {
        let first = piece.index() * 90;
        earlier.map(|earlier| &self.0[earlier][first..first + 90])
    }

    /// Moves the cell by a bonus.
    #[inline]
    pub fn update(&mut self, earlier: Option<usize>, now: usize, bonus: i32) {
        if let Some(earlier) = earlier {
            drift(&mut self.0[earlier][now], bonus);
        }
    }
}

/// All ordering statistics of one search thread.
#[derive(Clone, Default)]
pub struct Histories {
    /// Quiet moves.
    pub quiet: QuietHistory,
    /// Captures.
    pub capture: CaptureHistory,
    /// Quiet moves after the moves one, two and four plies before.
    pub continuation: ContinuationHistory,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_approach_the_limit_and_never_pass_it() {
        let mut history = QuietHistory::default();
        let mv: Move = "h2e2".parse().unwrap();
        for _ in 0..2000 {
            history.update(Color::Red, mv, 3000);
        }
        let high = history.get(Color::Red, mv);
        assert!(high > LIMIT * 9 / 10 && high <= LIMIT);
        assert_eq!(history.get(Color::Black, mv), 0);
        for _ in 0..2000 {
            history.update(Color::Red, mv, -100_000);
        }
        assert_eq!(history.get(Color::Red, mv), -LIMIT);
    }
}
