//! Changing single moves of a book file. The file as it was stays beside it as `NAME.bak`.

use std::fs;
use std::path::{Path, PathBuf};

use chuhe_movegen::{Move, Position};
use chuhe_record::AtomicFile;
use rusqlite::{Connection, params};

use crate::bookdat::{self, Record};
use crate::obk::{keys, stored_move, table_of};
use crate::part_file::PartFile;
use crate::{BookDat, BookError, BookFormat, BookMove, ObkBook, OwnBook, format, own, sqlite};

/// A change to one move of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Its weight.
    Weight(i32),
    /// Whether it may be played.
    Enabled(bool),
    /// Its comment.
    Comment(String),
    /// It goes.
    Remove,
    /// Adds results and weight to what is there.
    Add(BookMove),
}

/// A change with its place.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The position.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// What happens to it.
    pub change: Change,
}

/// Changes a book. Nothing happens to the file when one of the edits makes no sense; a move that is not there is added,
/// except by [`Change::Remove`]. Where the backup lies is returned.
///
/// # Errors
/// When a move is illegal, the book's format cannot hold a change or be written, or a file cannot be written.
pub fn edit(path: &Path, edits: &[Edit]) -> Result<PathBuf, BookError> {
    let name = path.display().to_string();
    if path.as_os_str() == crate::embedded::NAME {
        return Err(BookError::edit(
            &name,
            "the book inside the program cannot be changed; convert it into a file first",
        ));
    }
    for edit in edits {
        if !edit.position.is_legal(edit.mv) {
            return Err(BookError::edit(&name, format!("{} is illegal in {}", edit.mv, edit.position)));
        }
    }
    let bytes = match format::recognise(path)? {
        BookFormat::Own => edit_own(path, edits)?,
        BookFormat::BookDat => edit_book_dat(path, edits)?,
        BookFormat::Xqb => return Err(BookError::ReadOnly(BookFormat::Xqb)),
        format @ (BookFormat::Obk | BookFormat::PfBook | BookFormat::Yfk) => {
            let part = PartFile::new(path).map_err(|error| BookError::io(&name, error))?;
            fs::copy(path, part.path()).map_err(|error| BookError::io(&name, error))?;
            edit_rows(path, part.path(), format, edits)?;
            let backup = back_up(path)?;
            part.commit().map_err(|error| BookError::io(&name, error))?;
            return Ok(backup);
        }
    };
    let backup = back_up(path)?;
    replace(path, &bytes)?;
    Ok(backup)
}

/// Copies a file to `NAME.bak`.
pub(crate) fn back_up(path: &Path) -> Result<PathBuf, BookError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    let backup = PathBuf::from(name);
    let bytes = fs::read(path).map_err(|error| BookError::io(path.display().to_string(), error))?;
    replace(&backup, &bytes)?;
    Ok(backup)
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), BookError> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.commit()
    };
    write().map_err(|error| BookError::io(path.display().to_string(), error))
}

/// A record with a change; none when it goes.
fn changed(known: Option<BookMove>, edit: &Edit) -> Option<BookMove> {
    let mut known = known.unwrap_or_else(|| BookMove::new(edit.mv));
    match &edit.change {
        Change::Weight(weight) => known.weight = *weight,
        Change::Enabled(enabled) => known.enabled = *enabled,
        Change::Comment(comment) => known.comment.clone_from(comment),
        Change::Remove => return None,
        Change::Add(more) => {
            // A move that somebody has switched off stays so, whatever is played.
            let enabled = known.enabled;
            known.add(BookMove { enabled, ..more.clone() });
        }
    }
    Some(known)
}

fn absent(name: &str, edit: &Edit) -> BookError {
    BookError::edit(name, format!("{} is not in the book at {}", edit.mv, edit.position))
}

fn edit_own(path: &Path, edits: &[Edit]) -> Result<Vec<u8>, BookError> {
    let mut contents = OwnBook::open(path)?.contents()?;
    for edit in edits {
        let known = contents.moves(&edit.position).into_iter().find(|known| known.mv == edit.mv);
        match changed(known, edit) {
            Some(known) => contents.set(&edit.position, known),
            None if contents.remove(&edit.position, edit.mv) => {}
            None => return Err(absent(&path.display().to_string(), edit)),
        }
    }
    Ok(own::write(&contents))
}

