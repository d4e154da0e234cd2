//! The files of a tournament.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chuhe_record::formats::pgn;
use chuhe_record::{AtomicFile, Notation, WriteOptions};

use super::game::{final_position, game_json, to_record};
use super::html::page;
use crate::game::GameRecord;
use crate::schedule::Outcome;
use crate::tournament::{Journal, Plan, Report, RunError};

/// Which files are wanted.
#[derive(Clone, Debug, Default)]
pub struct OutputFiles {
    /// Games as PGN, appended.
    pub pgn: Option<PathBuf>,
    /// The notation of its moves.
    pub notation: Option<Notation>,
    /// Whether it goes without scores, depths and times.
    pub pgn_minimal: bool,
    /// Games as JSON lines, appended.
    pub json: Option<PathBuf>,
    /// Final positions as FEN, one a line, appended.
    pub epd: Option<PathBuf>,
    /// The report as a page, written anew from time to time.
    pub html: Option<PathBuf>,
}

impl OutputFiles {
    /// The files that games are appended to, with their lengths now.
    #[must_use]
    pub fn lengths(&self) -> Vec<(PathBuf, u64)> {
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |meta| meta.len());
        self.pgn.iter().chain(&self.json).chain(&self.epd).map(|path| (path.clone(), length(path))).collect()
    }
}

/// Open files.
#[derive(Debug, Default)]
pub struct Outputs {
    files: OutputFiles,
    pgn: Option<File>,
    json: Option<File>,
    epd: Option<File>,
    page_written: Option<Instant>,
}

/// How often the page is written while games are played, and up to how many games.
const PAGE_INTERVAL: Duration = Duration::from_secs(10);
const PAGE_GAMES: usize = 300;

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
                // A pipe or a device has no length to be cut to.
                if file.metadata().is_ok_and(|meta| meta.len() > length) {
                    file.set_len(length).map_err(failed(path))?;
                }
            }
            Ok(file)
        };
        outputs.pgn = outputs.files.pgn.as_ref().map(open).transpose()?;
        outputs.json = outputs.files.json.as_ref().map(open).transpose()?;
        outputs.epd = outputs.files.epd.as_ref().map(open).transpose()?;
        if let Some(path) = &outputs.files.html {
            // Whether it can be written is said now; dropping it leaves nothing behind.
            AtomicFile::create(path).map_err(failed(path))?;
        }
        for record in journal.map(Journal::records).unwrap_or_default() {
            outputs.append(plan, record)?;
        }
        Ok(outputs)
    }

    fn append(&mut self, plan: &Plan, record: &GameRecord) -> Result<(), RunError> {
        if let (Some(file), Some(path)) = (&mut self.pgn, &self.files.pgn) {
            let options =
                WriteOptions { notation: Some(self.files.notation.unwrap_or(Notation::Iccs)), ..Default::default() };
            let mut text = pgn::write(&to_record(plan, record, !self.files.pgn_minimal), &options);
            text.push(b'\n');
            file.write_all(&text).map_err(failed(path))?;
        }
        if let (Some(file), Some(path)) = (&mut self.json, &self.files.json) {
            let mut line = game_json(plan, record);
            line.push('\n');
            file.write_all(line.as_bytes()).map_err(failed(path))?;
        }
        if let (Some(file), Some(path)) = (&mut self.epd, &self.files.epd) {
            let line = format!("{}\n", final_position(record));
            file.write_all(line.as_bytes()).map_err(failed(path))?;
        }
        Ok(())
    }

    /// Writes a finished game; `records` holds all games, that one last.
    pub(crate) fn game(
        &mut self,
        plan: &Plan,
        report: &Report,
        records: &[GameRecord],
        outcomes: &[Outcome],
    ) -> Result<(), RunError> {
        if let Some(record) = records.last() {
            self.append(plan, record)?;
        }
        let due = self.page_written.is_none_or(|written| written.elapsed() > PAGE_INTERVAL);
        if due && records.len() <= PAGE_GAMES {
            self.page(plan, report, records, outcomes)?;
        }
        Ok(())
    }

    /// Writes the page.
    pub(crate) fn page(
        &mut self,
        plan: &Plan,
        report: &Report,
        records: &[GameRecord],
        outcomes: &[Outcome],
    ) -> Result<(), RunError> {
        let Some(path) = &self.files.html else { return Ok(()) };
        let text = page(plan, report, &plan.tables(outcomes), records);
        let write = || -> io::Result<()> {
            let mut file = AtomicFile::create(path)?;
            file.write_all(text.as_bytes())?;
            file.commit()
        };
        self.page_written = Some(Instant::now());
        write().map_err(failed(path))
    }
}
