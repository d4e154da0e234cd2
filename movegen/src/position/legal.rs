//! Legal moves as target sets.
//!
//! Out of check, almost every piece may go wherever it can. Four facts, found once per position, say which may not:
//! * a lone piece between the king and an enemy rook (or king) is pinned,
//! * each of two pieces between the king and an enemy cannon is pinned: without either the cannon has one screen,
//! * the only piece on the leg of an enemy knight that would check is pinned,
//! * nobody steps between the king and a *hollow* cannon (one with nothing in between), which would give it its screen.
//!
//! The few moves of pinned pieces are tried one by one, and so are those that could help against a check.

use super::Position;
use crate::{Bitboard, Color, Lines, Move, MoveList, Piece, PieceKind, Square};

/// What the safety of the king asks of the other pieces of the side to move.
struct Restraints {
    /// Pieces whose moves must be tried one by one.
    tried: Bitboard,
    /// Where a piece may go that is not one of `screens`.
    allowed: Bitboard,
    /// Screens of a checking cannon: they help wherever they go, as long as they leave its line.
    screens: Bitboard,
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
        self.attackers_along(self.tables.lines(king, occupied), color, king, occupied)
    }

    /// As [`Position::attackers_of`], the lines of `king` being known.
    #[inline]
    fn attackers_along(&self, lines: Lines, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        let [kings, _, _, knights, rooks, cannons, pawns] = self.kinds;
        let t = self.tables;
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
            PieceKind::Cannon => cannon_reach(t.lines(from, occupied), occupied, self.color(!self.side)),
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

    /// Pieces of the side to move that shield their king, out of check, and the points that must stay empty for it.
    /// `lines` are the king's.
    #[inline]
    fn pinned_and_hollow(&self, lines: Lines) -> (Bitboard, Bitboard) {
        let [kings, _, _, knights, rooks, cannons, _] = self.kinds;
        let t = self.tables;
        let king = self.king(self.side);
        let enemy = self.color(!self.side);
        let occupied = self.occupied();
        let (mut pinned, mut hollow) = (Bitboard::EMPTY, Bitboard::EMPTY);
        // What a cannon on the king's point would strike has exactly one piece before it.
        for sniper in lines.cannon & (rooks | kings) & enemy {
            pinned |= t.between(king, sniper) & occupied;
        }
        for cannon in t.rook(king, Bitboard::EMPTY) & cannons & enemy {
            let line = t.between(king, cannon);
            let blockers = line & occupied;
            match blockers.count() {
                0 => hollow |= line,
                2 => pinned |= blockers,
                _ => {}
            }
        }
        for knight in t.knight_to(king, Bitboard::EMPTY) & knights & enemy {
            pinned |= t.between(knight, king);
        }
        (pinned, hollow)
    }

    #[inline]
    fn restraints(&self, mask: Bitboard) -> Restraints {
        let king = self.king(self.side);
        let lines = self.tables.lines(king, self.occupied());
        let checkers = self.attackers_along(lines, self.side, king, self.occupied());
        let Some(checker) = checkers.first() else {
            let (pinned, hollow) = self.pinned_and_hollow(lines);
            return Restraints { tried: pinned, allowed: mask & !hollow, screens: Bitboard::EMPTY };
        };
        if checkers.many() {
            return Restraints { tried: Bitboard::ALL, allowed: mask, screens: Bitboard::EMPTY };
        }
        // Against one checker only its line, its leg or itself can help, or the removal of a cannon's screen.
        let line = self.tables.between(checker, king);
        let screens = if self.kind(PieceKind::Cannon).has(checker) { line } else { Bitboard::EMPTY };
        Restraints { tried: Bitboard::ALL, allowed: mask & line.with(checker), screens }
    }

    /// Hands every piece of the side to move that can move, with the set of its legal targets inside `mask`, to `sink`.
    #[inline]
    pub fn for_each_legal(&self, mask: Bitboard, mut sink: impl FnMut(Square, Bitboard)) {
        let t = self.tables;
        let occupied = self.occupied();
        let (own, enemy) = (self.color(self.side), self.color(!self.side));
        let mask = mask & !own;
        let safe = |from: Square, targets: Bitboard| -> Bitboard {
            targets.into_iter().filter(|&to| self.king_safe_after(from, to)).collect()
        };

        let king = self.king(self.side);
        let steps = safe(king, t.king(king) & mask);
        if steps.any() {
            sink(king, steps);
        }

        let Restraints { tried, allowed, screens } = self.restraints(mask);
        let mut emit = |from: Square, reach: Bitboard| {
            let mut targets = reach & if screens.has(from) { mask } else { allowed };
            if tried.has(from) {
                targets = safe(from, targets);
            }
            if targets.any() {
                sink(from, targets);
            }
        };
        for from in self.kind(PieceKind::Rook) & own {
            emit(from, t.rook(from, occupied));
        }
        for from in self.kind(PieceKind::Cannon) & own {
            emit(from, cannon_reach(t.lines(from, occupied), occupied, enemy));
        }
        for from in self.kind(PieceKind::Knight) & own {
            emit(from, t.knight(from, occupied));
        }
        for from in self.kind(PieceKind::Pawn) & own {
            emit(from, t.pawn(self.side, from));
        }
        for from in self.kind(PieceKind::Advisor) & own {
            emit(from, t.advisor(from));
        }
        for from in self.kind(PieceKind::Bishop) & own {
            emit(from, t.bishop(from, occupied));
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
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!self.side);
        let occupied = self.occupied().without(from).with(to);
        let t = self.tables;
        let lines = t.lines(king, occupied);
        let (knights, pawns) = (t.knight_to(king, occupied), t.pawn_to(self.side, king));
        // The piece itself, then the others, whose lines and legs it may have opened or screened.
        let direct = match self.piece_at(from).map(Piece::kind) {
            Some(PieceKind::Rook) => lines.rook.has(to),
            Some(PieceKind::Cannon) => lines.cannon.has(to),
            Some(PieceKind::Knight) => knights.has(to),
            Some(PieceKind::Pawn) => pawns.has(to),
            _ => false,
        };
        let others = lines.rook & self.kind(PieceKind::Rook)
            | lines.cannon & self.kind(PieceKind::Cannon)
            | knights & self.kind(PieceKind::Knight);
        direct || (others & self.color(self.side).without(from)).any()
    }
}

/// A cannon's quiet moves and captures.
#[inline]
fn cannon_reach(lines: Lines, occupied: Bitboard, enemy: Bitboard) -> Bitboard {
    lines.rook & !occupied | lines.cannon & enemy
}
