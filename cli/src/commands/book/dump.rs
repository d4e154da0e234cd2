//! `chuhe book dump`

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::names::classify;
use chuhe_book::{Visit, open_in_memory, walk};
use chuhe_movegen::Move;
use clap::Args;
use serde_json::json;

use super::move_json;

/// List every position of a book that can be reached from the start
#[derive(Args)]
#[command(after_help = "\
One line a position: its FEN, the moves that lead to it, and the moves of the book with weight, wins/draws/losses, score.

Examples:
  chuhe book dump embedded --plies 4
  chuhe book dump my.obk --json > my.jsonl")]
pub(crate) struct Dump {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Only positions up to this many plies from the start
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// One JSON line a position
    #[arg(long)]
    json: bool,
}

impl Dump {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let book = open_in_memory(&self.book)?;
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut written = Ok(());
        walk(&*book, &mut |visit| {
            if self.plies.is_some_and(|most| visit.path.len() > most) {
                return ControlFlow::Break(());
            }
            written = self.line(&mut out, visit);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        written?;
        out.flush()?;
        if self.plies.is_none()
            && let Some(unmet @ 1..) = book.unmet()
        {
            writeln!(io::stderr(), "{unmet} records cannot be reached from the start position by legal moves")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn line(&self, out: &mut impl Write, visit: &Visit<'_>) -> io::Result<()> {
        let path: Vec<String> = visit.path.iter().map(Move::to_string).collect();
        if self.json {
            let moves: Vec<_> = visit.moves.iter().map(move_json).collect();
            let opening = classify(visit.path).map(|opening| opening.code);
            let line = json!({"fen": visit.position.to_string(), "path": path, "opening": opening, "moves": moves});
            return writeln!(out, "{line}");
        }
        write!(out, "{}\t{}\t", visit.position, path.join(" "))?;
        for (i, known) in visit.moves.iter().enumerate() {
            let (off, space) = (if known.enabled { "" } else { "(off)" }, if i == 0 { "" } else { " " });
            write!(out, "{space}{}{off}:{}:{}/{}/{}", known.mv, known.weight, known.win, known.draw, known.loss)?;
            if let Some(score) = known.score {
                write!(out, ":{score}")?;
            }
        }
        writeln!(out)
    }
}
