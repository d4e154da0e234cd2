//! `chuhe-train selfplay`.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chuhe_engine::Evaluation;
use chuhe_train::pack::PackWriter;
use chuhe_train::produce::Stop;
use chuhe_train::selfplay::{Agreement, Openings, Settings};
use serde::{Deserialize, Serialize};

use super::progress::Display;
use super::{DONE, INTERRUPTED, evaluation, interrupt_flag};

/// Example: chuhe-train selfplay gen0 --threads 2 --soft-nodes 1000 --positions 10000000
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder for `games.pack` and `recipe.json`; made when missing
    output: PathBuf,
    /// Games at once, one search thread each
    #[arg(long, default_value_t = chuhe_engine::machine_threads())]
    threads: usize,
    #[command(flatten)]
    recipe: Recipe,
    /// What judges positions: `handcrafted`, `embedded` or a network file
    #[arg(long, default_value = "embedded", value_parser = evaluation)]
    evaluation: Evaluation,
    /// File with opening lines (moves like h2e2, a row each) for half of the games
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Stop when the pack holds this many games
    #[arg(long)]
    games: Option<u64>,
    /// Stop when this run has written this many positions
    #[arg(long)]
    positions: Option<u64>,
    /// Stop after this many minutes
    #[arg(long)]
    minutes: Option<f64>,
}

/// What the games of a folder depend on.
#[derive(clap::Args, Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Recipe {
    /// Games depend on it and on their number alone
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of a move after which no new iteration begins
    #[arg(long, default_value_t = 1000)]
    soft_nodes: u64,
    /// Table of each engine in MiB
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Fewest random plies behind the start position
    #[arg(long, default_value_t = 8)]
    min_random: usize,
    /// Most random plies behind the start position
    #[arg(long, default_value_t = 12)]
    max_random: usize,
    /// Openings with a larger score are thrown away (hundredths of a pawn)
    #[arg(long, default_value_t = 1000)]
    max_opening_score: i16,
    /// A game is won when all scores pass this (hundredths of a pawn) ...
    #[arg(long, default_value_t = Agreement::default().win_score)]
    win_score: i16,
    /// ... for this many plies
    #[arg(long, default_value_t = Agreement::default().win_plies)]
    win_plies: u32,
    /// The most plies of a game
    #[arg(long, default_value_t = 500)]
    max_plies: usize,
    /// Version of the program that made the games
    #[arg(skip = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned())]
    program: String,
    /// The evaluation: `handcrafted`, or the network's name and hash
    #[arg(skip)]
    #[serde(default)]
    evaluation: String,
    /// The opening lines
    #[arg(skip)]
    openings: Vec<String>,
}

impl Recipe {
    fn settings(&self, evaluation: Evaluation, openings: Openings) -> Settings {
        Settings {
            seed: self.seed,
            soft_nodes: self.soft_nodes,
            evaluation,
            hash_mb: self.hash,
            openings,
            max_opening_score: self.max_opening_score,
            agreement: Agreement { win_score: self.win_score, win_plies: self.win_plies, ..Agreement::default() },
            max_plies: self.max_plies,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let mut recipe = arguments.recipe.clone();
    recipe.evaluation = match &arguments.evaluation {
        Evaluation::Handcrafted => "handcrafted".to_owned(),
        Evaluation::Nnue(network) => format!("{}-{:08x}", network.name(), network.hash() >> 32),
    };
    if recipe.min_random > recipe.max_random {
        bail!("--min-random {} is more than --max-random {}", recipe.min_random, recipe.max_random);
    }
    let mut openings = Openings { random_plies: recipe.min_random..=recipe.max_random, ..Openings::default() };
    if let Some(path) = &arguments.openings {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        openings.lines = Openings::parse_lines(&text).with_context(|| path.display().to_string())?;
        let words = |line: &Vec<_>| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        recipe.openings = openings.lines.iter().map(words).collect();
    }
    fs::create_dir_all(&arguments.output).with_context(|| format!("making {}", arguments.output.display()))?;
    let pack = arguments.output.join("games.pack");
    let (mut writer, found) = PackWriter::append(&pack).with_context(|| pack.display().to_string())?;
    settle_recipe(&arguments.output.join("recipe.json"), &recipe, found.games)?;
    if found.len > 0 {
        eprintln!("{}: going on behind {} games", pack.display(), found.games);
    }
    if found.sound < found.len {
        eprintln!("{}: cut {} bytes of an unfinished or damaged last block", pack.display(), found.len - found.sound);
    }
    let stop = Stop {
        games: arguments.games,
        positions: arguments.positions,
        time: arguments.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)),
    };
    if stop.games.is_some_and(|games| found.games >= games) {
        return Ok(DONE);
    }
    let interrupted = interrupt_flag()?;
    let mut display = Display::new();
    let progress = chuhe_train::selfplay::run(
        &recipe.settings(arguments.evaluation.clone(), openings),
        arguments.threads,
        &mut writer,
        found.games,
        stop,
        &mut |progress| {
            display.show(progress);
            if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )
    .with_context(|| pack.display().to_string())?;
    display.finish(&progress);
    Ok(if interrupted.load(Ordering::Relaxed) { INTERRUPTED } else { DONE })
}

/// Writes the recipe of a new folder; refuses to mix two recipes in one.
fn settle_recipe(path: &Path, recipe: &Recipe, games: u64) -> Result<()> {
    if path.exists() {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let before: Recipe = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        if before != *recipe {
            bail!(
                "{} was made with another recipe than this; use its options or another folder\n  there {}\n  here  {}",
                path.display(),
                serde_json::to_string(&before)?,
                serde_json::to_string(recipe)?
            );
        }
    } else {
        if games > 0 {
            bail!("{} is missing beside a pack with {games} games", path.display());
        }
        fs::write(path, serde_json::to_string_pretty(recipe)? + "\n")
            .with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}
