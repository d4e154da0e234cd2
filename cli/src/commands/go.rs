//! `chuhe go`

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use chuhe_engine::limits::{Limits, TimeLimit};
use chuhe_engine::search::Report;
use chuhe_engine::{DEFAULT_HASH, Engine};
use chuhe_movegen::{Move, Score};
use chuhe_rules::Line;
use clap::Args;
use serde_json::{Value, json};

use super::FenArgument;

/// Find the best move of a position
#[derive(Args)]
#[command(after_help = "\
Without a limit it thinks for five seconds; with several the first one reached counts.

Examples:
  chuhe go --depth 12
  chuhe go --movetime 3000 --multipv 3 --moves \"h2e2 h9g7\"
  chuhe go --mate 3 --fen \"3k5/4P4/9/9/9/9/9/9/9/4KR3 w\" --json")]
pub(crate) struct Go {
    #[command(flatten)]
    fen: FenArgument,
    /// Moves from there, as in h2e2 h9g7
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    depth: Option<i32>,
    /// Nodes
    #[arg(long)]
    nodes: Option<u64>,
    /// Time in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Stop when a mate in this many moves is proved
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    mate: Option<i32>,
    /// How many best lines to find
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=128))]
    multipv: u16,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// One JSON value at the end
    #[arg(long)]
    json: bool,
}

impl Go {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut engine =
            Engine::new(self.hash as usize).with_context(|| format!("no memory for a table of {} MiB", self.hash))?;
        engine.settings.threads = self.threads.into();
        let line = self.line(&engine)?;
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            multipv: self.multipv.into(),
            ..Limits::default()
        };
        if let Some(ms) = self.movetime {
            limits.time = TimeLimit::Fixed(Duration::from_millis(ms));
        } else if limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none() {
            limits.time = TimeLimit::Fixed(Duration::from_secs(5));
        }
        let mut out = io::stdout().lock();
        let mut lines: Vec<Report> = Vec::new();
        let mut written = Ok(());
        let start = Instant::now();
        let outcome = engine.go(&line, &limits, &mut |report| {
            if !self.json && written.is_ok() {
                written = writeln!(out, "{}", describe(&report));
            }
            if report.lower_bound.is_none() {
                lines.truncate(report.multipv - 1);
                lines.push(report);
            }
        });
        written?;
        let time_ms = start.elapsed().as_millis() as u64;
        let Some(outcome) = outcome else {
            let mated = if line.in_check() { "mate" } else { "stalemate" };
            if self.json {
                let score = score_json(Score::Mate(0));
                writeln!(
                    out,
                    "{}",
                    json!({"bestmove": null, "ponder": null, "score": score, "depth": 0, "nodes": 0, "time_ms": 0, "pv": [], "lines": []})
                )?;
            } else {
                writeln!(out, "no legal move: {mated}")?;
            }
            return Ok(ExitCode::SUCCESS);
        };
        if self.json {
            let all: Vec<Value> = lines
                .iter()
                .map(|line| json!({"multipv": line.multipv, "score": score_json(line.score), "depth": line.depth, "pv": pv(&line.pv)}))
                .collect();
            let best = lines.first().map_or_else(Vec::new, |line| pv(&line.pv));
            let value = json!({
                "bestmove": outcome.best.to_string(),
                "ponder": outcome.ponder.map(|mv| mv.to_string()),
                "score": score_json(outcome.score),
                "depth": outcome.depth,
                "nodes": outcome.nodes,
                "time_ms": time_ms,
                "pv": best,
                "lines": all,
            });
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "best move {}", outcome.best)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn line(&self, engine: &Engine) -> anyhow::Result<Line> {
        let mut line = Line::new(self.fen.position()?, engine.settings.natural_limit);
        for (index, text) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            let number = index + 1;
            let mv: Move = text.parse().with_context(|| format!("--moves: number {number}"))?;
            if !line.position().is_legal(mv) {
                bail!("--moves: number {number}, {mv}, is illegal");
            }
            line.make(mv);
        }
        Ok(line)
    }
}

fn pv(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Mates count in moves, negative when mated; rule wins in plies.
fn score_json(score: Score) -> Value {
    match score {
        Score::Cp(cp) => json!({"kind": "cp", "value": cp}),
        Score::Mate(_) => json!({"kind": "mate", "value": score.mate_moves()}),
        Score::Rule(plies) => json!({"kind": "rule", "value": plies}),
    }
}

fn describe(report: &Report) -> String {
    let score = match report.score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(_) => format!("mate {}", report.score.mate_moves().unwrap_or(0)),
        Score::Rule(plies) if plies > 0 => format!("wins by rule in {plies}"),
        Score::Rule(plies) => format!("loses by rule in {}", -plies),
    };
    let bound = match report.lower_bound {
        Some(true) => " or more",
        Some(false) => " or less",
        None => "",
    };
    let nps = report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-6) / 1e6;
    format!(
        "depth {:>2}/{:<2}  {:>7.3} s  {:>10} nodes  {nps:.2} Mn/s  {score}{bound}  {}",
        report.depth,
        report.seldepth,
        report.elapsed.as_secs_f64(),
        report.nodes,
        pv(&report.pv).join(" ")
    )
}