fn edit_book_dat(path: &Path, edits: &[Edit]) -> Result<Vec<u8>, BookError> {
    let name = path.display().to_string();
    let mut records = BookDat::open(path)?.records().to_vec();
    for edit in edits {
        let (own, mirror) = bookdat::locks(&edit.position);
        // The orientation that is there is the one that is read.
        let has = |lock: u32| records.iter().any(|record| record.lock == lock);
        let (lock, mv) = if !has(own) && has(mirror) { (mirror, edit.mv.mirror()) } else { (own, edit.mv) };
        let at = records.iter().position(|record| record.lock == lock && record.to_move() == Some(mv));
        let weight = match &edit.change {
            Change::Weight(weight @ 1..=65_535) => *weight as u16,
            Change::Weight(weight) => {
                return Err(BookError::edit(&name, format!("BOOK.DAT holds weights of 1 to 65535, not {weight}")));
            }
            Change::Add(more) => {
                let old = at.map_or(0, |at| i64::from(records[at].weight));
                (old + i64::from(more.weight)).clamp(1, u16::MAX.into()) as u16
            }
            Change::Remove => {
                records.remove(at.ok_or_else(|| absent(&name, edit))?);
                continue;
            }
            Change::Enabled(_) => {
                return Err(BookError::edit(&name, "BOOK.DAT cannot switch moves off; remove the move instead"));
            }
            Change::Comment(_) => return Err(BookError::edit(&name, "BOOK.DAT has no comments")),
        };
        match at {
            Some(at) => records[at].weight = weight,
            None => {
                let place = records.partition_point(|record| record.lock <= lock);
                records.insert(place, Record::new(lock, mv, weight));
            }
        }
    }
    Ok(bookdat::write(&records))
}

/// Changes rows of a copy of a book of the .obk family.
fn edit_rows(original: &Path, copy: &Path, format: BookFormat, edits: &[Edit]) -> Result<(), BookError> {
    let name = original.display().to_string();
    let sql = |error: rusqlite::Error| BookError::sql(&name, &error);
    let reader = ObkBook::open(original, false)?;
    let order = reader.move_order();
    let (real, negative) = reader.key_storage()?;
    let connection = Connection::open(copy).map_err(sql)?;
    connection.execute_batch("PRAGMA journal_mode = OFF; BEGIN").map_err(sql)?;
    let rows = Rows {
        connection: &connection,
        table: table_of(format),
        has: sqlite::columns(&connection, table_of(format)).map_err(sql)?,
        notes: format == BookFormat::Yfk,
        extra: !sqlite::columns(&connection, crate::obk::EXTRA_TABLE).map_err(sql)?.is_empty(),
        real: real > negative,
        indexed: reader.is_indexed(),
    };
    for edit in edits {
        let (own, mirror) = keys(&edit.position);
        let stored = |mv: Move| {
            let raw = stored_move(mv);
            if order { raw >> 8 | (raw & 255) << 8 } else { raw }
        };
        let mut places = vec![(own, stored(edit.mv)), (mirror, stored(edit.mv.mirror()))];
        places.dedup();
        rows.edit(&name, edit, &places)?;
    }
    connection.execute_batch("COMMIT").map_err(sql)?;
    connection.close().map_err(|(_, error)| sql(error))
}

/// The rows of a book that is being changed.
struct Rows<'a> {
    connection: &'a Connection,
    table: &'static str,
    has: Vec<String>,
    /// `vvalid` is the number of a note.
    notes: bool,
    /// Whether our own table is there.
    extra: bool,
    /// Whether large keys are stored as REAL.
    real: bool,
    /// Whether the index finds what is there.
    indexed: bool,
}

