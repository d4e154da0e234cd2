//! `chuhe book lint`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use chuhe_book::{Fault, lint};
use chuhe_movegen::Move;
use chuhe_rules::Rules;
use clap::Args;
use serde_json::{Value, json};

/// Look for faults: illegal moves, damaged keys, losing repetitions, bad moves
#[derive(Args)]
#[command(after_help = "\
Exit code 1 when there are faults. `chuhe book convert` into .obk repairs keys and indexes; `chuhe book edit --disable` and
`chuhe book score` switch moves off.

Example: chuhe book lint mine.obk --max-loss 100 --json")]
pub(crate) struct Lint {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Moves that score this much below the best are faults, in the unit of the book's scores
    #[arg(long, value_name = "N")]
    max_loss: Option<i32>,
    /// Rule set for repetitions: axf, cxa1999, cxa2020, wxf, computer, league, checkban, alwaysdraw
    #[arg(long, value_name = "NAME", default_value = "axf")]
    rules: String,
    /// One JSON line a fault
    #[arg(long)]
    json: bool,
}

impl Lint {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let rules: Rules = self.rules.parse().context("--rules")?;
        let faults = lint(&self.book, &rules, self.max_loss)?;
        let mut out = io::stdout().lock();
        for fault in &faults {
            if self.json {
                writeln!(out, "{}", fault_json(fault))?;
            } else {
                writeln!(out, "{fault}")?;
            }
        }
        if !self.json {
            writeln!(out, "{}: {} faults", self.book.display(), faults.len())?;
        }
        Ok(ExitCode::from(u8::from(!faults.is_empty())))
    }
}

fn fault_json(fault: &Fault) -> Value {
    let texts = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
    let mut value = json!({"kind": fault.kind(), "text": fault.to_string()});
    match fault {
        Fault::LosesByRepetition { path, cycle, .. } => {
            value["path"] = json!(texts(path));
            value["cycle"] = json!(texts(cycle));
        }
        Fault::FarBelow { path, mv, loss } => {
            value["path"] = json!(texts(path));
            value["move"] = json!(mv.to_string());
            value["loss"] = json!(loss);
        }
        Fault::Record(_) | Fault::Unreachable(_) => {}
    }
    value
}
