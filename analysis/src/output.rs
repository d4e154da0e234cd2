//! Where analyses go: tables, annotated games, reports. Every file appears whole at the end of a run, or not at all.

mod annotated;
mod rows;
mod tables;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chuhe_record::write::{GameWriter, WriteError};
use chuhe_record::{AtomicFile, Format, Game, WriteOptions};
use chuhe_rules::Language;
use thiserror::Error;

use crate::collection::collection;
use crate::run::Analysed;
use crate::{Collection, GameAnalysis, GameSummary, PositionRecord, RunInfo, Unreadable, report};

pub use annotated::{Style, annotated_game, annotated_position};
pub use rows::rows;

/// An output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutputFormat {
    /// `positions.jsonl`: a [`PositionRecord`] a line; `games.jsonl`: a [`GameSummary`] a line.
    Jsonl,
    /// `positions.csv` and `games.csv`.
    Csv,
    /// `games.pgn`: annotated games.
    Pgn,
    /// `xqf/`: an annotated game a file.
    Xqf,
    /// `report.html`
    Html,
}

impl OutputFormat {
    /// All of them.
    pub const ALL: [OutputFormat; 5] =
        [OutputFormat::Jsonl, OutputFormat::Csv, OutputFormat::Pgn, OutputFormat::Xqf, OutputFormat::Html];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OutputFormat::Jsonl => "jsonl",
            OutputFormat::Csv => "csv",
            OutputFormat::Pgn => "pgn",
            OutputFormat::Xqf => "xqf",
            OutputFormat::Html => "html",
        }
    }
}

impl FromStr for OutputFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<OutputFormat, String> {
        let found = OutputFormat::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| format!("`{text}`: expected jsonl, csv, pgn, xqf or html"))
    }
}

/// An output that cannot be written.
#[derive(Debug, Error)]
#[error("{}: {reason}", place.display())]
pub struct OutputError {
    /// The file.
    pub place: PathBuf,
    /// Why.
    pub reason: String,
}

impl OutputError {
    fn new(place: &Path, reason: impl ToString) -> OutputError {
        OutputError { place: place.to_owned(), reason: reason.to_string() }
    }
}

/// What the files of a folder are made of.
#[derive(Clone, Debug)]
pub struct OutputOptions {
    /// Which.
    pub formats: Vec<OutputFormat>,
    /// Language of comments and of the report's first look.
    pub language: Language,
    /// How the games are written; the notation of PGN.
    pub write: WriteOptions,
}

/// The files of a run's folder.
pub struct Outputs {
    folder: PathBuf,
    options: OutputOptions,
    run: RunInfo,
    lines: Option<Lines>,
    tables: Option<tables::Tables>,
    pgn: Option<GameWriter<AtomicFile>>,
    xqf_names: HashSet<String>,
    /// The games of the report, until the tables stand.
    kept: Option<BufWriter<File>>,
    games: Vec<GameSummary>,
    unreadable: Vec<Unreadable>,
}

struct Lines {
    positions: AtomicFile,
    games: AtomicFile,
}

const POSITIONS: &str = "positions.jsonl";
const GAMES: &str = "games.jsonl";
const PGN: &str = "games.pgn";
const REPORT: &str = "report.html";

impl Outputs {
    /// Begins the files of a folder.
    ///
    /// # Errors
    /// When one cannot be begun.
    pub fn create(folder: &Path, options: OutputOptions, run: RunInfo) -> Result<Outputs, OutputError> {
        std::fs::create_dir_all(folder).map_err(|error| OutputError::new(folder, error))?;
        remove_parts(folder);
        let has = |format| options.formats.contains(&format);
        let create = |name: &str| {
            let place = folder.join(name);
            AtomicFile::create(&place).map_err(|error| OutputError::new(&place, error))
        };
        let lines = match has(OutputFormat::Jsonl) {
            true => Some(Lines { positions: create(POSITIONS)?, games: create(GAMES)? }),
            false => None,
        };
        let tables = match has(OutputFormat::Csv) {
            true => Some(tables::Tables::create(folder, &run.engines)?),
            false => None,
        };
        let pgn = match has(OutputFormat::Pgn) {
            true => Some(
                GameWriter::new(Format::Pgn, create(PGN)?, options.write.clone())
                    .map_err(|error| OutputError::new(&folder.join(PGN), error))?,
            ),
            false => None,
        };
        let kept = match has(OutputFormat::Html) {
            true => {
                Some(BufWriter::new(tempfile::tempfile_in(folder).map_err(|error| OutputError::new(folder, error))?))
            }
            false => None,
        };
        Ok(Outputs {
            folder: folder.to_owned(),
            options,
            run,
            lines,
            tables,
            pgn,
            xqf_names: HashSet::new(),
            kept,
            games: Vec::new(),
            unreadable: Vec::new(),
        })
    }

