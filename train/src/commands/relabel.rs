//! `chuhe-train relabel`.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use chuhe_engine::Evaluation;
use chuhe_eval::nnue::Network;
use chuhe_train::pack::{PackReader, PackWriter};
use chuhe_train::relabel::{Scorer, relabel};

use super::progress::Display;
use super::{DONE, INTERRUPTED, WITH_PROBLEMS, evaluation, interrupt_flag};

/// Example: chuhe-train relabel gen0/games.pack -o gen0/relabelled.pack --soft-nodes 1000
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Pack
    input: PathBuf,
    /// The pack to write; when it exists, the work goes on behind its games
    #[arg(short, long)]
    output: PathBuf,
    /// Nodes of a search after which no new iteration begins
    #[arg(long, default_value_t = 1000)]
    soft_nodes: u64,
    /// Table of each engine in MiB
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// What the search evaluates with: `handcrafted`, `embedded` or a network file
    #[arg(long, default_value = "embedded", value_parser = evaluation)]
    evaluation: Evaluation,
    /// Take this network's evaluation instead of a search
    #[arg(long, conflicts_with = "evaluation")]
    network: Option<PathBuf>,
    /// Games at once, one search thread each
    #[arg(long, default_value_t = chuhe_engine::machine_threads())]
    threads: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    if arguments.input == arguments.output {
        bail!("a pack cannot be relabelled onto itself");
    }
    let scorer = match &arguments.network {
        None => Scorer::Search {
            evaluation: arguments.evaluation.clone(),
            soft_nodes: arguments.soft_nodes,
            hash_mb: arguments.hash,
        },
        Some(path) => {
            let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
            Scorer::Network(Arc::new(Network::from_bytes(&bytes).with_context(|| path.display().to_string())?))
        }
    };
    let context = || format!("reading {}", arguments.input.display());
    let mut reader = PackReader::open(&arguments.input).with_context(context)?;
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().with_context(context)? {
        games.push(game);
    }
    reader.damage().iter().for_each(|damage| eprintln!("{}: {damage}", arguments.input.display()));
    let (mut writer, found) =
        PackWriter::append(&arguments.output).with_context(|| arguments.output.display().to_string())?;
    if found.games > games.len() as u64 {
        bail!("{} holds more games than {}", arguments.output.display(), arguments.input.display());
    }
    let interrupted = interrupt_flag()?;
    let mut display = Display::new();
    let progress = relabel(&games, &scorer, arguments.threads, &mut writer, found.games, &mut |progress| {
        display.show(progress);
        if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .with_context(|| arguments.output.display().to_string())?;
    display.finish(&progress);
    Ok(match (progress.games < games.len() as u64, reader.damage().is_empty()) {
        (true, _) => INTERRUPTED,
        (false, true) => DONE,
        (false, false) => WITH_PROBLEMS,
    })
}
