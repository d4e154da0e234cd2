//! What several terms need, computed once for a position: who attacks what, how many pieces there are, the phase.

use chuhe_movegen::{Bitboard, Color, Lines, PieceKind, Position, Square};

/// A rook or a cannon and its lines.
#[derive(Clone, Copy)]
pub(crate) struct Slider {
    pub(crate) square: Square,
    pub(crate) lines: Lines,
}

/// A knight and the points it reaches.
#[derive(Clone, Copy)]
pub(crate) struct Knight {
    pub(crate) square: Square,
    pub(crate) targets: Bitboard,
}

/// The at most two pieces of a kind.
#[derive(Clone, Copy)]
pub(crate) struct Two<T> {
    items: [T; 2],
    len: usize,
}

impl<T: Copy> Two<T> {
    #[inline]
    fn new(empty: T) -> Two<T> {
        Two { items: [empty; 2], len: 0 }
    }

    #[inline]
    fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = T> {
        self.items.into_iter().take(self.len)
    }
}

/// One side's pieces and attacks.
///
/// Attacks are points where the side could capture: a defended own piece counts, a cannon's quiet move does not.
pub(crate) struct Side {
    pub(crate) rooks: Two<Slider>,
    pub(crate) cannons: Two<Slider>,
    pub(crate) knights: Two<Knight>,
    /// Pieces by kind, in the order of [`PieceKind`].
    pub(crate) counts: [i32; 7],
    /// Attacked points by kind, in the order of [`PieceKind`].
    pub(crate) attacks: [Bitboard; 7],
    /// Attacked points.
    pub(crate) attacked: Bitboard,
    /// Points attacked twice or more.
    pub(crate) attacked_twice: Bitboard,
}

/// A position with its shared facts.
pub(crate) struct Context<'a> {
    pub(crate) position: &'a Position,
    pub(crate) occupied: Bitboard,
    pub(crate) phase: i32,
    sides: [Side; 2],
}

/// The phase of the start position: all middle game. Bare kings have 0.
pub(crate) const FULL_PHASE: i32 = 32;

const ROOK_PHASE: i32 = 4;
const MINOR_PHASE: i32 = 2;

impl<'a> Context<'a> {
    #[inline]
    pub(crate) fn new(position: &'a Position) -> Context<'a> {
        let occupied = position.occupied();
        let sides = Color::ALL.map(|color| Side::new(position, color, occupied));
        let total = |kind| sides[0].count(kind) + sides[1].count(kind);
        let phase =
            ROOK_PHASE * total(PieceKind::Rook) + MINOR_PHASE * (total(PieceKind::Knight) + total(PieceKind::Cannon));
        Context { position, occupied, phase, sides }
    }

    /// The points on the file and the rank of a point, itself left out.
    #[inline]
    pub(crate) fn cross(&self, square: Square) -> Bitboard {
        self.position.tables().rook(square, Bitboard::EMPTY)
    }

    /// All points on the file of a point.
    #[inline]
    pub(crate) fn file(&self, square: Square) -> Bitboard {
        FILES[usize::from(square.file())]
    }

    /// The points from which a pawn presses the king of `color`: on its file or a neighbouring one, on the king's rank
    /// or up to two ranks in front of it.
    #[inline]
    pub(crate) fn king_flank(&self, color: Color) -> Bitboard {
        let king = Bitboard::from(self.position.king(color));
        let rank = king | to_the_left(king) | to_the_right(king);
        let ahead = forward(rank, color);
        (rank | ahead | forward(ahead, color)) & !king
    }

    #[inline]
    pub(crate) fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }
}

impl Side {
    #[inline]
    fn new(position: &Position, color: Color, occupied: Bitboard) -> Side {
        let tables = position.tables();
        let corner = Square::new(0);
        let mut side = Side {
            rooks: Two::new(Slider { square: corner, lines: Lines::default() }),
            cannons: Two::new(Slider { square: corner, lines: Lines::default() }),
            knights: Two::new(Knight { square: corner, targets: Bitboard::EMPTY }),
            counts: PieceKind::ALL.map(|kind| position.pieces(color, kind).count() as i32),
            attacks: [Bitboard::EMPTY; 7],
            attacked: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
        };
        side.attack(PieceKind::King, tables.king(position.king(color)));
        for square in position.pieces(color, PieceKind::Advisor) {
            side.attack(PieceKind::Advisor, tables.advisor(square));
        }
        for square in position.pieces(color, PieceKind::Bishop) {
            side.attack(PieceKind::Bishop, tables.bishop(square, occupied));
        }
        for square in position.pieces(color, PieceKind::Knight) {
            let targets = tables.knight(square, occupied);
            side.knights.push(Knight { square, targets });
            side.attack(PieceKind::Knight, targets);
        }
        for square in position.pieces(color, PieceKind::Rook) {
            let lines = tables.lines(square, occupied);
            side.rooks.push(Slider { square, lines });
            side.attack(PieceKind::Rook, lines.rook);
        }
        for square in position.pieces(color, PieceKind::Cannon) {
            let lines = tables.lines(square, occupied);
            side.cannons.push(Slider { square, lines });
            side.attack(PieceKind::Cannon, lines.cannon);
        }
        let pawns = position.pieces(color, PieceKind::Pawn);
        let crossed = pawns & (!color).half();
        side.attack(PieceKind::Pawn, forward(pawns, color));
        side.attack(PieceKind::Pawn, to_the_left(crossed));
        side.attack(PieceKind::Pawn, to_the_right(crossed));
        side
    }

    #[inline]
    fn attack(&mut self, kind: PieceKind, targets: Bitboard) {
        self.attacks[kind.index()] |= targets;
        self.attacked_twice |= self.attacked & targets;
        self.attacked |= targets;
    }

    #[inline]
    pub(crate) fn count(&self, kind: PieceKind) -> i32 {
        self.counts[kind.index()]
    }

    #[inline]
    pub(crate) fn attacks(&self, kind: PieceKind) -> Bitboard {
        self.attacks[kind.index()]
    }
}

/// The points one step ahead, as `color` sees it.
#[inline]
pub(crate) fn forward(points: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard(points.0 << 9 & Bitboard::ALL.0),
        Color::Black => Bitboard(points.0 >> 9),
    }
}

/// The points next to a point, which are the legs of a knight on it.
#[inline]
pub(crate) fn neighbours(square: Square) -> Bitboard {
    let point = Bitboard::from(square);
    to_the_left(point) | to_the_right(point) | forward(point, Color::Red) | forward(point, Color::Black)
}

const FILES: [Bitboard; 9] = {
    let mut files = [Bitboard::EMPTY; 9];
    let mut file = 0;
    while file < 9 {
        files[file] = Bitboard::file(file as u8);
        file += 1;
    }
    files
};

const FIRST_FILE: Bitboard = Bitboard::file(0);
const LAST_FILE: Bitboard = Bitboard::file(8);

/// The points one file nearer to file a.
#[inline]
pub(crate) fn to_the_left(points: Bitboard) -> Bitboard {
    Bitboard((points.0 & !FIRST_FILE.0) >> 1)
}

/// The points one file nearer to file i.
#[inline]
pub(crate) fn to_the_right(points: Bitboard) -> Bitboard {
    Bitboard((points.0 & !LAST_FILE.0) << 1)
}
