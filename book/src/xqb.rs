//! .xqb of xqbook: SQLite tables `book` and `information`, with keys that are the board itself.
//!
//! The key shows the board from the side to move (turned round for black), mirrored when the first pair of points that
//! differs has the greater piece on the right: a 0 bit for an empty point, a 1 and four bits of the piece otherwise. Own
//! pieces R N B A K C P are 1 to 7, the enemy's 9 to 15. Moves are `from << 8 | to`, `row * 16 + column`, in the same view.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

use chuhe_movegen::{Color, Move, PieceKind, Position, Square};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::{Book, BookError, BookFormat, BookInfo, BookMove, book, sqlite};

/// How a position is shown in its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Turned round: black is to move.
    pub rotated: bool,
    /// Then mirrored left to right.
    pub mirrored: bool,
}

impl View {
    /// The square of the board at a row (0 at the top) and column of the view.
    fn square(self, row: i32, column: i32) -> Option<Square> {
        let column = if self.mirrored { 8 - column } else { column };
        let (row, column) = if self.rotated { (9 - row, 8 - column) } else { (row, column) };
        Square::try_at(column, 9 - row)
    }

    /// A stored move.
    fn decode(self, raw: i64) -> Option<Move> {
        let raw = u16::try_from(raw).ok()?;
        let square = |byte: u16| self.square(i32::from(byte >> 4), i32::from(byte & 15));
        let (from, to) = (square(raw >> 8)?, square(raw & 255)?);
        (from != to).then(|| Move::new(from, to))
    }
}

/// The key of a position and the view in which it is.
#[must_use]
pub fn key(position: &Position) -> (Vec<u8>, View) {
    let code = |view: View, row: i32, column: i32| {
        let piece = view.square(row, column).and_then(|square| position.piece_at(square))?;
        let kind = match piece.kind() {
            PieceKind::Rook => 1,
            PieceKind::Knight => 2,
            PieceKind::Bishop => 3,
            PieceKind::Advisor => 4,
            PieceKind::King => 5,
            PieceKind::Cannon => 6,
            PieceKind::Pawn => 7,
        };
        Some(if piece.color() == position.side() { kind } else { kind + 8 })
    };
    let mut view = View { rotated: position.side() == Color::Black, mirrored: false };
    // `None`, an empty point, is less than any piece.
    let pairs = (0..10).flat_map(|row| (0..4).map(move |column| (row, column)));
    let mut pairs = pairs.map(|(row, column)| (code(view, row, column), code(view, row, 8 - column)));
    view.mirrored = pairs.find(|(left, right)| left != right).is_some_and(|(left, right)| right > left);
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for point in 0..90 {
        let (value, length) = match code(view, point / 9, point % 9) {
            None => (0, 1),
            Some(code) => (16 | code, 5),
        };
        bits = bits << length | value;
        count += length;
        while count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
        bits &= 255;
    }
    if count > 0 {
        bytes.push((bits << (8 - count)) as u8);
    }
    (bytes, view)
}

/// A .xqb book.
#[derive(Debug)]
pub struct XqbBook {
    connection: Connection,
    info: BookInfo,
    select: String,
    memory: Option<HashMap<Vec<u8>, Slot>>,
}

#[derive(Debug, Default)]
struct Slot {
    rows: Vec<(i64, BookMove)>,
    met: Cell<bool>,
}

