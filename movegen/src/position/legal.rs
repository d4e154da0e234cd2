//! Legal moves as target sets.
//!
//! Out of check, what a piece may do without exposing its king follows from four facts found once per position:
//! * a lone piece between the king and an enemy rook (or king) stays on that line,
//! * one of two pieces between the king and an enemy cannon stays on that line and takes the other one's place never,
//! * the only piece on the leg of an enemy knight that would check stays there,
//! * nobody steps between the king and a *hollow* cannon (one with nothing in between), which would give it its screen.
//!
//! In check the candidates are few: they are tried one by one.

use super::Position;
use crate::{Bitboard, Color, Lines, Move, MoveList, Piece, PieceKind, Square};

/// What the own king forbids the own pieces, out of check.
struct Constraints {
    /// Pieces that are not free to move anywhere.
    pinned: Bitboard,
    /// Points nobody may step on.
    hollow: Bitboard,
    /// For each entry: a pinned piece may move only inside the set. A piece may have several entries. Eight line
    /// snipers and two knights are the most there can be; a cannon pins two pieces.
    masks: [(Bitboard, Bitboard); 16],
    len: usize,
}

impl Constraints {
    fn pin(&mut self, pieces: Bitboard, inside: Bitboard) {
        self.pinned |= pieces;
        self.masks[self.len] = (pieces, inside);
        self.len += 1;
    }

    #[inline]
    fn inside(&self, piece: Square) -> Bitboard {
        if !self.pinned.has(piece) {
            return Bitboard::ALL;
        }
        self.masks[..self.len]
            .iter()
            .filter(|(pieces, _)| pieces.has(piece))
            .fold(Bitboard::ALL, |all, (_, m)| all & *m)
    }
}

