//! Captures on one point and what they win.

use chuhe_movegen::{Bitboard, Color, Move, PieceKind, Position, Square};

/// Exchange scale of the Chinese rules (art. 25.3), by [`PieceKind::index`]: a rook is two knights or cannons, a knight
/// a cannon, an advisor a bishop. A king is never taken and a pawn counts only across the river.
const SCALE: [i32; 7] = [0, 1, 1, 2, 4, 2, 1];

/// Whether a piece is one whose loss counts: every one but the king and a pawn that has not crossed the river.
#[inline]
pub(crate) fn counting(position: &Position, color: Color) -> Bitboard {
    position.color(color) & !position.kind(PieceKind::King) & !(position.kind(PieceKind::Pawn) & color.half())
}

/// Whether the side to move may make a pseudo-legal capture, if the attackers of its king in `tolerated` are of no
/// concern.
#[inline]
pub(crate) fn may_capture(position: &Position, mv: Move, tolerated: Bitboard) -> bool {
    if tolerated.is_empty() {
        return position.is_legal(mv);
    }
    let side = position.side();
    let mut after = position.clone();
    after.make(mv);
    (after.attackers_of_king(side) & !tolerated).is_empty()
}

/// Pieces of the side to move that could capture on a point, legally or not.
#[inline]
pub(crate) fn attackers(position: &Position, target: Square) -> Bitboard {
    position.attackers_to(target, position.occupied()) & position.color(position.side())
}

/// Whether the side to move can capture on a point with the attackers of its king in `tolerated` of no concern.
#[inline]
pub(crate) fn can_capture(position: &Position, target: Square, tolerated: Bitboard) -> bool {
    attackers(position, target).into_iter().any(|from| may_capture(position, Move::new(from, target), tolerated))
}

/// What an exchange brings in, pieces and crossed pawns counted apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gain {
    pieces: i32,
    pawns: i32,
    /// How many pieces (not pawns) the exchange takes from the enemy and costs.
    won: i32,
    lost: i32,
}

impl Gain {
    fn total(self) -> i32 {
        self.pieces + self.pawns
    }

    /// What taking the piece on a point brings in at once.
    pub(crate) fn of_taking(position: &Position, target: Square) -> Gain {
        match position.piece_at(target) {
            Some(piece) if piece.kind() == PieceKind::Pawn => {
                let crossed = !piece.color().half().has(target);
                Gain { pawns: i32::from(crossed), ..Gain::default() }
            }
            Some(piece) => Gain { pieces: SCALE[piece.kind().index()], won: 1, ..Gain::default() },
            None => Gain::default(),
        }
    }

    pub(crate) fn less(self, other: Gain) -> Gain {
        Gain {
            pieces: self.pieces - other.pieces,
            pawns: self.pawns - other.pawns,
            won: self.won + other.lost,
            lost: self.lost + other.won,
        }
    }

    pub(crate) fn plus(self, other: Gain) -> Gain {
        Gain {
            pieces: self.pieces + other.pieces,
            pawns: self.pawns + other.pawns,
            won: self.won + other.won,
            lost: self.lost + other.lost,
        }
    }

    /// Whether this wins material. One piece for several pawns and one pawn for several pieces never do (art. 25.3).
    pub(crate) fn is_win(self) -> bool {
        let piece_for_pawns = self.pieces < 0 && self.pawns > 1;
        let pawn_for_pieces = self.pawns < 0 && self.won - self.lost > 1;
        self.total() > 0 && !piece_for_pawns && !pawn_for_pieces
    }
}

/// What a legal capture wins when both sides go on capturing legally on its point, or stop, as is best for them.
pub(crate) fn exchange(position: &Position, mv: Move) -> Gain {
    let target = mv.to();
    let taken = Gain::of_taking(position, target);
    let mut after = position.clone();
    after.make(mv);
    let best = attackers(&after, target)
        .into_iter()
        .map(|from| Move::new(from, target))
        .filter(|&reply| after.is_legal(reply))
        .map(|reply| exchange(&after, reply))
        .max_by_key(|gain| (gain.total(), gain.pieces, gain.won, gain.lost))
        .filter(|gain| gain.total() > 0)
        .unwrap_or_default();
    taken.less(best)
}
