//! Books of the .obk family: .obk (兵河五四, 鲨鱼, 佳佳), .pfBook (鹏飞) and .yfk (勇芳).
//!
//! One row a move: `vkey`, `vmove`, `vscore`, `vwin`, `vdraw`, `vlost`, `vvalid`, `vmemo`. Keys of 2⁶³ and more are stored as
//! the REAL with the same 64 bits or as a negative INTEGER. Rows of a position and of its mirror image belong together.

mod keys;
mod writer;

use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

use chuhe_movegen::{Move, Position};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

use crate::bookdat::from_byte;
use crate::{Book, BookError, BookFormat, BookInfo, BookMove, book, sqlite};

pub use keys::{START_KEY, keys};
pub(crate) use writer::EXTRA_TABLE;
pub use writer::{KeyStorage, ObkWriter, StoredRow, stored_move};

/// A row of a book.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    /// Row id.
    pub id: i64,
    /// `vmove` as it is stored.
    pub raw: i64,
    /// The rest; its move is not filled in.
    pub known: BookMove,
}

/// A book of the .obk family.
#[derive(Debug)]
pub struct ObkBook {
    connection: Connection,
    info: BookInfo,
    /// Query for the rows of a key, up to its condition.
    select: String,
    to_first: bool,
    memory: Option<HashMap<u64, Slot>>,
}

/// The rows of a key.
#[derive(Debug, Default)]
struct Slot {
    entries: Vec<Entry>,
    met: Cell<bool>,
}

/// The table with the moves.
pub(crate) const fn table_of(format: BookFormat) -> &'static str {
    if matches!(format, BookFormat::PfBook) { "pfBook" } else { "bhobk" }
}

/// The table and columns of a book.
pub(crate) struct Layout {
    pub table: &'static str,
    select: String,
}

impl Layout {
    /// Looks at the columns that are there.
    pub(crate) fn of(connection: &Connection, format: BookFormat, name: &str) -> Result<Layout, BookError> {
        let sql = |error: rusqlite::Error| BookError::sql(name, &error);
        let table = table_of(format);
        let columns = sqlite::columns(connection, table).map_err(sql)?;
        let has = |column: &str| columns.iter().any(|known| known == column);
        if !has("vkey") || !has("vmove") {
            return Err(BookError::not_a_book(name, format!("its table {table} has no column vkey or vmove")));
        }
        let or_null = |column: &str| if has(column) { format!("b.{column}") } else { "NULL".into() };
        let [score, win, draw, lost, valid, memo] =
            ["vscore", "vwin", "vdraw", "vlost", "vvalid", "vmemo"].map(or_null);
        // Notes of .yfk lie in a table of their own, and its `vvalid` is their number.
        let (valid, memo, notes) = if format == BookFormat::Yfk {
            ("1".to_owned(), "n.lma".to_owned(), " LEFT JOIN ltext n ON n.id = b.vvalid")
        } else {
            (valid, memo, "")
        };
        let ours = sqlite::columns(connection, EXTRA_TABLE).map_err(sql)?;
        let scored = ours.iter().any(|column| column == "score");
        let (extra, join) = if scored {
            ("x.score, x.unknown, x.id", format!(" LEFT JOIN {} x ON x.id = b.rowid", EXTRA_TABLE))
        } else {
            ("NULL, NULL, NULL", String::new())
        };
        let select = format!(
            "SELECT b.rowid, b.vmove, {score}, {win}, {draw}, {lost}, {valid}, {memo}, {extra}, b.vkey FROM {table} b{{INDEX}}{notes}{join}"
        );
        Ok(Layout { table, select })
    }
}

