//! Evaluation and searches to a fixed depth.
#![allow(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;

use chuhe_benches::positions;
use chuhe_engine::Engine;
use chuhe_engine::limits::Limits;
use chuhe_rules::Line;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("handcrafted", |b| {
        b.iter(|| {
            for position in &positions {
                black_box(chuhe_eval::evaluate(black_box(position)));
            }
        });
    });
    group.finish();
}

fn search(c: &mut Criterion) {
    let positions = positions();
    let mut engine = Engine::new(16).expect("memory for 16 MiB");
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    group.bench_function("all bench positions to depth 6", |b| {
        b.iter(|| {
            for position in &positions {
                engine.new_game();
                let line = Line::new(position.clone(), engine.settings.natural_limit);
                black_box(engine.go(&line, &limits, &mut |_| {}));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, evaluation, search);
criterion_main!(benches);
