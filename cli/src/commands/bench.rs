//! `chuhe bench`

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use chuhe_engine::{DEFAULT_HASH, Engine, Evaluation, bench};
use clap::Args;

/// Search a fixed set of positions: speed, and a node count that is the same on every machine
#[derive(Args)]
#[command(after_help = "With one thread the node count depends on the engine's code alone: it is its fingerprint.")]
pub(crate) struct Bench {
    /// Depth in plies
    #[arg(long, default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: i32,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Ask the handcrafted evaluation instead of the network
    #[arg(long)]
    handcrafted: bool,
}

impl Bench {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut engine =
            Engine::new(self.hash as usize).with_context(|| format!("no memory for a table of {} MiB", self.hash))?;
        engine.settings.threads = self.threads.into();
        if self.handcrafted {
            engine.set_evaluation(Evaluation::Handcrafted);
        }
        let mut out = io::stdout().lock();
        let mut lines = Ok(());
        let result = bench::bench(&mut engine, self.depth, |position, nodes| {
            if lines.is_ok() {
                lines = writeln!(out, "{nodes:>12}  {position}");
            }
        });
        lines?;
        writeln!(out, "Bench: {} nodes {} nps", result.nodes, result.nps())?;
        Ok(ExitCode::SUCCESS)
    }
}
