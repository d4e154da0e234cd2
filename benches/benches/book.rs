//! Probes of opening books: the embedded one, and an .obk of 100 MB that is made here.
#![allow(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;
use std::path::Path;

use chuhe_book::obk::{KeyStorage, ObkWriter, StoredRow};
use chuhe_book::{Book, BookMove, OwnBook, embedded, lines};
use chuhe_movegen::{Move, Position};
use criterion::{Criterion, criterion_group, criterion_main};

/// Positions of the book, some steps deep, each followed by one that is not in it.
fn positions(book: &OwnBook) -> Vec<Position> {
    let mut positions = vec![Position::start()];
    for plies in [4, 8, 12, 16] {
        for line in lines(book, plies).expect("the embedded book is sound").iter().take(64) {
            let mut position = Position::start();
            line.moves.iter().for_each(|&mv| {
                position.make(mv);
            });
            positions.push(position.clone());
            if let Some(&mv) = position.legal_moves().last() {
                position.make(mv);
                positions.push(position);
            }
        }
    }
    positions
}

fn probe(c: &mut Criterion, name: &str, book: &dyn Book, positions: &[Position]) {
    let mut next = positions.iter().cycle();
    c.bench_function(name, |b| b.iter(|| black_box(book.probe(next.next().expect("a cycle has no end")))));
}

fn embedded_book(c: &mut Criterion) {
    let book = embedded::book();
    probe(c, "probe of the embedded book", &book, &positions(&book));
}

/// Rows of random keys, and the moves of the positions among them.
fn write_large(path: &Path, positions: &[Position]) {
    let mut writer = ObkWriter::create(path, KeyStorage::Real).expect("a writable folder");
    let known = |mv: Move| BookMove { weight: 7, win: 3, draw: 2, loss: 1, ..BookMove::new(mv) };
    let any: Move = "h2e2".parse().expect("a move");
    let mut key = 1u64;
    for row in 0..1_800_000 {
        key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        writer.row(&StoredRow { key: key ^ key >> 29, mv: known(any) }).expect("space for the book");
        if let Some(position) = positions.get(row) {
            let moves: Vec<BookMove> = position.legal_moves().iter().take(4).map(|&mv| known(mv)).collect();
            writer.position(position, &moves).expect("space for the book");
        }
    }
    writer.finish().expect("space for the book");
}

fn large_obk(c: &mut Criterion) {
    let positions = positions(&embedded::book());
    let path = std::env::temp_dir().join(format!("chuhe-bench-{}.obk", std::process::id()));
    write_large(&path, &positions);
    let size = std::fs::metadata(&path).expect("the book").len();
    assert!(size > 100_000_000, "{size} bytes");
    let book = chuhe_book::open(&path).expect("the book is a book");
    probe(c, "probe of an .obk of 100 MB", &*book, &positions);
    drop(book);
    let _ = std::fs::remove_file(&path);
}

criterion_group!(benches, embedded_book, large_obk);
criterion_main!(benches);
