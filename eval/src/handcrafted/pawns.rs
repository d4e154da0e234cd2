//! Pawns: linked over the river, free to cross, beside the enemy king.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, context, weights};

#[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("pawns");

    fn better(good: &str, bad: &str) {
        let (good_value, bad_value) = (TERM.red(good), TERM.red(bad));
        assert!(good_value.mg > bad_value.mg && good_value.eg > bad_value.eg, "{good} over {bad}");
    }

    #[test]
    fn hand_in_hand_over_the_river() {
        better("3k5/9/9/9/6PP1/9/9/9/9/4K4", "3k5/9/9/9/5P1P1/9/9/9/9/4K4");
        // On the own side there are no neighbours to protect each other.
        assert_eq!(TERM.red("3k5/9/9/9/9/8P/6P2/9/9/4K4"), TERM.red("3k5/9/9/9/9/6P1P/9/9/9/4K4"));
    }

    #[test]
    fn a_protected_pawn_stands_firm() {
        assert!(TERM.red("3k5/9/9/9/6P2/9/9/9/9/4K1R2").mg > TERM.red("3k5/9/9/9/6P2/9/9/9/9/4K2R1").mg);
    }

    #[test]
    fn pawns_press_the_king_and_count_more_when_guards_are_gone() {
        better("3k5/9/3P5/9/9/9/9/9/9/4K4", "3k5/9/7P1/9/9/9/9/9/9/4K4");
        better("3k5/9/7P1/9/9/9/9/9/9/4K4", "3k1a3/4a4/7P1/9/9/9/9/9/9/4K4");
    }

    #[test]
    fn a_pawn_is_held_up_by_another() {
        better("3k5/9/9/9/9/9/P8/9/9/4K4", "3k5/9/9/9/9/p8/P8/9/9/4K4");
    }
}
