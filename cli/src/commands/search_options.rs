//! Options of the tools that search many positions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use chuhe_analysis::run::Effort;
use chuhe_analysis::search::{DEFAULT_NODES, EngineChoice, SearchLimit, Setup};
use chuhe_arena::engine::{EngineConfig, read_engine_file};
use chuhe_engine::machine_threads;
use chuhe_rules::Rules;
use clap::Args;

/// How positions are searched.
#[derive(Args)]
#[command(next_help_heading = "How positions are searched")]
pub(crate) struct SearchOptions {
    /// Nodes a position [default: 200000, unless there is another limit]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    depth: Option<i32>,
    /// Time a position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Time for everything together in seconds
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["nodes", "depth", "movetime"])]
    budget: Option<f64>,
    /// Searches at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Threads of each search; with more than one, results may differ from run to run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Transposition table of each worker in MiB [default: what the nodes can fill, at most 16]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: Option<u32>,
    /// Rule set for repetitions and the natural limit
    #[arg(long, value_name = "NAME", default_value = "axf")]
    rules: String,
    /// Give a position up after so many seconds [default: a minute and what the limit takes]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Engine: chuhe (this program), a command, name=.. cmd=.. option.X=.. as in `chuhe match`, or a .toml file; may be
    /// given several times, the first one judges the moves
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<String>,
}

impl SearchOptions {
    /// How long positions are searched.
    pub(crate) fn effort(&self) -> anyhow::Result<Effort> {
        if let Some(seconds) = self.budget {
            if !(seconds.is_finite() && (0.1..1e9).contains(&seconds)) {
                bail!("--budget {seconds}: expected seconds");
            }
            return Ok(Effort::Budget(Duration::from_secs_f64(seconds)));
        }
        let limit =
            SearchLimit { nodes: self.nodes, depth: self.depth, movetime: self.movetime.map(Duration::from_millis) };
        Ok(Effort::Limit(if limit.is_none() { SearchLimit::nodes(DEFAULT_NODES) } else { limit }))
    }

    /// How engines are set up. `stop` ends every search.
    pub(crate) fn setup(&self, effort: Effort, multipv: usize, stop: Arc<AtomicBool>) -> anyhow::Result<Setup> {
        let rules: Rules = self.rules.parse().context("--rules")?;
        let patience = match (self.timeout, effort) {
            (Some(seconds), _) => Duration::from_secs(seconds),
            (None, Effort::Limit(limit)) => limit.patience(),
            (None, Effort::Budget(budget)) => budget.max(Duration::from_secs(60)),
        };
        Ok(Setup { rules, multipv, threads: self.threads.into(), hash: self.hash(effort), patience, stop })
    }

    /// The table of a worker in MiB. Each position begins with an empty one, and to get a large one from the system costs
    /// more than a short search: with nothing said it is no larger than the search can use.
    fn hash(&self, effort: Effort) -> usize {
        const LARGEST: u64 = 16;
        // An entry is smaller than this.
        const BYTES_A_NODE: u64 = 64;
        let fitting = match effort {
            Effort::Limit(SearchLimit { nodes: Some(nodes), .. }) => {
                (nodes.saturating_mul(BYTES_A_NODE) / (1024 * 1024)).clamp(1, LARGEST)
            }
            _ => LARGEST,
        };
        self.hash.map_or(fitting as usize, |megabytes| megabytes as usize)
    }

    /// How many searches run at the same time.
    pub(crate) fn workers(&self) -> usize {
        let by_machine = || (machine_threads() / usize::from(self.threads)).max(1);
        self.workers.map_or_else(by_machine, usize::from)
    }

    /// As [`SearchOptions::workers`], one when nothing was said.
    pub(crate) fn workers_or_one(&self) -> usize {
        self.workers.map_or(1, usize::from)
    }

    /// The engines, this program when none is named.
    pub(crate) fn engines(&self) -> anyhow::Result<Vec<EngineChoice>> {
        if self.engine.is_empty() {
            return Ok(vec![EngineChoice::Inside]);
        }
        let mut engines = Vec::new();
        for text in &self.engine {
            engines.extend(engine(text).with_context(|| format!("--engine {text}"))?);
        }
        Ok(engines)
    }
}

fn engine(text: &str) -> anyhow::Result<Vec<EngineChoice>> {
    let outside = |config| EngineChoice::Outside(Box::new(config));
    if text == "chuhe" {
        return Ok(vec![EngineChoice::Inside]);
    }
    let path = PathBuf::from(text);
    if path.extension().is_some_and(|ending| ending == "toml") {
        return Ok(read_engine_file(&path)?.into_iter().map(outside).collect());
    }
    let words = shlex::split(text).filter(|words| !words.is_empty()).context("expected a command")?;
    let mut config = EngineConfig::new("");
    if words.iter().any(|word| word.starts_with("cmd=")) {
        for word in &words {
            let (key, value) = word.split_once('=').with_context(|| format!("`{word}`: expected key=value"))?;
            config.set(key, value)?;
        }
    } else {
        config.set("cmd", text)?;
    }
    Ok(vec![outside(config)])
}

/// A flag that Ctrl-C raises. A second Ctrl-C ends the program at once.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(3);
        }
    })
    .context("signals")?;
    Ok(stop)
}