impl ObkBook {
    /// Opens a file; `in_memory` reads all of it.
    ///
    /// # Errors
    /// When it cannot be read, is locked, damaged or no book of the family.
    pub fn open(path: &Path, in_memory: bool) -> Result<ObkBook, BookError> {
        let name = path.display().to_string();
        let format = sqlite::recognise(path)?;
        let connection = sqlite::open_read_only(path)?;
        let layout = Layout::of(&connection, format, &name)?;
        let sql = |error: rusqlite::Error| BookError::sql(&name, &error);
        let table = layout.table;
        let records: i64 =
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).map_err(sql)?;
        let info = BookInfo { name: name.clone(), format, records: records.max(0) as u64, notes: Vec::new() };
        let mut book =
            ObkBook { connection, info, select: layout.select, to_first: format == BookFormat::Yfk, memory: None };
        book.check_moves(table)?;
        let usable = book.index_is_usable(table).map_err(sql)?;
        if let Err(fault) = &usable {
            book.info.notes.push(format!("{fault}: all rows are read into memory"));
        }
        if in_memory || usable.is_err() {
            book.memory = Some(book.read_all().map_err(sql)?);
        }
        book.find_move_order()?;
        if let Some(memory) = &book.memory {
            memory.values().for_each(|slot| slot.met.set(false));
        }
        Ok(book)
    }

    /// The file's rows, one after the other, as another book of the family holds them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rows(&self, each: &mut dyn FnMut(StoredRow)) -> Result<(), BookError> {
        let sql = |error: rusqlite::Error| BookError::sql(&self.info.name, &error);
        let real_style = self.real_style().map_err(sql)?;
        let mut statement = self.connection.prepare(&self.whole()).map_err(sql)?;
        let mut rows = statement.query([]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let entry = self.entry(row);
            if let (Some(key), Some(mv)) = (stored_key(row, 11, real_style), self.decode(entry.raw)) {
                each(StoredRow { key, mv: BookMove { mv, ..entry.known } });
            }
        }
        Ok(())
    }

    /// Faults that only the rows themselves show: keys of nothing, moves off the board, rows that are there twice.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn faults(&self) -> Result<Vec<String>, BookError> {
        let sql = |error: rusqlite::Error| BookError::sql(&self.info.name, &error);
        let mut faults = self.info.notes.clone();
        let mut seen: HashMap<(u64, i64), i64> = HashMap::new();
        let real_style = self.real_style().map_err(sql)?;
        let mut statement = self.connection.prepare(&self.whole()).map_err(sql)?;
        let mut rows = statement.query([]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let entry = self.entry(row);
            let id = entry.id;
            match (stored_key(row, 11, real_style), self.decode(entry.raw)) {
                (None, _) => faults.push(format!("row {id}: no key (a key that could not be stored as REAL?)")),
                (_, None) => faults.push(format!("row {id}: {} is no move on the board", entry.raw)),
                (Some(key), _) => {
                    if let Some(first) = seen.insert((key, entry.raw), id) {
                        faults.push(format!("row {id}: the same position and move as row {first}"));
                    }
                }
            }
        }
        Ok(faults)
    }

    /// Whether `vmove` holds the destination before the origin.
    pub(crate) fn move_order(&self) -> bool {
        self.to_first
    }

    /// Whether keys can be looked up through an index that finds what is there.
    pub(crate) fn is_indexed(&self) -> bool {
        self.memory.is_none()
    }

    /// How many keys are stored as REAL, and how many as a negative INTEGER.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn key_storage(&self) -> Result<(u64, u64), BookError> {
        self.count_keys().map_err(|error| BookError::sql(&self.info.name, &error))
    }

    fn count_keys(&self) -> rusqlite::Result<(u64, u64)> {
        let query = format!(
            "SELECT total(typeof(vkey) = 'real'), total(typeof(vkey) = 'integer' AND vkey < 0) FROM {}",
            table_of(self.info.format)
        );
        self.connection.query_row(&query, [], |row| Ok((row.get::<_, f64>(0)? as u64, row.get::<_, f64>(1)? as u64)))
    }

    /// Whether the file keeps its keys of 2⁶³ and more as REAL.
    fn real_style(&self) -> rusqlite::Result<bool> {
        self.count_keys().map(|(real, negative)| real > negative)
    }

    /// A sample of the rows must be moves on a xiangqi board.
    fn check_moves(&self, table: &str) -> Result<(), BookError> {
        let sql = |error: rusqlite::Error| BookError::sql(&self.info.name, &error);
        let mut statement = self.connection.prepare(&format!("SELECT vmove FROM {table} LIMIT 500")).map_err(sql)?;
        let raw = statement.query_map([], |row| Ok(sqlite::number(row, 0).unwrap_or(-1))).map_err(sql)?;
        let raw = raw.collect::<Result<Vec<_>, _>>().map_err(sql)?;
        let good = raw.iter().filter(|&&raw| self.decode(raw).is_some()).count();
        if good * 2 < raw.len() {
            return Err(BookError::not_a_book(&self.info.name, "its moves are none on a xiangqi board"));
        }
        Ok(())
    }

    /// Whether keys can be looked up through an index, and the index finds what is there. Public books are about whose
    /// index is older than their rows.
    fn index_is_usable(&self, table: &str) -> rusqlite::Result<Result<(), &'static str>> {
        let plan: String = self.connection.query_row(
            &format!("EXPLAIN QUERY PLAN SELECT rowid FROM {table} WHERE vkey = 1"),
            [],
            |row| row.get(3),
        )?;
        if !plan.contains("SEARCH") {
            return Ok(Err("no index of keys"));
        }
        let last: Option<i64> =
            self.connection.query_row(&format!("SELECT max(rowid) FROM {table}"), [], |row| row.get(0))?;
        let mut sample = self
            .connection
            .prepare(&format!("SELECT rowid, vkey FROM {table} WHERE rowid >= ?1 ORDER BY rowid LIMIT 4"))?;
        let mut find = self.connection.prepare(&format!("SELECT 1 FROM {table} WHERE vkey = ?1 AND +rowid = ?2"))?;
        let last = last.unwrap_or(0);
        for part in 0..16 {
            let rows = sample.query_map([(last as i128 * part / 15) as i64], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, rusqlite::types::Value>(1)?))
            })?;
            for row in rows {
                let (id, key) = row?;
                if key != rusqlite::types::Value::Null && !find.exists(params![key, id])? {
                    return Ok(Err("a stale index of keys"));
                }
            }
        }
        let start: i64 = START_KEY as i64;
        let through_index = find_key(&self.connection, table, "vkey", start)?;
        // `+` keeps SQLite from the index.
        if !through_index && find_key(&self.connection, table, "+vkey", start)? {
            return Ok(Err("a stale index of keys"));
        }
        Ok(Ok(()))
    }

    fn whole(&self) -> String {
        self.select.replace("{INDEX}", " NOT INDEXED")
    }

    fn read_all(&self) -> rusqlite::Result<HashMap<u64, Slot>> {
        let mut memory: HashMap<u64, Slot> = HashMap::new();
        let real_style = self.real_style()?;
        let mut statement = self.connection.prepare(&self.whole())?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if let Some(key) = stored_key(row, 11, real_style) {
                memory.entry(key).or_default().entries.push(self.entry(row));
            }
        }
        Ok(memory)
    }

    /// Which half of `vmove` is the origin: whichever gives legal moves at the start position.
    fn find_move_order(&mut self) -> Result<(), BookError> {
        let entries = self.entries(START_KEY)?;
        let start = Position::start();
        let legal = |to_first: bool| {
            entries.iter().filter(|e| decode(e.raw, to_first).is_some_and(|mv| start.is_legal(mv))).count()
        };
        let (from_first, to_first) = (legal(false), legal(true));
        if from_first != to_first {
            self.to_first = to_first > from_first;
        }
        if entries.is_empty() {
            self.info.notes.push("the start position is not in it".into());
        } else if from_first + to_first == 0 {
            self.info.notes.push("no move of the start position is legal: a book of another game?".into());
        }
        Ok(())
    }

    fn decode(&self, raw: i64) -> Option<Move> {
        decode(raw, self.to_first)
    }

    fn entry(&self, row: &Row<'_>) -> Entry {
        let known = BookMove {
            mv: Move::NONE,
            weight: sqlite::weight(row, 2),
            win: sqlite::count(row, 3),
            draw: sqlite::count(row, 4),
            loss: sqlite::count(row, 5),
            unknown: sqlite::count(row, 9),
            // Without a score of ours the file's one number is weight and score at once.
            score: match sqlite::number(row, 10) {
                Some(_) => sqlite::number(row, 8).map(|_| sqlite::weight(row, 8)),
                None => Some(sqlite::weight(row, 2)),
            },
            enabled: sqlite::number(row, 6) != Some(0),
            comment: sqlite::text(row, 7),
        };
        Entry { id: row.get(0).unwrap_or(0), raw: sqlite::number(row, 1).unwrap_or(-1), known }
    }

    /// The rows of a key.
    fn entries(&self, key: u64) -> Result<Vec<Entry>, BookError> {
        if let Some(memory) = &self.memory {
            return Ok(memory.get(&key).map_or_else(Vec::new, |slot| {
                slot.met.set(true);
                slot.entries.clone()
            }));
        }
        let query = || {
            let query = self.select.replace("{INDEX}", "") + " WHERE b.vkey = ?1";
            let mut statement = self.connection.prepare_cached(&query)?;
            let read = |row: &Row<'_>| Ok(self.entry(row));
            let mut entries = statement.query_map([key as i64], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            let real = f64::from_bits(key);
            if key >> 63 == 1 && !real.is_nan() {
                entries.extend(statement.query_map([real], read)?.collect::<rusqlite::Result<Vec<_>>>()?);
            }
            Ok(entries)
        };
        query().map_err(|error| BookError::sql(&self.info.name, &error))
    }
}

