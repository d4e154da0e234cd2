//! Files that are no books, or not any more.

use std::fs;

use chuhe_book::{BookFormat, ConvertOptions, Library, open, save, save_as};
use chuhe_movegen::Position;

use crate::games;

fn error(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(&path, bytes).unwrap();
    let Err(error) = open(&path) else { panic!("a book") };
    let error = error.to_string();
    assert!(error.starts_with(&path.display().to_string()) && error.lines().count() == 1, "{error}");
    error
}

#[test]
fn what_is_no_book_is_named() {
    for (bytes, reason) in [
        (&b""[..], "the file is empty"),
        (b"[Game \"Chinese Chess\"]\n", "23 bytes are no whole number"),
        (b"\x28\xB5\x2F\xFD1234", "compressed by zstd"),
        (b"XQ\x10\0\0\0\0\0", "a game in XQF"),
        (b"SQLite format 3\0", "cut short"),
        (b"CHUHEBK\x01", "cut short"),
    ] {
        assert!(error(bytes).contains(reason), "{}", error(bytes));
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(open(folder.path()).err().unwrap().to_string().contains("a folder"));
    assert!(open(&folder.path().join("none")).err().unwrap().to_string().contains("none: "));
}

#[test]
fn every_cut_of_a_book_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    for format in [BookFormat::Own, BookFormat::Obk] {
        save_as(games::counted(games::LINES), &path, format, ConvertOptions::default()).unwrap();
        let bytes = fs::read(&path).unwrap();
        for length in (0..bytes.len()).step_by(bytes.len() / 97 + 1) {
            error(&bytes[..length]);
        }
    }
}

#[test]
fn a_book_of_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.xqb");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE book(id INTEGER PRIMARY KEY, key BLOB, move INTEGER, score INTEGER, win INTEGER, draw INTEGER,
                lost INTEGER, valid INTEGER, memo TEXT);
            CREATE TABLE information(name TEXT, value TEXT); INSERT INTO information VALUES('type', 'jieqi');",
        )
        .unwrap();
    let refused = open(&path).err().unwrap().to_string();
    assert!(refused.contains("a book of another game: `jieqi`"), "{refused}");
    let obk = folder.path().join("y.obk");
    let connection = rusqlite::Connection::open(&obk).unwrap();
    connection
        .execute_batch("CREATE TABLE bhobk(vkey, vmove); INSERT INTO bhobk VALUES(1, 5), (2, 66), (3, 7)")
        .unwrap();
    assert!(open(&obk).err().unwrap().to_string().contains("none on a xiangqi board"));
    connection.execute_batch("DROP TABLE bhobk; CREATE TABLE moves(a)").unwrap();
    assert!(open(&obk).err().unwrap().to_string().contains("without a table of a book"));
}

#[test]
fn a_locked_database_is_named_and_the_next_book_answers() {
    let folder = tempfile::tempdir().unwrap();
    let [obk, own] = ["a.obk", "b.book"].map(|name| folder.path().join(name));
    save_as(games::counted(games::LINES), &obk, BookFormat::Obk, ConvertOptions::default()).unwrap();
    save(&games::counted(games::LINES), &own).unwrap();
    let other = rusqlite::Connection::open(&obk).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let (library, faults) = Library::open(&[obk.clone(), own, "nothing".into(), "embedded".into()]);
    assert_eq!(library.books().count(), 2);
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(faults[0].ends_with("another program has locked this database"), "{faults:?}");
    assert!(faults[1].starts_with("nothing: "), "{faults:?}");
    other.execute_batch("ROLLBACK").unwrap();
    assert!(open(&obk).is_ok());
}

#[test]
fn a_read_only_folder_does_not_keep_a_book_from_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b#%?.obk");
    save_as(games::counted(games::LINES), &path, BookFormat::Obk, ConvertOptions::default()).unwrap();
    // A database in write-ahead mode wants to write beside itself even to be read.
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA journal_mode = WAL").unwrap();
    let set = |read_only: bool| {
        let mut rights = fs::metadata(folder.path()).unwrap().permissions();
        rights.set_readonly(read_only);
        fs::set_permissions(folder.path(), rights).unwrap();
    };
    set(true);
    let moves = open(&path).and_then(|book| book.probe(&Position::start()));
    set(false);
    assert!(moves.unwrap().len() > 3);
}
