//! Where a command writes its book.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use chuhe_book::{BookError, BookFormat, Contents, ConvertOptions, Converted, KeyStorage, save_as};
use clap::Args;

/// The book to be written.
#[derive(Args)]
pub(super) struct Target {
    /// The book to write
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Format: book, obk or book.dat [default: as the output's name ends]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Write also when the format cannot hold all
    #[arg(long)]
    lossy: bool,
}

impl Target {
    /// The format: the one named, else the one of the file's name. Known before any work is done.
    pub(super) fn format(&self) -> anyhow::Result<BookFormat> {
        let format = match &self.to {
            Some(name) => BookFormat::from_name(name).ok_or_else(|| anyhow!("--to {name}: no such format"))?,
            None => BookFormat::of_path(&self.output).ok_or_else(|| {
                anyhow!("`{}`: the format is not clear from the name, say it with --to", self.output.display())
            })?,
        };
        if !format.is_writable() {
            bail!("{format} books can be read, not written");
        }
        Ok(format)
    }

    /// Writes a book and names what the format could not hold.
    pub(super) fn save(&self, contents: Contents, format: BookFormat) -> anyhow::Result<Converted> {
        self.report(save_as(contents, &self.output, format, self.options(KeyStorage::default())))
    }

    /// How the book is to be written.
    pub(super) fn options(&self, storage: KeyStorage) -> ConvertOptions {
        ConvertOptions { storage, lossy: self.lossy }
    }

    /// Names what was lost, or would have been.
    pub(super) fn report(&self, done: Result<Converted, BookError>) -> anyhow::Result<Converted> {
        let done = done.map_err(|error| match error {
            BookError::Lossy { .. } => anyhow!("{error} (--lossy writes it)"),
            error => error.into(),
        })?;
        for loss in &done.losses {
            writeln!(io::stderr(), "{}: written without {loss}", self.output.display())?;
        }
        Ok(done)
    }
}
