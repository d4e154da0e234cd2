//! `chuhe puzzles`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, bail};
use chuhe_analysis::input::{Item, Selection};
use chuhe_analysis::puzzles::{Candidate, ProofSettings, PuzzleFormat, candidates, prove_all, write_puzzles};
use chuhe_analysis::run::{Job, Wanted, run};
use chuhe_analysis::search::{Store, prepare};
use chuhe_record::{AtomicFile, Notation, ReadOptions, WriteOptions};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::analyze::source;
use super::game_filter::GameFilter;
use super::language::LanguageArgument;
use super::search_options::{SearchOptions, stop_flag};
use super::search_progress::SearchProgress;

/// Make puzzles out of games: positions in which one move wins and no other does
#[derive(Args)]
#[command(after_help = "\
All positions of the games are searched first. Where one move seems to win, deep searches with and without it must agree
that it wins (mate, or five pawns up) and that every other move does not (two pawns up at most).

Searches are kept in a file beside OUT (or --cache): after an interruption the same command goes on where it was.

Examples:
  chuhe puzzles games/ -o puzzles.epd
  chuhe puzzles library.cbl -o puzzles --format epd,pgn,json --nodes 100000 --proof-nodes 2000000
  chuhe puzzles games/ -o mates.pgn --mates --lang zh")]
pub(crate) struct Puzzles {
    /// Game files, libraries, lists of FEN or EPD, folders; - reads lines of JSON or FEN from standard input
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// File; with several formats its name without the ending. - is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// epd, pgn, json [default: as the output's name ends, else epd]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    format: Vec<PuzzleFormat>,
    /// Nodes of each search that proves a puzzle
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    proof_nodes: u64,
    /// Only mates
    #[arg(long)]
    mates: bool,
    /// Easiest that is kept
    #[arg(long, value_name = "FIGURE")]
    min_difficulty: Option<f64>,
    /// Hardest that is kept
    #[arg(long, value_name = "FIGURE")]
    max_difficulty: Option<f64>,
    /// Keep searches in this file, for several runs
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    filter: GameFilter,
    /// Notation of moves in PGN
    #[arg(long, value_name = "NOTATION")]
    notation: Option<String>,
    #[command(flatten)]
    language: LanguageArgument,
    /// What was done as one JSON value
    #[arg(long)]
    json: bool,
}

