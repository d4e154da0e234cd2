//! `chuhe book merge`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::{Contents, ConvertOptions, gather, save_as};
use clap::Args;

use super::{say, target_format};

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
    /// The book to write
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Format: book, obk or book.dat [default: as the output's name ends]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Take a position from the first book that knows it
    #[arg(long)]
    first: bool,
    /// Write also when the format cannot hold all
    #[arg(long)]
    lossy: bool,
}

impl Merge {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let format = target_format(self.to.as_deref(), &self.output)?;
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
        let options = ConvertOptions { lossy: self.lossy, ..ConvertOptions::default() };
        let positions = all.len();
        let written = save_as(all, &self.output, format, options)?;
        for loss in &written.losses {
            writeln!(io::stderr(), "{}: written without {loss}", self.output.display())?;
        }
        say(&format!("{} moves of {positions} positions written into {}", written.records, self.output.display()));
        Ok(ExitCode::from(u8::from(problems)))
    }
}
