//! Our own format: sorted, mirror-folded, searched in place.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0-7 | `CHUHEBK` and the version, 1 |
//! | 8-11 | number of positions, P |
//! | 12-15 | number of moves |
//! | 16-19 | bytes of the moves, M |
//! | 20-23 | bytes of the description, D |
//! | 24-31 | FNV-1a (64 bits) of all that follows the header |
//! | 32-63 | zero |
//! | 8 P | keys of the folded positions ([`Folded`]), rising |
//! | 4 P | where each position's moves begin among the moves |
//! | M | the moves of each position |
//! | D | description, UTF-8 |
//!
//! A move is 16 bits ([`Move::bits`] of the folded move; bit 14: switched off; bit 15: has a comment), then variable-length
//! numbers (seven bits a byte, lowest first, bit 7: more): weight (zigzag), wins, draws, losses, games without result, 0 or
//! the zigzag score plus one, and with a comment its length and its bytes.

use std::borrow::Cow;
use std::path::Path;

use chuhe_movegen::{Move, Position};

use crate::fold::Folded;
use crate::{Book, BookError, BookFormat, BookInfo, BookMove, Contents, book};

pub(crate) const MAGIC: &[u8] = b"CHUHEBK\x01";
const HEADER: usize = 64;
const OFF: u16 = 1 << 14;
const COMMENTED: u16 = 1 << 15;

/// A book in our format, in memory or in the program.
#[derive(Debug)]
pub struct OwnBook {
    bytes: Cow<'static, [u8]>,
    info: BookInfo,
    positions: usize,
    /// Where the moves and the description begin.
    moves_at: usize,
    description_at: usize,
}

impl OwnBook {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no book of ours, or is damaged.
    pub fn open(path: &Path) -> Result<OwnBook, BookError> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| BookError::io(&name, error))?;
        let book = OwnBook::from_bytes(bytes.into(), name)?;
        book.check_sum()?;
        Ok(book)
    }

    /// A book in bytes. Its check sum is not looked at.
    ///
    /// # Errors
    /// When the header does not fit the bytes.
    pub fn from_bytes(bytes: Cow<'static, [u8]>, name: String) -> Result<OwnBook, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::not_a_book(&name, "not a book of this program"));
        }
        let number =
            |at: usize| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(|b| u32::from_le_bytes(b) as usize);
        let (Some(positions), Some(moves), Some(move_bytes), Some(description)) =
            (number(8), number(12), number(16), number(20))
        else {
            return Err(BookError::damaged(&name, "the header is cut short"));
        };
        let moves_at = HEADER + 12 * positions;
        let description_at = moves_at + move_bytes;
        let length = description_at + description;
        if bytes.len() != length {
            return Err(BookError::damaged(&name, format!("{} bytes instead of {length}", bytes.len())));
        }
        let info = BookInfo { name, format: BookFormat::Own, records: moves as u64, notes: Vec::new() };
        Ok(OwnBook { bytes, info, positions, moves_at, description_at })
    }

    /// Compares the check sum.
    ///
    /// # Errors
    /// When it is another.
    pub fn check_sum(&self) -> Result<(), BookError> {
        let stored = self.bytes[24..32].try_into().map_or(0, u64::from_le_bytes);
        if stored == fnv(&self.bytes[HEADER..]) {
            Ok(())
        } else {
            Err(BookError::damaged(&self.info.name, "the check sum does not fit"))
        }
    }

    /// How many positions it has, a position and its mirror image counting as one.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// What it says of itself.
    #[must_use]
    pub fn description(&self) -> String {
        String::from_utf8_lossy(&self.bytes[self.description_at..]).into_owned()
    }

    fn key(&self, index: usize) -> u64 {
        let at = HEADER + 8 * index;
        self.bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes)
    }

    fn moves_of(&self, index: usize) -> Result<Vec<BookMove>, BookError> {
        let begin = |index: usize| {
            let at = HEADER + 8 * self.positions + 4 * index;
            self.bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes) as usize
        };
        let all = &self.bytes[self.moves_at..self.description_at];
        let end = if index + 1 < self.positions { begin(index + 1) } else { all.len() };
        let damaged = || BookError::damaged(&self.info.name, format!("the moves of position {index}"));
        let mut reader = Reader { bytes: all.get(begin(index)..end).ok_or_else(damaged)? };
        let mut moves = Vec::with_capacity(4);
        while !reader.bytes.is_empty() {
            moves.push(reader.read_move().ok_or_else(damaged)?);
        }
        Ok(moves)
    }

    /// The folded moves of a folded key.
    fn find(&self, key: u64) -> Result<Vec<BookMove>, BookError> {
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.key(middle).cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.moves_of(middle),
            }
        }
        Ok(Vec::new())
    }

    /// All of it, to be changed.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn contents(&self) -> Result<Contents, BookError> {
        let mut contents = Contents::new(self.description());
        for index in 0..self.positions {
            contents.insert(self.key(index), self.moves_of(index)?);
        }
        Ok(contents)
    }

    /// What a check of every byte finds: one line a fault.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for index in 0..self.positions {
            if index > 0 && self.key(index - 1) >= self.key(index) {
                let what = if self.key(index - 1) == self.key(index) { "is there twice" } else { "is out of order" };
                faults.push(format!("key {:016x} {what}", self.key(index)));
            }
            match self.moves_of(index) {
                Err(error) => faults.push(error.to_string()),
                Ok(moves) => {
                    for (i, mv) in moves.iter().enumerate() {
                        if moves[..i].iter().any(|other| other.mv == mv.mv) {
                            faults.push(format!("key {:016x}: {} is there twice", self.key(index), mv.mv));
                        }
                    }
                }
            }
        }
        faults
    }
}

