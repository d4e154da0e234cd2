//! The kinds of idle move (闲), for the reader: none of them changes a verdict.

use chuhe_movegen::{Bitboard, Move, PieceKind, Position};

use super::capture::{attackers, can_capture, counting, may_capture};
use super::kill::mate_by_checks;
use super::threat::{Attack, By};
use crate::switches::Switches;

/// What an idle move is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IdleKind {
    /// It offers an exchange (兑): a piece of the mover's kind, newly attacked, can take back.
    Exchange,
    /// It offers a piece (献): the enemy could win the piece moved.
    Sacrifice,
    /// It steps between an enemy piece and what that piece threatened (拦).
    Block,
    /// It attacks a piece that is protected (跟).
    Follow,
    /// Nothing of all this.
    Quiet,
}

/// The kind of a move that neither checks, kills nor chases. In `after` the mover is to move again.
pub(crate) fn kind(before: &Position, after: &Position, mv: Move, switches: &Switches) -> IdleKind {
    let mut reply = after.clone();
    reply.make_null();
    if parries(before, &reply, mv, switches) {
        return IdleKind::Block;
    }
    if Attack::new(&reply, switches).wins(mv.to(), By::Pieces) {
        return IdleKind::Sacrifice;
    }
    let side = after.side();
    let attacked = counting(after, !side).into_iter().filter(|&square| {
        let hits = |position: &Position| (attackers(position, square) & position.color(side)).has(mv.to());
        let newly = !attackers(before, square).has(mv.from());
        newly && hits(after) && may_capture(after, Move::new(mv.to(), square), Bitboard::EMPTY)
    });
    let mut follows = false;
    for victim in attacked {
        let kinds = [mv.to(), victim].map(|square| after.piece_at(square).map(chuhe_movegen::Piece::kind));
        if kinds[0] == kinds[1] && can_capture(&reply, mv.to(), Bitboard::EMPTY) {
            return IdleKind::Exchange;
        }
        follows |= !matches!(kinds[0], Some(PieceKind::King | PieceKind::Pawn));
    }
    if follows { IdleKind::Follow } else { IdleKind::Quiet }
}

/// Whether a threat of the enemy, to mate or to take a piece, is gone because the moved piece stands on its line.
fn parries(before: &Position, reply: &Position, mv: Move, switches: &Switches) -> bool {
    let mut theirs = before.clone();
    if before.in_check() {
        // A check was parried by stepping in, or by moving the king or taking the checker.
        let mut checkers = before.checkers().into_iter();
        let king = before.king(before.side());
        return mv.from() != king && checkers.any(|checker| before.tables().between(checker, king).has(mv.to()));
    }
    theirs.make_null();
    let (was, is) = (Attack::new(&theirs, switches), Attack::new(reply, switches));
    let cut = was.candidates().without(mv.from()).into_iter().any(|victim| {
        was.on(victim, By::Pieces).is_some_and(|threat| {
            before.tables().between(threat.attacker, victim).has(mv.to()) && !is.wins(victim, By::Pieces)
        })
    });
    cut || mate_by_checks(&theirs).is_some() && mate_by_checks(reply).is_none() && blocks_a_line(before, mv)
}

/// Whether the moved piece now stands on a line of an enemy rook or cannon, or on the leg of an enemy knight.
fn blocks_a_line(before: &Position, mv: Move) -> bool {
    let (enemy, occupied) = (!before.side(), before.occupied());
    let lines = before.tables().lines(mv.to(), occupied.without(mv.from()));
    let sliders = (before.pieces(enemy, PieceKind::Rook) | before.pieces(enemy, PieceKind::Cannon)) & lines.rook;
    let neighbours = before.tables().rook(mv.to(), Bitboard::ALL);
    (sliders | before.pieces(enemy, PieceKind::Knight) & neighbours).any()
}