impl XqbBook {
    /// Opens a file; `in_memory` reads all of it.
    ///
    /// # Errors
    /// When it cannot be read, is locked, damaged, no .xqb, or a book of another game.
    pub fn open(path: &Path, in_memory: bool) -> Result<XqbBook, BookError> {
        let name = path.display().to_string();
        let connection = sqlite::open_read_only(path)?;
        let sql = |error: rusqlite::Error| BookError::sql(&name, &error);
        let game: Option<String> = if sqlite::columns(&connection, "information").map_err(sql)?.is_empty() {
            None
        } else {
            let query = "SELECT value FROM information WHERE lower(name) = 'type'";
            connection.query_row(query, [], |row| Ok(sqlite::text(row, 0))).optional().map_err(sql)?
        };
        if let Some(game) = game.filter(|game| !game.eq_ignore_ascii_case("xiangqi")) {
            return Err(BookError::not_a_book(&name, format!("a book of another game: `{game}`")));
        }
        let columns = sqlite::columns(&connection, "book").map_err(sql)?;
        let or_null = |column: &&str| {
            if columns.iter().any(|known| known == column) { (*column).to_owned() } else { "NULL".into() }
        };
        let wanted = ["move", "score", "win", "draw", "lost", "valid", "memo"];
        let select = format!("SELECT {}, key FROM book", wanted.iter().map(or_null).collect::<Vec<_>>().join(", "));
        let records: i64 = connection.query_row("SELECT count(*) FROM book", [], |row| row.get(0)).map_err(sql)?;
        let info =
            BookInfo { name: name.clone(), format: BookFormat::Xqb, records: records.max(0) as u64, notes: Vec::new() };
        let mut book = XqbBook { connection, info, select, memory: None };
        if in_memory {
            book.memory = Some(book.read_all().map_err(sql)?);
        }
        Ok(book)
    }

    fn read_all(&self) -> rusqlite::Result<HashMap<Vec<u8>, Slot>> {
        let mut memory: HashMap<Vec<u8>, Slot> = HashMap::new();
        let mut statement = self.connection.prepare(&self.select)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if let Ok(key) = row.get::<_, Vec<u8>>(7) {
                memory.entry(key).or_default().rows.push(entry(row));
            }
        }
        Ok(memory)
    }

    fn rows(&self, key: &[u8]) -> Result<Vec<(i64, BookMove)>, BookError> {
        if let Some(memory) = &self.memory {
            return Ok(memory.get(key).map_or_else(Vec::new, |slot| {
                slot.met.set(true);
                slot.rows.clone()
            }));
        }
        let query = || {
            let mut statement = self.connection.prepare_cached(&format!("{} WHERE key = ?1", self.select))?;
            statement.query_map([key], |row| Ok(entry(row)))?.collect::<rusqlite::Result<Vec<_>>>()
        };
        query().map_err(|error| BookError::sql(&self.info.name, &error))
    }
}

fn entry(row: &Row<'_>) -> (i64, BookMove) {
    let known = BookMove {
        mv: Move::NONE,
        weight: sqlite::weight(row, 1),
        win: sqlite::count(row, 2),
        draw: sqlite::count(row, 3),
        loss: sqlite::count(row, 4),
        unknown: 0,
        score: Some(sqlite::weight(row, 1)),
        enabled: sqlite::number(row, 5) != Some(0),
        comment: sqlite::text(row, 6),
    };
    (sqlite::number(row, 0).unwrap_or(-1), known)
}

impl Book for XqbBook {
    fn info(&self) -> &BookInfo {
        &self.info
    }

    fn probe(&self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let (key, view) = key(position);
        let mut moves = Vec::new();
        for (raw, known) in self.rows(&key)? {
            // The key does not say whose move it is, and a row may be wrong: what is not legal is not played.
            if let Some(mv) = view.decode(raw).filter(|&mv| position.is_legal(mv)) {
                book::add_to(&mut moves, BookMove { mv, ..known });
            }
        }
        book::sort(&mut moves);
        Ok(moves)
    }

    fn unmet(&self) -> Option<u64> {
        let memory = self.memory.as_ref()?;
        Some(memory.values().filter(|slot| !slot.met.get()).map(|slot| slot.rows.len() as u64).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_the_key_of_the_published_sample() {
        let (bytes, view) = key(&Position::start());
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440");
        assert_eq!(view, View { rotated: false, mirrored: false });
        assert_eq!(view.decode(0x7774), "h2e2".parse().ok());
    }

    #[test]
    fn every_view_of_a_position_decodes_to_its_own_moves() {
        let mut position = Position::start();
        position.make("h2e2".parse().unwrap());
        let (bytes, view) = key(&position);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "ceb7cef37ac801e3c1f7df7df00002ebaebaeb02c004653a56939440");
        assert_eq!(view, View { rotated: true, mirrored: true });
        assert_eq!(view.decode(0x9776), "h9g7".parse().ok());
        // The mirror image has the same key.
        assert_eq!(key(&position.mirror()).0, bytes);
    }
}
