//! Contents as a book.

use chuhe_movegen::Position;

use crate::{Book, BookError, BookFormat, BookInfo, BookMove, Contents};

/// Contents with a name, to be probed and walked over.
#[derive(Clone, Debug)]
pub struct MemoryBook {
    /// What is in it.
    pub contents: Contents,
    info: BookInfo,
}

impl MemoryBook {
    /// A book of these contents.
    #[must_use]
    pub fn new(contents: Contents, name: impl Into<String>) -> MemoryBook {
        let info =
            BookInfo { name: name.into(), format: BookFormat::Own, records: contents.records(), notes: Vec::new() };
        MemoryBook { contents, info }
    }
}

impl Book for MemoryBook {
    fn info(&self) -> &BookInfo {
        &self.info
    }

    fn probe(&self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        Ok(self.contents.moves(position))
    }
}
