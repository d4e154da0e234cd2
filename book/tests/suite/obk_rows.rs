//! What real .obk files are like: large keys in either storage, missing and stale indexes, missing columns, either byte order.

use std::path::PathBuf;

use chuhe_book::obk::{keys, stored_move};
use chuhe_book::{BookFormat, BookMove, open, open_in_memory};
use chuhe_movegen::{Move, Position};
use rusqlite::{Connection, params};

const TABLE: &str =
    "CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER,
    vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);";

/// A position whose key has its top bit set, and one whose key has not.
fn positions() -> [Position; 2] {
    let mut large = Position::start();
    large.make("h2e2".parse().unwrap());
    assert!(keys(&large).0 >> 63 == 1 && keys(&Position::start()).0 >> 63 == 0);
    [Position::start(), large]
}

struct File {
    folder: tempfile::TempDir,
    connection: Connection,
}

impl File {
    fn new(schema: &str) -> File {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join("x.obk")).unwrap();
        connection.execute_batch(schema).unwrap();
        File { folder, connection }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("x.obk")
    }

    fn row(&self, key: &dyn rusqlite::ToSql, mv: &str, score: i64) {
        let mv: Move = mv.parse().unwrap();
        self.connection
            .execute(
                "INSERT INTO bhobk(vkey, vmove, vscore, vvalid) VALUES(?1, ?2, ?3, 1)",
                params![key, stored_move(mv), score],
            )
            .unwrap();
    }

    /// Opened both ways; the moves of a position must be the same.
    fn probe(&self, position: &Position) -> Vec<BookMove> {
        let [direct, whole] = [open(&self.path()), open_in_memory(&self.path())].map(|book| book.unwrap());
        let moves = direct.probe(position).unwrap();
        assert_eq!(moves, whole.probe(position).unwrap());
        moves
    }
}

fn names(moves: &[BookMove]) -> Vec<String> {
    moves.iter().map(|mv| format!("{} {}", mv.mv, mv.weight)).collect()
}

#[test]
fn large_keys_are_found_in_every_storage() {
    let [start, large] = positions();
    let key = keys(&large).0;
    let real = f64::from_bits(key);
    for key in [&(key as i64) as &dyn rusqlite::ToSql, &real] {
        let file = File::new(&format!("{TABLE} CREATE INDEX i ON bhobk(vkey)"));
        file.row(&(keys(&start).0 as i64), "h2e2", 3);
        file.row(key, "h9g7", 7);
        assert_eq!(names(&file.probe(&large)), ["h9g7 7"]);
        // The same position in a mirror.
        assert_eq!(names(&file.probe(&large.mirror())), ["b9c7 7"]);
        assert_eq!(names(&file.probe(&start)), ["b2e2 3", "h2e2 3"]);
    }
}

#[test]
fn a_key_that_sqlite_has_made_a_whole_number_is_found() {
    // Of the REAL keys those that are whole numbers lose their form in a column declared INTEGER: one in two hundred.
    let mut queue = std::collections::VecDeque::from([Position::start()]);
    let mut found = None;
    'search: while let Some(position) = queue.pop_front() {
        for &mv in &position.legal_moves() {
            let mut after = position.clone();
            after.make(mv);
            let real = f64::from_bits(keys(&after).0);
            if keys(&after).0 >> 63 == 1 && real.fract() == 0.0 && real.abs() < 9e18 && real.abs() > 1e16 {
                found = Some((after, real));
                break 'search;
            }
            queue.push_back(after);
        }
    }
    let (position, real) = found.unwrap();
    let file = File::new(&format!("{TABLE} CREATE INDEX i ON bhobk(vkey)"));
    let mv = position.legal_moves()[0];
    file.row(&real, &mv.to_string(), 5);
    // What marks a file of REAL keys is that most of its large keys are.
    for mv in ["h9g7", "b9c7"] {
        file.row(&f64::from_bits(keys(&positions()[1]).0), mv, 7);
    }
    let stored: String = file.connection.query_row("SELECT typeof(vkey) FROM bhobk", [], |row| row.get(0)).unwrap();
    assert_eq!(stored, "integer");
    assert_eq!(names(&file.probe(&position)), [format!("{mv} 5")]);
}

