//! A mate on the board with the moves that led to it, turned so that Red has mated Black.

use chuhe_movegen::{Bitboard, Color, Fen, Move, Piece, PieceKind, Position, Square};

/// Moves of the winner that are kept.
const KEPT: usize = 5;

/// Everything the recognisers ask about a mate.
pub(super) struct Mate {
    /// Black to move has no legal move.
    pub position: Position,
    /// The mated king.
    pub king: Square,
    /// What gives check; nothing in a stalemate.
    pub checkers: Bitboard,
    /// Red men other than the king without which it would be no mate.
    pub needed: Bitboard,
    /// Whether Black would have a move if the kings could face.
    pub facing: bool,
    /// Red's last moves, the mating one last.
    pub steps: Vec<Step>,
}

/// A move of the winner.
pub(super) struct Step {
    pub mv: Move,
    pub piece: PieceKind,
    pub captured: Option<PieceKind>,
    /// What gives check after the move.
    pub checkers: Bitboard,
    /// The position before the move.
    pub before: Position,
    /// The mated side's answer: the piece that moved and the move.
    pub answer: Option<(PieceKind, Move)>,
}

impl Step {
    pub(super) fn check(&self) -> bool {
        self.checkers.any()
    }

    /// Whether the piece that moved gives check itself.
    pub(super) fn direct_check(&self) -> bool {
        self.checkers.has(self.mv.to())
    }
}

impl Mate {
    pub(super) fn new(start: &Position, moves: &[Move]) -> Option<Mate> {
        // Who is mated is known by counting.
        let red_wins = (start.side() == Color::Black) == moves.len().is_multiple_of(2);
        let mut position = start.clone();
        let turn = |mv: &Move| if red_wins { *mv } else { mv.flip() };
        if !red_wins {
            let fen = start.fen();
            position = Position::try_from(&Fen { board: fen.board.swap_colors(), side: !fen.side, ..fen }).ok()?;
        }
        let mut steps: Vec<Step> = Vec::new();
        for mv in moves.iter().map(turn) {
            if !position.is_legal(mv) {
                return None;
            }
            let piece = position.piece_at(mv.from())?.kind();
            let before = position.clone();
            let undo = position.make(mv);
            if before.side() == Color::Red {
                let captured = undo.captured().map(Piece::kind);
                steps.push(Step { mv, piece, captured, checkers: position.checkers(), before, answer: None });
            } else if let Some(step) = steps.last_mut() {
                step.answer = Some((piece, mv));
            }
        }
        if position.has_legal_move() {
            return None;
        }
        steps.drain(..steps.len().saturating_sub(KEPT));
        let king = position.king(Color::Black);
        let checkers = position.checkers();
        let mut mate = Mate { position, king, checkers, needed: Bitboard::EMPTY, facing: false, steps };
        let men = mate.position.color(Color::Red).without(mate.position.king(Color::Red));
        for man in men {
            if !mate.holds_without(Bitboard::from(man)) {
                mate.needed = mate.needed.with(man);
            }
        }
        mate.facing = mate.faces();
        Some(mate)
    }

    /// Red men of a kind.
    pub(super) fn men(&self, kind: PieceKind) -> Bitboard {
        self.position.pieces(Color::Red, kind)
    }

    /// Needed red men of a kind.
    pub(super) fn needed(&self, kind: PieceKind) -> Bitboard {
        self.needed & self.men(kind)
    }

    /// Red men that can attack the palace, needed for the mate.
    pub(super) fn attackers(&self) -> Bitboard {
        self.needed & self.fighters()
    }

    /// All red rooks, knights, cannons and pawns.
    fn fighters(&self) -> Bitboard {
        [PieceKind::Rook, PieceKind::Knight, PieceKind::Cannon, PieceKind::Pawn]
            .iter()
            .fold(Bitboard::EMPTY, |men, kind| men | self.men(*kind))
    }

    /// Pieces of both sides strictly between two points of a line.
    pub(super) fn between(&self, a: Square, b: Square) -> Bitboard {
        self.position.tables().between(a, b) & self.position.occupied()
    }

    pub(super) fn checker(&self, kind: PieceKind) -> Bitboard {
        self.checkers & self.men(kind)
    }

    /// The points next to the king in the palace.
    pub(super) fn exits(&self) -> Bitboard {
        self.position.tables().king(self.king)
    }

    /// Exits on which the king's own men stand.
    pub(super) fn blocked(&self) -> Bitboard {
        self.exits() & self.position.color(Color::Black)
    }

    /// Red men that forbid the king a point.
    pub(super) fn guards(&self, exit: Square) -> Bitboard {
        let occupied = self.position.occupied().without(self.king).with(exit);
        self.position.attackers_to(exit, occupied).without(exit) & self.fighters()
    }

    /// Whether it is still a mate (or a stalemate, if it was one) when these red men are gone.
    pub(super) fn holds_without(&self, men: Bitboard) -> bool {
        let mut board = self.position.board();
        for man in men {
            board.set(man, None);
        }
        let fen = Fen { board, ..self.position.fen() };
        let ended =
            |position: Position| !position.has_legal_move() && (self.checkers.is_empty() || position.in_check());
        if let Ok(position) = Position::try_from(&fen) {
            return ended(position);
        }
        // The men stood between the kings or shielded their own: the red king steps aside, as no move of Black may
        // depend on an impossible position.
        self.with_king_elsewhere(&fen, |_| true).is_none_or(ended)
    }

    /// Whether the mate stands on this man alone, the red king and what screens for a cannon aside.
    pub(super) fn stands_on(&self, man: Square) -> bool {
        let screen = match self.men(PieceKind::Cannon).has(man) {
            true => self.between(man, self.king),
            false => Bitboard::EMPTY,
        };
        self.holds_without(self.fighters().without(man) & !screen)
    }

    /// As [`Mate::stands_on`], and no other man takes an exit either.
    pub(super) fn stands_alone(&self, man: Square) -> bool {
        self.stands_on(man) && self.exits().into_iter().all(|exit| self.guards(exit).without(man).is_empty())
    }

    /// Whether a step of the king, or the departure of a man between the kings, fails only because the kings would face.
    fn faces(&self) -> bool {
        let own = self.position.king(Color::Red);
        let file = own.file();
        let faces = |square: Square, occupied: Bitboard| {
            square.file() == file && (self.position.tables().between(square, own) & occupied).is_empty()
        };
        let step = (self.exits() & !self.position.color(Color::Black)).into_iter().any(|exit| {
            let occupied = self.position.occupied().without(self.king).with(exit);
            self.guards(exit).is_empty() && faces(exit, occupied)
        });
        let between = self.between(self.king, own);
        let pinned = self.king.file() == file
            && between.count() == 1
            && (between & self.position.color(Color::Black)).any()
            && self
                .with_king_elsewhere(&self.position.fen(), |square| square.file() != file)
                .is_some_and(|position| position.has_legal_move());
        step || pinned
    }

    /// The position with the red king on another point of its palace, the first that is possible.
    fn with_king_elsewhere(&self, fen: &Fen, wanted: impl Fn(Square) -> bool) -> Option<Position> {
        let own = self.position.king(Color::Red);
        (3..6).flat_map(|file| (0..3).map(move |rank| Square::at(file, rank))).find_map(|square| {
            if square == own || !wanted(square) || fen.board.get(square).is_some() {
                return None;
            }
            let mut moved = *fen;
            moved.board.set(own, None);
            moved.board.set(square, Some(Piece::new(Color::Red, PieceKind::King)));
            Position::try_from(&moved).ok()
        })
    }
}
