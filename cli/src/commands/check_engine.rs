//! `chuhe check-engine`

use std::io::{self, Write};
use std::process::ExitCode;

use chuhe_arena::conformance::{Check, check_engine};
use chuhe_arena::engine::EngineConfig;
use clap::Args;
use serde_json::json;

/// Check whether a UCCI or UCI engine keeps its protocol
#[derive(Args)]
#[command(after_help = "\
Examples:
  chuhe check-engine ./myengine
  chuhe check-engine \"./myengine --fast\" --proto ucci
  chuhe check-engine fairy-stockfish --proto uci --lines
  chuhe check-engine ./myengine --set option.Hash=16 --json

One line a check: ok or FAIL, its name, what was seen. Exit codes: 0 all ok, 1 some failed, 2 the engine does not start.")]
pub(crate) struct CheckEngine {
    /// The engine's command line
    command: String,
    /// Protocol: ucci, uci or auto
    #[arg(long, default_value = "auto")]
    proto: String,
    /// First rank in moves: 0, 1 or auto
    #[arg(long, default_value = "auto")]
    ranks: String,
    /// Any other property of an engine, as `chuhe match -engine` takes it
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Show the lines exchanged for every check, not only for failed ones
    #[arg(long)]
    lines: bool,
    /// A JSON list: name, ok, detail, exchange
    #[arg(long)]
    json: bool,
}

impl CheckEngine {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut config = EngineConfig::new("");
        config.set("cmd", &self.command)?;
        config.set("proto", &self.proto)?;
        config.set("ranks", &self.ranks)?;
        for property in &self.set {
            let (key, value) = property.split_once('=').unwrap_or((property, ""));
            config.set(key, value)?;
        }
        let mut out = io::stdout().lock();
        // Some checks take seconds: each line is shown when it is known.
        let mut written = Ok(());
        let checks = check_engine(config, &Default::default(), &mut |check| {
            if !self.json && written.is_ok() {
                written = self.print(&mut out, check);
            }
        })?;
        written?;
        if self.json {
            writeln!(out, "{}", json!(checks))?;
        } else {
            let failed = checks.iter().filter(|check| !check.ok).count();
            writeln!(out, "{} checks, {failed} failed", checks.len())?;
        }
        Ok(ExitCode::from(u8::from(checks.iter().any(|check| !check.ok))))
    }

    fn print(&self, out: &mut impl Write, check: &Check) -> io::Result<()> {
        writeln!(out, "{} {} {}", if check.ok { "ok  " } else { "FAIL" }, check.name, check.detail)?;
        if self.lines || !check.ok {
            for line in &check.exchange {
                writeln!(out, "       {line}")?;
            }
        }
        out.flush()
    }
}
