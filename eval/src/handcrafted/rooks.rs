//! Rooks: open files, the files beside the king, pins, rooks that have not left home.

use chuhe_movegen::{Bitboard, Color, PieceKind, attacks};

use super::{Context, Tapered, weights};

const RIB_FILES: Bitboard = Bitboard(Bitboard::file(3).0 | Bitboard::file(5).0);

/// A corner rook that reaches no more points than this has not been developed.
const UNDEVELOPED_REACH: u32 = 3;

#[inline(always)]
pub(super) fn score(context: &Context<'_>, us: Color) -> Tapered {
    let position = context.position;
    let pawns = position.kind(PieceKind::Pawn);
    let own_pawns = position.pieces(us, PieceKind::Pawn);
    let enemies = position.color(!us);
    let king = position.king(!us);
    let king_cross = context.cross(king);
    let mut sum = Tapered::ZERO;
    for rook in context.side(us).rooks.iter() {
        let file = context.file(rook.square);
        if (file & pawns).is_empty() {
            sum += weights::rook_open_file();
        } else if (file & own_pawns).is_empty() {
            sum += weights::rook_half_open_file();
        }
        if (file & RIB_FILES & rook.lines.rook & attacks::palace(!us)).any() {
            sum += weights::rook_rib_file();
        }
        let file_edge = matches!(rook.square.file(), 0 | 8);
        let targets = rook.lines.rook & !position.color(us);
        if file_edge && us.relative_rank(rook.square) == 0 && targets.count() <= UNDEVELOPED_REACH {
            sum += weights::rook_undeveloped();
        }
        if king_cross.has(rook.square) {
            let blockers = position.tables().between(rook.square, king) & context.occupied;
            if blockers.any() && !blockers.many() {
                let pinned = (blockers & enemies).any();
                sum += if pinned { weights::rook_pins() } else { weights::rook_behind_own() };
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::tests::Term;

    const TERM: Term = Term("rooks");

    fn better(good: &str, bad: &str) {
        assert!(TERM.red(good).mg > TERM.red(bad).mg, "{good} over {bad}");
    }

    #[test]
    fn a_rook_likes_open_files() {
        let [open, half_open, closed] =
            ["4k4/9/9/9/9/9/9/9/9/1R1K5", "4k4/9/9/9/9/1p7/9/9/9/1R1K5", "4k4/9/9/9/9/9/P8/9/9/R2K5"];
        better(open, half_open);
        better(half_open, closed);
    }

    #[test]
    fn a_rook_on_the_rib_file_looks_into_the_palace() {
        better("5k3/9/9/9/9/9/9/9/9/3RK4", "5k3/9/9/9/9/9/9/9/9/2R1K4");
    }

    #[test]
    fn a_rook_that_cannot_leave_its_corner_is_a_burden() {
        better("4k4/9/9/9/9/9/P8/9/R8/1N1K5", "4k4/9/9/9/9/9/P8/9/9/RN1K5");
        assert!(TERM.red("4k4/9/9/9/9/9/P8/9/9/RN1K5").mg < 0);
    }

    #[test]
    fn a_single_piece_before_the_king_is_pinned() {
        better("4k4/9/4n4/9/9/9/9/4R4/9/3K5", "4k4/4a4/4n4/9/9/9/9/4R4/9/3K5");
        better("4k4/9/4N4/9/9/9/9/4R4/9/3K5", "4k4/9/3N5/9/9/9/9/2R6/9/3K5");
    }
}
