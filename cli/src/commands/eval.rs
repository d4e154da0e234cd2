//! `chuhe eval`

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use super::FenArgument;

/// Explain the static evaluation of a position, term by term, from red's view
#[derive(Args)]
pub(crate) struct Eval {
    #[command(flatten)]
    fen: FenArgument,
    /// One JSON value
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let trace = chuhe_eval::trace(&self.fen.position()?);
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&trace)?)?;
        } else {
            writeln!(out, "{trace}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
