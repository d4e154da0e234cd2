//! Pieces that hang or are attacked by something cheaper.

use chuhe_movegen::{Bitboard, Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (side, enemy) = (context.side(us), context.side(!us));
    let theirs = |kind| position.pieces(!us, kind);
    let number = |set: Bitboard| set.count() as i32;
    let rooks = theirs(PieceKind::Rook);
    let minors = theirs(PieceKind::Knight) | theirs(PieceKind::Cannon);
    let guards = theirs(PieceKind::Advisor) | theirs(PieceKind::Bishop);
    let minor_attacks = side.attacks(PieceKind::Knight) | side.attacks(PieceKind::Cannon);
    let loose = side.attacked & !enemy.attacked;
    weights::threat_by_pawn() * number((rooks | minors) & side.attacks(PieceKind::Pawn))
        + weights::threat_on_rook() * number(rooks & minor_attacks)
        + weights::loose_rook() * number(rooks & side.attacks(PieceKind::Rook) & !enemy.attacked)
        + weights::loose_minor() * number(minors & loose)
        + weights::loose_guard() * number(guards & loose)
        + weights::loose_pawn() * number(theirs(PieceKind::Pawn) & loose)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("threats");

    fn positive(fen: &str) {
        assert!(TERM.red(fen).mg > 0 && TERM.red(fen).eg > 0, "{fen}: {:?}", TERM.red(fen));
    }

    #[test]
    fn cheap_attackers_threaten() {
        // A pawn under a protected knight, a knight on a protected rook.
        positive("4k4/9/4b4/9/2n6/2P6/9/9/9/3K5");
        positive("4k4/9/4b4/9/2r6/9/3N5/9/9/3K5");
        assert_eq!(TERM.red("4k4/9/4b4/9/2n6/9/9/9/9/2RK5").mg, 0, "a protected knight does not fear a rook");
    }

    #[test]
    fn loose_pieces_hang() {
        positive("4k4/9/9/2n6/9/9/9/9/9/2RK5");
        positive("4k4/9/9/2r6/9/9/9/9/4N4/2RK5");
        positive("4k4/9/9/2p6/9/9/9/9/9/2RK5");
        positive("2b1k4/9/9/9/9/9/9/9/9/2RK5");
    }
}
