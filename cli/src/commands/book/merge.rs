//! `chuhe book merge`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::{Contents, gather};
use clap::Args;

use super::say;
use super::target::Target;

/// Add books together
#[derive(Args)]
#[command(after_help = "\
Weights and results of the same move are added up; scores and comments are those of the first book that has them. With --first a
position is taken whole from the first book that knows it.

Examples:
  chuhe book merge red.obk black.obk -o both.obk
  chuhe book merge mine.book embedded -o all.book --first")]
pub(crate) struct Merge {
    /// Books
    #[arg(required = true, value_name = "BOOK")]
    books: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// Take a position from the first book that knows it
    #[arg(long)]
    first: bool,
}

impl Merge {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let format = self.target.format()?;
        let mut all = Contents::default();
        let mut problems = false;
        for path in &self.books {
            let (contents, unreachable) = gather(path)?;
            if unreachable > 0 {
                problems = true;
                writeln!(io::stderr(), "{}: {unreachable} records cannot be reached and are left out", path.display())?;
            }
            if self.first {
                all.fill(contents);
            } else {
                all.merge(contents);
            }
        }
        let positions = all.len();
        let written = self.target.save(all, format)?;
        say(&format!(
            "{} moves of {positions} positions written into {}",
            written.records,
            self.target.output.display()
        ));
        Ok(ExitCode::from(u8::from(problems)))
    }
}
