//! Pieces that hang or are attacked by something cheaper.

use chuhe_movegen::{Bitboard, Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (side, enemy) = (context.side(us), context.side(!us));
    let theirs = |kind| position.pieces(!us, kind);
    let number = |set: Bitboard| set.count() as i32;
    let rooks = theirs(PieceKind::Rook);
    let minors = theirs(PieceKind::Knight) | theirs(PieceKind::Cannon);
    let guards = theirs(PieceKind::Advisor) | theirs(PieceKind::Bishop);
    let minor_attacks = side.attacks(PieceKind::Knight) | side.attacks(PieceKind::Cannon);
    let loose = side.attacked & !enemy.attacked;
    weights::threat_by_pawn() * number((rooks | minors) & side.attacks(PieceKind::Pawn))
        + weights::threat_on_rook() * number(rooks & minor_attacks)
        + weights::loose_rook() * number(rooks & side.attacks(PieceKind::Rook) & !enemy.attacked)
        + weights::loose_minor() * number(minors & loose)
        + weights::loose_guard() * number(guards & loose)
        + weights::loose_pawn() * number(theirs(PieceKind::Pawn) & loose)
}
