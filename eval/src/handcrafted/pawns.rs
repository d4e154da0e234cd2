//! Pawns: linked over the river, free to cross, beside the enemy king.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, context, weights};

#[inline]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (side, enemy) = (context.side(us), context.side(!us));
    let pawns = position.pieces(us, PieceKind::Pawn);
    let crossed = pawns & (!us).half();
    let mut sum = Tapered::ZERO;
    if crossed.any() {
        let number = crossed.count() as i32;
        let linked = crossed & context::to_the_left(crossed);
        sum += weights::pawn_linked() * linked.count() as i32;
        let guarded = crossed & side.attacked;
        sum += weights::pawn_guarded() * guarded.count() as i32;
        let missing = 4 - enemy.count(PieceKind::Advisor) - enemy.count(PieceKind::Bishop);
        sum += weights::pawn_against_missing_guard() * (number * missing);
        let near = crossed & context.king_flank(!us);
        sum += weights::pawn_at_king() * near.count() as i32;
    }
    // The step over the river can be taken, and nothing of the enemy's waits there.
    let at_the_river = pawns & !(!us).half();
    let step = context::forward(at_the_river, us);
    let safe = step & !context.occupied & !enemy.attacked;
    sum += weights::pawn_free_step() * safe.count() as i32;
    sum
}
