//! Cannons: what stands between them and the enemy king.
//!
//! A cannon that sees the king with nothing in between (空头炮) takes the defender's every interposition away and makes a
//! check of each own piece that steps in. With two pieces in between, neither may leave (or only with check). A cannon on
//! the enemy's back rank (沉底炮) has the back-rank guards for screens.

use chuhe_movegen::{Bitboard, Color, PieceKind, Square};

use super::{Context, Tapered, weights};

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let side = context.side(us);
    let king = context.position.king(!us);
    let mut sum = Tapered::ZERO;
    let king_cross = context.cross(king);
    for cannon in side.cannons.iter() {
        if king_cross.has(cannon.square) {
            sum += on_the_kings_line(context, us, cannon.square, king);
        }
        if us.relative_rank(cannon.square) == 9 {
            sum += on_the_back_rank(context, us, cannon.square, king);
        }
    }
    sum
}

/// A cannon on the file or the rank of the enemy king.
fn on_the_kings_line(context: &Context<'_>, us: Color, cannon: Square, king: Square) -> Tapered {
    let position = context.position;
    let line = position.tables().between(cannon, king);
    let blockers = line & context.occupied;
    let on_file = cannon.file() == king.file();
    match blockers.count() {
        // Next to the king it is taken.
        0 if line.is_empty() => Tapered::ZERO,
        0 if on_file => {
            weights::hollow_cannon() + weights::hollow_cannon_rook() * context.side(us).count(PieceKind::Rook)
        }
        0 => weights::hollow_cannon_rank(),
        2 => {
            let theirs = blockers & position.color(!us);
            match theirs.count() {
                2 => {
                    let heart = position.pieces(!us, PieceKind::Knight) & palace_heart(!us);
                    let pinned_heart = (heart & theirs).count() as i32;
                    weights::cannon_pins_two() + weights::cannon_pins_palace_heart() * pinned_heart
                }
                1 => weights::cannon_mixed_screens(),
                _ => weights::cannon_own_screens(),
            }
        }
        3 if on_file => weights::central_cannon(),
        _ => Tapered::ZERO,
    }
}

/// A cannon on the enemy's back rank while the enemy king stands there too.
fn on_the_back_rank(context: &Context<'_>, us: Color, cannon: Square, king: Square) -> Tapered {
    if king.rank() != cannon.rank() {
        return Tapered::ZERO;
    }
    let line = context.position.tables().between(cannon, king);
    if (line & context.occupied).count() < 2 {
        // Check, or hollow and counted already.
        return Tapered::ZERO;
    }
    let rooks = context.side(us).count(PieceKind::Rook);
    weights::bottom_cannon() + weights::bottom_cannon_rook() * rooks
}

/// The centre of a palace, where a knight blocks its king and its advisors.
#[inline]
pub(super) fn palace_heart(color: Color) -> Bitboard {
    Bitboard::from_square(match color {
        Color::Red => Square::at(4, 1),
        Color::Black => Square::at(4, 8),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("cannons");

    fn better(good: &str, bad: &str) {
        assert!(TERM.red(good).mg > TERM.red(bad).mg, "{good} over {bad}");
    }

    #[test]
    fn a_hollow_cannon_is_worth_pawns_and_more_with_a_rook() {
        let hollow = "4k4/9/9/9/9/4C4/9/9/9/3K5";
        let with_a_rook = "4k4/9/9/9/9/4C4/9/9/9/R2K5";
        assert!(TERM.red(hollow).mg >= 80, "{:?}", TERM.red(hollow));
        better(with_a_rook, hollow);
        better(hollow, "4k4/9/9/9/9/3C5/9/9/9/3K5");
        // Beside the king it would be taken.
        better(hollow, "4k4/4C4/9/9/9/9/9/9/9/3K5");
    }

    #[test]
    fn two_guards_before_a_cannon_are_pinned_a_palace_heart_knight_most() {
        let nothing = "4k4/4a4/4b4/9/9/3C5/9/9/9/3K5";
        let guards = "4k4/4a4/4b4/9/9/4C4/9/9/9/3K5";
        let heart = "4k4/4n4/4b4/9/9/4C4/9/9/9/3K5";
        better(guards, nothing);
        better(heart, guards);
        assert!(TERM.red(heart).mg > 50, "{:?}", TERM.red(heart));
    }

    #[test]
    fn screens_of_both_sides_count_too() {
        let nothing = "4k4/9/9/4p4/9/4P4/3C5/9/9/3K5";
        better("4k4/9/9/4p4/9/4P4/4C4/9/9/3K5", nothing);
        better("4k4/9/9/4P4/4P4/4C4/9/9/9/3K5", nothing);
        // The usual central cannon: a pawn each and a bishop.
        better("4k4/9/4b4/4p4/9/9/4P4/4C4/9/3K5", "4k4/9/4b4/4p4/9/9/4P4/3C5/9/3K5");
    }

    #[test]
    fn a_bottom_cannon_wants_a_rook() {
        let bottom = "4kab1C/9/9/9/9/9/9/9/9/3K5";
        better(bottom, "4kab2/8C/9/9/9/9/9/9/9/3K5");
        better("4kab1C/9/9/9/9/9/9/9/9/R2K5", bottom);
        better(bottom, "3a2b1C/4k4/9/9/9/9/9/9/9/3K5");
    }
}
