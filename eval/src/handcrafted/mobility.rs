//! How many points a rook, knight or cannon can go to without being taken there by something cheaper.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("mobility");

    #[test]
    fn a_free_rook_is_worth_more_than_a_shut_in_one() {
        let free = TERM.red("4k4/9/9/9/9/9/9/C8/1N6R/N2K5");
        let shut_in = TERM.red("4k4/9/9/9/9/9/9/C8/RN7/N2K5");
        assert!(free.mg > shut_in.mg + 30, "{free:?} {shut_in:?}");
    }

    #[test]
    fn blocked_legs_take_a_knights_points() {
        let free = TERM.red("4k4/9/9/9/9/9/4N4/9/9/3K5");
        let one_leg = TERM.red("4k4/9/9/9/9/4P4/4N4/9/9/3K5");
        let two_legs = TERM.red("4k4/9/9/9/9/9/9/3ANA3/9/3K5");
        assert!(free.mg > one_leg.mg && one_leg.mg > two_legs.mg, "{free:?} {one_leg:?} {two_legs:?}");
    }

    #[test]
    fn points_under_a_pawn_do_not_count() {
        let safe = TERM.red("4k4/9/9/9/9/9/p8/4N4/9/3K5");
        let watched = TERM.red("4k4/9/9/9/9/2p6/9/4N4/9/3K5");
        assert!(safe.mg > watched.mg, "{safe:?} {watched:?}");
    }
}
