//! Chases as the UCCI league sees them: only by the piece just moved, only in new directions, pins unseen.

use chuhe_movegen::{Bitboard, Move, PieceKind, Position, Square};

use super::threat::{Threat, Weakness};

/// What the piece that has just come from `mv` attacks; its side is to move again.
///
/// A rook or cannon attacks across its line of motion only, for what lies along it was attacked before. Knights and
/// cannons chase rooks always; everything else only what has no protector: knights a cannon or crossed pawn, rooks a
/// knight, cannon or crossed pawn, cannons a knight or crossed pawn. A protector is what attacks the point as the board
/// stands, the chaser still in its place.
pub(crate) fn chases(after: &Position, mv: Move) -> Vec<Threat> {
    use PieceKind::{Cannon, Knight, Pawn, Rook};
    let (from, to) = (mv.from(), mv.to());
    let Some(hunter) = after.piece_at(to) else { return Vec::new() };
    let occupied = after.occupied();
    let lines = after.tables().lines(to, occupied);
    let along = if from.file() == to.file() { Bitboard::file(to.file()) } else { Bitboard::rank(to.rank()) };
    let (reach, bare): (Bitboard, &[PieceKind]) = match hunter.kind() {
        Knight => (after.tables().knight(to, occupied), &[Cannon, Pawn]),
        Rook => (lines.rook & !along, &[Knight, Cannon, Pawn]),
        Cannon => (lines.cannon & !along, &[Knight, Pawn]),
        _ => return Vec::new(),
    };
    let enemy = !hunter.color();
    let protected = |square: Square| (after.attackers_to(square, occupied) & after.color(enemy)).any();
    let threat = |victim: Square| {
        let quarry = after.piece_at(victim)?.kind();
        let weakness = if quarry == Rook && hunter.kind() != Rook {
            if protected(victim) { Weakness::Valuable } else { Weakness::Unprotected }
        } else if bare.contains(&quarry) && !(quarry == Pawn && enemy.half().has(victim)) && !protected(victim) {
            Weakness::Unprotected
        } else {
            return None;
        };
        Some(Threat { victim, attacker: to, weakness })
    };
    (reach & after.color(enemy)).into_iter().filter_map(threat).collect()
}
