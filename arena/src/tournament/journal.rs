//! Results that survive the end of the process: every finished game is on the disk before the next one counts.
//!
//! The journal is a file of JSON lines. The first describes the tournament, each further one is a game. A last line
//! without its end was being written when the process died and is dropped.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::GameRecord;

/// A journal that cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is not there.
    #[error("nothing to resume: {} is not there (resuming takes the same engines, openings and settings)", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// It holds something else.
    #[error("{}:{line}: not a journal of a tournament", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// It is the journal of another tournament.
    #[error("{}: the journal of another tournament (engines, openings or settings differ)", path.display())]
    Different {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes it.
    #[error("{}: this tournament is being played by another process; name another file with -state", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    chuhe_journal: u32,
    fingerprint: String,
    /// How long the files were that this tournament appends to.
    #[serde(default)]
    outputs: Vec<(PathBuf, u64)>,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    records: Vec<GameRecord>,
    outputs: Vec<(PathBuf, u64)>,
    /// Where an earlier journal of this name is kept.
    earlier: Option<PathBuf>,
}

impl Journal {
    /// Begins a journal. One that holds games already is kept beside it, with `.old` behind its name. `outputs` are files
    /// that games will be appended to, with their lengths now.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, fingerprint: u64, outputs: Vec<(PathBuf, u64)>) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::File { path: path.into(), error };
        only_a_file(path)?;
        let mut earlier = None;
        if let Ok(old) = File::options().write(true).open(path) {
            lock(&old, path)?;
            if fs::read(path).map_err(failed)?.iter().filter(|&&byte| byte == b'\n').count() > 1 {
                let mut kept = path.as_os_str().to_owned();
                kept.push(".old");
                fs::rename(path, &kept).map_err(failed)?;
                earlier = Some(kept.into());
            }
        }
        let mut file = File::options().create(true).append(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        file.set_len(0).map_err(failed)?;
        let head = Head { chuhe_journal: 1, fingerprint: format!("{fingerprint:016x}"), outputs };
        let mut line = serde_json::to_vec(&head).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        file.write_all(&line).and_then(|()| file.sync_data()).map_err(failed)?;
        Ok(Journal { path: path.into(), file, records: Vec::new(), outputs: head.outputs, earlier })
    }

    /// Opens the journal of an interrupted tournament.
    ///
    /// # Errors
    /// When there is none or it belongs to another tournament.
    pub fn resume(path: &Path, fingerprint: u64) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::File { path: path.into(), error };
        let foreign = |line| JournalError::Foreign { path: path.into(), line };
        only_a_file(path)?;
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(JournalError::Missing { path: path.into() });
            }
            other => other.map_err(failed)?,
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let head = lines.next().ok_or_else(|| foreign(1))?;
        let head: Head = serde_json::from_slice(head).map_err(|_| foreign(1))?;
        if head.fingerprint != format!("{fingerprint:016x}") {
            return Err(JournalError::Different { path: path.into() });
        }
        let records = lines
            .enumerate()
            .map(|(i, line)| serde_json::from_slice(line).map_err(|_| foreign(i + 2)))
            .collect::<Result<Vec<GameRecord>, _>>()?;
        let file = File::options().append(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        file.set_len(whole as u64).map_err(failed)?;
        Ok(Journal { path: path.into(), file, records, outputs: head.outputs, earlier: None })
    }

    /// The games found when it was opened.
    #[must_use]
    pub fn records(&self) -> &[GameRecord] {
        &self.records
    }

    /// Where an earlier journal of this name with games in it is kept now.
    #[must_use]
    pub fn earlier(&self) -> Option<&Path> {
        self.earlier.as_deref()
    }

    /// How long a file was when the tournament began; none if it was not among the outputs then.
    #[must_use]
    pub fn length_before(&self, output: &Path) -> Option<u64> {
        self.outputs.iter().find(|(path, _)| path == output).map(|&(_, length)| length)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game; when this returns it is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        let failed = |error| JournalError::File { path: self.path.clone(), error };
        let mut line = serde_json::to_vec(record).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).and_then(|()| self.file.sync_data()).map_err(failed)
    }

    /// Removes the file: the tournament is over and all is written elsewhere.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Refuses devices and pipes, which have no end to be read to.
fn only_a_file(path: &Path) -> Result<(), JournalError> {
    match fs::metadata(path) {
        Ok(meta) if !meta.is_file() => {
            Err(JournalError::File { path: path.into(), error: io::Error::other("not a file of its own") })
        }
        _ => Ok(()),
    }
}

/// Takes the file for this process until it is closed.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    #[cfg(unix)]
    if rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_err() {
        return Err(JournalError::Busy { path: path.into() });
    }
    let _ = (file, path);
    Ok(())
}
