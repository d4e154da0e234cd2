//! Opening books that are SQLite databases, without ever writing to them.

use std::fs;
use std::io::Read;
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row};

use crate::{BookError, BookFormat};

/// Opens a database for reading.
///
/// # Errors
/// When it is cut short, locked, or no database.
pub(crate) fn open_read_only(path: &Path) -> Result<Connection, BookError> {
    let name = path.display().to_string();
    check_length(path, &name)?;
    let sql = |error: rusqlite::Error| BookError::sql(&name, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let first = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.busy_timeout(std::time::Duration::ZERO)?;
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
        Ok(connection)
    });
    match first {
        // A database in write-ahead mode cannot be opened where nothing can be written, unless it is known not to change.
        Err(error) if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) => {
            let connection =
                Connection::open_with_flags(immutable(path), flags | OpenFlags::SQLITE_OPEN_URI).map_err(sql)?;
            connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(())).map_err(sql)?;
            Ok(connection)
        }
        other => other.map_err(sql),
    }
}

/// The address of a file that does not change.
fn immutable(path: &Path) -> String {
    let mut address = String::from("file:");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'?' | b'#' | b'%' => address += &format!("%{byte:02X}"),
            b'\\' if cfg!(windows) => address.push('/'),
            _ if byte.is_ascii() => address.push(byte.into()),
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address + "?mode=ro&immutable=1"
}

/// A database knows how many pages it has: SQLite itself notices a cut only when it comes to the missing ones.
fn check_length(path: &Path, name: &str) -> Result<(), BookError> {
    let io = |error| BookError::io(name, error);
    let mut file = fs::File::open(path).map_err(io)?;
    let mut head = [0; 100];
    if file.read_exact(&mut head).is_err() {
        return Err(BookError::damaged(name, "the database is cut short in its header"));
    }
    let number = |at: usize| u64::from(u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
    let page = match u64::from(u16::from_be_bytes([head[16], head[17]])) {
        1 => 65_536,
        size => size,
    };
    // The count is only valid when the version that wrote it is the one of the last change.
    let expected = if number(24) == number(92) { page * number(28) } else { page };
    let length = file.metadata().map_err(io)?.len();
    if length < expected {
        return Err(BookError::damaged(name, format!("the database is cut short: {length} bytes of {expected}")));
    }
    Ok(())
}

/// Which format a database is.
///
/// # Errors
/// When it cannot be opened or has no table of a book.
pub(crate) fn recognise(path: &Path) -> Result<BookFormat, BookError> {
    let name = path.display().to_string();
    let connection = open_read_only(path)?;
    let sql = |error: rusqlite::Error| BookError::sql(&name, &error);
    let mut statement =
        connection.prepare("SELECT lower(name) FROM sqlite_master WHERE type IN ('table', 'view')").map_err(sql)?;
    let tables = statement.query_map([], |row| row.get::<_, String>(0)).map_err(sql)?;
    let tables = tables.collect::<Result<Vec<_>, _>>().map_err(sql)?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    if has("bhobk") {
        Ok(if has("ltext") { BookFormat::Yfk } else { BookFormat::Obk })
    } else if has("pfbook") {
        Ok(BookFormat::PfBook)
    } else if has("book") && columns(&connection, "book").map_err(sql)?.iter().any(|column| column == "key") {
        Ok(BookFormat::Xqb)
    } else {
        Err(BookError::not_a_book(&name, "a database without a table of a book (bhobk, pfBook, book)"))
    }
}

/// The columns of a table, in small letters.
pub(crate) fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("SELECT lower(name) FROM pragma_table_info('{table}')"))?;
    statement.query_map([], |row| row.get(0))?.collect()
}

/// A number of a column, whatever it is stored as; none for NULL and what is no number.
pub(crate) fn number(row: &Row<'_>, index: usize) -> Option<i64> {
    match row.get_ref(index).ok()? {
        ValueRef::Integer(n) => Some(n),
        ValueRef::Real(x) => Some(x as i64),
        ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
        ValueRef::Null | ValueRef::Blob(_) => None,
    }
}

/// The text of a column in whatever encoding; empty for NULL.
pub(crate) fn text(row: &Row<'_>, index: usize) -> String {
    match row.get_ref(index) {
        Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => {
            let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
            chuhe_record::TextEncoding::decode_detected(bytes, None).0.trim().to_owned()
        }
        Ok(ValueRef::Integer(n)) => n.to_string(),
        Ok(ValueRef::Real(x)) => x.to_string(),
        _ => String::new(),
    }
}

/// A count that a database may hold as anything.
pub(crate) fn count(row: &Row<'_>, index: usize) -> u32 {
    number(row, index).unwrap_or(0).clamp(0, u32::MAX.into()) as u32
}

/// A weight or score that a database may hold as anything.
pub(crate) fn weight(row: &Row<'_>, index: usize) -> i32 {
    number(row, index).unwrap_or(0).clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