    /// Adds an item.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add(&mut self, analysed: Analysed) -> Result<(), OutputError> {
        for record in rows(&analysed) {
            self.row(&record)?;
        }
        match analysed {
            Analysed::Unreadable(unreadable) => self.unreadable.push(unreadable),
            Analysed::Position(item, record) => {
                self.game_file(|style| annotated_position(&item, &record, style), &record.id)?;
            }
            Analysed::Game(game, analysis) => {
                self.game_file(|style| annotated_game(&game, &analysis, style), &analysis.summary.id)?;
                self.game(*analysis)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, record: &PositionRecord) -> Result<(), OutputError> {
        if let Some(lines) = &mut self.lines {
            let place = self.folder.join(POSITIONS);
            write_line(&mut lines.positions, record).map_err(|error| OutputError::new(&place, error))?;
        }
        match &mut self.tables {
            Some(tables) => tables.position(record),
            None => Ok(()),
        }
    }

    fn game(&mut self, analysis: GameAnalysis) -> Result<(), OutputError> {
        if let Some(lines) = &mut self.lines {
            let place = self.folder.join(GAMES);
            write_line(&mut lines.games, &analysis.summary).map_err(|error| OutputError::new(&place, error))?;
        }
        if let Some(tables) = &mut self.tables {
            tables.game(&analysis.summary)?;
        }
        if let Some(kept) = &mut self.kept {
            write_line(kept, &analysis).map_err(|error| OutputError::new(&self.folder, error))?;
        }
        self.games.push(analysis.summary);
        Ok(())
    }

    /// Writes an annotated game into the PGN and as a file of its own.
    fn game_file(&mut self, annotate: impl Fn(&Style) -> Game, id: &str) -> Result<(), OutputError> {
        let style = |scores_in_text| Style {
            language: self.options.language,
            scores_in_text,
            engine: self.run.engines.first().cloned().unwrap_or_default(),
        };
        let (pgn_style, xqf_style) = (style(false), style(true));
        if let Some(pgn) = &mut self.pgn {
            pgn.write(&annotate(&pgn_style)).map_err(|error| OutputError::new(&self.folder.join(PGN), error))?;
        }
        if self.options.formats.contains(&OutputFormat::Xqf) {
            let place = self.folder.join("xqf").join(self.file_name(id));
            let write = || -> Result<(), WriteError> {
                let sink = AtomicFile::create(&place)?;
                let options = WriteOptions { notation: None, ..self.options.write.clone() };
                let mut writer = GameWriter::new(Format::Xqf, sink, options)?;
                writer.write(&annotate(&xqf_style))?;
                writer.finish()?.commit()?;
                Ok(())
            };
            write().map_err(|error| OutputError::new(&place, error))?;
        }
        Ok(())
    }

    /// A name that no other game of the run has.
    fn file_name(&mut self, id: &str) -> String {
        let name = id.rsplit(['/', '\\']).next().unwrap_or(id);
        let (stem, number) = name.rsplit_once(['#', ':']).unwrap_or((name, ""));
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let safe =
            |text: &str| text.chars().map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' }).collect();
        let (stem, number): (String, String) = (safe(stem), safe(number));
        let base = match number.parse::<u32>() {
            Ok(number) => format!("{stem}-{number:04}"),
            Err(_) => [stem, number].join("_").trim_matches('_').to_owned(),
        };
        let mut name = base.clone();
        for number in 2.. {
            if self.xqf_names.insert(name.to_lowercase()) {
                break;
            }
            name = format!("{base}-{number}");
        }
        format!("{name}.xqf")
    }

    /// Ends the files and puts them in their places. `title` is that of the collection. The files written are named.
    ///
    /// # Errors
    /// When one cannot be written; those before it are in their places.
    pub fn finish(self, title: &str) -> Result<(Collection, Vec<PathBuf>), OutputError> {
        let mut written = Vec::new();
        let mut commit = |name: &str, file: AtomicFile| {
            let place = self.folder.join(name);
            file.commit().map_err(|error| OutputError::new(&place, error))?;
            written.push(place);
            Ok::<(), OutputError>(())
        };
        let collection = collection(title.to_owned(), self.run, self.games, self.unreadable);
        // Lists of positions have no tables of games.
        let no_games = collection.games.is_empty();
        if let Some(lines) = self.lines {
            commit(POSITIONS, lines.positions)?;
            if !no_games {
                commit(GAMES, lines.games)?;
            }
        }
        if let Some(tables) = self.tables {
            let [(positions, file), (games, games_file)] = tables.finish()?;
            commit(positions, file)?;
            if !no_games {
                commit(games, games_file)?;
            }
        }
        if let Some(pgn) = self.pgn {
            let file = pgn.finish().map_err(|error| OutputError::new(&self.folder.join(PGN), error))?;
            commit(PGN, file)?;
        }
        if let Some(kept) = self.kept.filter(|_| !no_games || !collection.unreadable.is_empty()) {
            let place = self.folder.join(REPORT);
            let write = || -> io::Result<AtomicFile> {
                let mut kept = kept.into_inner().map_err(|error| error.into_error())?;
                kept.rewind()?;
                let games = BufReader::new(kept)
                    .lines()
                    .map_while(|line| line.ok().and_then(|line| serde_json::from_str::<GameAnalysis>(&line).ok()));
                let mut file = AtomicFile::create(&place)?;
                report::write_collection(&mut file, &collection, games, self.options.language)?;
                Ok(file)
            };
            let file = write().map_err(|error| OutputError::new(&place, error))?;
            commit(REPORT, file)?;
        }
        Ok((collection, written))
    }
}

fn write_line(sink: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    sink.write_all(&line)
}

/// Removes what a run that was killed has left half written. The folder's store is locked, so nobody else writes here.
fn remove_parts(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = ["positions", "games", "report"].iter().any(|file| name.starts_with(&format!(".{file}.")));
        if ours && name.ends_with(".part") {
            // One that cannot be removed does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
