//! Patterns in which a cannon mates or pins.

use chuhe_movegen::{Color, PieceKind, Square};

use super::mate::Mate;

/// A cannon on the centre file holds the defence; rook or pawn mates on the file beside the king.
pub(super) fn iron_bolt(mate: &Mate) -> bool {
    let bolted = mate.needed(PieceKind::Cannon).into_iter().any(|cannon| {
        cannon.file() == 4
            && mate.king.file() == 4
            && !mate.checkers.has(cannon)
            && mate.between(cannon, mate.king).any()
    });
    bolted
        && (mate.checker(PieceKind::Rook) | mate.checker(PieceKind::Pawn))
            .into_iter()
            .any(|man| matches!(man.file(), 3 | 5))
}

/// Knight and king on a line with one point between, the cannon behind the knight on that line.
pub(super) fn horse_cannon(mate: &Mate) -> bool {
    mate.checker(PieceKind::Cannon).into_iter().any(|cannon| {
        mate.between(cannon, mate.king).into_iter().all(|screen| {
            mate.men(PieceKind::Knight).has(screen)
                && screen.file().abs_diff(mate.king.file()) + screen.rank().abs_diff(mate.king.rank()) == 2
        })
    })
}

/// Nothing stood between a cannon and the king; the mating man steps between, or the cannon stays empty and keeps the
/// defenders from stepping in. A cannon that screens for another is a double cannon instead.
pub(super) fn empty_cannon(mate: &Mate) -> bool {
    let empty = |cannon: Square| cannon.file() == mate.king.file() && mate.between(cannon, mate.king).is_empty();
    let screens = |cannon: Square| {
        mate.checker(PieceKind::Cannon)
            .into_iter()
            .any(|rear| rear.file() == cannon.file() && mate.between(rear, mate.king).has(cannon))
    };
    let filled = |cannon: Square| {
        mate.steps.last().is_some_and(|step| {
            let line = mate.position.tables().between(cannon, mate.king);
            step.before.piece_at(cannon) == mate.position.piece_at(cannon)
                && cannon.file() == mate.king.file()
                && (line & step.before.occupied()).is_empty()
                && line.has(step.mv.to())
                && step.piece != PieceKind::Cannon
        })
    };
    mate.needed(PieceKind::Cannon).into_iter().any(|cannon| empty(cannon) && !screens(cannon))
        || mate.checker(PieceKind::Cannon).into_iter().any(filled)
}

/// One cannon on the centre file, one on the base rank, men pinned by both; the rook mates.
pub(super) fn heaven_and_earth(mate: &Mate) -> bool {
    let cannons = mate.needed(PieceKind::Cannon);
    let centre = cannons.into_iter().any(|cannon| cannon.file() == 4 && cannon.rank() < 8);
    let base = cannons.into_iter().any(|cannon| cannon.rank() == 9);
    centre && base && (mate.checker(PieceKind::Rook) | mate.checker(PieceKind::Pawn)).any()
}

/// Rook and two cannons on three adjacent lines have checked in turn.
pub(super) fn cannons_and_rook(mate: &Mate) -> bool {
    let checks = |kind| mate.steps.iter().rev().take(4).any(|step| step.piece == kind && step.direct_check());
    let cannons: Vec<Square> = mate.men(PieceKind::Cannon).into_iter().collect();
    let &[one, other] = cannons.as_slice() else { return false };
    let adjacent = |line: fn(Square) -> u8| {
        mate.men(PieceKind::Rook).into_iter().any(|rook| {
            let mut lines = [line(one), line(other), line(rook)];
            lines.sort_unstable();
            lines[1] == lines[0] + 1
                && lines[2] == lines[1] + 1
                && [one, other, rook].iter().all(|man| mate.needed.has(*man))
        })
    };
    checks(PieceKind::Rook) && checks(PieceKind::Cannon) && (adjacent(Square::file) || adjacent(Square::rank))
}

/// The front cannon is the screen of the rear one.
pub(super) fn double_cannon(mate: &Mate) -> bool {
    mate.checker(PieceKind::Cannon)
        .into_iter()
        .any(|rear| mate.between(rear, mate.king).into_iter().all(|screen| mate.men(PieceKind::Cannon).has(screen)))
}

/// With a cannon on the base rank the rook or cannon has swept at least two advisors and elephants away, then mates.
pub(super) fn cinnabar_cannon(mate: &Mate) -> bool {
    let swept = mate
        .steps
        .iter()
        .rev()
        .take(4)
        .filter(|step| {
            matches!(step.captured, Some(PieceKind::Advisor | PieceKind::Bishop))
                && matches!(step.piece, PieceKind::Rook | PieceKind::Cannon)
        })
        .count();
    let base = mate
        .men(PieceKind::Cannon)
        .into_iter()
        .any(|cannon| cannon.rank() == 9 && (mate.needed.has(cannon) || mate.checkers.has(cannon)));
    swept >= 2 && base && mate.men(PieceKind::Rook).any()
}

/// Two cannons have rolled their checks along a flank file.
pub(super) fn windlass_cannons(mate: &Mate) -> bool {
    let rolled = mate
        .steps
        .iter()
        .rev()
        .take(4)
        .filter(|step| step.piece == PieceKind::Cannon && matches!(step.mv.to().file(), 2 | 6) && step.direct_check())
        .count();
    rolled >= 2 && mate.men(PieceKind::Cannon).many()
}

/// A cannon mates the king on its home point, its own advisors in its way.
pub(super) fn smothered_palace(mate: &Mate) -> bool {
    let advisors = mate.position.pieces(Color::Black, PieceKind::Advisor);
    let checker = mate.checker(PieceKind::Cannon).first();
    mate.king.rank() == 9
        && !mate.checkers.many()
        && !double_cannon(mate)
        && (mate.blocked() & advisors).any()
        && checker.is_some_and(|cannon| mate.stands_on(cannon))
}
