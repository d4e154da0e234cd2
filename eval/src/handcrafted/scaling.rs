//! How much of an advantage counts: some material cannot win, however large its value.
//!
//! The classes are the known results of practical endgames (实用残局): nothing that can cross the river never wins; a lone
//! rook does not beat full guards; a lone knight or cannon beats next to nothing; and so on. In sixty-fourths.

use chuhe_movegen::{Color, PieceKind};

use super::{Context, FULL_SCALE, context::Side, weights};

/// The part of an advantage of `strong` that counts, out of [`FULL_SCALE`].
#[inline]
pub(super) fn factor(context: &Context<'_>, strong: Color) -> i32 {
    let side = context.side(strong);
    let weight = 2 * side.count(PieceKind::Rook) + minors(side);
    if weight > 3 || weight == 3 && side.count(PieceKind::Rook) == 0 {
        return FULL_SCALE;
    }
    few_attackers(context, strong)
}

#[inline]
fn minors(side: &Side) -> i32 {
    side.count(PieceKind::Knight) + side.count(PieceKind::Cannon)
}

fn few_attackers(context: &Context<'_>, strong: Color) -> i32 {
    let (side, enemy) = (context.side(strong), context.side(!strong));
    let guards = enemy.count(PieceKind::Advisor) + enemy.count(PieceKind::Bishop);
    let last_rank = match strong {
        Color::Red => chuhe_movegen::Bitboard::rank(9),
        Color::Black => chuhe_movegen::Bitboard::rank(0),
    };
    // A pawn on the last rank only moves sideways: it is counted out.
    let pawns = (context.position.pieces(strong, PieceKind::Pawn) & !last_rank).count();
    let enemy_rooks = enemy.count(PieceKind::Rook);
    let enemy_minors = minors(enemy);
    match (side.count(PieceKind::Rook), minors(side), pawns) {
        (0, 0, 0) => 0,
        (0, 0, pawns) => pawns_alone(pawns, guards),
        (0, 1, 0) => lone_minor(side, enemy, guards),
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
fn lone_minor(side: &Side, enemy: &Side, guards: i32) -> i32 {
    let bishops = enemy.count(PieceKind::Bishop);
    let wins = if side.count(PieceKind::Knight) == 1 {
        guards - bishops <= 1 && bishops == 0
    } else {
        bishops == 0 && side.count(PieceKind::Advisor) > 0
    };
    if wins && minors(enemy) == 0 && enemy.count(PieceKind::Rook) == 0 {
        FULL_SCALE
    } else {
        weights::scale_lone_minor()
    }
}
