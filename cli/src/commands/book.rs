//! `chuhe book`

mod build;
mod convert;
mod dump;
mod edit;
mod learn;
mod lint;
mod merge;
mod probe;
mod score;
mod stats;
mod target;

use std::io::{self, Write};
use std::process::ExitCode;

use chuhe_book::BookMove;
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

/// Opening books: build, probe, convert, edit and check them
#[derive(Args)]
#[command(after_help = "\
Formats are found by content: our own (.book), .obk, .pfBook, .yfk, .xqb and ElephantEye's BOOK.DAT are read; .book, .obk and
BOOK.DAT are written. The name `embedded` is the book inside the program.

Examples:
  chuhe book probe embedded
  chuhe book probe my.obk --moves \"h2e2 h9g7\" --json
  chuhe book build games/ -o mine.book --min-games 3
  chuhe book edit mine.book --moves h2e2 --move b9c7 --disable
  chuhe book convert BOOK.DAT -o mine.obk
  chuhe help book convert")]
pub(crate) struct Book {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    /// Make a book from games
    Build(build::Build),
    /// Score a book's moves by search and switch off the bad ones
    Score(score::Score),
    /// Show the moves that books know in a position
    Probe(probe::Probe),
    /// List every position of a book that can be reached from the start
    Dump(dump::Dump),
    /// Describe a book
    Stats(stats::Stats),
    /// Add books together
    Merge(merge::Merge),
    /// Change a move of a position
    Edit(edit::Edit),
    /// Look for faults: illegal moves, damaged keys, losing repetitions, bad moves
    Lint(lint::Lint),
    /// Convert a book into another format
    Convert(convert::Convert),
    /// Add the results of played games to a book
    Learn(learn::Learn),
}

impl Book {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            BookCommand::Build(build) => build.run(),
            BookCommand::Score(score) => score.run(),
            BookCommand::Probe(probe) => probe.run(),
            BookCommand::Dump(dump) => dump.run(),
            BookCommand::Stats(stats) => stats.run(),
            BookCommand::Merge(merge) => merge.run(),
            BookCommand::Edit(edit) => edit.run(),
            BookCommand::Lint(lint) => lint.run(),
            BookCommand::Convert(convert) => convert.run(),
            BookCommand::Learn(learn) => learn.run(),
        }
    }
}

/// Tells the user what was done. The work is a file; it is done also when nobody listens.
fn say(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// A move as JSON. A comment and games without result are only named where there are any.
fn move_json(known: &BookMove) -> Value {
    let mut value = Map::new();
    for (key, item) in [
        ("move", json!(known.mv.to_string())),
        ("weight", json!(known.weight)),
        ("win", json!(known.win)),
        ("draw", json!(known.draw)),
        ("loss", json!(known.loss)),
        ("score", json!(known.score)),
        ("enabled", json!(known.enabled)),
    ] {
        value.insert(key.into(), item);
    }
    if known.unknown > 0 {
        value.insert("unknown".into(), json!(known.unknown));
    }
    if !known.comment.is_empty() {
        value.insert("comment".into(), json!(known.comment));
    }
    value.into()
}
