//! How many points a rook, knight or cannon can go to without being taken there by something cheaper.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let (side, enemy) = (context.side(us), context.side(!us));
    let enemies = context.position.color(!us);
    let empty = !context.occupied;
    let cheap = enemy.attacks(PieceKind::Pawn) | enemy.attacks(PieceKind::Advisor) | enemy.attacks(PieceKind::Bishop);
    let cheaper_than_a_rook = cheap | enemy.attacks(PieceKind::Knight) | enemy.attacks(PieceKind::Cannon);
    let mut sum = Tapered::ZERO;
    for rook in side.rooks.iter() {
        let points = rook.lines.rook & (empty | enemies) & !cheaper_than_a_rook;
        sum += weights::rook_mobility(points.count() as usize);
    }
    for knight in side.knights.iter() {
        let points = knight.targets & (empty | enemies) & !cheap;
        sum += weights::knight_mobility(points.count() as usize);
    }
    for cannon in side.cannons.iter() {
        let points = (cannon.lines.rook & empty | cannon.lines.cannon & enemies) & !cheap;
        sum += weights::cannon_mobility(points.count() as usize);
    }
    sum
}
