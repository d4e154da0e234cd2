//! Books from one format into another and back.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use chuhe_book::{
    Book, BookDat, BookError, BookFormat, BookMove, Contents, ConvertOptions, KeyStorage, Loss, ObkBook, convert, open,
    open_in_memory, save, save_as, walk,
};
use chuhe_movegen::{Move, Position};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::games;

const SEED: u64 = 20_261_130;

/// A book of random lines with every field filled in.
fn random_book(lines: usize, plies: usize, rng: &mut StdRng) -> Contents {
    let mut contents = Contents::new("random");
    for _ in 0..lines {
        let mut position = Position::start();
        for _ in 0..rng.random_range(1..=plies) {
            let moves = position.legal_moves();
            // Few different moves, so that lines meet.
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().clamp(1, 5))) else { break };
            let known = BookMove {
                weight: if rng.random_bool(0.1) { rng.random_range(-50..3) } else { rng.random_range(0..100_000) },
                win: rng.random_range(0..5000),
                draw: rng.random_range(0..500),
                loss: rng.random_range(0..500),
                unknown: rng.random_range(0..3),
                score: Some(rng.random_range(-400..400)).filter(|score| score % 3 != 0),
                enabled: rng.random_range(0..8) > 0,
                comment: if rng.random_range(0..10) == 0 {
                    format!("注 {}", rng.random_range(0..99))
                } else {
                    String::new()
                },
                ..BookMove::new(mv)
            };
            contents.set(&position, known);
            position.make(mv);
        }
    }
    contents
}

/// All positions of a book with a path to each.
fn paths(book: &dyn Book) -> Vec<Vec<Move>> {
    let mut paths = Vec::new();
    walk(book, &mut |visit| {
        paths.push(visit.path.to_vec());
        ControlFlow::Continue(())
    })
    .unwrap();
    paths
}

fn play(path: &[Move], mirrored: bool) -> Position {
    let mut position = Position::start();
    for &mv in path {
        position.make(if mirrored { mv.mirror() } else { mv });
    }
    position
}

#[test]
fn a_thousand_random_positions_are_the_same_in_our_format_and_in_obk() {
    println!("seed {SEED}");
    let mut rng = StdRng::seed_from_u64(SEED);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    save(&random_book(400, 30, &mut rng), &file("a.book")).unwrap();
    for (storage, name) in [(KeyStorage::Integer, "i"), (KeyStorage::Real, "r")] {
        let (obk, back) = (file(&format!("{name}.obk")), file(&format!("{name}.book")));
        let options = ConvertOptions { storage, ..ConvertOptions::default() };
        convert(&file("a.book"), &obk, BookFormat::Obk, options).unwrap();
        convert(&obk, &back, BookFormat::Own, options).unwrap();
        let books = [file("a.book"), obk.clone(), back].map(|path| open(&path).unwrap());
        let keys = ObkBook::open(&obk, false).unwrap().key_storage().unwrap();
        assert!(if storage == KeyStorage::Real { keys.0 > 100 } else { keys.0 == 0 && keys.1 > 100 }, "{keys:?}");
        let paths = paths(&*books[0]);
        assert!(paths.len() > 2000, "{}", paths.len());
        for _ in 0..1000 {
            // A few steps away from the book some positions are in none of them.
            let mut position = play(&paths[rng.random_range(0..paths.len())], rng.random_bool(0.5));
            for _ in 0..rng.random_range(0..2) {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.make(moves[rng.random_range(0..moves.len())]);
                }
            }
            let [own, obk, back] = [0, 1, 2].map(|i| books[i].probe(&position).unwrap());
            assert_eq!(own, obk, "{position}");
            assert_eq!(own, back, "{position}");
        }
        assert_eq!(open_in_memory(&obk).unwrap().info().records, books[0].info().records);
    }
}

#[test]
fn a_foreign_obk_goes_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let text = games::LINES;
    save(&games::counted(text), &file("a.book")).unwrap();
    convert(&file("a.book"), &file("a.obk"), BookFormat::Obk, ConvertOptions::default()).unwrap();
    // Without our own table it is what any other program would have written.
    rusqlite::Connection::open(file("a.obk")).unwrap().execute_batch("DROP TABLE IF EXISTS chuhe").unwrap();
    convert(&file("a.obk"), &file("b.book"), BookFormat::Own, ConvertOptions::default()).unwrap();
    convert(&file("b.book"), &file("b.obk"), BookFormat::Obk, ConvertOptions::default()).unwrap();
    let [a, b] = ["a.obk", "b.obk"].map(|name| open(&file(name)).unwrap());
    for path in paths(&*a) {
        let position = play(&path, false);
        assert_eq!(a.probe(&position).unwrap(), b.probe(&position).unwrap(), "{position}");
    }
}

