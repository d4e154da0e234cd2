//! ElephantEye's BOOK.DAT, also of 象棋巫师, 象棋小巫师 and gmchess.
//!
//! Records of eight bytes, sorted by their lock: lock (u32), move (`from | to << 8`), weight (u16). The square of a row (0 at
//! the top) and column is `0x33 + 16 * row + column`. The lock is the third word of ElephantEye's Zobrist numbers: an RC4 key
//! stream with a zero key, three words for the side, then three for each piece and each of 256 squares. Source:
//! ElephantEye's published description of the file, checked on the book it ships with.

use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;

use chuhe_movegen::{Color, Move, Position, Square};

use crate::{Book, BookError, BookFormat, BookInfo, BookMove, book};

const RECORD: usize = 8;

struct Locks {
    side: u32,
    pieces: Vec<[u32; 256]>,
}

static LOCKS: LazyLock<Locks> = LazyLock::new(|| {
    let mut stream = Rc4::new();
    let mut third = || {
        stream.word();
        stream.word();
        stream.word()
    };
    let side = third();
    let pieces = (0..14).map(|_| std::array::from_fn(|_| third())).collect();
    Locks { side, pieces }
});

/// The key stream of RC4 with a zero key.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn new() -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|i| i as u8);
        let mut j = 0u8;
        for i in 0..256 {
            j = j.wrapping_add(state[i]);
            state.swap(i, j.into());
        }
        Rc4 { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        self.y = self.y.wrapping_add(self.state[usize::from(self.x)]);
        self.state.swap(self.x.into(), self.y.into());
        self.state[usize::from(self.state[usize::from(self.x)].wrapping_add(self.state[usize::from(self.y)]))]
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }
}

/// A square as this and the SQLite formats number it.
pub(crate) const fn to_byte(square: Square) -> u8 {
    0x33 + 16 * (9 - square.rank()) + square.file()
}

/// The square of such a number, if it is on the board.
pub(crate) fn from_byte(byte: u8) -> Option<Square> {
    let at = byte.checked_sub(0x33)?;
    Square::try_at((at & 15).into(), 9 - i32::from(at >> 4))
}

/// The locks of a position and of its mirror image.
#[must_use]
pub fn locks(position: &Position) -> (u32, u32) {
    let side = if position.side() == Color::Black { LOCKS.side } else { 0 };
    let (mut own, mut mirror) = (side, side);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            own ^= LOCKS.pieces[piece.index()][usize::from(to_byte(square))];
            mirror ^= LOCKS.pieces[piece.index()][usize::from(to_byte(square.mirror()))];
        }
    }
    (own, mirror)
}

/// One record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Record {
    /// Of the position.
    pub lock: u32,
    /// `from | to << 8`.
    pub mv: u16,
    /// The larger the better.
    pub weight: u16,
}

impl Record {
    /// The record of a move.
    #[must_use]
    pub fn new(lock: u32, mv: Move, weight: u16) -> Record {
        Record { lock, mv: u16::from_le_bytes([to_byte(mv.from()), to_byte(mv.to())]), weight }
    }

    fn parse(bytes: &[u8]) -> Option<Record> {
        Some(Record {
            lock: u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?),
            mv: u16::from_le_bytes(bytes.get(4..6)?.try_into().ok()?),
            weight: u16::from_le_bytes(bytes.get(6..8)?.try_into().ok()?),
        })
    }

    /// The move, if both squares are on the board.
    #[must_use]
    pub fn to_move(self) -> Option<Move> {
        let [from, to] = self.mv.to_le_bytes();
        Some(Move::new(from_byte(from)?, from_byte(to)?)).filter(|mv| mv.is_some())
    }
}

/// Records as a file.
#[must_use]
pub fn write(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(RECORD * records.len());
    for record in records {
        bytes.extend_from_slice(&record.lock.to_le_bytes());
        bytes.extend_from_slice(&record.mv.to_le_bytes());
        bytes.extend_from_slice(&record.weight.to_le_bytes());
    }
    bytes
}

/// A BOOK.DAT in memory.
#[derive(Debug)]
pub struct BookDat {
    records: Vec<Record>,
    met: RefCell<Vec<bool>>,
    info: BookInfo,
}