#[test]
fn books_without_an_index_or_with_a_stale_one_are_found_whole() {
    let [start, large] = positions();
    let fill = |file: &File| {
        file.row(&(keys(&start).0 as i64), "h2e2", 3);
        file.row(&(keys(&large).0 as i64), "h9g7", 7);
    };
    let bare = File::new(TABLE);
    fill(&bare);
    assert_eq!(names(&bare.probe(&large)), ["h9g7 7"]);
    assert!(open(&bare.path()).unwrap().info().notes[0].starts_with("no index of keys"));
    // An index of an empty table, declared behind SQLite's back to belong to the filled one.
    let stale = File::new(&format!("{TABLE} CREATE TABLE other(vkey INTEGER); CREATE INDEX i ON other(vkey)"));
    fill(&stale);
    stale
        .connection
        .execute_batch(
            "PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET tbl_name = 'bhobk', sql = 'CREATE INDEX i ON bhobk(vkey)' WHERE name = 'i';
            PRAGMA writable_schema = OFF;",
        )
        .unwrap();
    assert_eq!(names(&stale.probe(&large)), ["h9g7 7"]);
    assert!(open(&stale.path()).unwrap().info().notes[0].starts_with("a stale index of keys"));
}

#[test]
fn columns_that_are_missing_and_values_of_other_types_do_no_harm() {
    let [start, _] = positions();
    let file = File::new("CREATE TABLE bhobk(vkey, vmove, vscore TEXT, vvalid); CREATE INDEX i ON bhobk(vkey)");
    file.row(&(keys(&start).0 as i64), "h2e2", 12);
    file.connection
        .execute(
            "INSERT INTO bhobk VALUES(?1, 43687, '5', NULL), (NULL, 1, 2, 3), (?1, 'x', NULL, 0)",
            [keys(&start).0 as i64],
        )
        .unwrap();
    // 43687 is h2e2 again: equal moves are added up.
    assert_eq!(names(&file.probe(&start)), ["b2e2 17", "h2e2 17"]);
}

#[test]
fn rows_that_are_switched_off_count_for_nothing_beside_others() {
    let [start, _] = positions();
    let file = File::new(TABLE);
    file.row(&(keys(&start).0 as i64), "h2e2", 12);
    file.row(&(keys(&start).0 as i64), "b2e2", 100);
    file.row(&(keys(&start).0 as i64), "c3c4", 1);
    file.connection.execute("UPDATE bhobk SET vvalid = 0 WHERE vscore IN (100, 1)", []).unwrap();
    let moves = file.probe(&start);
    assert_eq!(names(&moves), ["b2e2 12", "h2e2 12", "c3c4 1", "g3g4 1"]);
    assert_eq!(moves.iter().map(|mv| mv.enabled).collect::<Vec<_>>(), [true, true, false, false]);
}

#[test]
fn the_byte_order_is_found_by_what_is_legal() {
    let [start, large] = positions();
    let file = File::new(TABLE);
    file.row(&(keys(&start).0 as i64), "h2e2", 3);
    file.row(&(keys(&large).0 as i64), "h9g7", 7);
    file.connection.execute("UPDATE bhobk SET vmove = (vmove >> 8) | ((vmove & 255) << 8)", []).unwrap();
    assert_eq!(names(&file.probe(&start)), ["b2e2 3", "h2e2 3"]);
    assert_eq!(names(&file.probe(&large)), ["h9g7 7"]);
}

#[test]
fn comments_are_read_in_their_encoding() {
    let [start, _] = positions();
    let file = File::new(TABLE);
    file.row(&(keys(&start).0 as i64), "c3c4", 3);
    // 仙人指路 in GBK, as a BLOB with a zero at its end.
    let memo: &[u8] = &[0xCF, 0xC9, 0xC8, 0xCB, 0xD6, 0xB8, 0xC2, 0xB7, 0];
    file.connection.execute("UPDATE bhobk SET vmemo = ?1", [memo]).unwrap();
    assert_eq!(file.probe(&start)[0].comment, "仙人指路");
    let book = open(&file.path()).unwrap();
    assert_eq!((book.info().format, book.info().records), (BookFormat::Obk, 1));
}
