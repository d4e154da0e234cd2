//! Winning a piece through consecutive checks (借将得子), a chase by the Chinese rules (arts. 28.3, 29.1).

use chuhe_movegen::{Bitboard, Move, PieceKind, Position, Square};

use super::capture::{Gain, attackers, counting};
use super::kill::checking_moves;
use super::threat::{Threat, Weakness, sound_capture};

/// How many checks may come before the capture.
const MAX_CHECKS: u8 = 1;

/// The pieces among `wanted` that the side to move can win by checks followed by a capture, whatever the replies.
pub(crate) fn threats(position: &Position, wanted: Bitboard) -> Vec<Threat> {
    if wanted.is_empty() || position.in_check() {
        return Vec::new();
    }
    for checks in 1..=MAX_CHECKS {
        for (mv, after) in checking_moves(position) {
            if let Some(victims) = after_check(position, mv, &after, Gain::default(), checks) {
                let victims = victims & wanted;
                if victims.any() {
                    let threat = |victim| Threat { victim, attacker: mv.from(), weakness: Weakness::LostToChecks };
                    return victims.into_iter().map(threat).collect();
                }
            }
        }
    }
    Vec::new()
}

/// The pieces lost after a check with all replies taken together, as they stood before it; none when some reply saves
/// everything.
fn after_check(position: &Position, mv: Move, after: &Position, balance: Gain, checks: u8) -> Option<Bitboard> {
    let balance = balance.plus(Gain::of_taking(position, mv.to()));
    let replies = after.legal_moves();
    if replies.is_empty() {
        return None;
    }
    let mut lost = Bitboard::EMPTY;
    for &reply in &replies {
        let balance = balance.less(Gain::of_taking(after, reply.to()));
        let mut next = after.clone();
        next.make(reply);
        let mut victims = winnable(&next, balance, checks - 1)?;
        if victims.has(reply.to()) {
            victims = victims.without(reply.to()).with(reply.from());
        }
        lost |= victims;
    }
    Some(lost)
}

/// The pieces the side to move wins now or by more checks, with what the checks so far have cost.
fn winnable(position: &Position, balance: Gain, checks: u8) -> Option<Bitboard> {
    let side = position.side();
    let hunters = position.color(side) & !position.kind(PieceKind::King) & !position.kind(PieceKind::Pawn);
    let falls = |victim: Square| {
        let mut moves = (attackers(position, victim) & hunters).into_iter().map(|from| Move::new(from, victim));
        moves.any(|mv| {
            position.is_legal(mv) && {
                let gain = sound_capture(position, mv);
                gain.is_win() && balance.plus(gain).is_win()
            }
        })
    };
    let victims: Bitboard = counting(position, !side).into_iter().filter(|&victim| falls(victim)).collect();
    if victims.any() {
        return Some(victims);
    }
    if checks == 0 {
        return None;
    }
    checking_moves(position).into_iter().find_map(|(mv, after)| after_check(position, mv, &after, balance, checks))
}