impl Book for OwnBook {
    fn info(&self) -> &BookInfo {
        &self.info
    }

    fn probe(&self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let folded = Folded::new(position);
        Ok(unfold(position, folded, self.find(folded.key)?))
    }
}

/// Folded moves as moves of the position, the legal ones, best first.
pub(crate) fn unfold(position: &Position, folded: Folded, stored: Vec<BookMove>) -> Vec<BookMove> {
    let mut moves = Vec::with_capacity(stored.len() * if folded.symmetric { 2 } else { 1 });
    for known in stored {
        for mv in folded.unfold(known.mv) {
            if position.is_legal(mv) {
                moves.push(BookMove { mv, ..known.clone() });
            }
        }
    }
    book::sort(&mut moves);
    moves
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

const fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

const fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..63).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn count(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn read_move(&mut self) -> Option<BookMove> {
        let (head, rest) = self.bytes.split_at_checked(2)?;
        self.bytes = rest;
        let head = u16::from_le_bytes(head.try_into().ok()?);
        let mv = Move::from_bits(head & !(OFF | COMMENTED))?;
        let weight = i32::try_from(unzigzag(self.number()?)).ok()?;
        let [win, draw, loss, unknown] = [self.count()?, self.count()?, self.count()?, self.count()?];
        let score = match self.number()? {
            0 => None,
            n => Some(i32::try_from(unzigzag(n - 1)).ok()?),
        };
        let mut comment = String::new();
        if head & COMMENTED != 0 {
            let (text, rest) = self.number().and_then(|n| self.bytes.split_at_checked(n as usize))?;
            self.bytes = rest;
            comment = String::from_utf8_lossy(text).into_owned();
        }
        Some(BookMove { mv, weight, win, draw, loss, unknown, score, enabled: head & OFF == 0, comment })
    }
}

/// Writes contents in our format.
///
/// # Panics
/// With more than four thousand million moves.
#[must_use]
pub fn write(contents: &Contents) -> Vec<u8> {
    let (mut keys, mut offsets, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let (mut positions, mut count) = (0u32, 0u32);
    let size = |n: usize| u32::try_from(n).expect("a book has less than 4 GB");
    for (key, known) in contents.positions() {
        if known.is_empty() {
            continue;
        }
        positions += 1;
        keys.extend_from_slice(&key.to_le_bytes());
        offsets.extend_from_slice(&size(moves.len()).to_le_bytes());
        let mut known = known.to_vec();
        book::sort(&mut known);
        for mv in &known {
            count += 1;
            write_move(&mut moves, mv);
        }
    }
    let description = contents.description.as_bytes();
    let body = [&keys[..], &offsets, &moves, description].concat();
    let mut bytes = MAGIC.to_vec();
    for number in [positions, count, size(moves.len()), size(description.len())] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&fnv(&body).to_le_bytes());
    bytes.resize(HEADER, 0);
    bytes.extend_from_slice(&body);
    bytes
}

fn write_move(bytes: &mut Vec<u8>, mv: &BookMove) {
    let off = if mv.enabled { 0 } else { OFF };
    let commented = if mv.comment.is_empty() { 0 } else { COMMENTED };
    bytes.extend_from_slice(&(mv.mv.bits() | off | commented).to_le_bytes());
    push_number(bytes, zigzag(mv.weight.into()));
    for count in [mv.win, mv.draw, mv.loss, mv.unknown] {
        push_number(bytes, count.into());
    }
    push_number(bytes, mv.score.map_or(0, |score| zigzag(score.into()) + 1));
    if !mv.comment.is_empty() {
        push_number(bytes, mv.comment.len() as u64);
        bytes.extend_from_slice(mv.comment.as_bytes());
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Contents {
        let mut contents = Contents::new("试");
        let start = Position::start();
        for (mv, weight, score) in
            [("h2e2", 1473, Some(-12)), ("c3c4", -5, None), ("e3e4", i32::MAX, Some(i32::MIN + 1))]
        {
            let mut known = BookMove { weight, score, ..BookMove::new(mv.parse().unwrap()) };
            (known.win, known.draw, known.loss, known.unknown) = (1, 200, 40_000, u32::MAX);
            (known.enabled, known.comment) = (weight > 0, if weight < 0 { "仙人指路".into() } else { String::new() });
            contents.add(&start, known);
        }
        contents
    }

    #[test]
    fn what_is_written_is_read() {
        let contents = sample();
        let book = OwnBook::from_bytes(write(&contents).into(), "x".into()).unwrap();
        book.check_sum().unwrap();
        assert_eq!((book.positions(), book.info().records), (1, 3));
        let (probed, kept) = (book.probe(&Position::start()).unwrap(), contents.moves(&Position::start()));
        assert_eq!(probed, kept);
        assert_eq!(probed.len(), 5, "two of the moves have a mirror image");
        assert_eq!(write(&book.contents().unwrap()), write(&contents));
        assert!(book.faults().is_empty());
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let bytes = write(&sample());
        for length in 0..bytes.len() {
            assert!(OwnBook::from_bytes(bytes[..length].to_vec().into(), "x".into()).is_err(), "{length}");
        }
        for at in (0..32).chain(HEADER..bytes.len()) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x41;
            let read = OwnBook::from_bytes(bytes.into(), "x".into());
            let noticed = match &read {
                Err(_) => true,
                Ok(book) => {
                    // Whatever is in it, probing does not fall over.
                    let _ = (book.probe(&Position::start()), book.faults());
                    book.check_sum().is_err() || at < 24
                }
            };
            assert!(noticed, "byte {at}");
        }
    }
}
