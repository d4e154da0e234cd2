//! Terms for what a move does.

use chuhe_movegen::see::VALUES;
use chuhe_movegen::{Bitboard, Color, Move, PieceKind, Position, Square};
use serde::Serialize;

use super::placement::{Placement, placements, terms};

terms! {
    /// What a move does.
    MoveTerm:
    Mate = "mate", "将死", "checkmate";
    Stalemate = "stalemate", "困毙", "stalemate";
    Check = "check", "将军", "check";
    DoubleCheck = "double-check", "双将", "double check";
    TripleCheck = "triple-check", "三照将", "triple check";
    DiscoveredCheck = "discovered-check", "抽将", "discovered check";
    AnswersCheckByCapture = "captures-checker", "吃子解将", "captures the checking man";
    AnswersCheckByKing = "king-steps-away", "避将", "the king leaves the check";
    AnswersCheckByInterposing = "interposes", "垫将", "steps between";
    AnswersCheckByBreaking = "breaks-check", "撤架或别腿解将", "takes the cannon's screen away or hobbles the horse";
    CheckForCheck = "check-for-check", "解将还将", "answers a check with a check";
    OnlyMove = "only-move", "官着", "the only legal move";
    ThreatensMate = "threatens-mate", "叫杀", "threatens mate";
    ParriesMate = "parries-mate", "解杀", "parries a mate";
    MateForMate = "mate-for-mate", "解杀还杀", "parries a mate with a mate threat";
    Capture = "capture", "吃子", "capture";
    Exchange = "exchange", "兑子", "exchange";
    Sacrifice = "sacrifice", "弃子", "sacrifice";
    DiscoveredAttack = "discovered-attack", "闪击", "discovered attack";
    Fork = "fork", "捉双", "attacks two men at once";
}

/// A term for a move: what it does, or how the mover's men stand after it and did not before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tag {
    /// What the move does.
    Does(MoveTerm),
    /// What it sets up.
    SetsUp(Placement),
}

impl Tag {
    /// A name for files and scripts.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Tag::Does(term) => term.id(),
            Tag::SetsUp(placement) => placement.id(),
        }
    }

    /// The Chinese term.
    #[must_use]
    pub const fn zh(self) -> &'static str {
        match self {
            Tag::Does(term) => term.zh(),
            Tag::SetsUp(placement) => placement.zh(),
        }
    }

    /// The English term.
    #[must_use]
    pub const fn en(self) -> &'static str {
        match self {
            Tag::Does(term) => term.en(),
            Tag::SetsUp(placement) => placement.en(),
        }
    }
}

impl Serialize for Tag {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// What is to be said of a move; nothing of an illegal one.
#[must_use]
pub fn move_tags(before: &Position, mv: Move) -> Vec<Tag> {
    if !before.is_legal(mv) {
        return Vec::new();
    }
    let mut after = before.clone();
    let captured = after.make(mv).captured().map(chuhe_movegen::Piece::kind);
    let scene = Scene { before, after: &after, mv, captured };
    let mut terms: Vec<Tag> =
        MoveTerm::ALL.iter().filter(|term| scene.does(**term)).map(|term| Tag::Does(*term)).collect();
    let stood = placements(before, before.side());
    let stand = placements(&after, before.side());
    terms.extend(stand.into_iter().filter(|placement| !stood.contains(placement)).map(Tag::SetsUp));
    terms
}

struct Scene<'a> {
    before: &'a Position,
    after: &'a Position,
    mv: Move,
    captured: Option<PieceKind>,
}

