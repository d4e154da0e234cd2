//! `chuhe book score`

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use chuhe_book::{Contents, Journal, LineScorer, gather, score};
use chuhe_engine::limits::Limits;
use chuhe_engine::{Engine, Evaluation};
use chuhe_rules::Line;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::say;
use super::target::Target;

/// How moves are scored by search.
#[derive(Args)]
#[command(next_help_heading = "Scores by search")]
pub(super) struct Scoring {
    /// Nodes for each position of the book and behind its moves
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Switch off moves that are this much worse than the best, in hundredths of a pawn
    #[arg(long, value_name = "CP", default_value_t = 80)]
    max_loss: i32,
    /// Ask the handcrafted evaluation instead of the network
    #[arg(long)]
    handcrafted: bool,
    /// Where finished searches are kept until all are done [default: OUT.journal]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

/// The engine as a judge of lines: a fixed number of nodes with empty memory, so that a position's score does not depend on
/// what was searched before it.
struct EngineScorer {
    engine: Engine,
    nodes: u64,
}

/// Enough for the nodes of a book's searches, and quick to empty, MiB.
const HASH: usize = 4;

impl LineScorer for EngineScorer {
    fn score(&mut self, line: &Line) -> chuhe_movegen::Score {
        self.engine.new_game();
        let limits = Limits { nodes: Some(self.nodes), multipv: 1, ..Limits::default() };
        match self.engine.go(line, &limits, &mut |_| {}) {
            Some(outcome) => outcome.score,
            // No legal move: whoever is to move has lost.
            None => chuhe_movegen::Score::Mate(0),
        }
    }

    fn describe(&self) -> String {
        let evaluation = self.engine.evaluation().name();
        format!("Chuhe {}, {evaluation}, {} nodes, {HASH} MiB", env!("CARGO_PKG_VERSION"), self.nodes)
    }
}

impl Scoring {
    /// Scores contents when nodes were asked for. The exit code of an interruption, if there was one.
    pub(super) fn score(&self, contents: &mut Contents, output: &Path) -> anyhow::Result<Option<ExitCode>> {
        let Some(nodes) = self.nodes else { return Ok(None) };
        let mut engine = Engine::new(HASH).context("no memory for a small table")?;
        if self.handcrafted {
            engine.set_evaluation(Evaluation::Handcrafted);
        }
        let mut scorer = EngineScorer { engine, nodes };
        let path = self.state.clone().unwrap_or_else(|| {
            let mut name = output.as_os_str().to_owned();
            name.push(".journal");
            name.into()
        });
        let mut journal = Journal::open(&path, &scorer)?;
        let stop = Arc::new(AtomicBool::new(false));
        let raised = stop.clone();
        ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed)).context("signals")?;
        let terminal = io::stderr().is_terminal();
        let bar = if terminal { ProgressBar::new(0) } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {per_sec}, {eta} left")?);
        let (start, mut told) = (Instant::now(), Instant::now());
        let scored = score(contents, &mut scorer, &mut journal, self.max_loss, &mut |progress| {
            bar.set_length(progress.all as u64);
            bar.set_position(progress.done as u64);
            if progress.fresh == 0 {
                // What is known from earlier runs says nothing about the speed.
                bar.reset_eta();
            }
            if !terminal && told.elapsed() > Duration::from_secs(60) {
                told = Instant::now();
                let left = start.elapsed().as_secs_f64() / progress.fresh.max(1) as f64
                    * (progress.all - progress.done) as f64;
                let _ = writeln!(io::stderr(), "{} of {} positions, {left:.0} s left", progress.done, progress.all);
            }
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        bar.finish_and_clear();
        let Some(scored) = scored else {
            writeln!(io::stderr(), "interrupted; the same command goes on from {}", path.display())?;
            return Ok(Some(ExitCode::from(3)));
        };
        journal.remove()?;
        say(&format!(
            "{} positions searched with {nodes} nodes each in {:.0} s, {} moves scored, {} switched off",
            scored.positions,
            start.elapsed().as_secs_f64(),
            scored.moves,
            scored.switched_off
        ));
        Ok(None)
    }
}

/// Score a book's moves by search and switch off the bad ones
#[derive(Args)]
#[command(after_help = "\
Each position of the book and each one behind its moves is searched once with --nodes nodes (20000 if nothing is said). Then
the scores are carried back through the book, each move gets its own, and moves that are more than --max-loss below the best
known in their position are switched off. Ctrl-C is no loss: the same command goes on where it stopped.

Example: chuhe book score mine.book -o scored.book --nodes 20000 --max-loss 80")]
pub(crate) struct Score {
    /// The book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    scoring: Scoring,
}

impl Score {
    pub(super) fn run(mut self) -> anyhow::Result<ExitCode> {
        let format = self.target.format()?;
        let (mut contents, unreachable) = gather(&self.book)?;
        if unreachable > 0 {
            writeln!(
                io::stderr(),
                "{}: {unreachable} records cannot be reached and are left out",
                self.book.display()
            )?;
        }
        self.scoring.nodes.get_or_insert(20_000);
        if let Some(interrupted) = self.scoring.score(&mut contents, &self.target.output)? {
            return Ok(interrupted);
        }
        let written = self.target.save(contents, format)?;
        say(&format!("{} moves written into {}", written.records, self.target.output.display()));
        Ok(ExitCode::from(u8::from(unreachable > 0)))
    }
}
