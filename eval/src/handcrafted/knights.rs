//! Knights: legs, support, and the knight in the heart of its own palace (窝心马).

use chuhe_movegen::{Color, PieceKind};

use super::cannons::palace_heart;
use super::{Context, Tapered, context, weights};

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (side, enemy) = (context.side(us), context.side(!us));
    let own_pawns = position.pieces(us, PieceKind::Pawn);
    let enemies = position.color(!us);
    let mut sum = Tapered::ZERO;
    for knight in side.knights.iter() {
        let legs = context::neighbours(knight.square) & context.occupied;
        if legs.any() {
            let pawns = (legs & own_pawns).count() as i32;
            let enemies = (legs & enemies).count() as i32;
            let others = legs.count() as i32 - pawns - enemies;
            sum += weights::knight_leg_own_pawn() * pawns
                + weights::knight_leg_enemy() * enemies
                + weights::knight_leg_own_piece() * others;
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

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("knights");

    fn better(good: &str, bad: &str) {
        let both = |fen| TERM.red(fen).mg + TERM.red(fen).eg;
        assert!(both(good) > both(bad), "{good} over {bad}");
    }

    #[test]
    fn whatever_stands_on_a_leg_hurts() {
        let free = "4k4/9/9/9/9/2P6/9/2N6/9/3K5";
        better(free, "4k4/9/9/9/9/9/2P6/2N6/9/3K5");
        better(free, "4k4/9/9/9/9/9/2C6/2N6/9/3K5");
        better(free, "4k4/9/9/9/9/9/2p6/2N6/9/3K5");
    }

    #[test]
    fn a_protected_knight_over_the_river_is_an_outpost() {
        better("4k4/9/9/9/2N6/9/9/9/9/2RK5", "4k4/9/9/9/2N6/9/9/9/9/1R1K5");
        better("4k4/9/9/9/2N6/9/9/9/9/2RK5", "4k4/9/9/2p6/2N6/9/9/9/9/2RK5");
    }

    #[test]
    fn a_knight_in_the_heart_of_its_palace_is_bad() {
        better("4k4/9/9/9/9/9/9/4N4/9/3K5", "4k4/9/9/9/9/9/9/9/4N4/3K5");
    }
}