/// The squares of a stored move.
fn decode(raw: i64, to_first: bool) -> Option<Move> {
    let [low, high] = u16::try_from(raw).ok()?.to_le_bytes();
    let (from, to) = if to_first { (low, high) } else { (high, low) };
    Some(Move::new(from_byte(from)?, from_byte(to)?)).filter(|mv| mv.is_some() && mv.from() != mv.to())
}

/// The key of a row in either storage. SQLite turns a REAL that is a whole number into an INTEGER of that value when the
/// column is declared INTEGER: in a file of REAL keys (`real_style`) such a row gets its key back.
fn stored_key(row: &Row<'_>, index: usize, real_style: bool) -> Option<u64> {
    match row.get_ref(index).ok()? {
        // Smaller ones are keys that are no number as REAL and have been stored as they are.
        ValueRef::Integer(n) if real_style && n <= -(1 << 52) && (n as f64) as i64 == n => Some((n as f64).to_bits()),
        ValueRef::Integer(n) => Some(n as u64),
        ValueRef::Real(x) => Some(x.to_bits()),
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text).ok()?.trim();
            text.parse::<u64>().ok().or_else(|| text.parse::<i64>().ok().map(|n| n as u64))
        }
        ValueRef::Null | ValueRef::Blob(_) => None,
    }
}

