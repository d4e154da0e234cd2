//! What the pieces are worth wherever they stand.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let side = context.side(us);
    weights::rook() * side.count(PieceKind::Rook)
        + weights::knight() * side.count(PieceKind::Knight)
        + weights::cannon() * side.count(PieceKind::Cannon)
        + weights::advisor() * side.count(PieceKind::Advisor)
        + weights::bishop() * side.count(PieceKind::Bishop)
        + weights::pawn() * side.count(PieceKind::Pawn)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("material");

    #[test]
    fn a_knight_gains_and_a_cannon_loses_towards_the_endgame() {
        let cannon = TERM.red("4k4/9/9/9/9/9/9/9/4C4/3K5");
        let knight = TERM.red("4k4/9/9/9/9/9/9/9/4N4/3K5");
        assert!(cannon.mg > knight.mg && cannon.eg < knight.eg, "cannon {cannon:?}, knight {knight:?}");
    }

    #[test]
    fn a_rook_is_worth_about_two_cannons() {
        let rook = TERM.red("4k4/9/9/9/9/9/9/9/4R4/3K5").mg;
        let cannons = TERM.red("4k4/9/9/9/9/9/9/9/3C1C3/3K5").mg;
        assert!((rook - cannons).abs() < 120, "rook {rook}, two cannons {cannons}");
    }
}
