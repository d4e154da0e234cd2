//! Attack sets of every piece.
//!
//! Rooks and cannons use *line tables*: for each point one table indexed by the occupancy of its rank and one by that of
//! its file. An entry holds the rook set and the cannon set, already in place, so an attack set is two loads and an OR.
//! Only the inner points of a line matter (the last one is reached whatever stands there): seven bits of a rank, eight of
//! a file. The file's eight bits lie nine apart in one 64-bit word after a shift, and one multiplication gathers them.
//!
//! Knights and bishops have sixteen entries a point, indexed by their four legs or eyes.
//!
//! Everything is built once into [`Tables`]; a [`crate::Position`] carries a reference to them, so hot paths pay no check.

mod build;
pub mod reference;

use once_cell::sync::OnceCell;

use crate::{Bitboard, Color, Square};

/// Rook and cannon set of one line or one point.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Lines {
    /// All points a rook reaches: empty ones and the first piece in each direction.
    pub rook: Bitboard,
    /// All points a cannon strikes: behind the first piece, up to and with the second one. Its quiet moves are the empty
    /// points of `rook`.
    pub cannon: Bitboard,
}

/// Where the inner points of a point's rank and file lie in the two words of a bitboard.
#[derive(Clone, Copy)]
struct LineShifts {
    rank_word: u8,
    rank: u8,
    file: u8,
}

/// All attack tables, about 1.2 MB. Get them with [`Tables::get`] or from a position.
pub struct Tables {
    shifts: [LineShifts; 90],
    ranks: Box<[[Lines; 128]; 90]>,
    files: Box<[[Lines; 256]; 90]>,
    knight: [[Bitboard; 16]; 90],
    knight_to: [[Bitboard; 16]; 90],
    bishop: [[Bitboard; 16]; 90],
    advisor: [Bitboard; 90],
    king: [Bitboard; 90],
    pawn: [[Bitboard; 90]; 2],
    pawn_to: [[Bitboard; 90]; 2],
    between: Box<[[Bitboard; 90]; 90]>,
}

static TABLES: OnceCell<Tables> = OnceCell::new();

/// Bits of a file shifted down to its second point: eight points, nine apart.
const FILE_INNER: u64 = 0x8040_2010_0804_0201;
/// Gathers those eight bits in the top byte.
const FILE_GATHER: u64 = 0x0101_0101_0101_0101;

/// Gathers the four legs (points -9, -1, +1, +9 of the knight) into an index, after a shift that puts them on bits 0, 8,
/// 10 and 18: no two partial products meet, so nothing carries into the upper four bits.
const LEG_MASK: u32 = 1 | 1 << 8 | 1 << 10 | 1 << 18;
const LEG_GATHER: u32 = 1 << 31 | 1 << 22 | 1 << 19 | 1 << 10;

#[inline]
fn leg_index(square: Square, occupied: Bitboard) -> usize {
    let legs = (occupied.0 << 9 >> square.index()) as u32 & LEG_MASK;
    (legs.wrapping_mul(LEG_GATHER) >> 28) as usize
}

/// Index of the four diagonal neighbours (points -10, -8, +8, +10).
#[inline]
fn diagonal_index(square: Square, occupied: Bitboard) -> usize {
    let eyes = (occupied.0 << 10 >> square.index()) as u32;
    (eyes & 5 | eyes >> 17 & 10) as usize
}

impl Tables {
    /// The tables, built by the first call (about a millisecond).
    pub fn get() -> &'static Tables {
        TABLES.get_or_init(Tables::build)
    }

    /// Rook and cannon set of a point. The point itself need not be occupied.
    #[inline]
    #[must_use]
    pub fn lines(&self, square: Square, occupied: Bitboard) -> Lines {
        let (low, high) = (occupied.0 as u64, (occupied.0 >> 64) as u64);
        let shifts = self.shifts[square.index()];
        let word = if shifts.rank_word == 0 { low } else { high };
        let rank = &self.ranks[square.index()][(word >> (shifts.rank & 63) & 127) as usize];
        let shift = u32::from(shifts.file & 63);
        let column = low >> shift | high << (64 - shift);
        let file = &self.files[square.index()][((column & FILE_INNER).wrapping_mul(FILE_GATHER) >> 56) as usize];
        Lines { rook: rank.rook | file.rook, cannon: rank.cannon | file.cannon }
    }

    /// All points a rook on `square` reaches (or captures on).
    #[inline]
    #[must_use]
    pub fn rook(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.lines(square, occupied).rook
    }

    /// All points a cannon on `square` strikes over exactly one piece.
    #[inline]
    #[must_use]
    pub fn cannon(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.lines(square, occupied).cannon
    }

    /// Points a knight reaches, its blocked legs respected.
    #[inline]
    #[must_use]
    pub fn knight(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.knight[square.index()][leg_index(square, occupied)]
    }

    /// Points from which a knight would reach `square`. Not the same as [`Tables::knight`]: the legs are the knights'.
    #[inline]
    #[must_use]
    pub fn knight_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.knight_to[square.index()][diagonal_index(square, occupied)]
    }

    /// Points a bishop reaches from a point of its own half, blocked eyes respected. Empty off the seven bishop points.
    #[inline]
    #[must_use]
    pub fn bishop(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.bishop[square.index()][diagonal_index(square, occupied)]
    }

    /// Points an advisor reaches inside the palace. Empty off the advisor points.
    #[inline]
    #[must_use]
    pub fn advisor(&self, square: Square) -> Bitboard {
        self.advisor[square.index()]
    }

    /// Points a king reaches inside the palace (without the flying capture). Empty outside the palaces.
    #[inline]
    #[must_use]
    pub fn king(&self, square: Square) -> Bitboard {
        self.king[square.index()]
    }

    /// Points a pawn of `color` reaches.
    #[inline]
    #[must_use]
    pub fn pawn(&self, color: Color, square: Square) -> Bitboard {
        self.pawn[color.index()][square.index()]
    }

    /// Points from which a pawn of `color` reaches `square`.
    #[inline]
    #[must_use]
    pub fn pawn_to(&self, color: Color, square: Square) -> Bitboard {
        self.pawn_to[color.index()][square.index()]
    }

    /// The points strictly between two points of one line; for a knight's move its leg. Empty otherwise.
    #[inline]
    #[must_use]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[a.index()][b.index()]
    }
}

/// The nine points of a side's palace.
#[must_use]
pub const fn palace(color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard(0x38 | 0x38 << 9 | 0x38 << 18),
        Color::Black => Bitboard(0x38 << 63 | 0x38 << 72 | 0x38 << 81),
    }
}

/// The five points on which a side's advisors can stand.
#[must_use]
pub const fn advisor_points(color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard(0x28 | 0x10 << 9 | 0x28 << 18),
        Color::Black => Bitboard(0x28 << 63 | 0x10 << 72 | 0x28 << 81),
    }
}

/// The seven points on which a side's bishops can stand.
#[must_use]
pub const fn bishop_points(color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard(0x44 | 0x111 << 18 | 0x44 << 36),
        Color::Black => Bitboard(0x44 << 45 | 0x111 << 63 | 0x44 << 81),
    }
}

/// The points on which a side's pawns can stand: its five files before the river is crossed, everything after.
#[must_use]
pub const fn pawn_points(color: Color) -> Bitboard {
    match color {
        Color::Red => Bitboard(0x155 << 27 | 0x155 << 36 | Bitboard::BLACK_HALF.0),
        Color::Black => Bitboard(0x155 << 45 | 0x155 << 54 | Bitboard::RED_HALF.0),
    }
}
