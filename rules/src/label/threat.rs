//! Which pieces a side could win by its next capture.

use chuhe_movegen::{Bitboard, Move, Piece, PieceKind, Position, Square};

use super::capture::{Gain, attackers, can_capture, counting, exchange, may_capture};
use super::kill::mates_at_once;
use crate::switches::{Protection, Switches};

/// Why an attacked piece would be lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weakness {
    /// Nothing protects it.
    Unprotected,
    /// What seems to protect it could not legally recapture (假根).
    FalselyProtected,
    /// It is protected, but worth more than the attacker.
    Valuable,
    /// It is protected, but the whole exchange on its point loses material (少根).
    Underprotected,
    /// Consecutive checks win it.
    LostToChecks,
}

/// A capture that a side threatens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Where the attacked piece stands.
    pub victim: Square,
    /// Where the attacker stands. For [`Weakness::LostToChecks`] the piece that gives the first check.
    pub attacker: Square,
    /// Why it would be lost.
    pub weakness: Weakness,
}

/// Which attackers are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// Rooks, knights, cannons, advisors and bishops: their attacks are chases.
    Pieces,
    /// Kings.
    King,
    /// Pawns.
    Pawns,
}

/// A position looked at from its side to move, whatever checks stand on the board.
pub(crate) struct Attack<'a> {
    position: &'a Position,
    switches: &'a Switches,
    /// Whether a capture that would be answered by mate is no threat.
    mated_exempt: bool,
    /// Attackers of the own king that were there before: an attack exists though its side is in check.
    own_checkers: Bitboard,
    /// Attackers of the enemy king: there are some when the attack is looked at right after a check.
    enemy_checkers: Bitboard,
}

impl<'a> Attack<'a> {
    pub(crate) fn new(position: &'a Position, switches: &'a Switches) -> Attack<'a> {
        let side = position.side();
        Attack {
            position,
            switches,
            mated_exempt: switches.mated_exempt,
            own_checkers: position.attackers_of_king(side),
            enemy_checkers: position.attackers_of_king(!side),
        }
    }

    /// The same, but with captures that would be answered by mate: an attack that stands already is no new one, even if
    /// it could not be carried out yet.
    pub(crate) fn standing(position: &'a Position, switches: &'a Switches) -> Attack<'a> {
        Attack { mated_exempt: false, ..Attack::new(position, switches) }
    }

    /// The points with enemy pieces that count.
    pub(crate) fn candidates(&self) -> Bitboard {
        counting(self.position, !self.position.side())
    }

    fn pieces(&self, by: By) -> Bitboard {
        let own = self.position.color(self.position.side());
        let kings = self.position.kind(PieceKind::King);
        let pawns = self.position.kind(PieceKind::Pawn);
        match by {
            By::Pieces => own & !kings & !pawns,
            By::King => own & kings,
            By::Pawns => own & pawns,
        }
    }

    /// How the piece on a point could be won, if at all: by the attacker against which it is weakest.
    pub(crate) fn on(&self, victim: Square, by: By) -> Option<Threat> {
        let from = attackers(self.position, victim) & self.pieces(by);
        let threats = from.into_iter().filter_map(|attacker| {
            let weakness = self.weakness(attacker, victim)?;
            Some(Threat { victim, attacker, weakness })
        });
        threats.min_by_key(|threat| (threat.weakness, self.kind(threat.attacker)))
    }

    /// Whether the piece on a point could be won.
    pub(crate) fn wins(&self, victim: Square, by: By) -> bool {
        let from = attackers(self.position, victim) & self.pieces(by);
        from.into_iter().any(|attacker| self.weakness(attacker, victim).is_some())
    }

    /// Whether a piece of the same kind attacks the one on a point and could be taken by it in return (兑).
    pub(crate) fn exchange_offered(&self, victim: Square) -> bool {
        let kind = self.kind(victim);
        let from = attackers(self.position, victim) & self.pieces(By::Pieces);
        from.into_iter().any(|attacker| self.kind(attacker) == kind && self.strikes_back(victim, attacker))
    }

    /// Why the piece on `victim` would be lost to a capture by the one on `attacker`.
    fn weakness(&self, attacker: Square, victim: Square) -> Option<Weakness> {
        let mv = Move::new(attacker, victim);
        if !may_capture(self.position, mv, self.own_checkers) {
            return None;
        }
        let (hunter, quarry) = (self.kind(attacker)?, self.kind(victim)?);
        if hunter == quarry && self.strikes_back(victim, attacker) {
            return None;
        }
        let mut after = self.position.clone();
        after.make(mv);
        let weakness = match self.switches.protection {
            Protection::Exchange => {
                if !exchange(self.position, mv).is_win() {
                    return None;
                }
                let recapture = can_capture(&after, victim, self.enemy_checkers);
                match (recapture, outweighs(hunter, quarry)) {
                    (false, _) => self.bare(&after, victim),
                    (true, true) => Weakness::Valuable,
                    (true, false) => Weakness::Underprotected,
                }
            }
            Protection::LegalRecapture | Protection::MovedPieceOnly => {
                if !can_capture(&after, victim, self.enemy_checkers) {
                    self.bare(&after, victim)
                } else if outweighs(hunter, quarry) {
                    Weakness::Valuable
                } else {
                    return None;
                }
            }
        };
        if self.mated_exempt && mates_at_once(&after) {
            return None;
        }
        Some(weakness)
    }

    fn kind(&self, square: Square) -> Option<PieceKind> {
        self.position.piece_at(square).map(Piece::kind)
    }

    fn bare(&self, after: &Position, victim: Square) -> Weakness {
        if attackers(after, victim).any() { Weakness::FalselyProtected } else { Weakness::Unprotected }
    }

    /// Whether the attacked piece of the attacker's own kind can legally take the attacker: that is an offer of exchange.
    fn strikes_back(&self, victim: Square, attacker: Square) -> bool {
        let mut theirs = self.position.clone();
        theirs.make_null();
        attackers(&theirs, attacker).has(victim)
            && may_capture(&theirs, Move::new(victim, attacker), self.enemy_checkers)
    }
}

/// Whether an attack counts even when the piece attacked is protected.
fn outweighs(hunter: PieceKind, quarry: PieceKind) -> bool {
    use PieceKind::{Advisor, Bishop, Cannon, Knight, Rook};
    match hunter {
        Knight | Cannon => quarry == Rook,
        Advisor | Bishop => matches!(quarry, Rook | Knight | Cannon),
        _ => false,
    }
}

/// The gain of the capture of a piece that counts, with the mover not mated at once.
pub(crate) fn sound_capture(position: &Position, mv: Move) -> Gain {
    let gain = exchange(position, mv);
    if gain.is_win() {
        let mut after = position.clone();
        after.make(mv);
        if mates_at_once(&after) {
            return Gain::default();
        }
    }
    gain
}
