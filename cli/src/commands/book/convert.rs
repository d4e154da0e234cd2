//! `chuhe book convert`

use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::{KeyStorage, convert};
use clap::{Args, ValueEnum};

use super::say;
use super::target::Target;

/// How .obk keeps keys of 2^63 and more.
#[derive(Clone, Copy, ValueEnum)]
enum Keys {
    /// As negative whole numbers
    Integer,
    /// As REAL with the same bits
    Real,
}

/// Convert a book into another format
#[derive(Args)]
#[command(after_help = "\
Between books of the .obk family every row goes over; that also repairs an index and the storage of keys. Otherwise the positions
that can be reached from the start go over. BOOK.DAT holds moves and weights alone: what it would lose is named, and written
with --lossy. A target that exists is replaced when all is done.

Examples:
  chuhe book convert BOOK.DAT -o mine.obk
  chuhe book convert old.obk -o repaired.obk --keys integer
  chuhe book convert mine.book -o BOOK.DAT --to book.dat --lossy")]
pub(crate) struct Convert {
    /// The book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    target: Target,
    /// How .obk keeps keys of 2^63 and more
    #[arg(long, value_enum, default_value = "integer")]
    keys: Keys,
}

impl Convert {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let format = self.target.format()?;
        let storage = match self.keys {
            Keys::Integer => KeyStorage::Integer,
            Keys::Real => KeyStorage::Real,
        };
        let done = convert(&self.book, &self.target.output, format, self.target.options(storage));
        let done = self.target.report(done)?;
        say(&format!("{} records written into {}", done.records, self.target.output.display()));
        Ok(ExitCode::SUCCESS)
    }
}
