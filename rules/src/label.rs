//! The labeller: what a move does, as the rules on repetition ask.

pub(crate) mod capture;
mod idle;
pub(crate) mod kill;
pub(crate) mod moved_piece;
pub(crate) mod threat;
mod through_checks;

use chuhe_movegen::{Bitboard, Move, Position, Square};

pub use idle::IdleKind;
pub use threat::{Threat, Weakness};

use crate::switches::{Protection, Switches};
use threat::{Attack, By};

/// What one move does. A move can do several things at once; which of them counts is the classifier's business.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The pieces that give check after it (将).
    pub checkers: Vec<Square>,
    /// It threatens mate by this many consecutive checks (杀). Not looked for when the move itself gives check.
    pub kill: Option<u8>,
    /// What it newly threatens to win (捉), by all pieces but king and pawns.
    pub chases: Vec<Threat>,
    /// What it newly threatens to win by the king.
    pub king_attacks: Vec<Threat>,
    /// What it newly threatens to win by pawns.
    pub pawn_attacks: Vec<Threat>,
    /// When it does none of these, what it is instead.
    pub idle: Option<IdleKind>,
}

impl Label {
    /// Whether the move gives check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// Labels a legal move of the side to move.
pub fn label(before: &Position, mv: Move, switches: &Switches) -> Label {
    let mut after = before.clone();
    after.make(mv);
    let checkers: Vec<Square> = after.checkers().into_iter().collect();
    let check = !checkers.is_empty();
    after.make_null();
    let kill = if check { None } else { kill::mate_by_checks(&after) };
    let mut label = Label { checkers, kill, ..Label::default() };
    if switches.protection == Protection::MovedPieceOnly {
        label.chases = moved_piece::chases(&after, mv);
    } else {
        label.chases = new_threats(before, &after, By::Pieces, switches);
        if switches.chase_through_checks && !check {
            label.chases.extend(new_through_checks(before, &after, switches));
        }
    }
    label.king_attacks = new_threats(before, &after, By::King, switches);
    label.pawn_attacks = new_threats(before, &after, By::Pawns, switches);
    let attacks = [&label.chases, &label.king_attacks, &label.pawn_attacks].iter().any(|list| !list.is_empty());
    if !check && kill.is_none() && !attacks {
        label.idle = Some(idle::kind(before, &after, mv, switches));
    }
    label
}

/// What a side threatens after its move but could not have won before it. In `after` it is to move again.
fn new_threats(before: &Position, after: &Position, by: By, switches: &Switches) -> Vec<Threat> {
    let (was, is) = (Attack::standing(before, switches), Attack::new(after, switches));
    let found = is.candidates().into_iter().filter_map(|victim| is.on(victim, by));
    let old = |victim| match by {
        By::Pieces => was.wins(victim, by),
        By::King | By::Pawns => [By::Pieces, By::King, By::Pawns].into_iter().any(|by| was.wins(victim, by)),
    };
    found.filter(|threat| !old(threat.victim)).collect()
}

/// What a side threatens to win through checks after its move and could have won before it in no way.
pub(crate) fn new_through_checks(before: &Position, after: &Position, switches: &Switches) -> Vec<Threat> {
    let is = Attack::new(after, switches);
    let indirect = |&victim: &Square| !is.wins(victim, By::Pieces) && !is.exchange_offered(victim);
    let indirect: Bitboard = is.candidates().into_iter().filter(indirect).collect();
    let mut found = through_checks::threats(after, indirect);
    if !found.is_empty() {
        let was = Attack::standing(before, switches);
        let old = through_checks::threats(before, indirect);
        found.retain(|threat| {
            !was.wins(threat.victim, By::Pieces) && old.iter().all(|other| other.victim != threat.victim)
        });
    }
    found
}
