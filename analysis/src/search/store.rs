//! Searches done before, in a file that only grows: `{"k":key,"l":[lines],"n":nodes,"t":microseconds}` a line.
//!
//! A line that was being written when the program was killed is cut off when the file is opened again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::task::{Found, Key};

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another run uses it.
    #[error("{}: another run is using it", .0.display())]
    InUse(PathBuf),
    /// The file is something else.
    #[error("{}: no store of searches (its first line is not `{FIRST_LINE}`)", .0.display())]
    Foreign(PathBuf),
}

/// The first line of every store.
const FIRST_LINE: &str = r#"{"chuhe":"searches","version":1}"#;

#[derive(Serialize)]
struct RecordOut<'a> {
    k: Key,
    #[serde(flatten)]
    found: &'a Found,
}

#[derive(Deserialize)]
struct KeyOnly {
    k: Key,
}

/// Searches done before. Only their keys are kept in memory.
pub struct Store {
    path: PathBuf,
    file: File,
    /// Where each record begins.
    index: HashMap<Key, u64>,
    /// Where the next record begins.
    end: u64,
}

impl Store {
    /// Opens a store, or begins one. `fresh` empties one that is there.
    ///
    /// # Errors
    /// When the file cannot be used, is no store, or is in use.
    pub fn open(path: &Path, fresh: bool) -> Result<Store, StoreError> {
        let failed = |error| StoreError::Io { path: path.to_owned(), error };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(StoreError::InUse(path.to_owned())),
            Err(std::fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(std::fs::TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut store = Store { path: path.to_owned(), file, index: HashMap::new(), end: 0 };
        store.read_index()?;
        if fresh || store.end == 0 {
            store.index.clear();
            store.file.set_len(0).map_err(failed)?;
            store.end = 0;
            store.append(FIRST_LINE.as_bytes())?;
        } else {
            // What was being written when the last run ended.
            store.file.set_len(store.end).map_err(failed)?;
        }
        Ok(store)
    }

    fn read_index(&mut self) -> Result<(), StoreError> {
        let failed = |error| StoreError::Io { path: self.path.clone(), error };
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            if self.end == 0 {
                if line.trim_ascii_end() != FIRST_LINE.as_bytes() {
                    return Err(StoreError::Foreign(self.path.clone()));
                }
            } else if let Ok(record) = serde_json::from_slice::<KeyOnly>(&line) {
                // A damaged line is only a search to be done again.
                self.index.insert(record.k, self.end);
            }
            self.end += read as u64;
        }
        if self.end == 0 && !line.is_empty() {
            return Err(StoreError::Foreign(self.path.clone()));
        }
        Ok(())
    }

    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
        let write = |file: &mut File, end: u64| -> io::Result<()> {
            file.seek(SeekFrom::Start(end))?;
            file.write_all(&bytes)
        };
        write(&mut self.file, self.end).map_err(|error| StoreError::Io { path: self.path.clone(), error })?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// How many searches it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a search has been done.
    #[must_use]
    pub fn contains(&self, key: Key) -> bool {
        self.index.contains_key(&key)
    }

    /// A search done before; none when there is none, or its record is damaged.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&mut self, key: Key) -> Result<Option<Found>, StoreError> {
        let Some(&offset) = self.index.get(&key) else { return Ok(None) };
        let mut read = || -> io::Result<Vec<u8>> {
            self.file.seek(SeekFrom::Start(offset))?;
            let mut line = Vec::new();
            BufReader::with_capacity(2048, (&self.file).take(1 << 24)).read_until(b'\n', &mut line)?;
            Ok(line)
        };
        let line = read().map_err(|error| StoreError::Io { path: self.path.clone(), error })?;
        Ok(serde_json::from_slice(&line).ok())
    }

    /// Adds a search; it is in the file when this returns.
    ///
    /// # Errors
    /// When the file cannot be written. What it held stays good.
    pub fn put(&mut self, key: Key, found: &Found) -> Result<(), StoreError> {
        let line = serde_json::to_vec(&RecordOut { k: key, found })
            .map_err(|error| StoreError::Io { path: self.path.clone(), error: error.into() })?;
        let offset = self.end;
        self.append(&line)?;
        self.index.insert(key, offset);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::FoundLine;
    use chuhe_movegen::Score;

    fn found(nodes: u64) -> Found {
        let line = FoundLine { score: Score::Cp(3), depth: 4, pv: vec!["h2e2".parse().unwrap()] };
        Found { lines: vec![line], nodes, time_us: 9, settled: 0 }
    }

    #[test]
    fn what_was_put_is_there_after_reopening_and_a_torn_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/searches.jsonl");
        let mut store = Store::open(&path, false).unwrap();
        store.put(Key(1), &found(10)).unwrap();
        store.put(Key(2), &found(20)).unwrap();
        assert!(matches!(Store::open(&path, false), Err(StoreError::InUse(_))));
        drop(store);
        let mut bytes = std::fs::read(&path).unwrap();
        let whole = bytes.len();
        bytes.extend_from_slice(b"{\"k\":\"0000000000000000000000");
        std::fs::write(&path, &bytes).unwrap();
        let mut store = Store::open(&path, false).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len() as usize, whole);
        assert_eq!(store.get(Key(1)).unwrap(), Some(found(10)));
        store.put(Key(3), &found(30)).unwrap();
        assert_eq!(store.get(Key(2)).unwrap(), Some(found(20)));
        drop(store);
        let mut store = Store::open(&path, false).unwrap();
        assert_eq!((store.len(), store.get(Key(3)).unwrap()), (3, Some(found(30))));
        drop(store);
        assert!(Store::open(&path, true).unwrap().is_empty());
    }

    #[test]
    fn another_file_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        for text in ["Dear friend,\n", "no end of line"] {
            std::fs::write(&path, text).unwrap();
            assert!(matches!(Store::open(&path, true), Err(StoreError::Foreign(_))));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
