//! The right to move.

use chuhe_movegen::Color;

use super::{Context, Tapered, weights};

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    if context.position.side() == us { weights::tempo() } else { Tapered::ZERO }
}

#[cfg(test)]
mod tests {
    use chuhe_movegen::Position;

    use crate::evaluate;

    #[test]
    fn the_same_placement_is_better_for_who_moves() {
        let mut position = Position::start();
        let red_moves = evaluate(&position);
        position.make_null();
        assert!(red_moves > 0 && evaluate(&position) == red_moves);
    }
}
