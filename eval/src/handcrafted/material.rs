//! What the pieces are worth wherever they stand.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let side = context.side(us);
    weights::rook() * side.count(PieceKind::Rook)
        + weights::knight() * side.count(PieceKind::Knight)
        + weights::cannon() * side.count(PieceKind::Cannon)
        + weights::advisor() * side.count(PieceKind::Advisor)
        + weights::bishop() * side.count(PieceKind::Bishop)
        + weights::pawn() * side.count(PieceKind::Pawn)
}
