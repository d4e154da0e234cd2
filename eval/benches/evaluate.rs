//! How long one evaluation takes.
#![allow(missing_docs)] // The macro of criterion writes a public function.

use std::hint::black_box;

use chuhe_eval::evaluate;
use chuhe_movegen::Position;
use criterion::{Criterion, criterion_group, criterion_main};

const POSITIONS: [(&str, &str); 4] = [
    ("start", chuhe_movegen::START_FEN),
    ("opening", "r1bakabr1/9/1cn2cn2/p1p1p3p/6p2/9/P1P1P1P1P/2N1C1NC1/9/R1BAKABR1 w - - 0 6"),
    ("middle_game", "2bakab1r/9/2n1c1n2/p1p1p1p1p/4P4/2P3R2/P5P1P/1CN1C1N2/3r5/2BAKABR1 w - - 0 12"),
    ("endgame", "3akab2/9/4b4/p3N3p/9/2P6/P7P/4B4/4A4/2BK1A1c1 w - - 0 40"),
];

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluate");
    for (name, fen) in POSITIONS {
        let position: Position = fen.parse().expect("bench positions are possible");
        group.bench_function(name, |bencher| bencher.iter(|| evaluate(black_box(&position))));
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
