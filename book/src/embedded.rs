//! The book inside the program.

use crate::OwnBook;

/// Its name wherever a file may be named.
pub const NAME: &str = "embedded";

/// See `book/README.md` for what it is made of and how.
static BYTES: &[u8] = include_bytes!("../data/default.book");

/// The embedded book. Opening it costs nothing.
///
/// # Panics
/// Never: a test opens the same bytes.
#[must_use]
pub fn book() -> OwnBook {
    OwnBook::from_bytes(BYTES.into(), NAME.into()).expect("the embedded book is a book")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_book_is_sound() {
        let book = book();
        book.check_sum().unwrap();
        assert_eq!(book.faults(), [""; 0]);
        assert!(BYTES.len() <= 2 << 20, "{} bytes", BYTES.len());
    }
}
