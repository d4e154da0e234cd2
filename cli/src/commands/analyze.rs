//! `chuhe analyze`

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use chuhe_analysis::RunInfo;
use chuhe_analysis::input::{Item, Selection, Source, line_item};
use chuhe_analysis::output::{OutputError, OutputFormat, OutputOptions, Outputs, rows};
use chuhe_analysis::run::{Analysed, Finish, Job, RunError, Wanted, run};
use chuhe_analysis::search::{Store, prepare};
use chuhe_movegen::Color;
use chuhe_record::{AtomicFile, Notation, ReadOptions, WriteOptions};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::game_filter::GameFilter;
use super::language::LanguageArgument;
use super::search_options::{SearchOptions, stop_flag};
use super::search_progress::SearchProgress;

/// Analyse games and positions: scores, mistakes, better lines, tables, annotated games, reports
#[derive(Args)]
#[command(after_help = "\
Every position is searched by itself, with nothing remembered from others, so that with a limit of nodes or depth the
results do not depend on the number of workers. Searches are kept in DIR/searches.jsonl as they are done: after Ctrl-C, a
crash or a power cut the same command goes on where it was, and a second run searches nothing twice.

Files in DIR: positions.jsonl and games.jsonl, positions.csv and games.csv, games.pgn, xqf/, report.html.

Examples:
  chuhe analyze games/ -o out
  chuhe analyze match.pgn -o out --nodes 1000000 --multipv 3 --lang zh
  chuhe analyze library.cbl -o out --movetime 500 --player 许银川 --moves-of 许银川 --format html
  chuhe analyze positions.epd -o out --depth 14 --engine chuhe --engine \"name=Other cmd=./other\"
  chuhe analyze games/ -o out --resume
  printf '{\"id\":1,\"moves\":\"h2e2 h9g7\"}\\n' | chuhe analyze --worker --nodes 20000")]
pub(crate) struct Analyze {
    /// Game files, libraries, lists of FEN or EPD, folders; - reads lines of JSON or FEN from standard input
    #[arg(value_name = "IN", required_unless_present = "worker", conflicts_with = "worker")]
    inputs: Vec<PathBuf>,
    /// Folder for the results
    #[arg(short, long, value_name = "DIR", required_unless_present = "worker", conflicts_with = "worker")]
    output: Option<PathBuf>,
    /// A filter: lines of JSON or FEN on standard input, a line of JSON for each on standard output, in the same order
    #[arg(long)]
    worker: bool,
    /// Number of the first line, for names of lines that have none of their own
    #[arg(long, value_name = "N", default_value_t = 1, requires = "worker", hide = true)]
    first_line: usize,
    /// What to write: jsonl, csv, pgn, xqf, html
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "jsonl,csv,pgn,html")]
    format: Vec<OutputFormat>,
    /// Go on with an interrupted run
    #[arg(long)]
    resume: bool,
    /// Search everything again, also what DIR has already
    #[arg(long, conflicts_with = "resume")]
    fresh: bool,
    /// Keep searches in this file instead, for several runs
    #[arg(long, value_name = "FILE", conflicts_with = "fresh")]
    cache: Option<PathBuf>,
    /// How many best lines of a position
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=128))]
    multipv: u16,
    /// Judge only the moves of one side
    #[arg(long, value_enum)]
    side: Option<SideChoice>,
    /// Judge only the moves of players with this in their name
    #[arg(long, value_name = "NAME")]
    moves_of: Option<String>,
    /// Judge only these moves, as in 10-30, 10- or -30
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Go through each game in order and let the engine remember what it saw; positions of a game are then searched by
    /// the same worker
    #[arg(long)]
    game_order: bool,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    filter: GameFilter,
    /// Read games that a library marks as deleted
    #[arg(long)]
    deleted: bool,
    /// Notation of moves in games.pgn: iccs, wxf, zh, zh-hant, san ...
    #[arg(long, value_name = "NOTATION")]
    notation: Option<String>,
    #[command(flatten)]
    language: LanguageArgument,
    /// What was done as one JSON value
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideChoice {
    Red,
    Black,
}

