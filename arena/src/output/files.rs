//! The files of a tournament.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chuhe_record::formats::pgn;
use chuhe_record::{Notation, WriteOptions};

use super::game::{game_json, to_record};
use crate::game::GameRecord;
use crate::tournament::{Journal, Plan, Report, RunError};

/// Which files are wanted.
#[derive(Clone, Debug, Default)]
pub struct OutputFiles {
    /// Games as PGN, appended.
    pub pgn: Option<PathBuf>,
    /// The notation of its moves.
    pub notation: Option<Notation>,
    /// Games as JSON lines, appended.
    pub json: Option<PathBuf>,
}

impl OutputFiles {
    /// The files that games are appended to, with their lengths now.
    #[must_use]
    pub fn lengths(&self) -> Vec<(PathBuf, u64)> {
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |meta| meta.len());
        self.pgn.iter().chain(&self.json).map(|path| (path.clone(), length(path))).collect()
    }
}

/// Open files.
#[derive(Debug, Default)]
pub struct Outputs {
    files: OutputFiles,
    pgn: Option<File>,
    json: Option<File>,
}

fn failed(path: &Path) -> impl Fn(io::Error) -> RunError + '_ {
    |error| RunError::Output { path: path.into(), error }
}

impl Outputs {
    /// Opens the files. After an interruption they are cut to what was there before the tournament and the games of the
    /// journal are written again, for the last one may have been written in part.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn open(files: OutputFiles, plan: &Plan, journal: Option<&Journal>) -> Result<Outputs, RunError> {
        let mut outputs = Outputs { files, ..Outputs::default() };
        let open = |path: &PathBuf| -> Result<File, RunError> {
            let file = File::options().create(true).append(true).open(path).map_err(failed(path))?;
            if let Some(length) = journal.and_then(|journal| journal.length_before(path)) {
                file.set_len(length).map_err(failed(path))?;
            }
            Ok(file)
        };
        outputs.pgn = outputs.files.pgn.as_ref().map(open).transpose()?;
        outputs.json = outputs.files.json.as_ref().map(open).transpose()?;
        for record in journal.map(Journal::records).unwrap_or_default() {
            outputs.append(plan, record)?;
        }
        Ok(outputs)
    }

    fn append(&mut self, plan: &Plan, record: &GameRecord) -> Result<(), RunError> {
        if let (Some(file), Some(path)) = (&mut self.pgn, &self.files.pgn) {
            let options =
                WriteOptions { notation: Some(self.files.notation.unwrap_or(Notation::Iccs)), ..Default::default() };
            let mut text = pgn::write(&to_record(plan, record), &options);
            text.push(b'\n');
            file.write_all(&text).map_err(failed(path))?;
        }
        if let (Some(file), Some(path)) = (&mut self.json, &self.files.json) {
            let mut line = game_json(plan, record);
            line.push('\n');
            file.write_all(line.as_bytes()).map_err(failed(path))?;
        }
        Ok(())
    }

    /// Writes a finished game.
    pub(crate) fn game(&mut self, plan: &Plan, record: &GameRecord, _report: &Report) -> Result<(), RunError> {
        self.append(plan, record)
    }

    /// Writes what is written at the end.
    pub(crate) fn finish(&mut self, _plan: &Plan, _report: &Report, _records: &[GameRecord]) -> Result<(), RunError> {
        Ok(())
    }
}
