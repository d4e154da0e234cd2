//! Patterns that are about the mate as a whole.

use chuhe_movegen::Color;

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

/// At least three needed men, all of them on one wing.
pub(super) fn three_on_a_wing(mate: &Mate) -> bool {
    let attackers = mate.attackers();
    attackers.count() >= 3
        && (attackers.into_iter().all(|man| man.file() <= 3) || attackers.into_iter().all(|man| man.file() >= 5))
}