impl Analyze {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let stop = stop_flag()?;
        if self.worker { self.work(stop) } else { self.analyse(stop) }
    }

    fn job(&self, workers: usize, stop: Arc<AtomicBool>) -> anyhow::Result<Job> {
        let effort = self.search.effort()?;
        let setup = self.search.setup(effort, self.multipv.into(), stop)?;
        let engines = prepare(&self.search.engines()?, &setup)?;
        let (from_move, to_move) = self.moves.as_deref().map_or(Ok((None, None)), range).context("--moves")?;
        let side = self.side.map(|side| match side {
            SideChoice::Red => Color::Red,
            SideChoice::Black => Color::Black,
        });
        let wanted = Wanted { side, player: self.moves_of.clone(), from_move, to_move };
        Ok(Job { engines, setup, effort, wanted, game_order: self.game_order, workers })
    }

    fn analyse(&self, stop: Arc<AtomicBool>) -> anyhow::Result<ExitCode> {
        let folder = self.output.as_deref().context("-o DIR is missing")?;
        let source = source(&self.inputs)?;
        let read = ReadOptions { deleted: self.deleted, ..ReadOptions::default() };
        let selection = Selection { filter: self.filter.get()?, read };
        let job = self.job(self.search.workers(), stop)?;
        let (mut items, mut total) = (0u64, 0);
        for item in source.items(&selection) {
            items += u64::from(!matches!(item, Item::Unreadable(_)));
            total += job.searches_of(&item);
        }
        let place = self.cache.clone().unwrap_or_else(|| folder.join("searches.jsonl"));
        let store = Store::open(&place, self.fresh)?;
        let info = RunInfo {
            engines: job.engines.iter().map(|engine| engine.name.clone()).collect(),
            limit: job.effort.describe(),
            rules: job.setup.rules.set.name().to_owned(),
        };
        let mut outputs = Outputs::create(folder, self.output_options()?, info.clone())?;
        let mut progress = SearchProgress::new(total)?;
        let result = run(
            &job,
            source.items(&selection),
            total,
            Some(store),
            &mut |analysed| outputs.add(analysed),
            &mut |now| progress.show(now),
        );
        progress.end();
        let finish = match result {
            Ok(finish) => finish,
            Err(error) => {
                writeln!(io::stderr(), "chuhe: stopped: {error}; the searches done are kept in {}", place.display())?;
                return Ok(ExitCode::from(1));
            }
        };
        if finish.interrupted {
            writeln!(
                io::stderr(),
                "chuhe: interrupted after {} of {total} positions; the same command with --resume goes on",
                finish.progress.searches
            )?;
            return Ok(ExitCode::from(3));
        }
        let written = outputs.finish(&title(&self.inputs)).map(|(_, files)| files);
        let written = match written {
            Ok(written) => written,
            Err(error) => {
                writeln!(io::stderr(), "chuhe: {error}; the searches done are kept in {}", place.display())?;
                return Ok(ExitCode::from(1));
            }
        };
        self.describe(&finish, &info, &job, &written, folder)?;
        Ok(ExitCode::from(match (items, finish.progress.problems) {
            (0, _) => 2,
            (_, 0) => 0,
            _ => 1,
        }))
    }

    fn describe(
        &self,
        finish: &Finish,
        info: &RunInfo,
        job: &Job,
        written: &[PathBuf],
        folder: &Path,
    ) -> anyhow::Result<()> {
        let progress = finish.progress;
        let (seconds, search) = (finish.elapsed.as_secs_f64(), progress.search_time.as_secs_f64());
        let files: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        let value = json!({
            "engines": info.engines,
            "limit": info.limit,
            "rules": info.rules,
            "workers": job.workers,
            "items": progress.items,
            "positions": progress.searches,
            "reused": progress.reused,
            "failed": progress.failed,
            "problems": progress.problems,
            "nodes": progress.nodes,
            "seconds": seconds,
            "search_seconds": search,
            "files": files,
        });
        let place = folder.join("run.json");
        let save = || -> io::Result<()> {
            let mut file = AtomicFile::create(&place)?;
            writeln!(file, "{value}")?;
            file.commit()
        };
        save().with_context(|| place.display().to_string())?;
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{value}")?;
            return Ok(());
        }
        let searched = progress.searches - progress.reused;
        write!(out, "{} items, {} positions", progress.items, progress.searches)?;
        for (count, what) in [
            (progress.reused, "known already"),
            (progress.failed, "failed"),
            (progress.problems, "items with problems"),
        ] {
            if count > 0 {
                write!(out, ", {count} {what}")?;
            }
        }
        writeln!(out, "; {searched} searched in {seconds:.1} s, {:.1} a second", searched as f64 / seconds.max(1e-3))?;
        for file in files {
            writeln!(out, "{file}")?;
        }
        Ok(())
    }

    fn output_options(&self) -> anyhow::Result<OutputOptions> {
        let notation = match &self.notation {
            Some(name) => {
                Some(Notation::from_name(name).with_context(|| format!("--notation {name}: no such notation"))?)
            }
            None => None,
        };
        let write = WriteOptions { notation, ..WriteOptions::default() };
        Ok(OutputOptions { formats: self.format.clone(), language: self.language.get(), write })
    }

    /// The filter: every line in is a line out.
    fn work(&self, stop: Arc<AtomicBool>) -> anyhow::Result<ExitCode> {
        let job = self.job(self.search.workers_or_one(), stop)?;
        let store = self.cache.as_deref().map(|path| Store::open(path, false)).transpose()?;
        let lines = io::BufReader::new(io::stdin()).split(b'\n').map_while(Result::ok);
        let numbered = (self.first_line..).zip(lines);
        let items = numbered.filter_map(|(number, line)| {
            let line = String::from_utf8_lossy(&line);
            (!line.trim().is_empty()).then(|| line_item(&line, &format!("line:{number}")))
        });
        let mut out = io::stdout();
        let mut sink = |analysed: Analysed| -> Result<(), OutputError> {
            let mut write = || -> io::Result<()> {
                for record in rows(&analysed) {
                    serde_json::to_writer(&mut out, &record)?;
                    out.write_all(b"\n")?;
                }
                out.flush()
            };
            write().map_err(|error| OutputError { place: "standard output".into(), reason: error.to_string() })
        };
        let finish = match run(&job, Box::new(items), 0, store, &mut sink, &mut |_| {}) {
            Ok(finish) => finish,
            Err(RunError::Output(error)) => bail!(error),
            Err(error) => bail!(error),
        };
        Ok(ExitCode::from(match (finish.interrupted, finish.progress.problems) {
            (true, _) => 3,
            (false, 0) => 0,
            _ => 1,
        }))
    }
}

