//! Winning a piece through a check (借将得子), a chase by the Chinese rules (arts. 28.3, 29.1).
//!
//! The rules speak of consecutive checks. One is looked at: with two or more, every third quiet rook move would win
//! something, and no referee reckons so.

use chuhe_movegen::{Bitboard, Move, PieceKind, Position, Square};

use super::capture::{Gain, attackers, counting};
use super::kill::checking_moves;
use super::threat::{Threat, Weakness, sound_capture};

/// The pieces among `wanted` that the side to move can win by a check followed by a capture, whatever the reply.
pub(crate) fn threats(position: &Position, wanted: Bitboard) -> Vec<Threat> {
    if wanted.is_empty() || position.in_check() {
        return Vec::new();
    }
    let mut found: Vec<Threat> = Vec::new();
    for (mv, after) in checking_moves(position) {
        for victim in lost_after(position, mv, &after) & wanted {
            if found.iter().all(|threat| threat.victim != victim) {
                found.push(Threat { victim, attacker: mv.from(), weakness: Weakness::LostToChecks });
            }
        }
    }
    found.sort_by_key(|threat| threat.victim);
    found
}

/// The pieces that some reply to a check loses, as they stood before it; none when some reply saves everything.
fn lost_after(position: &Position, check: Move, after: &Position) -> Bitboard {
    let start = Gain::of_taking(position, check.to());
    let mut lost = Bitboard::EMPTY;
    for &reply in &after.legal_moves() {
        let balance = start.less(Gain::of_taking(after, reply.to()));
        let mut next = after.clone();
        next.make(reply);
        let mut victims = winnable(&next, balance);
        if victims.is_empty() {
            return Bitboard::EMPTY;
        }
        if victims.has(reply.to()) {
            victims = victims.without(reply.to()).with(reply.from());
        }
        lost |= victims;
    }
    lost
}

/// The pieces the side to move can take with a gain, what the check has cost or brought in included.
fn winnable(position: &Position, balance: Gain) -> Bitboard {
    let side = position.side();
    let hunters = position.color(side) & !position.kind(PieceKind::King) & !position.kind(PieceKind::Pawn);
    let falls = |&victim: &Square| {
        (attackers(position, victim) & hunters).into_iter().map(|from| Move::new(from, victim)).any(|mv| {
            position.is_legal(mv) && {
                let gain = sound_capture(position, mv);
                gain.is_win() && balance.plus(gain).is_win()
            }
        })
    };
    counting(position, !side).into_iter().filter(falls).collect()
}
