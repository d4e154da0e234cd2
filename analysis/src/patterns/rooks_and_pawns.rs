//! Patterns of rooks and pawns.

use chuhe_movegen::{Color, PieceKind, Square};

use super::cannons::iron_bolt;
use super::mate::{Mate, Step};

const PALACE_CENTRE: Square = Square::at(4, 8);

/// The step, among the last five, at which a man took the advisor on the palace centre, every move from there on a check.
fn heart_taken(mate: &Mate, by: PieceKind) -> bool {
    let forced = mate.steps.iter().rev().take_while(|step| step.check());
    let taken =
        |step: &Step| step.piece == by && step.captured == Some(PieceKind::Advisor) && step.mv.to() == PALACE_CENTRE;
    forced.into_iter().any(taken)
}

/// The rook has taken the advisor on the palace centre by force.
pub(super) fn heart_piercer(mate: &Mate) -> bool {
    heart_taken(mate, PieceKind::Rook)
}

/// The rook breaks the palace centre and the iron bolt follows.
pub(super) fn great_knife(mate: &Mate) -> bool {
    heart_taken(mate, PieceKind::Rook) && iron_bolt(mate)
}

/// A pawn breaks the palace centre by force.
pub(super) fn small_knife(mate: &Mate) -> bool {
    heart_taken(mate, PieceKind::Pawn)
}

/// The last check comes from the base rank behind the king.
pub(super) fn moon_from_the_sea(mate: &Mate) -> bool {
    mate.king.rank() < 9
        && mate.checkers.into_iter().any(|checker| checker.rank() == 9 && checker.file() == mate.king.file())
}

/// Two rooks on adjacent lines: one checks, the other holds the line beside the king.
pub(super) fn double_rooks(mate: &Mate) -> bool {
    mate.checker(PieceKind::Rook).into_iter().any(|checker| {
        mate.needed(PieceKind::Rook).without(checker).into_iter().any(|other| {
            checker.file() == mate.king.file() && checker.file().abs_diff(other.file()) == 1
                || checker.rank() == mate.king.rank() && checker.rank().abs_diff(other.rank()) == 1
        })
    })
}

/// Two pawns on the files beside the centre lock the king in.
pub(super) fn two_devils(mate: &Mate) -> bool {
    let at_the_door = |square: Square| matches!(square.file(), 3 | 5) && square.rank() >= 7;
    // The mating pawn may have stepped inside: what counts is where it came from.
    let last = mate.steps.last().filter(|step| step.piece == PieceKind::Pawn);
    let origin = |pawn: Square| last.filter(|step| step.mv.to() == pawn).map_or(pawn, |step| step.mv.from());
    let doors: Vec<u8> = mate
        .needed(PieceKind::Pawn)
        .into_iter()
        .filter(|pawn| at_the_door(*pawn) || at_the_door(origin(*pawn)))
        .map(|pawn| if at_the_door(pawn) { pawn.file() } else { origin(pawn).file() })
        .collect();
    doors.contains(&3) && doors.contains(&5)
}

/// Checks of a pawn have driven the king back to its home rank.
pub(super) fn escort_west(mate: &Mate) -> bool {
    let checks =
        mate.steps.iter().rev().take(4).filter(|step| step.piece == PieceKind::Pawn && step.direct_check()).count();
    checks >= 2 && mate.king.rank() == 9
}

/// A pawn has broken an advisor, two rooks finish.
pub(super) fn three_rooks(mate: &Mate) -> bool {
    let broken = mate.steps.iter().rev().take(4).any(|step| {
        step.piece == PieceKind::Pawn
            && (step.captured == Some(PieceKind::Advisor)
                || step.answer.is_some_and(|(piece, mv)| piece == PieceKind::Advisor && mv.to() == step.mv.to()))
    });
    let rooks = mate.men(PieceKind::Rook) & (mate.needed | mate.checkers);
    broken && rooks.many()
}

/// The rook alone mates in front of the king.
pub(super) fn lone_rook(mate: &Mate) -> bool {
    mate.checker(PieceKind::Rook)
        .into_iter()
        .any(|rook| rook.file() == mate.king.file() && rook.rank() < mate.king.rank() && mate.stands_alone(rook))
}

/// A pawn alone mates.
pub(super) fn lone_pawn(mate: &Mate) -> bool {
    mate.needed(PieceKind::Pawn).into_iter().any(|pawn| mate.stands_alone(pawn))
}

/// Rooks on both sides of the advisor on the palace centre; one of them takes it or mates.
pub(super) fn rooks_at_advisor(mate: &Mate) -> bool {
    mate.steps.iter().rev().take(3).any(|step| {
        let rooks = step.before.pieces(Color::Red, PieceKind::Rook);
        let advisor = step
            .before
            .piece_at(PALACE_CENTRE)
            .is_some_and(|man| man.color() == Color::Black && man.kind() == PieceKind::Advisor);
        // On one rank with the advisor between them, or on both files beside it.
        advisor
            && step.piece == PieceKind::Rook
            && rooks.into_iter().any(|rook| rook.file() < 4 && rook.rank() == 8)
            && rooks.into_iter().any(|rook| rook.file() > 4 && rook.rank() == 8)
    })
}
