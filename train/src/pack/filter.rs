//! Which positions of a game are worth learning from.

use chuhe_rules::Line;

use super::PlayedPly;

/// Leaves out what a static evaluation cannot or need not know: tactics, decided games, shuffling, book moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionFilter {
    /// Plies since the start of the whole game (the number of the move counts), before which nothing is taken.
    pub min_ply: u16,
    /// Scores from here on, in hundredths of a pawn, are not taken.
    pub max_score: i16,
    /// Positions with more plies since the last capture are not taken.
    pub max_clock: u16,
    /// Positions in check and positions in which the best move captures are not taken.
    pub quiet: bool,
}

impl Default for PositionFilter {
    fn default() -> Self {
        PositionFilter { min_ply: 16, max_score: 2000, max_clock: 60, quiet: true }
    }
}

impl PositionFilter {
    /// Whether the position reached by `line`, in which `ply` was played, is taken.
    #[must_use]
    pub fn takes(&self, line: &Line, ply: &PlayedPly) -> bool {
        let position = line.position();
        let played = (position.fullmove().saturating_sub(1)).saturating_mul(2) + position.side().index() as u16;
        let noisy = || line.in_check() || position.piece_at(ply.mv.to()).is_some();
        played >= self.min_ply
            && ply.score.is_evaluation()
            && ply.score.0.abs() < self.max_score
            && line.clock() <= self.max_clock
            && !(self.quiet && noisy())
    }
}
