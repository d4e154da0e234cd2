//! Static exchange evaluation: what a series of captures on one point is worth.

use crate::{Bitboard, Move, PieceKind, Position, Square};

/// Exchange values in hundredths of a pawn, by [`PieceKind::index`]. The king's outweighs everything.
pub const VALUES: [i32; 7] = [20_000, 200, 200, 420, 950, 450, 120];

/// The order in which a side captures: cheapest first, the king last.
const ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

impl Position {
    /// Whether the exchange that `mv` begins on its target wins at least `threshold` (hundredths of a pawn) for the
    /// mover, both sides capturing with their cheapest piece or stopping when that is better.
    ///
    /// Cannons come and go with their screens: attackers are found anew after every capture. Of two pieces of a kind
    /// the one with the lower point goes first. A king captures only when nothing attacks it there afterwards; that
    /// needs no rule, its value forbids anything else. Pins and facing kings are not seen.
    #[must_use]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let value = |square: Square| self.piece_at(square).map_or(0, |piece| VALUES[piece.kind().index()]);
        // What the mover has above the threshold if the exchange ended now; then if its piece were lost, too.
        let mut balance = value(to) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value(from);
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(from).with(to);
        let mut side = !self.side();
        // `balance` is always the view of the side that has just captured, its capturing piece counted as lost.
        loop {
            let attackers = self.attackers_to(to, occupied) & occupied;
            let Some((square, kind)) = self.cheapest(attackers & self.color(side)) else { break };
            occupied = occupied.without(square);
            side = !side;
            balance = -balance - 1 - VALUES[kind.index()];
            if balance >= 0 {
                break;
            }
        }
        // Who cannot or will not go on has lost the argument.
        side != self.side()
    }

    fn cheapest(&self, pieces: Bitboard) -> Option<(Square, PieceKind)> {
        ORDER.into_iter().find_map(|kind| (pieces & self.kind(kind)).first().map(|square| (square, kind)))
    }

    /// The value of the exchange that `mv` begins, by bisection over [`Position::see_ge`]; for display and tests.
    #[must_use]
    pub fn see(&self, mv: Move) -> i32 {
        let (mut low, mut high) = (-25_000i32, 25_000);
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            if self.see_ge(mv, middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// Exchange value of the kind of piece a move takes, 0 when it takes nothing.
    #[must_use]
    pub fn captured_value(&self, mv: Move) -> i32 {
        self.piece_at(mv.to()).map_or(0, |piece| VALUES[piece.kind().index()])
    }
}