/// Where items come from.
pub(super) fn source(inputs: &[PathBuf]) -> anyhow::Result<Source> {
    if inputs.iter().all(|input| input.as_os_str() != "-") {
        return Ok(Source::Files(inputs.to_vec()));
    }
    if inputs.len() > 1 {
        bail!("-: standard input cannot be mixed with files");
    }
    let mut lines = Vec::new();
    for line in io::stdin().lock().split(b'\n') {
        lines.push(String::from_utf8_lossy(&line.context("standard input")?).into_owned());
    }
    Ok(Source::Lines("line".into(), lines))
}

/// What the inputs are called.
pub(super) fn title(inputs: &[PathBuf]) -> String {
    let names: Vec<String> = inputs
        .iter()
        .take(3)
        .map(|path| path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into()))
        .collect();
    let more = if inputs.len() > 3 { " ..." } else { "" };
    names.join(", ") + more
}

/// `10-30`, `10-`, `-30`, `12`
fn range(text: &str) -> anyhow::Result<(Option<u32>, Option<u32>)> {
    let number = |text: &str| -> anyhow::Result<Option<u32>> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let number: u32 = text.trim().parse().with_context(|| format!("`{text}`: expected a move number"))?;
        Ok(Some(number))
    };
    let (from, to) = match text.split_once('-') {
        Some((from, to)) => (number(from)?, number(to)?),
        None => (number(text)?, number(text)?),
    };
    if from.is_none() && to.is_none() || from.zip(to).is_some_and(|(from, to)| from > to) {
        bail!("`{text}`: expected FROM-TO, as in 10-30");
    }
    Ok((from, to))
}
