//! `chuhe perft`

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use chuhe_movegen::perft::{PerftOptions, divide, perft};
use clap::Args;
use serde_json::json;

use super::FenArgument;

/// Count the leaves of the move tree
#[derive(Args)]
#[command(after_help = "\
Examples:
  chuhe perft 5
  chuhe perft 4 --divide --fen \"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w\"
  chuhe perft 6 --hash 256 --threads 2")]
pub(crate) struct Perft {
    /// Depth in plies
    depth: u32,
    #[command(flatten)]
    fen: FenArgument,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// Threads that share the root moves
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Table for positions met again, in MiB a thread
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: u32,
    /// One JSON value: fen, depth, nodes, seconds (and divide)
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let position = self.fen.position()?;
        let start = Instant::now();
        let options = PerftOptions { threads: self.threads.into(), hash_mb: self.hash as usize };
        let split = self.divide || options.threads > 1 || options.hash_mb > 0;
        let counts = if split { divide(&position, self.depth, options) } else { Vec::new() };
        let nodes = if split && self.depth > 0 {
            counts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            perft(&position, self.depth)
        };
        let seconds = start.elapsed().as_secs_f64();
        let mut out = io::stdout().lock();
        if self.json {
            let mut value =
                json!({"fen": position.to_string(), "depth": self.depth, "nodes": nodes, "seconds": seconds});
            if self.divide {
                let moves = counts.iter().map(|(mv, nodes)| (mv.to_string(), json!(nodes))).collect();
                value["divide"] = serde_json::Value::Object(moves);
            }
            writeln!(out, "{value}")?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.divide {
            for (mv, nodes) in &counts {
                writeln!(out, "{mv}: {nodes}")?;
            }
        }
        writeln!(out, "{seconds:.3} s, {:.1} million nodes a second", nodes as f64 / seconds.max(1e-9) / 1e6)?;
        writeln!(out, "Nodes: {nodes}")?;
        Ok(ExitCode::SUCCESS)
    }
}