impl Position {
    /// Pieces of both sides that attack a point under a given occupancy. Kings count for their palace step only.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [kings, advisors, bishops, knights, rooks, cannons, pawns] = self.kinds;
        let t = self.tables;
        let Lines { rook, cannon } = t.lines(square, occupied);
        let pawn_hits =
            t.pawn_to(Color::Red, square) & self.colors[0] | t.pawn_to(Color::Black, square) & self.colors[1];
        (rook & rooks | cannon & cannons | t.knight_to(square, occupied) & knights | pawn_hits & pawns)
            | (t.king(square) & kings | t.advisor(square) & advisors | t.bishop(square, occupied) & bishops)
    }

    /// Enemy pieces that attack `king` as if a king of `color` stood there; a facing king counts.
    #[inline]
    fn attackers_of(&self, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        let [kings, _, _, knights, rooks, cannons, pawns] = self.kinds;
        let t = self.tables;
        let lines = t.lines(king, occupied);
        (lines.rook & (rooks | kings)
            | lines.cannon & cannons
            | t.knight_to(king, occupied) & knights
            | t.pawn_to(!color, king) & pawns)
            & self.color(!color)
    }

    /// Enemy pieces that attack a side's king where it stands; a facing king counts.
    #[inline]
    #[must_use]
    pub fn attackers_of_king(&self, color: Color) -> Bitboard {
        self.attackers_of(color, self.king(color), self.occupied())
    }

    /// Pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attackers_of_king(self.side)
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Where the piece of the side to move on `from` could go if its king were of no concern.
    #[inline]
    fn pseudo_targets(&self, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
        let t = self.tables;
        let own = self.color(self.side);
        let set = match kind {
            PieceKind::Rook => t.rook(from, occupied),
            PieceKind::Cannon => {
                let lines = t.lines(from, occupied);
                return lines.rook & !occupied | lines.cannon & self.color(!self.side);
            }
            PieceKind::Knight => t.knight(from, occupied),
            PieceKind::Bishop => t.bishop(from, occupied),
            PieceKind::Advisor => t.advisor(from),
            PieceKind::King => t.king(from),
            PieceKind::Pawn => t.pawn(self.side, from),
        };
        set & !own
    }

    /// Whether the own king is safe after a pseudo-legal move.
    #[inline]
    fn king_safe_after(&self, from: Square, to: Square) -> bool {
        let king = if from == self.king(self.side) { to } else { self.king(self.side) };
        let occupied = self.occupied().without(from).with(to);
        (self.attackers_of(self.side, king, occupied).without(to)).is_empty()
    }

    fn constraints(&self) -> Constraints {
        let [kings, _, _, knights, rooks, cannons, _] = self.kinds;
        let t = self.tables;
        let king = self.king(self.side);
        let (own, enemy) = (self.color(self.side), self.color(!self.side));
        let occupied = self.occupied();
        let mut c = Constraints {
            pinned: Bitboard::EMPTY,
            hollow: Bitboard::EMPTY,
            masks: [(Bitboard::EMPTY, Bitboard::EMPTY); 16],
            len: 0,
        };
        let cross = t.rook(king, Bitboard::EMPTY);
        for sniper in (rooks | kings) & cross & enemy {
            let line = t.between(king, sniper);
            let blockers = line & occupied;
            if !blockers.many() && (blockers & own).any() {
                c.pin(blockers, line.with(sniper));
            }
        }
        for sniper in cannons & cross & enemy {
            let line = t.between(king, sniper);
            let blockers = line & occupied;
            match blockers.count() {
                0 => c.hollow |= line,
                2 => {
                    for blocker in blockers & own {
                        // Taking the other blocker would leave one screen; taking the cannon over it is fine.
                        c.pin(blocker.into(), line & !blockers | Bitboard::from(sniper));
                    }
                }
                _ => {}
            }
        }
        let leapers = t.knight_to(king, Bitboard::EMPTY) & knights & enemy;
        for sniper in leapers {
            let leg = t.between(sniper, king);
            if (leg & own).any() {
                c.pin(leg, sniper.into());
            }
        }
        c
    }

    /// Hands every piece of the side to move that can move, with the set of its legal targets inside `mask`, to `sink`.
    #[inline]
    pub fn for_each_legal(&self, mask: Bitboard, mut sink: impl FnMut(Square, Bitboard)) {
        let occupied = self.occupied();
        let king = self.king(self.side);
        let own = self.color(self.side);
        let checkers = self.checkers();
        let steps = self.tables.king(king) & !own & mask;
        let safe: Bitboard = steps.into_iter().filter(|&to| self.king_safe_after(king, to)).collect();
        if safe.any() {
            sink(king, safe);
        }
        if checkers.is_empty() {
            let constraints = self.constraints();
            let allowed = mask & !constraints.hollow;
            for kind in [
                PieceKind::Rook,
                PieceKind::Cannon,
                PieceKind::Knight,
                PieceKind::Pawn,
                PieceKind::Advisor,
                PieceKind::Bishop,
            ] {
                for from in self.pieces(self.side, kind) {
                    let set = self.pseudo_targets(kind, from, occupied) & allowed & constraints.inside(from);
                    if set.any() {
                        sink(from, set);
                    }
                }
            }
            return;
        }
        // Against one checker only its line, its leg or itself can help, or the removal of a cannon's screen.
        let (block, screens) = match (checkers.many(), checkers.first()) {
            (false, Some(checker)) => {
                let line = self.tables.between(checker, king);
                let screens = if self.kind(PieceKind::Cannon).has(checker) { line } else { Bitboard::EMPTY };
                (line.with(checker), screens)
            }
            _ => (Bitboard::ALL, Bitboard::ALL),
        };
        for from in own.without(king) {
            let Some(piece) = self.piece_at(from) else { continue };
            let helps = if screens.has(from) { mask } else { mask & block };
            let candidates = self.pseudo_targets(piece.kind(), from, occupied) & helps;
            let set: Bitboard = candidates.into_iter().filter(|&to| self.king_safe_after(from, to)).collect();
            if set.any() {
                sink(from, set);
            }
        }
    }

    fn collect(&self, mask: Bitboard) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_legal(mask, |from, targets| {
            for to in targets {
                list.push(Move::new(from, to));
            }
        });
        list
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.collect(Bitboard::ALL)
    }

    /// The legal moves that take a piece.
    #[must_use]
    pub fn captures(&self) -> MoveList {
        self.collect(self.color(!self.side))
    }

    /// The legal moves that take nothing.
    #[must_use]
    pub fn quiets(&self) -> MoveList {
        self.collect(!self.occupied())
    }

    /// How many legal moves there are, counted from the target sets.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        let mut count = 0;
        self.for_each_legal(Bitboard::ALL, |_, targets| count += targets.count());
        count
    }

    /// Whether there is a legal move. Without one the side to move has lost, in check or not.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.for_each_legal(Bitboard::ALL, |_, _| found = true);
        found
    }

    /// Whether a move, from wherever it comes, is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        match self.piece_at(from) {
            Some(piece) if piece.color() == self.side => {
                self.pseudo_targets(piece.kind(), from, self.occupied()).has(to) && self.king_safe_after(from, to)
            }
            _ => false,
        }
    }

    /// Whether a legal move gives check.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!self.side);
        let occupied = self.occupied().without(from).with(to);
        let moved = self.piece_at(from).map(Piece::kind);
        let own = |kind: PieceKind| {
            let rest = self.pieces(self.side, kind).without(from);
            if moved == Some(kind) { rest.with(to) } else { rest }
        };
        let t = self.tables;
        let lines = t.lines(king, occupied);
        (lines.rook & own(PieceKind::Rook)
            | lines.cannon & own(PieceKind::Cannon)
            | t.knight_to(king, occupied) & own(PieceKind::Knight)
            | t.pawn_to(self.side, king) & own(PieceKind::Pawn))
        .any()
    }
}
