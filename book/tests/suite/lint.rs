//! Faults of books are found, and sound books have none.

use chuhe_book::obk::{keys, stored_move};
use chuhe_book::{BookFormat, BookMove, Contents, ConvertOptions, MemoryBook, lint, repetitions, save, save_as};
use chuhe_movegen::{Color, Position};
use chuhe_rules::{RuleSet, Rules};
use rusqlite::{Connection, params};

use crate::games;

#[test]
fn a_sound_book_has_no_faults() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("a.book", BookFormat::Own), ("a.obk", BookFormat::Obk)] {
        let path = folder.path().join(name);
        save_as(games::counted(games::LINES), &path, format, ConvertOptions::default()).unwrap();
        assert_eq!(lint(&path, &Rules::default(), Some(0)).unwrap(), []);
    }
}

#[test]
fn rows_that_are_wrong_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obk");
    save_as(games::counted(games::LINES), &path, BookFormat::Obk, ConvertOptions::default()).unwrap();
    let connection = Connection::open(&path).unwrap();
    let start = keys(&Position::start()).0 as i64;
    let mut insert = connection.prepare("INSERT INTO bhobk(vkey, vmove, vscore, vvalid) VALUES(?1, ?2, 1, 1)").unwrap();
    insert.execute(params![start, stored_move("b2e2".parse().unwrap())]).unwrap();
    insert.execute(params![start, 7]).unwrap();
    insert.execute(params![rusqlite::types::Null, 0xAAA7]).unwrap();
    insert.execute(params![12345, 0xAAA7]).unwrap();
    insert.execute(params![f64::from_bits(0xC1E0_1234_5678_9ABC), 0xAAA7]).unwrap();
    drop(insert);
    drop(connection);
    let faults: Vec<String> = lint(&path, &Rules::default(), None).unwrap().iter().map(ToString::to_string).collect();
    for part in [
        "the same position and move as row",
        "7 is no move on the board",
        "no key",
        "1 keys are stored as REAL",
        "2 records cannot be reached",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:?}");
    }
}

/// A book of one line.
fn line(moves: &str) -> Contents {
    let mut contents = Contents::default();
    let mut position = Position::start();
    for mv in moves.split(' ') {
        let mv = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {position}");
        contents.set(&position, BookMove { weight: 1, score: Some(0), ..BookMove::new(mv) });
        position.make(mv);
    }
    contents
}

/// Red's rook runs after the unprotected cannon between the files h and f.
const CHASE: &str = "h2e2 h7h5 i0i1 a9a8 i1h1 h5f5 h1f1 f5h5 f1h1";

#[test]
fn a_line_that_loses_by_repetition_is_found_under_the_rules_that_forbid_it() {
    let book = MemoryBook::new(line(CHASE), "chase");
    let faults = repetitions(&book, &Rules::new(RuleSet::AlwaysDraw)).unwrap();
    assert_eq!(faults, []);
    let faults = repetitions(&book, &Rules::new(RuleSet::Axf)).unwrap();
    assert_eq!(faults.len(), 1, "{faults:?}");
    let chuhe_book::Fault::LosesByRepetition { loser, cycle, .. } = &faults[0] else { panic!("{faults:?}") };
    assert_eq!((*loser, cycle.len()), (Color::Red, 4));
    // Without one of its moves there is no loop.
    let mut cut = book.contents.clone();
    cut.positions_mut().for_each(|(_, moves)| moves.retain(|mv| mv.mv != cycle[0] && mv.mv.mirror() != cycle[0]));
    assert_eq!(repetitions(&MemoryBook::new(cut, ""), &Rules::default()).unwrap(), []);
}

#[test]
fn moves_far_below_the_best_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    let mut contents = line("h2e2 h9g7");
    contents.set(&Position::start(), BookMove { score: Some(-90), ..BookMove::new("a0a2".parse().unwrap()) });
    contents.set(
        &Position::start(),
        BookMove { score: Some(-900), enabled: false, ..BookMove::new("b2b9".parse().unwrap()) },
    );
    save(&contents, &path).unwrap();
    let faults = lint(&path, &Rules::default(), Some(80)).unwrap();
    assert!(
        faults.iter().all(|fault| fault.to_string()
            == format!(
                "after the start: {} is 90 worse than the best",
                if fault.to_string().contains("a0a2") { "a0a2" } else { "i0i2" }
            )),
        "{faults:?}"
    );
    assert_eq!(faults.len(), 2);
    assert_eq!(lint(&path, &Rules::default(), Some(90)).unwrap(), []);
}
