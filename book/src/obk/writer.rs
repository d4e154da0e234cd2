//! Writing .obk.

use std::path::Path;

use chuhe_movegen::{Move, Position};
use rusqlite::{Connection, params};

use super::keys;
use crate::bookdat::to_byte;
use crate::part_file::PartFile;
use crate::{BookError, BookMove};

/// The table for what .obk has no column for: scores of our search and games without result. Other programs do not see it.
pub(crate) const EXTRA_TABLE: &str = "chuhe";

/// How keys of 2⁶³ and more are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyStorage {
    /// As a negative INTEGER: every reader finds them.
    #[default]
    Integer,
    /// As the REAL with the same bits, as some programs write and expect them; those that are no number stay INTEGER.
    Real,
}

/// A row to be written: a key and a move in the orientation of that key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRow {
    /// The position's key.
    pub key: u64,
    /// The move.
    pub mv: BookMove,
}

/// `vmove`: `from << 8 | to`.
#[must_use]
pub fn stored_move(mv: Move) -> i64 {
    i64::from(to_byte(mv.from())) << 8 | i64::from(to_byte(mv.to()))
}

/// A .obk that is being written; it appears when all is done.
#[derive(Debug)]
pub struct ObkWriter {
    connection: Connection,
    part: PartFile,
    name: String,
    storage: KeyStorage,
    rows: u64,
}

impl ObkWriter {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path, storage: KeyStorage) -> Result<ObkWriter, BookError> {
        let name = path.display().to_string();
        let part = PartFile::new(path).map_err(|error| BookError::io(&name, error))?;
        let begin = || {
            let connection = Connection::open(part.path())?;
            // The file is not in its place yet: if the machine stops, it is not missed.
            connection.execute_batch(&format!(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
                CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER,
                    vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);
                CREATE TABLE {EXTRA_TABLE}(id INTEGER PRIMARY KEY, score INTEGER, unknown INTEGER);"
            ))?;
            Ok(connection)
        };
        let connection = begin().map_err(|error| BookError::sql(&name, &error))?;
        Ok(ObkWriter { connection, part, name, storage, rows: 0 })
    }

    /// Writes the moves of a position. Of mirror images in a symmetric position one is written: readers add the other.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn position(&mut self, position: &Position, moves: &[BookMove]) -> Result<(), BookError> {
        let (key, mirror) = keys(position);
        for mv in moves {
            let twin = key == mirror && mv.mv.mirror() != mv.mv && moves.iter().any(|m| m.mv == mv.mv.mirror());
            if !twin || mv.mv.bits() < mv.mv.mirror().bits() {
                self.row(&StoredRow { key, mv: mv.clone() })?;
            }
        }
        Ok(())
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn row(&mut self, row: &StoredRow) -> Result<(), BookError> {
        let mv = &row.mv;
        let comment = (!mv.comment.is_empty()).then_some(&mv.comment);
        let real = f64::from_bits(row.key);
        let key: &dyn rusqlite::ToSql = if self.storage == KeyStorage::Real && row.key >> 63 == 1 && !real.is_nan() {
            &real
        } else {
            &(row.key as i64)
        };
        self.rows += 1;
        let id = self.rows as i64;
        let write = || {
            let mut statement =
                self.connection.prepare_cached("INSERT INTO bhobk VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,0)")?;
            statement.execute(params![
                id,
                key,
                stored_move(mv.mv),
                mv.weight,
                mv.win,
                mv.draw,
                mv.loss,
                mv.enabled,
                comment
            ])?;
            if mv.score != Some(mv.weight) || mv.unknown > 0 {
                let mut statement =
                    self.connection.prepare_cached(&format!("INSERT INTO {EXTRA_TABLE} VALUES(?1,?2,?3)"))?;
                statement.execute(params![id, mv.score, mv.unknown])?;
            }
            Ok(())
        };
        write().map_err(|error| BookError::sql(&self.name, &error))
    }

    /// How many rows have been written.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes the index and puts the file in its place. How many rows it has is returned.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<u64, BookError> {
        let sql = |error: rusqlite::Error| BookError::sql(&self.name, &error);
        let end = || {
            let extra: i64 =
                self.connection.query_row(&format!("SELECT count(*) FROM {EXTRA_TABLE}"), [], |row| row.get(0))?;
            if extra == 0 {
                self.connection.execute_batch(&format!("DROP TABLE {EXTRA_TABLE};"))?;
            }
            self.connection.execute_batch("CREATE INDEX idx_bhobk ON bhobk(vkey); COMMIT;")
        };
        end().map_err(sql)?;
        self.connection.close().map_err(|(_, error)| BookError::sql(&self.name, &error))?;
        self.part.commit().map_err(|error| BookError::io(&self.name, error))?;
        Ok(self.rows)
    }
}
