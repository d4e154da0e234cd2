//! Public reports about books (`bugs.jsonl`), one test a report. BOOK-07 is in `edit.rs`, BOOK-11 in the session tests.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use chuhe_book::obk::{keys, stored_move};
use chuhe_book::{
    BookFormat, BookMove, Choice, Contents, ConvertOptions, KeyStorage, Library, MemoryBook, Variety, convert, open,
    open_in_memory, save_as, walk,
};
use chuhe_movegen::{Move, Position};
use chuhe_rules::{Line, Rules};

use crate::games;

fn contents(moves: &[(&str, i32)]) -> Contents {
    let mut contents = Contents::default();
    for &(mv, weight) in moves {
        let known = BookMove { weight, score: Some(weight), ..BookMove::new(mv.parse().unwrap()) };
        contents.set(&Position::start(), known);
    }
    contents
}

/// Replies of a library to the start position, with how often each came in a hundred lots.
fn replies(library: &Library, choice: Choice) -> HashMap<String, u32> {
    let rules = Rules::default();
    let line = Line::new(Position::start(), rules.limit);
    let mut counts = HashMap::new();
    for random in 0..100u64 {
        let random = random.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
        let (chosen, faults) = library.choose(&line, &rules, choice, &|_| true, random);
        assert!(faults.is_empty());
        *counts.entry(chosen.map_or("none".into(), |chosen| chosen.mv.mv.to_string())).or_default() += 1;
    }
    counts
}

fn library(books: &[Contents]) -> Library {
    let mut library = Library::default();
    books.iter().for_each(|book| library.push(Box::new(MemoryBook::new(book.clone(), "test"))));
    library
}

/// BOOK-01
#[test]
fn the_golden_values_of_obk() {
    let start = Position::start();
    assert_eq!(keys(&start).0, 7_101_337_512_282_506_414);
    for (mv, stored) in [("h2e2", 0xAAA7), ("h9g7", 0x3A59), ("c3c4", 0x9585)] {
        assert_eq!(stored_move(mv.parse().unwrap()), stored);
    }
}

/// BOOK-02
#[test]
fn keys_stored_as_real_are_found_and_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let [real, repaired] = ["real.obk", "repaired.obk"].map(|name| folder.path().join(name));
    let options = ConvertOptions { storage: KeyStorage::Real, ..ConvertOptions::default() };
    save_as(games::counted(games::LINES), &real, BookFormat::Obk, options).unwrap();
    convert(&real, &repaired, BookFormat::Obk, ConvertOptions::default()).unwrap();
    let storage = |path: &Path| chuhe_book::ObkBook::open(path, false).unwrap().key_storage().unwrap();
    assert!(storage(&real).0 > 5);
    assert_eq!(storage(&repaired), (0, storage(&real).0));
    let (a, b) = (open(&real).unwrap(), open(&repaired).unwrap());
    walk(&*a, &mut |visit| {
        assert_eq!(b.probe(visit.position).unwrap(), visit.moves);
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
}

/// BOOK-04
#[test]
fn a_key_without_a_side_gives_moves_of_the_side_to_move() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED") else { return };
    let book = open(&Path::new(&shared).join("samples/book/xqbook_book.xqb")).unwrap();
    let black: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1".parse().unwrap();
    let moves = book.probe(&black).unwrap();
    assert!(!moves.is_empty() && moves.iter().all(|known| black.is_legal(known.mv)), "{moves:?}");
}

/// BOOK-05
#[test]
fn a_move_that_repeats_is_left_to_the_search() {
    let mut book = contents(&[("c3c4", 1)]);
    let mut line = Line::new(Position::start(), Rules::default().limit);
    for mv in ["h2e2", "h9g7", "e2h2", "g7h9"] {
        let mv: Move = mv.parse().unwrap();
        book.add(line.position(), BookMove { weight: 100, ..BookMove::new(mv) });
        line.make(mv);
    }
    let rules = Rules::default();
    let choose =
        |book: &Contents| library(std::slice::from_ref(book)).choose(&line, &rules, Choice::default(), &|_| true, 5).0;
    let chosen = choose(&book).unwrap().mv.mv.to_string();
    assert!(["c3c4", "g3g4", "b2e2"].contains(&chosen.as_str()), "{chosen}");
    book.remove(&Position::start(), "c3c4".parse().unwrap());
    let chosen = choose(&book).map(|chosen| chosen.mv.mv.to_string());
    assert!(chosen.is_none() || chosen.as_deref() == Some("b2e2"), "the mirror image repeats nothing: {chosen:?}");
}

/// BOOK-06: order, switching off, lots by score with a bound. Colours and depth are options of the session.
#[test]
fn books_have_an_order_and_lots_a_bound() {
    let mut off = contents(&[("a0a1", 99)]);
    off.positions_mut().for_each(|(_, moves)| moves.iter_mut().for_each(|mv| mv.enabled = false));
    let scores = contents(&[("e3e4", 50), ("e0e1", 35), ("i0i1", 5), ("a3a4", -20)]);
    let later = contents(&[("b0c2", 7)]);
    let library = library(&[off, scores, later]);
    let bound = Choice { bound: Some(20), ..Choice::default() };
    let counts = replies(&library, bound);
    assert!(counts.len() == 2 && counts["e3e4"] > counts["e0e1"], "{counts:?}");
    let counts = replies(&library, Choice::default());
    assert!(counts.len() == 4 && !counts.contains_key("a3a4"), "{counts:?}");
    let best = Choice { variety: Variety::Best, ..Choice::default() };
    assert_eq!(replies(&library, best)["e3e4"], 100);
}

/// BOOK-12, half of it: what is written here is read by Python's `sqlite3` with the key algorithm as it is published, and what
/// that writes is read here. Runs where `python3` is.
#[test]
fn python_reads_our_obk_and_we_read_its() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (storage, kind) in [(KeyStorage::Integer, "integer"), (KeyStorage::Real, "real")] {
        let [ours, theirs, list] = ["ours.obk", "theirs.obk", "list.txt"].map(file);
        let options = ConvertOptions { storage, ..ConvertOptions::default() };
        save_as(games::counted(games::LINES), Path::new(&ours), BookFormat::Obk, options).unwrap();
        let book = open_in_memory(Path::new(&ours)).unwrap();
        let mut lines = String::new();
        walk(&*book, &mut |visit| {
            let moves: Vec<String> = visit.moves.iter().map(|mv| format!("{}={}", mv.mv, mv.weight)).collect();
            lines += &format!("{}|{}\n", visit.position, moves.join(" "));
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        fs::write(&list, &lines).unwrap();
        let _ = fs::remove_file(&theirs);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/obk.py");
        let Ok(output) = Command::new("python3").arg(script).args([&ours, &list, &theirs, kind]).output() else {
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        assert_eq!(text.trim(), format!("{} positions", lines.lines().count()));
        let theirs = open(Path::new(&theirs)).unwrap();
        walk(&*book, &mut |visit| {
            let weights = |moves: &[BookMove]| moves.iter().map(|mv| (mv.mv, mv.weight)).collect::<Vec<_>>();
            let mut read = weights(&theirs.probe(visit.position).unwrap());
            let mut known = weights(visit.moves);
            read.sort_unstable();
            known.sort_unstable();
            assert_eq!(read, known, "{}", visit.position);
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    }
}