fn find_key(connection: &Connection, table: &str, column: &str, key: i64) -> rusqlite::Result<bool> {
    connection.prepare(&format!("SELECT 1 FROM {table} WHERE {column} = ?1 LIMIT 1"))?.exists([key])
}

impl Book for ObkBook {
    fn info(&self) -> &BookInfo {
        &self.info
    }

    fn probe(&self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let (own, mirror) = keys(position);
        let mut moves = Vec::new();
        let mut add = |mv: Move, known: BookMove| {
            if position.is_legal(mv) {
                book::add_to(&mut moves, BookMove { mv, ..known });
            }
        };
        for entry in self.entries(own)? {
            let Some(mv) = self.decode(entry.raw) else { continue };
            if own == mirror && mv.mirror() != mv {
                add(mv.mirror(), entry.known.clone());
            }
            add(mv, entry.known);
        }
        if own != mirror {
            for entry in self.entries(mirror)? {
                let Some(mv) = self.decode(entry.raw) else { continue };
                add(mv.mirror(), entry.known);
            }
        }
        book::sort(&mut moves);
        Ok(moves)
    }

    fn unmet(&self) -> Option<u64> {
        let memory = self.memory.as_ref()?;
        Some(memory.values().filter(|slot| !slot.met.get()).map(|slot| slot.entries.len() as u64).sum())
    }
}
