//! The formats of books, and opening a file of whatever format.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::{Book, BookDat, BookError, ObkBook, OwnBook, XqbBook, embedded, own};

/// A format of opening books.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BookFormat {
    /// Ours.
    Own,
    /// `.obk`: SQLite table `bhobk`.
    Obk,
    /// `.pfBook`: SQLite table `pfBook`.
    PfBook,
    /// `.yfk`: SQLite tables `bhobk` and `ltext`.
    Yfk,
    /// `.xqb`: SQLite table `book`.
    Xqb,
    /// ElephantEye's `BOOK.DAT`.
    BookDat,
}

impl BookFormat {
    /// All formats.
    pub const ALL: [BookFormat; 6] =
        [BookFormat::Own, BookFormat::Obk, BookFormat::PfBook, BookFormat::Yfk, BookFormat::Xqb, BookFormat::BookDat];

    /// Its name: `book`, `obk`, `pfbook`, `yfk`, `xqb`, `book.dat`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BookFormat::Own => "book",
            BookFormat::Obk => "obk",
            BookFormat::PfBook => "pfbook",
            BookFormat::Yfk => "yfk",
            BookFormat::Xqb => "xqb",
            BookFormat::BookDat => "book.dat",
        }
    }

    /// The format of a name in any case; `dat` and `bookdat` are `book.dat`, `own` is `book`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<BookFormat> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "dat" | "bookdat" => Some(BookFormat::BookDat),
            "own" | "chuhe" => Some(BookFormat::Own),
            _ => BookFormat::ALL.into_iter().find(|format| format.name() == name),
        }
    }

    /// The format a file's name asks for.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<BookFormat> {
        BookFormat::from_name(&path.extension()?.to_string_lossy())
    }

    /// Whether books of it can be written.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, BookFormat::Own | BookFormat::Obk | BookFormat::BookDat)
    }
}

impl fmt::Display for BookFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Opens a book, finding its format by its content. The name `embedded` is the book inside the program.
///
/// # Errors
/// When the file cannot be read, is no book, or is damaged.
pub fn open(path: &Path) -> Result<Box<dyn Book>, BookError> {
    open_as(path, false)
}

/// Opens a book and reads all of it, for whoever will probe every position: [`Book::unmet`] then counts.
///
/// # Errors
/// As [`open`].
pub fn open_in_memory(path: &Path) -> Result<Box<dyn Book>, BookError> {
    open_as(path, true)
}

fn open_as(path: &Path, in_memory: bool) -> Result<Box<dyn Book>, BookError> {
    if path.as_os_str() == embedded::NAME {
        return Ok(Box::new(embedded::book()));
    }
    Ok(match recognise(path)? {
        BookFormat::Own => Box::new(OwnBook::open(path)?),
        BookFormat::Obk | BookFormat::PfBook | BookFormat::Yfk => Box::new(ObkBook::open(path, in_memory)?),
        BookFormat::Xqb => Box::new(XqbBook::open(path, in_memory)?),
        BookFormat::BookDat => Box::new(BookDat::open(path)?),
    })
}

/// The format of a file by its content.
///
/// # Errors
/// When the file cannot be read or is no book.
pub fn recognise(path: &Path) -> Result<BookFormat, BookError> {
    let name = path.display().to_string();
    let io = |error| BookError::io(&name, error);
    if path.is_dir() {
        return Err(BookError::not_a_book(&name, "a folder"));
    }
    let mut head = Vec::new();
    File::open(path).map_err(io)?.take(64).read_to_end(&mut head).map_err(io)?;
    if head.is_empty() {
        return Err(BookError::not_a_book(&name, "the file is empty"));
    }
    if head.starts_with(own::MAGIC) {
        return Ok(BookFormat::Own);
    }
    if head.starts_with(b"SQLite format 3\0") {
        return crate::sqlite::recognise(path);
    }
    for (magic, what) in [
        (&[0x28, 0xB5, 0x2F, 0xFD][..], "compressed by zstd"),
        (&[0x1F, 0x8B], "compressed by gzip"),
        (b"PK\x03\x04", "a zip archive"),
        (b"Rar!", "a rar archive"),
        (b"7z\xBC\xAF", "a 7z archive"),
        (b"XQ", "a game in XQF"),
        (b"CCBridge", "games of CCBridge"),
    ] {
        if head.starts_with(magic) {
            return Err(BookError::not_a_book(&name, format!("{what}; unpack or convert it first")));
        }
    }
    // What is left has no mark of its own; the reader of BOOK.DAT says what is wrong with it.
    Ok(BookFormat::BookDat)
}