impl Scene<'_> {
    fn does(&self, term: MoveTerm) -> bool {
        let (before, after, mv) = (self.before, self.after, self.mv);
        let checkers = after.checkers();
        let over = !after.has_legal_move();
        match term {
            MoveTerm::Mate => over && checkers.any(),
            MoveTerm::Stalemate => over && checkers.is_empty(),
            MoveTerm::Check => checkers.any(),
            MoveTerm::DoubleCheck => checkers.count() == 2,
            MoveTerm::TripleCheck => checkers.count() > 2,
            MoveTerm::DiscoveredCheck => checkers.without(mv.to()).any(),
            MoveTerm::AnswersCheckByCapture => before.in_check() && before.checkers().has(mv.to()),
            MoveTerm::AnswersCheckByKing => {
                before.in_check() && self.piece() == PieceKind::King && !before.checkers().has(mv.to())
            }
            MoveTerm::AnswersCheckByInterposing => self.answers() && self.lands_between(),
            MoveTerm::AnswersCheckByBreaking => self.answers() && !self.lands_between(),
            MoveTerm::CheckForCheck => before.in_check() && checkers.any(),
            MoveTerm::OnlyMove => before.count_legal() == 1,
            MoveTerm::ThreatensMate => !over && self.threatens(),
            MoveTerm::ParriesMate => self.parries(),
            MoveTerm::MateForMate => !over && self.parries() && self.threatens(),
            MoveTerm::Capture => self.captured.is_some(),
            MoveTerm::Exchange => self.exchanges(),
            // A man given for at least a knight's worth less a pawn or two.
            MoveTerm::Sacrifice => !over && !before.see_ge(mv, -VALUES[PieceKind::Advisor.index()]),
            MoveTerm::DiscoveredAttack => self.uncovers(),
            MoveTerm::Fork => self.targets(mv.to()).count() >= 2,
        }
    }

    fn piece(&self) -> PieceKind {
        self.before.piece_at(self.mv.from()).expect("a legal move has a piece").kind()
    }

    /// A man other than the king answers a check without taking the checker.
    fn answers(&self) -> bool {
        self.before.in_check() && self.piece() != PieceKind::King && !self.before.checkers().has(self.mv.to())
    }

    /// Whether the man steps between king and a rook or cannon that checks.
    fn lands_between(&self) -> bool {
        let king = self.before.king(self.before.side());
        self.before.checkers().into_iter().any(|checker| {
            let liner = self
                .before
                .piece_at(checker)
                .is_some_and(|man| matches!(man.kind(), PieceKind::Rook | PieceKind::Cannon | PieceKind::King));
            liner && self.before.tables().between(checker, king).has(self.mv.to())
        })
    }

    /// Whether the mover could mate if the other side passed.
    fn threatens(&self) -> bool {
        !self.after.in_check() && mates_in_one(&passed(self.after))
    }

    /// Whether the other side could have mated at once and now cannot.
    fn parries(&self) -> bool {
        !self.before.in_check() && mates_in_one(&passed(self.before)) && !mates_in_one(self.after)
    }

    /// Equal men are taken and the taker can be retaken.
    fn exchanges(&self) -> bool {
        let (before, mv) = (self.before, self.mv);
        let retaken = self.after.legal_moves().iter().any(|reply| reply.to() == mv.to());
        let class = |kind| match kind {
            // The rule books' scale: knight and cannon are worth the same, advisor and elephant too.
            PieceKind::Cannon => PieceKind::Knight,
            PieceKind::Bishop => PieceKind::Advisor,
            kind => kind,
        };
        retaken
            && self.captured.is_some_and(|kind| class(kind) == class(self.piece()))
            && before.side() == !self.after.side()
    }

    /// Men of the other side that a man attacks and would win: undefended, or worth more than it.
    fn targets(&self, from: Square) -> Bitboard {
        let after = self.after;
        let Some(man) = after.piece_at(from) else { return Bitboard::EMPTY };
        let enemy = after.color(after.side());
        let turned = passed(after);
        let mut targets = Bitboard::EMPTY;
        for square in enemy {
            let kind = after.piece_at(square).map(chuhe_movegen::Piece::kind);
            let worthy =
                matches!(kind, Some(PieceKind::Rook | PieceKind::Knight | PieceKind::Cannon | PieceKind::King));
            if worthy && after.attackers_to(square, after.occupied()).has(from) {
                let wins = kind == Some(PieceKind::King)
                    || turned.see_ge(Move::new(from, square), VALUES[PieceKind::Advisor.index()]);
                if wins && man.color() == !after.side() {
                    targets = targets.with(square);
                }
            }
        }
        targets
    }

    /// A man that did not move attacks something it did not attack before.
    fn uncovers(&self) -> bool {
        let (before, after, mv) = (self.before, self.after, self.mv);
        let own: Color = before.side();
        let liners = after.pieces(own, PieceKind::Rook)
            | after.pieces(own, PieceKind::Cannon)
            | after.pieces(own, PieceKind::Knight);
        liners.without(mv.to()).into_iter().any(|man| {
            self.targets(man)
                .into_iter()
                .any(|target| target != after.king(!own) && !before.attackers_to(target, before.occupied()).has(man))
        })
    }
}

/// The position with the other side to move.
fn passed(position: &Position) -> Position {
    let mut passed = position.clone();
    passed.make_null();
    passed
}

/// Whether the side to move has a move that mates or stalemates.
fn mates_in_one(position: &Position) -> bool {
    let mut position = position.clone();
    position.legal_moves().iter().any(|mv| {
        if !position.gives_check(*mv) {
            return false;
        }
        let undo = position.make(*mv);
        let mated = !position.has_legal_move();
        position.unmake(*mv, undo);
        mated
    })
}
