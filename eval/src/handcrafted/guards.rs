//! Advisors and bishops: pairs, links, and what the enemy has against the missing ones.
//!
//! The proverbs: without advisors fear rooks and knights (缺仕怕车马), without bishops fear cannons (缺相怕炮).

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (side, enemy) = (context.side(us), context.side(!us));
    let (advisors, bishops) = (side.count(PieceKind::Advisor), side.count(PieceKind::Bishop));
    let mut sum = Tapered::ZERO;
    if advisors == 2 {
        sum += weights::advisor_pair();
    }
    if bishops == 2 {
        sum += weights::bishop_pair();
    }
    if advisors + bishops == 4 {
        sum += weights::full_guard();
    }
    if (side.attacks(PieceKind::Bishop) & position.pieces(us, PieceKind::Bishop)).any() {
        sum += weights::bishops_linked();
    }
    if (side.attacks(PieceKind::Advisor) & position.pieces(us, PieceKind::Advisor)).any() {
        sum += weights::advisors_linked();
    }
    let missing_advisors = 2 - advisors;
    let missing_bishops = 2 - bishops;
    sum += weights::missing_advisor_rook() * (missing_advisors * enemy.count(PieceKind::Rook));
    sum += weights::missing_advisor_knight() * (missing_advisors * enemy.count(PieceKind::Knight));
    sum += weights::missing_bishop_cannon() * (missing_bishops * enemy.count(PieceKind::Cannon));
    sum
}
