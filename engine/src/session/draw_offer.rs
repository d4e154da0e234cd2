//! When a draw is accepted or offered, and when a game is given up (architecture §6.6).

use chuhe_movegen::{Position, Score};

/// The policy and what it remembers of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawPolicy {
    /// Draws may be offered and accepted.
    pub offers: bool,
    /// Lost games may be given up.
    pub resign: bool,
    /// Consecutive moves with a hopeless score.
    hopeless: u32,
    /// Moves since the last own offer.
    since_offer: u32,
}

/// A score this near to zero is level, hundredths of a pawn.
const LEVEL: i32 = 25;
/// Below this the opponent's offer is a gift.
const WORSE: i32 = -150;
/// Below this a game is lost.
const HOPELESS: i32 = -1500;
/// Plies without a capture before a draw is offered.
const QUIET_PLIES: u16 = 40;
/// Moves between two offers.
const PATIENCE: u32 = 10;

impl Default for DrawPolicy {
    fn default() -> Self {
        DrawPolicy { offers: true, resign: false, hopeless: 0, since_offer: PATIENCE }
    }
}

impl DrawPolicy {
    pub(super) fn new_game(&mut self) {
        *self = DrawPolicy { offers: self.offers, resign: self.resign, ..DrawPolicy::default() };
    }

    /// Whether ` draw` goes with the move: as the answer to an offer, or as one.
    pub(super) fn says_draw(&mut self, position: &Position, score: Score, offered: bool) -> bool {
        self.since_offer += 1;
        let Score::Cp(cp) = score else { return false };
        let nothing_left = !position.has_attackers(position.side());
        if !self.offers {
            return false;
        }
        if offered {
            return nothing_left && cp <= LEVEL || cp <= WORSE;
        }
        let offer =
            nothing_left && cp.abs() <= LEVEL && position.halfmove() >= QUIET_PLIES && self.since_offer > PATIENCE;
        if offer {
            self.since_offer = 0;
        }
        offer
    }

    /// Whether the game is given up: hopeless for three moves running, mate in sight included.
    pub(super) fn resigns(&mut self, score: Score) -> bool {
        let lost = match score {
            Score::Cp(cp) => cp < HOPELESS,
            Score::Mate(plies) | Score::Rule(plies) => plies <= 0,
        };
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        self.resign && self.hopeless >= 3
    }
}