/// Order, not number, of equal weights is free.
fn order(moves: &[BookMove]) -> Vec<(i32, Move)> {
    let mut moves: Vec<_> = moves.iter().map(|mv| (-mv.weight, mv.mv)).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn book_dat_keeps_the_order_and_says_what_it_loses() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    save(&random_book(100, 20, &mut rng), &file("a.book")).unwrap();
    let target = file("BOOK.DAT");
    let refused = convert(&file("a.book"), &target, BookFormat::BookDat, ConvertOptions::default()).unwrap_err();
    let BookError::Lossy { losses, .. } = refused else { panic!("{refused}") };
    assert!(!target.exists(), "nothing is written");
    for loss in ["Results", "Scores", "Comments", "SwitchedOff", "NeverPlayed", "Weights"] {
        assert!(losses.iter().any(|found| format!("{found:?}").starts_with(loss)), "{loss}: {losses:?}");
    }
    let lossy = ConvertOptions { lossy: true, ..ConvertOptions::default() };
    assert_eq!(convert(&file("a.book"), &target, BookFormat::BookDat, lossy).unwrap().losses, losses);
    let (own, dat) = (open(&file("a.book")).unwrap(), open(&target).unwrap());
    for path in paths(&*own) {
        for mirrored in [false, true] {
            let position = play(&path, mirrored);
            let shares = own.probe(&position).unwrap();
            let shares = chuhe_book::shares(&shares, None);
            let mut known: Vec<BookMove> =
                shares.iter().map(|(mv, share)| BookMove { weight: *share as i32, ..(*mv).clone() }).collect();
            chuhe_book::sort(&mut known);
            let written = dat.probe(&position).unwrap();
            assert!(written.iter().all(|mv| (1..=65_535).contains(&mv.weight)));
            let ranks = |moves: &[BookMove]| -> Vec<Vec<Move>> {
                let sorted = order(moves);
                sorted.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|m| m.1).collect()).collect()
            };
            assert_eq!(ranks(&known), ranks(&written), "{position}");
        }
    }
    // What holds only what BOOK.DAT can hold loses nothing more. Behind moves that were left out nothing can be reached.
    convert(&target, &file("b.book"), BookFormat::Own, lossy).unwrap();
    convert(&file("b.book"), &file("C.DAT"), BookFormat::BookDat, ConvertOptions::default()).unwrap();
    let again = open(&file("C.DAT")).unwrap();
    for path in paths(&*again) {
        let position = play(&path, false);
        assert_eq!(again.probe(&position).unwrap(), dat.probe(&position).unwrap(), "{position}");
    }
}

#[test]
fn unreachable_records_are_named_before_they_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let obk = folder.path().join("a.obk");
    let mut contents = games::counted(games::LINES);
    let reachable = contents.records();
    let far: Position = "3k5/9/9/9/9/9/9/9/9/R3K4 w".parse().unwrap();
    contents.set(&far, BookMove { weight: 1, ..BookMove::new("a0a9".parse().unwrap()) });
    let own = folder.path().join("a.book");
    save(&contents, &own).unwrap();
    let error = convert(&own, &obk, BookFormat::Obk, ConvertOptions::default()).unwrap_err();
    assert!(error.to_string().contains("1 records that cannot be reached"), "{error}");
    let lossy = ConvertOptions { lossy: true, ..ConvertOptions::default() };
    let done = convert(&own, &obk, BookFormat::Obk, lossy).unwrap();
    assert_eq!((done.records, done.losses), (reachable, vec![Loss::Unreachable(1)]));
    // Between books of one family of keys nothing has to be reached.
    let connection = rusqlite::Connection::open(&obk).unwrap();
    connection.execute("INSERT INTO bhobk(vkey, vmove, vscore, vvalid) VALUES(42, ?1, 7, 1)", [0xAAA7]).unwrap();
    drop(connection);
    let copy = folder.path().join("copy.obk");
    assert_eq!(convert(&obk, &copy, BookFormat::Obk, ConvertOptions::default()).unwrap().records, reachable + 1);
}

#[test]
fn what_cannot_be_written_is_said_and_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    save_as(games::counted(games::LINES), &file("a.obk"), BookFormat::Obk, ConvertOptions::default()).unwrap();
    let before = fs::read(file("a.obk")).unwrap();
    let same = convert(&file("a.obk"), &file("a.obk"), BookFormat::Obk, ConvertOptions::default()).unwrap_err();
    assert!(same.to_string().contains("is read and would be written"), "{same}");
    let error = convert(&file("a.obk"), &file("a.xqb"), BookFormat::Xqb, ConvertOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "xqb books can be read, not written");
    let nowhere = Path::new("/dev/null/x.obk");
    for format in [BookFormat::Obk, BookFormat::Own, BookFormat::BookDat] {
        let lossy = ConvertOptions { lossy: true, ..ConvertOptions::default() };
        let error = convert(&file("a.obk"), nowhere, format, lossy).unwrap_err();
        assert!(error.to_string().starts_with("/dev/null/x.obk: "), "{error}");
    }
    assert_eq!(fs::read(file("a.obk")).unwrap(), before);
    let names: HashSet<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
}

#[test]
fn a_book_for_black_alone_is_found_behind_every_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("BOOK.DAT");
    let mut contents = Contents::default();
    for first in ["h2e2", "c3c4", "g0e2", "a0a1"] {
        let mut position = Position::start();
        position.make(first.parse().unwrap());
        contents.set(&position, BookMove { weight: 9, ..BookMove::new("h9g7".parse().unwrap()) });
        position.make("h9g7".parse().unwrap());
        position.make("a3a4".parse().unwrap());
        contents.set(&position, BookMove { weight: 3, ..BookMove::new("b9c7".parse().unwrap()) });
    }
    let done = save_as(contents, &path, BookFormat::BookDat, ConvertOptions::default()).unwrap();
    assert_eq!(done.records, 8);
    let book = BookDat::open(&path).unwrap();
    assert_eq!(paths(&book).len(), 8);
    assert_eq!(book.unmet(), Some(0));
}
