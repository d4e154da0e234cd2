//! Draws by want of material.

use chuhe_movegen::{Color, PieceKind, Position};

use crate::outcome::Reason;
use crate::switches::MaterialDraw;

/// Why neither side can win any more, if so.
///
/// A lone cannon without an advisor beside it cannot mate or stalemate a king without advisors, bishops or not: the
/// tests look at every such placement.
#[must_use]
pub fn material_draw(position: &Position, rule: MaterialDraw) -> Option<Reason> {
    if rule == MaterialDraw::Never {
        return None;
    }
    if Color::ALL.into_iter().all(|color| !position.has_attackers(color)) {
        return Some(Reason::NoAttackers);
    }
    let count = |kind: PieceKind| position.kind(kind).count();
    let lone = rule == MaterialDraw::LoneCannon
        && count(PieceKind::Cannon) == 1
        && [PieceKind::Rook, PieceKind::Knight, PieceKind::Pawn, PieceKind::Advisor].into_iter().all(|k| count(k) == 0);
    lone.then_some(Reason::LoneCannon)
}
