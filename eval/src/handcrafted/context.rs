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
    const fn new(filler: T) -> Two<T> {
        Two { items: [filler; 2], len: 0 }
    }

    #[inline]
    fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().take(self.len)
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
        // Filled where it stands: a side is half a kilobyte, and copies would cost as much as a term.
        let mut context =
            Context { position, occupied: position.occupied(), phase: 0, sides: [const { Side::EMPTY }; 2] };
        for color in Color::ALL {
            let side = &mut context.sides[color.index()];
            side.fill(position, color, context.occupied);
            context.phase += ROOK_PHASE * side.count(PieceKind::Rook)
                + MINOR_PHASE * (side.count(PieceKind::Knight) + side.count(PieceKind::Cannon));
        }
        context
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
    const EMPTY: Side = {
        let square = Square::new(0);
        let lines = Lines { rook: Bitboard::EMPTY, cannon: Bitboard::EMPTY };
        Side {
            rooks: Two::new(Slider { square, lines }),
            cannons: Two::new(Slider { square, lines }),
            knights: Two::new(Knight { square, targets: Bitboard::EMPTY }),
            counts: [0; 7],
            attacks: [Bitboard::EMPTY; 7],
            attacked: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
        }
    };

    #[inline(always)]
    fn fill(&mut self, position: &Position, color: Color, occupied: Bitboard) {
        let tables = position.tables();
        for kind in PieceKind::ALL {
            self.counts[kind.index()] = position.pieces(color, kind).count() as i32;
        }
        self.attack(PieceKind::King, tables.king(position.king(color)));
        for square in position.pieces(color, PieceKind::Advisor) {
            self.attack(PieceKind::Advisor, tables.advisor(square));
        }
        for square in position.pieces(color, PieceKind::Bishop) {
            self.attack(PieceKind::Bishop, tables.bishop(square, occupied));
        }
        for square in position.pieces(color, PieceKind::Knight) {
            let targets = tables.knight(square, occupied);
            self.knights.push(Knight { square, targets });
            self.attack(PieceKind::Knight, targets);
        }
        for square in position.pieces(color, PieceKind::Rook) {
            let lines = tables.lines(square, occupied);
            self.rooks.push(Slider { square, lines });
            self.attack(PieceKind::Rook, lines.rook);
        }
        for square in position.pieces(color, PieceKind::Cannon) {
            let lines = tables.lines(square, occupied);
            self.cannons.push(Slider { square, lines });
            self.attack(PieceKind::Cannon, lines.cannon);
        }
        let pawns = position.pieces(color, PieceKind::Pawn);
        let crossed = pawns & (!color).half();
        self.attack(PieceKind::Pawn, forward(pawns, color));
        self.attack(PieceKind::Pawn, to_the_left(crossed));
        self.attack(PieceKind::Pawn, to_the_right(crossed));
    }

    #[inline(always)]
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
pub(crate) const fn forward(points: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard(points.0 << 9 & Bitboard::ALL.0),
        Color::Black => Bitboard(points.0 >> 9),
    }
}

/// The points next to a point, which are the legs of a knight on it.
#[inline]
pub(crate) fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square.index()]
}

static NEIGHBOURS: [Bitboard; 90] = {
    let mut neighbours = [Bitboard::EMPTY; 90];
    let mut index = 0;
    while index < 90 {
        let point = Bitboard(1 << index);
        let sideways = to_the_left(point).0 | to_the_right(point).0;
        neighbours[index] = Bitboard(sideways | forward(point, Color::Red).0 | forward(point, Color::Black).0);
        index += 1;
    }
    neighbours
};

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
pub(crate) const fn to_the_left(points: Bitboard) -> Bitboard {
    Bitboard((points.0 & !FIRST_FILE.0) >> 1)
}

/// The points one file nearer to file i.
#[inline]
pub(crate) const fn to_the_right(points: Bitboard) -> Bitboard {
    Bitboard((points.0 & !LAST_FILE.0) << 1)
}
