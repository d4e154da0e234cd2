//! Attack sets, legal moves, make and unmake, exchange evaluation. Times are per element where a throughput is shown.
#![allow(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;

use chuhe_benches::positions;
use chuhe_movegen::perft::perft;
use chuhe_movegen::{Bitboard, Move, MoveList, Position, Square, Tables};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A bench over all positions, its throughput in `elements` of all of them together.
fn bench(c: &mut Criterion, name: &str, elements: usize, mut run: impl FnMut(&[Position])) {
    let positions = positions();
    let (group, function) = name.split_once('/').expect("a name is group/function");
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Elements(elements as u64));
    group.bench_function(function, |b| b.iter(|| run(black_box(&positions))));
    group.finish();
}

fn attacks(c: &mut Criterion) {
    let tables = Tables::get();
    let elements = positions().len() * 90;
    let mut over_all_points = |name: &str, attack: &dyn Fn(Square, Bitboard) -> Bitboard| {
        bench(c, name, elements, |positions| {
            for position in positions {
                let occupied = position.occupied();
                for square in Square::all() {
                    black_box(attack(square, occupied));
                }
            }
        });
    };
    over_all_points("attacks/rook", &|square, occupied| tables.rook(square, occupied));
    over_all_points("attacks/cannon", &|square, occupied| tables.cannon(square, occupied));
    over_all_points("attacks/rook and cannon", &|square, occupied| {
        let lines = tables.lines(square, occupied);
        lines.rook ^ lines.cannon
    });
    over_all_points("attacks/knight", &|square, occupied| tables.knight(square, occupied));
    bench(c, "attacks/attackers of every point", elements, |positions| {
        for position in positions {
            let occupied = position.occupied();
            for square in Square::all() {
                black_box(position.attackers_to(square, occupied));
            }
        }
    });
}

fn generation(c: &mut Criterion) {
    let elements = positions().len();
    let mut lists = |name: &str, generate: &dyn Fn(&Position) -> MoveList| {
        bench(c, name, elements, |positions| {
            for position in positions {
                black_box(generate(position));
            }
        });
    };
    lists("generation/legal moves", &Position::legal_moves);
    lists("generation/captures", &Position::captures);
    lists("generation/quiets", &Position::quiets);
    bench(c, "generation/count", elements, |positions| {
        for position in positions {
            black_box(position.count_legal());
        }
    });
    bench(c, "generation/in check", elements, |positions| {
        for position in positions {
            black_box(position.in_check());
        }
    });
}

/// Every legal move of every position.
fn moves() -> Vec<(Position, MoveList)> {
    positions().into_iter().map(|position| (position.clone(), position.legal_moves())).collect()
}

fn per_move(c: &mut Criterion, name: &str, mut run: impl FnMut(&mut Position, Move)) {
    let mut moves = moves();
    let (group, function) = name.split_once('/').expect("a name is group/function");
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Elements(moves.iter().map(|(_, list)| list.len() as u64).sum()));
    group.bench_function(function, |b| {
        b.iter(|| {
            for (position, list) in &mut moves {
                for &mv in &*list {
                    run(position, mv);
                }
            }
        });
    });
    group.finish();
}

fn single_moves(c: &mut Criterion) {
    per_move(c, "moves/make and unmake", |position, mv| {
        let undo = position.make(mv);
        black_box(&position);
        position.unmake(mv, undo);
    });
    per_move(c, "moves/make, in check and unmake", |position, mv| {
        let undo = position.make(mv);
        black_box(position.in_check());
        position.unmake(mv, undo);
    });
    per_move(c, "moves/gives check", |position, mv| {
        black_box(position.gives_check(mv));
    });
    per_move(c, "moves/is legal", |position, mv| {
        black_box(position.is_legal(mv));
    });
    per_move(c, "moves/exchange at least 0", |position, mv| {
        black_box(position.see_ge(mv, 0));
    });
}

fn counting(c: &mut Criterion) {
    let start = Position::start();
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&start, 4)));
    group.sample_size(20);
    group.bench_function("4 from the start", |b| b.iter(|| perft(black_box(&start), 4)));
    group.finish();
}

criterion_group!(benches, attacks, generation, single_moves, counting);
criterion_main!(benches);
