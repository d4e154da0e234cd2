//! Advisors and bishops: pairs, links, and what the enemy has against the missing ones.
//!
//! The proverbs: without advisors fear rooks and knights (缺仕怕车马), without bishops fear cannons (缺相怕炮).

use chuhe_movegen::{Color, PieceKind};

use super::{Context, Tapered, weights};

#[inline(always)]
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
    let missing_advisors = 2 - advisors;
    let missing_bishops = 2 - bishops;
    sum += weights::missing_advisor_rook() * (missing_advisors * enemy.count(PieceKind::Rook));
    sum += weights::missing_advisor_knight() * (missing_advisors * enemy.count(PieceKind::Knight));
    sum += weights::missing_bishop_cannon() * (missing_bishops * enemy.count(PieceKind::Cannon));
    sum
}

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("guards");

    fn better(good: &str, bad: &str) {
        assert!(TERM.red(good).mg > TERM.red(bad).mg, "{good} over {bad}");
    }

    #[test]
    fn pairs_are_worth_more_than_twice_one() {
        let value = |fen| TERM.red(fen).mg;
        let none = value("5k3/9/9/9/9/9/9/9/9/4K4");
        let (advisor, advisors) = (value("5k3/9/9/9/9/9/9/9/9/4KA3"), value("5k3/9/9/9/9/9/9/9/9/3AKA3"));
        assert!(advisors - advisor > advisor - none, "{none} {advisor} {advisors}");
        let (bishop, bishops) = (value("5k3/9/9/9/9/9/9/9/9/4K1B2"), value("5k3/9/9/9/9/9/9/9/9/2B1K1B2"));
        assert!(bishops - bishop > bishop - none, "{none} {bishop} {bishops}");
        assert!(value("5k3/9/9/9/9/9/9/9/9/2BAKAB2") > advisors + bishops);
    }

    #[test]
    fn bishops_protect_each_other() {
        better("5k3/9/9/9/9/9/9/4B4/9/4K1B2", "5k3/9/9/9/9/9/9/B8/9/4K1B2");
    }

    #[test]
    fn missing_advisors_fear_rooks_and_knights_missing_bishops_cannons() {
        for (enemy, exposed, covered) in
            [("r4k3", "2B1K1B2", "3AKA3"), ("n4k3", "2B1K1B2", "3AKA3"), ("c4k3", "3AKA3", "2B1K1B2")]
        {
            let fen = |first: &str, last: &str| format!("{first}/9/9/9/9/9/9/9/9/{last}");
            let cost = |last: &str| TERM.red(&fen("5k3", last)).mg - TERM.red(&fen(enemy, last)).mg;
            assert!(cost(exposed) > cost(covered), "{enemy} against {exposed}");
        }
    }
}