impl Rows<'_> {
    fn edit(&self, name: &str, edit: &Edit, places: &[(u64, i64)]) -> Result<(), BookError> {
        let mut ids = Vec::new();
        for &(key, raw) in places {
            ids.extend(self.find(key, raw).map_err(|error| BookError::sql(name, &error))?);
        }
        if self.notes && matches!(edit.change, Change::Enabled(_) | Change::Comment(_)) {
            return Err(BookError::edit(
                name,
                "a .yfk cannot switch moves off, and its notes are shared; convert it to .obk",
            ));
        }
        let column = match edit.change {
            Change::Enabled(_) => "vvalid",
            Change::Comment(_) => "vmemo",
            _ => "vscore",
        };
        if !self.has.iter().any(|known| known == column) {
            return Err(BookError::edit(name, format!("this book has no column {column}")));
        }
        if ids.is_empty() {
            if edit.change == Change::Remove {
                return Err(absent(name, edit));
            }
            ids.push(self.insert(places[0]).map_err(|error| BookError::sql(name, &error))?);
        }
        self.change(edit, &ids).map_err(|error| BookError::sql(name, &error))
    }

    /// The rows of a key and move in either storage.
    fn find(&self, key: u64, raw: i64) -> rusqlite::Result<Vec<i64>> {
        // `+` keeps SQLite from a stale index.
        let plus = if self.indexed { "" } else { "+" };
        let query = format!("SELECT rowid FROM {} WHERE {plus}vkey = ?1 AND vmove = ?2", self.table);
        let mut statement = self.connection.prepare_cached(&query)?;
        let mut ids =
            statement.query_map(params![key as i64, raw], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
        let real = f64::from_bits(key);
        if key >> 63 == 1 && !real.is_nan() {
            ids.extend(statement.query_map(params![real, raw], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?);
        }
        Ok(ids)
    }

    fn insert(&self, (key, raw): (u64, i64)) -> rusqlite::Result<i64> {
        let real = f64::from_bits(key);
        let key: &dyn rusqlite::ToSql =
            if self.real && key >> 63 == 1 && !real.is_nan() { &real } else { &(key as i64) };
        let mut columns = vec!["vkey", "vmove"];
        let mut values = vec!["?1", "?2"];
        for (column, value) in
            [("vscore", "0"), ("vwin", "0"), ("vdraw", "0"), ("vlost", "0"), ("vvalid", "1"), ("vindex", "0")]
        {
            if self.has.iter().any(|known| known == column) {
                columns.push(column);
                values.push(if column == "vvalid" && self.notes { "0" } else { value });
            }
        }
        let insert = format!("INSERT INTO {}({}) VALUES({})", self.table, columns.join(", "), values.join(", "));
        self.connection.execute(&insert, params![key, raw])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// A change that is a number goes to the first row; whoever adds up the rows of a move then finds it.
    fn change(&self, edit: &Edit, ids: &[i64]) -> rusqlite::Result<()> {
        let table = self.table;
        let one = |set: &str, id: i64, value: &dyn rusqlite::ToSql| {
            self.connection.execute(&format!("UPDATE {table} SET {set} WHERE rowid = ?2"), params![value, id])
        };
        let (&first, others) = ids.split_first().expect("a row was found or made");
        match &edit.change {
            Change::Weight(weight) => {
                one("vscore = ?1", first, weight)?;
                for &id in others {
                    one("vscore = ?1", id, &0)?;
                }
            }
            Change::Enabled(enabled) => {
                for &id in ids {
                    one("vvalid = ?1", id, enabled)?;
                }
            }
            Change::Comment(comment) => {
                for &id in ids {
                    one("vmemo = ?1", id, &(!comment.is_empty()).then_some(comment))?;
                }
            }
            Change::Remove => {
                for &id in ids {
                    self.connection.execute(&format!("DELETE FROM {table} WHERE rowid = ?1"), [id])?;
                    if self.extra {
                        self.connection
                            .execute(&format!("DELETE FROM {} WHERE id = ?1", crate::obk::EXTRA_TABLE), [id])?;
                    }
                }
            }
            Change::Add(more) => {
                for (column, value) in [
                    ("vscore", i64::from(more.weight)),
                    ("vwin", more.win.into()),
                    ("vdraw", more.draw.into()),
                    ("vlost", more.loss.into()),
                ] {
                    if self.has.iter().any(|known| known == column) {
                        one(&format!("{column} = coalesce({column}, 0) + ?1"), first, &value)?;
                    }
                }
            }
        }
        Ok(())
    }
}
