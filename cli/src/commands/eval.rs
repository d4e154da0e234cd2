//! `chuhe eval`

use std::io::{self, Write};
use std::process::ExitCode;

use chuhe_engine::Evaluation;
use chuhe_movegen::Color;
use clap::Args;
use serde_json::json;

use super::FenArgument;

/// Explain the static evaluation of a position from red's view: the handcrafted one term by term, and the network's value
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
        let position = self.fen.position()?;
        let trace = chuhe_eval::trace(&position);
        let network = Evaluation::default();
        let value = network.evaluate(&position);
        let red = if position.side() == Color::Red { value } else { -value };
        let mut out = io::stdout().lock();
        if self.json {
            let mut value = serde_json::to_value(&trace)?;
            value["network"] = json!({"name": network.name(), "total": red});
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "{trace}\nnetwork {}: {red:+} for red", network.name())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
