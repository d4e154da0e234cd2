//! `chuhe book convert`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::{ConvertOptions, KeyStorage, convert};
use clap::{Args, ValueEnum};

use super::{say, target_format};

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
    /// The book to write
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Format: book, obk or book.dat [default: as the output's name ends]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// How .obk keeps keys of 2^63 and more
    #[arg(long, value_enum, default_value = "integer")]
    keys: Keys,
    /// Write also when something is lost
    #[arg(long)]
    lossy: bool,
}

impl Convert {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let format = target_format(self.to.as_deref(), &self.output)?;
        let storage = match self.keys {
            Keys::Integer => KeyStorage::Integer,
            Keys::Real => KeyStorage::Real,
        };
        let options = ConvertOptions { storage, lossy: self.lossy };
        let done = convert(&self.book, &self.output, format, options).map_err(|error| match error {
            chuhe_book::BookError::Lossy { .. } => anyhow::anyhow!("{error} (--lossy writes it)"),
            error => error.into(),
        })?;
        for loss in &done.losses {
            writeln!(io::stderr(), "{}: written without {loss}", self.output.display())?;
        }
        say(&format!("{} records written into {}", done.records, self.output.display()));
        Ok(ExitCode::SUCCESS)
    }
}
