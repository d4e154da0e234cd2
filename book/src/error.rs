//! What can be wrong with a book.

use std::io;

use thiserror::Error;

use crate::{BookFormat, Loss};

/// Why a book cannot be used. Each is one line that begins with the book's name.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{name}: {error}")]
    Io {
        /// The file.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{name}: not an opening book: {reason}")]
    NotABook {
        /// The file.
        name: String,
        /// How that shows.
        reason: String,
    },
    /// A book, but cut or overwritten.
    #[error("{name}: damaged: {reason}")]
    Damaged {
        /// The file.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// Another program keeps the database to itself.
    #[error("{name}: another program has locked this database")]
    Locked {
        /// The file.
        name: String,
    },
    /// Anything else SQLite says.
    #[error("{name}: {reason}")]
    Database {
        /// The file.
        name: String,
        /// What it says.
        reason: String,
    },
    /// A format that is only read.
    #[error("{0} books can be read, not written")]
    ReadOnly(BookFormat),
    /// The target cannot hold all that is there.
    #[error("{name}: not written, it would lose {}", list(losses))]
    Lossy {
        /// The file.
        name: String,
        /// What would be lost.
        losses: Vec<Loss>,
    },
    /// A change that makes no sense in this book.
    #[error("{name}: {reason}")]
    Edit {
        /// The file.
        name: String,
        /// Why.
        reason: String,
    },
}

fn list(losses: &[Loss]) -> String {
    losses.iter().map(Loss::to_string).collect::<Vec<_>>().join("; ")
}

impl BookError {
    pub(crate) fn io(name: impl Into<String>, error: io::Error) -> BookError {
        BookError::Io { name: name.into(), error }
    }

    pub(crate) fn not_a_book(name: &str, reason: impl Into<String>) -> BookError {
        BookError::NotABook { name: name.into(), reason: reason.into() }
    }

    pub(crate) fn damaged(name: &str, reason: impl Into<String>) -> BookError {
        BookError::Damaged { name: name.into(), reason: reason.into() }
    }

    pub(crate) fn edit(name: &str, reason: impl Into<String>) -> BookError {
        BookError::Edit { name: name.into(), reason: reason.into() }
    }

    /// What SQLite says, in the words of books.
    pub(crate) fn sql(name: &str, error: &rusqlite::Error) -> BookError {
        use rusqlite::ErrorCode;
        let name = name.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => BookError::Locked { name },
            Some(ErrorCode::NotADatabase) => BookError::NotABook { name, reason: "not a database".into() },
            Some(ErrorCode::DatabaseCorrupt) => BookError::Damaged { name, reason: "the database is corrupt".into() },
            _ => BookError::Database { name, reason: error.to_string() },
        }
    }
}
