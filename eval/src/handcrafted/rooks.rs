//! Rooks: open files, the files beside the king, pins, rooks that have not left home.

use chuhe_movegen::{Bitboard, Color, PieceKind, attacks};

use super::{Context, Tapered, weights};

const RIB_FILES: Bitboard = Bitboard(Bitboard::file(3).0 | Bitboard::file(5).0);

/// A corner rook that reaches no more points than this has not been developed.
const UNDEVELOPED_REACH: u32 = 3;

#[inline]
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
        if (rook.lines.rook & position.pieces(us, PieceKind::Rook)).any() {
            sum += weights::rook_connected();
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
