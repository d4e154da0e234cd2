//! Patterns in which a knight holds the king.

use chuhe_movegen::{PieceKind, Square};

use super::mate::Mate;

/// Whether a knight stands on a point or on its mirror image.
fn stands(knight: Square, file: u8, rank: u8) -> bool {
    knight.rank() == rank && (knight.file() == file || knight.file() == 8 - file)
}

/// A needed knight on one of two points that mirror each other, that checks or takes an exit (and is no mere screen).
fn on(mate: &Mate, file: u8, rank: u8) -> Option<Square> {
    mate.needed(PieceKind::Knight)
        .into_iter()
        .find(|knight| stands(*knight, file, rank) && (mate.checkers.has(*knight) || takes_exit(mate, *knight)))
}

/// Whether a man forbids the king a step, be it by guarding the man that stands there.
fn takes_exit(mate: &Mate, man: Square) -> bool {
    mate.exits().into_iter().any(|exit| mate.guards(exit).has(man))
}

/// Whether a man other than the knight is needed, too.
fn helped(mate: &Mate, knight: Square) -> bool {
    mate.attackers().without(knight).any()
}

/// Whether the knight has given check from where it stands and still takes an exit. That it is not the only one to take
/// it does not matter: it has driven the king there.
fn has_driven(mate: &Mate, knight: Square) -> bool {
    mate.steps.iter().any(|step| step.mv.to() == knight && step.piece == PieceKind::Knight && step.direct_check())
        && takes_exit(mate, knight)
}

/// As [`on`], or a knight that has driven the king from there.
fn holds_on(mate: &Mate, file: u8, rank: u8) -> Option<Square> {
    on(mate, file, rank).or_else(|| {
        let knights = mate.men(PieceKind::Knight);
        knights.into_iter().find(|knight| stands(*knight, file, rank) && has_driven(mate, *knight))
    })
}

/// One knight takes the exits, the other gives the mating check.
pub(super) fn drinking_horses(mate: &Mate) -> bool {
    mate.checker(PieceKind::Knight)
        .into_iter()
        .any(|checker| mate.needed(PieceKind::Knight).without(checker).into_iter().any(|other| takes_exit(mate, other)))
}

/// A knight beside the base elephant (c8, g8) takes or attacks the point of the king, another man helps.
pub(super) fn trough_horse(mate: &Mate) -> bool {
    holds_on(mate, 2, 8).is_some_and(|knight| helped(mate, knight))
}

/// A knight has given check from an upper corner of the palace (d7, f7) and still holds the king there.
pub(super) fn corner_horse(mate: &Mate) -> bool {
    holds_on(mate, 3, 7)
        .is_some_and(|knight| helped(mate, knight) && (has_driven(mate, knight) || mate.checkers.has(knight)))
}

/// A knight on c7 or g7 takes two exits, another man mates.
pub(super) fn angler_horse(mate: &Mate) -> bool {
    on(mate, 2, 7).is_some_and(|knight| {
        !mate.checkers.has(knight) && (mate.checker(PieceKind::Rook) | mate.checker(PieceKind::Pawn)).any()
    })
}

/// A knight on c6 or g6 takes exits, the rook mates from the same wing.
pub(super) fn flank_tiger(mate: &Mate) -> bool {
    on(mate, 2, 6).is_some_and(|knight| {
        mate.checker(PieceKind::Rook).into_iter().any(|rook| {
            let left = knight.file() < 4;
            rook.file() == mate.king.file() && (mate.king.file() < 4) == left && mate.king.file() != 4
                || rook.rank() == mate.king.rank() && (rook.file() < mate.king.file()) == left
        })
    })
}

/// Knight and king on opposite corners of the palace; the rook mates.
pub(super) fn octagon_horse(mate: &Mate) -> bool {
    let corner = |square: Square| matches!(square.file(), 3 | 5) && matches!(square.rank(), 7 | 9);
    mate.checker(PieceKind::Rook).any()
        && mate.needed(PieceKind::Knight).into_iter().any(|knight| {
            corner(knight)
                && corner(mate.king)
                && knight.file() != mate.king.file()
                && knight.rank() != mate.king.rank()
        })
}

/// The rook steps off the leg of a knight and uncovers its check, to win a man or to mate.
pub(super) fn spring_horse(mate: &Mate) -> bool {
    mate.steps.iter().rev().take(3).enumerate().any(|(back, step)| {
        let uncovered = step.checkers.without(step.mv.to()) & step.before.kind(PieceKind::Knight);
        step.piece == PieceKind::Rook && (back == 0 || step.captured.is_some()) && uncovered.any()
    })
}

/// A knight on the second rank (b8, h8) from which it can hang on the corner; the rook mates.
pub(super) fn standing_horse(mate: &Mate) -> bool {
    on(mate, 1, 8).is_some() && mate.checker(PieceKind::Rook).any()
}

/// The rook on the palace centre, the knight mates.
pub(super) fn tripod_horse(mate: &Mate) -> bool {
    mate.needed(PieceKind::Rook).has(Square::at(4, 8)) && mate.checker(PieceKind::Knight).any()
}

/// A knight alone holds the king.
pub(super) fn lone_knight(mate: &Mate) -> bool {
    mate.needed(PieceKind::Knight).into_iter().any(|knight| mate.stands_alone(knight))
}

/// The knight on c7 or g7, the rook on the base rank of the same wing.
pub(super) fn horse_and_rook(mate: &Mate) -> bool {
    on(mate, 2, 7).is_some_and(|knight| {
        mate.checker(PieceKind::Rook).into_iter().any(|rook| {
            rook.rank() == 9 && mate.king.rank() == 9 && (rook.file() < mate.king.file()) == (knight.file() < 4)
        })
    })
}

/// The rook mates on a file beside the centre, a knight takes the exits.
pub(super) fn rib_rook(mate: &Mate) -> bool {
    mate.needed(PieceKind::Knight).any()
        && mate
            .checker(PieceKind::Rook)
            .into_iter()
            .any(|rook| matches!(rook.file(), 3 | 5) && rook.file() == mate.king.file())
}