impl Puzzles {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let outputs = self.outputs()?;
        let stop = stop_flag()?;
        let effort = self.search.effort()?;
        let setup = self.search.setup(effort, 1, stop.clone())?;
        let engines = prepare(&self.search.engines()?, &setup)?;
        let workers = self.search.workers();
        let (rules, hash) = (setup.rules, setup.hash);
        let job = Job { engines, setup, effort, wanted: Wanted::default(), game_order: false, workers };
        let source = source(&self.inputs)?;
        let selection = Selection { filter: self.filter.get()?, read: ReadOptions::default() };
        let (mut items, mut total) = (0u64, 0);
        for item in source.items(&selection) {
            items += u64::from(!matches!(item, Item::Unreadable(_)));
            total += job.searches_of(&item);
        }
        let place = self.cache.clone().unwrap_or_else(|| self.beside());
        let store = Store::open(&place, false)?;
        let mut progress = SearchProgress::new(total)?;
        let mut found: Vec<Candidate> = Vec::new();
        let finish = run(
            &job,
            source.items(&selection),
            total,
            Some(store),
            &mut |analysed| {
                found.extend(candidates(&analysed));
                Ok(())
            },
            &mut |now| progress.show(now),
        );
        progress.end();
        let finish = match finish {
            Ok(finish) => finish,
            Err(error) => {
                writeln!(io::stderr(), "chuhe: stopped: {error}; the searches done are kept in {}", place.display())?;
                return Ok(ExitCode::from(1));
            }
        };
        let interrupted = || -> anyhow::Result<ExitCode> {
            writeln!(io::stderr(), "chuhe: interrupted; the same command goes on")?;
            Ok(ExitCode::from(3))
        };
        if finish.interrupted {
            return interrupted();
        }
        let settings =
            ProofSettings { nodes: self.proof_nodes, hash: hash.max(64), rules, workers, stop: stop.clone() };
        let bar = ProgressBar::with_draw_target(Some(found.len() as u64), ProgressDrawTarget::stderr_with_hz(4));
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} candidates proved, {eta} left")?);
        bar.enable_steady_tick(Duration::from_millis(500));
        let puzzles = prove_all(&found, &settings, Store::open(&place, false)?, &|done| bar.set_position(done as u64));
        bar.finish_and_clear();
        let mut puzzles = match puzzles {
            Ok(puzzles) => puzzles,
            Err(_) if stop.load(Ordering::Relaxed) => return interrupted(),
            Err(error) => {
                writeln!(io::stderr(), "chuhe: stopped: {error}; the searches done are kept in {}", place.display())?;
                return Ok(ExitCode::from(1));
            }
        };
        let proved = puzzles.len();
        puzzles.retain(|puzzle| {
            (!self.mates || puzzle.mate.is_some())
                && self.min_difficulty.is_none_or(|least| puzzle.difficulty >= least)
                && self.max_difficulty.is_none_or(|most| puzzle.difficulty <= most)
        });
        let notation = match &self.notation {
            Some(name) => {
                Some(Notation::from_name(name).with_context(|| format!("--notation {name}: no such notation"))?)
            }
            None => None,
        };
        let options = WriteOptions { notation, ..WriteOptions::default() };
        for (path, format) in &outputs {
            let write = |out: &mut dyn Write| write_puzzles(out, &puzzles, *format, self.language.get(), &options);
            let done = match path {
                None => write(&mut io::stdout().lock()),
                Some(path) => AtomicFile::create(path).and_then(|mut file| {
                    write(&mut file)?;
                    file.commit()
                }),
            };
            if let Err(error) = done {
                let name = path.as_deref().unwrap_or(Path::new("standard output")).display().to_string();
                writeln!(io::stderr(), "chuhe: {name}: {error}; the searches done are kept in {}", place.display())?;
                return Ok(ExitCode::from(1));
            }
        }
        if self.cache.is_none() {
            // Nobody asked for it; what cannot be removed does no harm.
            let _ = std::fs::remove_file(&place);
        }
        if self.json {
            let value = json!({
                "items": finish.progress.items,
                "positions": finish.progress.searches,
                "candidates": found.len(),
                "proved": proved,
                "written": puzzles.len(),
                "problems": finish.progress.problems,
            });
            writeln!(io::stderr(), "{value}")?;
        } else {
            let text = format!(
                "{} positions, {} candidates, {proved} puzzles proved, {} written",
                finish.progress.searches,
                found.len(),
                puzzles.len()
            );
            writeln!(io::stderr(), "{text}")?;
        }
        Ok(ExitCode::from(match (items, finish.progress.problems) {
            (0, _) => 2,
            (_, 0) => 0,
            _ => 1,
        }))
    }

    /// The files to write; none is standard output.
    fn outputs(&self) -> anyhow::Result<Vec<(Option<PathBuf>, PuzzleFormat)>> {
        let by_name = || {
            let ending = self.output.extension().and_then(|ending| ending.to_str()).unwrap_or("");
            ending.parse().unwrap_or(PuzzleFormat::Epd)
        };
        let formats = if self.format.is_empty() { vec![by_name()] } else { self.format.clone() };
        let stdout = self.output.as_os_str() == "-";
        match formats[..] {
            [format] => Ok(vec![((!stdout).then(|| self.output.clone()), format)]),
            _ if stdout => bail!("-o -: standard output holds one format"),
            _ => Ok(formats
                .iter()
                .map(|format| {
                    let mut name = self.output.clone().into_os_string();
                    name.push(format!(".{}", format.name()));
                    (Some(name.into()), *format)
                })
                .collect()),
        }
    }

    /// The store beside the output.
    fn beside(&self) -> PathBuf {
        let mut name =
            if self.output.as_os_str() == "-" { "puzzles".into() } else { self.output.clone().into_os_string() };
        name.push(".searches.jsonl");
        name.into()
    }
}
