//! Knights: legs, support, and the knight in the heart of its own palace (窝心马).

use chuhe_movegen::{Color, PieceKind};

use super::cannons::palace_heart;
use super::{Context, Tapered, context, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (side, enemy) = (context.side(us), context.side(!us));
    let own_knights = position.pieces(us, PieceKind::Knight);
    let own_pawns = position.pieces(us, PieceKind::Pawn);
    let enemies = position.color(!us);
    let mut sum = Tapered::ZERO;
    for knight in side.knights.iter() {
        let legs = context::neighbours(knight.square) & context.occupied;
        let pawn_legs = legs & own_pawns;
        let enemy_legs = legs & enemies;
        let other_legs = legs.count() - pawn_legs.count() - enemy_legs.count();
        sum += weights::knight_leg_own_pawn() * pawn_legs.count() as i32;
        sum += weights::knight_leg_enemy() * enemy_legs.count() as i32;
        sum += weights::knight_leg_own_piece() * other_legs as i32;
        if (knight.targets & own_knights).any() {
            sum += weights::knight_linked();
        }
        if us.relative_rank(knight.square) >= 5
            && side.attacked.has(knight.square)
            && !enemy.attacks(PieceKind::Pawn).has(knight.square)
        {
            sum += weights::knight_outpost();
        }
        if palace_heart(us).has(knight.square) {
            sum += weights::knight_palace_heart();
        }
    }
    sum
}
