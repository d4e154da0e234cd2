//! `chuhe book edit`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use chuhe_book::{Change, edit};
use chuhe_movegen::Move;
use clap::Args;

use super::probe::position_after;
use super::say;
use crate::commands::FenArgument;

/// Change a move of a position
#[derive(Args)]
#[command(after_help = "\
A move that is not there is added. The file as it was stays as BOOK.bak. Books of the .obk family, our own and BOOK.DAT can be
changed; BOOK.DAT holds weights alone.

Examples:
  chuhe book edit mine.obk --move h2e2 --weight 50
  chuhe book edit mine.obk --fen \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\" --move h9i7 --disable
  chuhe book edit mine.book --moves \"h2e2 h9g7\" --move h0g2 --comment 正着")]
pub(crate) struct Edit {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    fen: FenArgument,
    /// Moves from there, as in h2e2 h9g7
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The move to change
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
    /// Give it this weight
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    weight: Option<i32>,
    /// It may not be played
    #[arg(long, conflicts_with = "enable")]
    disable: bool,
    /// It may be played
    #[arg(long)]
    enable: bool,
    /// Give it a comment; an empty one takes the comment away
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// Take it out of the book
    #[arg(long, conflicts_with_all = ["weight", "disable", "enable", "comment"])]
    remove: bool,
}

impl Edit {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let position = position_after(self.fen.position()?, self.moves.as_deref())?;
        let mv: Move = self.mv.parse().context("--move")?;
        let mut changes = Vec::new();
        changes.extend(self.weight.map(Change::Weight));
        if self.disable || self.enable {
            changes.push(Change::Enabled(self.enable));
        }
        changes.extend(self.comment.map(Change::Comment));
        if self.remove {
            changes.push(Change::Remove);
        }
        if changes.is_empty() {
            bail!("nothing to change: say --weight, --enable, --disable, --comment or --remove");
        }
        let edits: Vec<_> =
            changes.into_iter().map(|change| chuhe_book::Edit { position: position.clone(), mv, change }).collect();
        let backup = edit(&self.book, &edits)?;
        say(&format!("{} changed; as it was: {}", self.book.display(), backup.display()));
        Ok(ExitCode::SUCCESS)
    }
}