impl BookDat {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or its size, its order or its want of the start position show that it is something else.
    pub fn open(path: &Path) -> Result<BookDat, BookError> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| BookError::io(&name, error))?;
        BookDat::from_bytes(&bytes, name)
    }

    /// A book in bytes.
    ///
    /// # Errors
    /// As [`BookDat::open`].
    pub fn from_bytes(bytes: &[u8], name: String) -> Result<BookDat, BookError> {
        let refuse = |reason: String| Err(BookError::not_a_book(&name, reason));
        if looks_like_polyglot(bytes) {
            return refuse("16-byte records as Polyglot writes them, for which xiangqi has no standard".into());
        }
        if !bytes.len().is_multiple_of(RECORD) {
            return refuse(format!(
                "{} bytes are no whole number of BOOK.DAT records, and no other format is recognised",
                bytes.len()
            ));
        }
        let records: Vec<Record> = bytes.chunks_exact(RECORD).filter_map(Record::parse).collect();
        if let Some(at) = records.windows(2).position(|pair| pair[0].lock > pair[1].lock) {
            return refuse(format!("record {} is out of order, which no BOOK.DAT of ElephantEye has", at + 2));
        }
        let info = BookInfo {
            name: name.clone(),
            format: BookFormat::BookDat,
            records: records.len() as u64,
            notes: Vec::new(),
        };
        let book = BookDat { met: RefCell::new(vec![false; records.len()]), records, info };
        if book.probe(&Position::start())?.is_empty() && !book.knows_an_answer() {
            return refuse("nothing for the start position: a book of another program or game".into());
        }
        book.met.borrow_mut().fill(false);
        Ok(book)
    }

    /// Whether black's answers to some first move are in it: a book for black alone lacks the start position.
    fn knows_an_answer(&self) -> bool {
        Position::start().legal_moves().iter().any(|&mv| {
            let mut position = Position::start();
            position.make(mv);
            self.probe(&position).is_ok_and(|moves| !moves.is_empty())
        })
    }

    /// All records, by rising locks.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    fn of_lock(&self, lock: u32) -> std::ops::Range<usize> {
        let begin = self.records.partition_point(|record| record.lock < lock);
        let count = self.records[begin..].iter().take_while(|record| record.lock == lock).count();
        begin..begin + count
    }
}

/// Whether bytes are 16-byte records sorted by a big-endian key.
fn looks_like_polyglot(bytes: &[u8]) -> bool {
    let key = |record: &[u8]| record[..8].try_into().map_or(0, u64::from_be_bytes);
    let keys: Vec<u64> = bytes.chunks_exact(16).map(key).collect();
    bytes.len().is_multiple_of(16) && keys.len() >= 16 && keys.is_sorted()
}

impl Book for BookDat {
    fn info(&self) -> &BookInfo {
        &self.info
    }

    fn probe(&self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let (own, mirror) = locks(position);
        // Only a position without records of its own is looked up as its mirror image.
        for (lock, mirrored) in [(own, false), (mirror, true)] {
            let mut moves = Vec::new();
            for index in self.of_lock(lock) {
                let record = self.records[index];
                let Some(mv) = record.to_move().map(|mv| if mirrored { mv.mirror() } else { mv }) else { continue };
                if position.is_legal(mv) {
                    self.met.borrow_mut()[index] = true;
                    book::add_to(&mut moves, BookMove { weight: record.weight.into(), ..BookMove::new(mv) });
                }
            }
            if !moves.is_empty() {
                book::sort(&mut moves);
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }

    fn unmet(&self) -> Option<u64> {
        Some(self.met.borrow().iter().filter(|&&met| !met).count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_the_known_lock() {
        // Read off ElephantEye's own book.
        assert_eq!(locks(&Position::start()), (86_398_677, 86_398_677));
    }

    #[test]
    fn squares_are_numbered_as_in_the_file() {
        for square in Square::all() {
            assert_eq!(from_byte(to_byte(square)), Some(square));
        }
        assert_eq!((0..=255).filter(|&byte| from_byte(byte).is_some()).count(), 90);
        assert_eq!(Record { lock: 0, mv: 0xA7AA, weight: 1 }.to_move(), "h2e2".parse().ok());
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        let error = |bytes: &[u8]| BookDat::from_bytes(bytes, "x".into()).unwrap_err().to_string();
        assert!(error(&[1; 12]).contains("12 bytes"));
        let records = |locks: &[u32]| {
            write(&locks.iter().map(|&lock| Record { lock, mv: 0xA7AA, weight: 1 }).collect::<Vec<_>>())
        };
        assert!(error(&records(&[2, 1])).contains("record 2 is out of order"));
        assert!(error(&records(&[1, 2])).contains("start position"));
        let polyglot: Vec<u8> = (0..16u64).flat_map(|n| [(n << 40).to_be_bytes(), [0; 8]].concat()).collect();
        assert!(error(&polyglot).contains("Polyglot"));
    }
}
