//! How much of an advantage counts: some material cannot win, however large its value.
//!
//! The classes are the known results of practical endgames (实用残局): nothing that can cross the river never wins; a lone
//! rook does not beat full guards; a lone knight or cannon beats next to nothing; and so on. In sixty-fourths. Both
//! evaluations use them; a network learns from games in which such endings are rare.

use chuhe_movegen::{Bitboard, Color, PieceKind, Position};

use crate::handcrafted::weights;

/// The whole advantage counts.
pub(crate) const FULL_SCALE: i32 = 64;

/// The part of a value that counts. `value` and the result are the side to move's, in hundredths of a pawn; the result has
/// the same sign and is never larger, and 0 when the better side has nothing left to win with.
#[inline]
#[must_use]
pub fn scaled(position: &Position, value: i32) -> i32 {
    let strong = if value > 0 { position.side() } else { !position.side() };
    value * factor(position, strong) / FULL_SCALE
}

#[inline]
fn count(position: &Position, color: Color, kind: PieceKind) -> i32 {
    position.pieces(color, kind).count() as i32
}

#[inline]
fn minors(position: &Position, color: Color) -> i32 {
    (position.pieces(color, PieceKind::Knight) | position.pieces(color, PieceKind::Cannon)).count() as i32
}

/// The part of an advantage of `strong` that counts, out of [`FULL_SCALE`].
#[inline]
pub(crate) fn factor(position: &Position, strong: Color) -> i32 {
    let (rooks, minors) = (count(position, strong, PieceKind::Rook), minors(position, strong));
    let weight = 2 * rooks + minors;
    if weight > 3 || weight == 3 && rooks == 0 {
        return FULL_SCALE;
    }
    few_attackers(position, strong, rooks, minors)
}

fn few_attackers(position: &Position, strong: Color, rooks: i32, own_minors: i32) -> i32 {
    let weak = !strong;
    let guards = count(position, weak, PieceKind::Advisor) + count(position, weak, PieceKind::Bishop);
    let last_rank = match strong {
        Color::Red => Bitboard::rank(9),
        Color::Black => Bitboard::rank(0),
    };
    // A pawn on the last rank only moves sideways: it is counted out.
    let pawns = (position.pieces(strong, PieceKind::Pawn) & !last_rank).count();
    let enemy_rooks = count(position, weak, PieceKind::Rook);
    let enemy_minors = minors(position, weak);
    match (rooks, own_minors, pawns) {
        (0, 0, 0) => 0,
        (0, 0, pawns) => pawns_alone(pawns, guards),
        (0, 1, 0) => lone_minor(position, strong, guards),
        (0, 1, 1) if guards + enemy_minors >= 4 => weights::scale_minor_and_pawn(),
        (0, 2, 0) if guards + enemy_minors >= 4 => weights::scale_two_minors(),
        (1, 0, 0) if enemy_rooks > 0 => weights::scale_rook_against_rook(),
        (1, 0, 0) if guards + 2 * enemy_minors >= 4 => weights::scale_lone_rook(),
        (1, 0, 1) if enemy_rooks > 0 || guards + enemy_minors >= 4 => weights::scale_rook_and_pawn(),
        (1, 1, 0) if enemy_rooks > 0 && guards >= 3 => weights::scale_rook_and_minor(),
        _ => FULL_SCALE,
    }
}

/// One pawn takes a bare king, two take a king with two guards at best.
fn pawns_alone(pawns: u32, guards: i32) -> i32 {
    match (pawns, guards) {
        (1, 0) | (2, ..=1) | (3.., ..=2) => FULL_SCALE,
        (1, 1) | (2, 2) | (3.., 3) => weights::scale_pawns_hard(),
        _ => weights::scale_pawns_hopeless(),
    }
}

/// A knight beats a bare king or a lone advisor; a cannon with own advisors as screens beats advisors, never bishops.
fn lone_minor(position: &Position, strong: Color, guards: i32) -> i32 {
    let weak = !strong;
    let wins = count(position, weak, PieceKind::Bishop) == 0
        && if count(position, strong, PieceKind::Knight) == 1 {
            guards <= 1
        } else {
            count(position, strong, PieceKind::Advisor) > 0
        };
    if wins && minors(position, weak) == 0 && count(position, weak, PieceKind::Rook) == 0 {
        FULL_SCALE
    } else {
        weights::scale_lone_minor()
    }
}

#[cfg(test)]
mod tests {
    use crate::{evaluate, trace};

    /// The value for red, and what it would be if all advantages counted.
    fn values(fen: &str) -> (i32, i32) {
        let trace = trace(&fen.parse().unwrap());
        (trace.total, trace.blended)
    }

    #[test]
    fn what_cannot_win_is_worth_little() {
        for fen in [
            "2bak4/4a4/4b4/9/9/9/9/9/R8/3K5 w", // rook, full guards
            "4k4/4a4/4b4/9/9/9/2N6/9/9/3K5 w",  // knight, advisor and bishop
            "4k4/9/4b4/9/9/9/2C6/9/4A4/3K5 w",  // cannon, bishop
            "4k4/9/9/9/9/9/2C6/9/9/3K5 w",      // cannon without a screen
            "3ak4/4a4/9/2P6/9/9/9/9/9/3K5 w",   // pawn, advisors
            "2nak4/4a4/4b4/9/9/9/9/9/R8/3K5 w", // rook, knight and guards
        ] {
            let (total, blended) = values(fen);
            assert!(total.abs() * 3 < blended.abs(), "{fen}: {total} of {blended}");
            assert!(total.abs() < 200, "{fen}: {total}");
        }
    }

    #[test]
    fn what_wins_keeps_its_value() {
        for fen in [
            "3k5/4a4/4b4/9/9/9/9/9/R8/4K4 w",     // rook, two guards
            "4k4/9/9/9/9/9/2N6/9/9/3K5 w",        // knight, bare king
            "3ak4/4a4/9/9/9/9/2C6/9/4A4/3K5 w",   // cannon with a screen, advisors
            "4k4/9/9/2P6/9/9/9/9/9/3K5 w",        // pawn, bare king
            "2bak4/4a4/4b4/9/9/9/9/2N6/R8/3K5 w", // rook and knight
        ] {
            let (total, blended) = values(fen);
            assert!(total == blended && total > 100, "{fen}: {total} of {blended}");
        }
    }

    #[test]
    fn bare_kings_and_guards_are_a_draw() {
        for fen in ["4k4/9/9/9/9/9/9/9/9/3K5 w", "2bakab2/9/9/9/9/9/9/9/9/3K5 b", "3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 b"] {
            assert_eq!(evaluate(&fen.parse().unwrap()), 0, "{fen}");
        }
    }

    #[test]
    fn a_pawn_on_the_last_rank_does_not_win() {
        let (total, blended) = values("P3k4/9/9/9/9/9/9/9/9/3K5 w");
        assert_eq!(total, 0, "of {blended}");
    }
}
