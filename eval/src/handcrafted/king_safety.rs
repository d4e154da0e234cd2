//! The own king: attackers of the palace, weak points in it, an open file, few steps left, the facing king.

use chuhe_movegen::{Bitboard, Color, PieceKind, attacks};

use super::{Context, Tapered, weights};

/// The last entry of [`weights::king_danger`] stands for this danger and all above.
const MOST_DANGER: i32 = 23;

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    palace_danger(context, us) + gathered_attackers(context, us) + steps_left(context, us) + king_file(context, us)
}

/// Danger grows faster than the number of attackers: each adds to all others.
#[inline(always)]
fn palace_danger(context: &Context<'_>, us: Color) -> Tapered {
    let (side, enemy) = (context.side(us), context.side(!us));
    let palace = attacks::palace(us);
    let mut danger = 0;
    let mut attackers = 0;
    let mut count = |set: Bitboard, weight: i32| {
        if (set & palace).any() {
            attackers += 1;
            danger += weight;
        }
    };
    for rook in enemy.rooks.iter() {
        count(rook.lines.rook, weights::danger_rook());
    }
    for cannon in enemy.cannons.iter() {
        count(cannon.lines.cannon, weights::danger_cannon());
    }
    for knight in enemy.knights.iter() {
        count(knight.targets, weights::danger_knight());
    }
    for pawn in enemy_pawns_near(context, us) {
        count(context.position.tables().pawn(!us, pawn), weights::danger_pawn());
    }
    if attackers == 0 {
        return Tapered::ZERO;
    }
    // Held by the king alone, or by nobody.
    let firmly_held = side.attacked_twice | side.attacked & !side.attacks(PieceKind::King);
    let weak = palace & enemy.attacked & !firmly_held;
    let missing = 4 - side.count(PieceKind::Advisor) - side.count(PieceKind::Bishop);
    danger += weak.count() as i32 * weights::danger_weak_point() + missing * weights::danger_missing_guard();
    -weights::king_danger(danger.clamp(0, MOST_DANGER) as usize)
}

#[inline(always)]
fn enemy_pawns_near(context: &Context<'_>, us: Color) -> Bitboard {
    context.position.pieces(!us, PieceKind::Pawn) & context.king_flank(us)
}

/// Enemy rooks, knights and cannons that have crossed the river.
#[inline(always)]
fn gathered_attackers(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let movers = position.kind(PieceKind::Rook) | position.kind(PieceKind::Knight) | position.kind(PieceKind::Cannon);
    let crossed = movers & position.color(!us) & us.half();
    -weights::crossed_attackers(crossed.count() as usize)
}

/// Points the king could step to without being taken there.
#[inline(always)]
fn steps_left(context: &Context<'_>, us: Color) -> Tapered {
    let steps = context.side(us).attacks(PieceKind::King) & !context.position.color(us) & !context.side(!us).attacked;
    weights::king_steps(steps.count() as usize)
}

/// The file of the king: open before it, and the facing king at its other end.
#[inline(always)]
fn king_file(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let (king, enemy_king) = (position.king(us), position.king(!us));
    let enemy = context.side(!us);
    let mut sum = Tapered::ZERO;
    let ahead = context.file(king) & !Bitboard::from(king);
    if (ahead & position.color(us)).is_empty() && enemy.count(PieceKind::Rook) + enemy.count(PieceKind::Cannon) > 0 {
        sum += weights::king_open_file();
    }
    if king.file() == enemy_king.file() {
        let between = position.tables().between(king, enemy_king) & context.occupied;
        if !between.many() && (between & position.color(us)).any() {
            sum += weights::piece_between_kings();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("king_safety");

    fn better(good: &str, bad: &str) {
        assert!(TERM.red(good).mg > TERM.red(bad).mg, "{good} over {bad}: {:?} {:?}", TERM.red(good), TERM.red(bad));
    }

    #[test]
    fn attackers_of_the_palace_add_up() {
        let [none, one, two, three] = [
            "3akab2/9/4b4/9/9/9/9/9/9/R2K5",
            "3akab2/9/4b4/9/9/9/9/3R5/9/3K5",
            "3akab2/9/4b1N2/9/9/9/9/3R5/9/3K5",
            "3akab2/9/4b1N2/9/9/9/9/3R1R3/9/3K5",
        ];
        let value = |fen| TERM.red(fen).mg;
        let (first, second, third) = (value(one) - value(none), value(two) - value(one), value(three) - value(two));
        assert!(first > 0 && second > first && third > first, "{first} {second} {third}");
    }

    #[test]
    fn a_naked_king_is_attacked_more_easily() {
        let naked = "4k4/9/9/9/9/9/9/3R5/9/3K1R3";
        let guarded = "2bakab2/9/9/9/9/9/9/3R5/9/3K1R3";
        better(naked, guarded);
    }

    #[test]
    fn a_pawn_at_the_palace_joins_the_attack() {
        better("4k4/9/3P5/9/9/9/9/9/9/3K5", "4k4/9/P8/9/9/9/9/9/9/3K5");
    }

    #[test]
    fn gathered_attackers_are_a_danger_before_they_touch_the_palace() {
        better("4kab2/4a4/4b4/9/R1N5C/9/9/9/9/3K5", "4kab2/4a4/4b4/9/9/R1N5C/9/9/9/3K5");
    }

    #[test]
    fn an_open_file_before_the_king_is_cold() {
        better("r2k5/9/9/9/9/9/9/4B4/9/4K4", "r2k5/9/9/9/9/9/9/9/9/2B1K4");
        // Without line pieces on the other side it is not.
        assert_eq!(TERM.red("n2k5/9/9/9/9/9/9/4B4/9/4K4").mg, TERM.red("n2k5/9/9/9/9/9/9/9/9/2B1K4").mg);
    }

    #[test]
    fn a_king_without_a_step_is_worse_off() {
        better("3k5/9/9/9/9/9/9/9/9/3AKA3", "3k5/9/9/9/9/9/9/9/4N4/3AKA3");
    }

    #[test]
    fn the_facing_king_pins() {
        let value = |fen| TERM.red(fen).eg;
        assert!(value("4k4/9/9/9/4N4/9/9/9/9/4K4") < value("4k4/9/9/9/4N4/9/9/4B4/9/4K4"));
    }
}
