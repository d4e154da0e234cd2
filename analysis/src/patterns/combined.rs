//! Patterns that are about the mate as a whole.

use chuhe_movegen::{Color, Square};

use super::cannons::{double_cannon, smothered_palace};
use super::mate::Mate;

/// The side to move is not in check and has no move.
pub(super) fn stalemate(mate: &Mate) -> bool {
    mate.checkers.is_empty()
}

/// Two men give check at once.
pub(super) fn double_check(mate: &Mate) -> bool {
    mate.checkers.many()
}

/// An escape is denied because the kings would face each other.
pub(super) fn facing_kings(mate: &Mate) -> bool {
    mate.facing
}

/// The same with the king on the centre file.
pub(super) fn white_face(mate: &Mate) -> bool {
    mate.facing && mate.position.king(Color::Red).file() == 4
}

/// Own men stop up the king; a single man mates.
pub(super) fn smothered(mate: &Mate) -> bool {
    let Some(checker) = mate.checkers.first() else { return false };
    !mate.checkers.many()
        && !smothered_palace(mate)
        && !double_cannon(mate)
        && (mate.blocked().many() || mate.blocked() == mate.exits())
        && mate.stands_on(checker)
}

/// At least three men have made the mate, all of them on one wing: those that are needed, and those that have driven the
/// king with checks just before, given up or not.
pub(super) fn three_on_a_wing(mate: &Mate) -> bool {
    let mut men: Vec<Square> = mate.attackers().into_iter().collect();
    for (index, step) in mate.steps.iter().enumerate().rev().skip(1).take(3) {
        if !step.direct_check() {
            continue;
        }
        // Where the man went afterwards.
        let mut square = step.mv.to();
        let mut gone = step.answer.is_some_and(|(_, mv)| mv.to() == square);
        for later in &mate.steps[index + 1..] {
            if !gone && later.mv.from() == square {
                square = later.mv.to();
            }
            gone = gone || later.answer.is_some_and(|(_, mv)| mv.to() == square);
        }
        if gone || !men.contains(&square) {
            men.push(square);
        }
    }
    men.len() >= 3 && (men.iter().all(|man| man.file() <= 3) || men.iter().all(|man| man.file() >= 5))
}
