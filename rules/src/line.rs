//! A line of play: a position and everything on the way to it that the rules ask about.

use chuhe_movegen::{Color, Move, Position, Undo};

/// The natural limit (自然限着): how long a game may go on without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaturalLimit {
    /// Plies without a capture after which the game is a draw; 0 = no limit. 120 is sixty full moves.
    pub plies: u16,
    /// How many checks of a side count since the last capture; further ones and the replies to them do not.
    pub checks: u16,
}

impl Default for NaturalLimit {
    /// Sixty full moves, ten checks.
    fn default() -> Self {
        NaturalLimit { plies: 120, checks: 10 }
    }
}

/// One move of a line and what it did.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Whether it gave check.
    pub check: bool,
    /// Key of the position before it.
    pub key_before: u64,
    undo: Undo,
    clock_before: u16,
    checks_before: [u16; 2],
    floor_before: usize,
    exempt: bool,
}

impl Ply {
    /// Whether the move took a piece.
    #[inline]
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.undo.captured().is_some()
    }

    /// The taking-back record of the move.
    #[inline]
    #[must_use]
    pub fn undo(&self) -> Undo {
        self.undo
    }
}

/// What [`Line::make_null`] changed, for [`Line::unmake_null`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a null move is taken back with it"]
pub struct NullMove {
    floor_before: usize,
}

/// How many counters the key filter has; a power of two.
const FILTER: usize = 4096;

/// A start position and the moves played from it. A game is kept in one, and a search walks one up and down.
#[derive(Clone)]
pub struct Line {
    position: Position,
    plies: Vec<Ply>,
    /// For each key value modulo [`FILTER`], how many earlier positions of the line have it: says "never seen" at once.
    filter: Box<[u32; FILTER]>,
    limit: NaturalLimit,
    clock: u16,
    checks: [u16; 2],
    /// The ply before which nothing can repeat: what follows the last capture or null move.
    floor: usize,
    in_check: bool,
}

impl Line {
    /// A line without moves.
    #[must_use]
    pub fn new(position: Position, limit: NaturalLimit) -> Line {
        Line {
            clock: position.halfmove(),
            in_check: position.in_check(),
            position,
            plies: Vec::with_capacity(256),
            filter: Box::new([0; FILTER]),
            limit,
            checks: [0; 2],
            floor: 0,
        }
    }

    /// The position reached.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// Plies that count towards the natural limit.
    #[inline]
    #[must_use]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// Plies without a capture as they count when a side claims the natural limit: of its own checks since the last
    /// capture only the first few do, and of the moves that the others forced none (Chinese rules, art. 23.3).
    #[must_use]
    pub fn claim_clock(&self, claimant: Color) -> u16 {
        let excess = self.checks(claimant).saturating_sub(self.limit.checks);
        self.position.halfmove().saturating_sub(2 * excess)
    }

    /// Checks a side has given since the last capture of the line.
    #[inline]
    #[must_use]
    pub fn checks(&self, color: Color) -> u16 {
        self.checks[color.index()]
    }

    /// The limit in force.
    #[inline]
    #[must_use]
    pub fn limit(&self) -> NaturalLimit {
        self.limit
    }

    /// Whether the natural limit is reached. A mate on the board goes first; that is for the caller to look at.
    #[inline]
    #[must_use]
    pub fn limit_reached(&self) -> bool {
        self.limit.plies > 0 && self.clock >= self.limit.plies
    }

    /// Plays a legal move.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let mover = self.position.side();
        let key_before = self.position.key();
        self.filter[key_before as usize % FILTER] += 1;
        let undo = self.position.make(mv);
        let check = self.position.in_check();
        let after_exempt = self.plies.last().is_some_and(|ply| ply.exempt && ply.check);
        let mut ply = Ply {
            mv,
            check,
            key_before,
            undo,
            clock_before: self.clock,
            checks_before: self.checks,
            floor_before: self.floor,
            exempt: false,
        };
        if undo.captured().is_some() {
            self.floor = self.plies.len() + 1;
            self.clock = 0;
            self.checks = [0; 2];
        } else {
            if check {
                let checks = &mut self.checks[mover.index()];
                *checks = checks.saturating_add(1);
            }
            ply.exempt = after_exempt || check && self.checks[mover.index()] > self.limit.checks;
            self.clock = self.clock.saturating_add(u16::from(!ply.exempt));
        }
        self.in_check = check;
        self.plies.push(ply);
    }

    /// Takes back the last move; nothing happens when there is none.
    #[inline]
    pub fn unmake(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        self.position.unmake(ply.mv, ply.undo);
        self.filter[ply.key_before as usize % FILTER] -= 1;
        self.clock = ply.clock_before;
        self.checks = ply.checks_before;
        self.floor = ply.floor_before;
        self.in_check = self.plies.last().map_or_else(|| self.position.in_check(), |before| before.check);
    }

    /// Passes the move, for null-move search: no ply is added, the natural limit does not advance, and no position
    /// behind it counts as a repetition of one before it. The side to move must not be in check.
    #[inline]
    pub fn make_null(&mut self) -> NullMove {
        let null = NullMove { floor_before: self.floor };
        self.floor = self.plies.len();
        self.position.make_null();
        null
    }

    /// Takes back [`Line::make_null`].
    #[inline]
    pub fn unmake_null(&mut self, null: NullMove) {
        self.position.unmake_null();
        self.floor = null.floor_before;
    }

    /// The index of the ply before which nothing can repeat: the number of plies up to the last capture or null move.
    #[inline]
    #[must_use]
    pub fn floor(&self) -> usize {
        self.floor
    }

    /// How many plies ago the present position last stood on the board, with no capture and no null move since; none
    /// if never. In the common case two comparisons and a load.
    #[inline]
    #[must_use]
    pub fn last_repetition(&self) -> Option<usize> {
        let reversible = self.plies.len() - self.floor;
        if reversible < 4 || self.filter[self.position.key() as usize % FILTER] == 0 {
            return None;
        }
        self.repetition_from(0)
    }

    /// As [`Line::last_repetition`], looking only further back than `after` plies.
    #[must_use]
    pub fn repetition_from(&self, after: usize) -> Option<usize> {
        let key = self.position.key();
        let reversible = &self.plies[self.floor..];
        (after + 1..=reversible.len())
            .find(|back| back % 2 == 0 && reversible[reversible.len() - back].key_before == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_longer_than_its_counters_is_kept() {
        let mut line = Line::new(Position::start(), NaturalLimit::default());
        let plies = 4 * usize::from(u16::MAX) + 4;
        for mv in ["h2e2", "h9g7", "e2h2", "g7h9"].iter().cycle().take(plies) {
            line.make(mv.parse().unwrap());
        }
        assert_eq!(line.clock(), u16::MAX);
        (0..plies).for_each(|_| line.unmake());
        assert_eq!((line.clock(), line.position().clone()), (0, Position::start()));
    }
}
