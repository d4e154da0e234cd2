//! Mate by consecutive checks, which makes a move a kill (杀).

use chuhe_movegen::{Move, Position};

/// How many checks a threatened mate may take. Longer ones are no longer seen as a threat by players either.
pub(crate) const MAX_CHECKS: u8 = 3;

/// How many checks the side to move needs to mate by nothing but checks; none when it cannot within [`MAX_CHECKS`].
pub(crate) fn mate_by_checks(position: &Position) -> Option<u8> {
    (1..=MAX_CHECKS).find(|&checks| mates_within(position, checks))
}

fn mates_within(position: &Position, checks: u8) -> bool {
    checking_moves(position).any(|(_, after)| {
        let replies = after.legal_moves();
        replies.is_empty()
            || checks > 1
                && replies.iter().all(|&reply| {
                    let mut next = after.clone();
                    next.make(reply);
                    mates_within(&next, checks - 1)
                })
    })
}

/// The legal moves that give check, with the positions they lead to.
pub(crate) fn checking_moves(position: &Position) -> impl Iterator<Item = (Move, Position)> + '_ {
    let mut moves = position.legal_moves();
    moves.retain(|mv| position.gives_check(mv));
    (0..moves.len()).map(move |index| {
        let mut after = position.clone();
        after.make(moves[index]);
        (moves[index], after)
    })
}

/// Whether the side to move can mate at once.
pub(crate) fn mates_at_once(position: &Position) -> bool {
    mates_within(position, 1)
}
