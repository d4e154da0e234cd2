//! How long a network takes: a move, its evaluation and the move back; and an evaluation after a change of view.
#![allow(missing_docs)] // The macro of criterion writes a public function.

use std::hint::black_box;
use std::sync::Arc;

use chuhe_eval::nnue::backend::Backend;
use chuhe_eval::nnue::{Architecture, Network, Parameters, State};
use chuhe_movegen::{Move, Position};
use criterion::{Criterion, criterion_group, criterion_main};

fn network(width: usize) -> Arc<Network> {
    let architecture =
        Architecture::new(width, [0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7]).expect("sound tables");
    let mut parameters = Parameters::zeros(&architecture);
    let mut state = 1_u32;
    let mut next = |range: i16| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i16 % range
    };
    parameters.rows.iter_mut().for_each(|weight| *weight = next(100));
    parameters.output.iter_mut().for_each(|weight| *weight = next(60));
    Arc::new(Network::new("bench", architecture, &parameters).expect("sound numbers"))
}

/// A path of `moves` moves that come in turn, each with an evaluation behind it.
fn along(state: &mut State, start: &Position, moves: &[Move]) -> i32 {
    let mut position = start.clone();
    let mut undone = Vec::with_capacity(moves.len());
    let mut sum = 0;
    for &mv in moves {
        state.push(&position, mv);
        undone.push((mv, position.make(mv)));
        sum += state.evaluate(&position);
    }
    moves.iter().for_each(|_| state.pop());
    sum
}

fn benches(criterion: &mut Criterion) {
    let start: Position = "2bakab1r/9/2n1c1n2/p1p1p1p1p/4P4/2P3R2/P5P1P/1CN1C1N2/3r5/2BAKABR1 w - - 0 12"
        .parse()
        .expect("a possible position");
    let quiet: Vec<Move> = start.legal_moves().iter().copied().filter(|mv| start.piece_at(mv.to()).is_none()).collect();
    let king: Vec<Move> = ["e0e1", "e9e8", "e1f1", "e8e9", "f1e1", "e9e8", "e1e0", "e8e9"]
        .iter()
        .map(|mv| mv.parse().expect("a move"))
        .collect();
    for width in [128, 256, 512] {
        let network = network(width);
        let mut group = criterion.benchmark_group(format!("nnue_{width}"));
        for backend in Backend::available() {
            let mut state = State::with_backend(Arc::clone(&network), backend);
            let _ = state.evaluate(&start);
            let after: Vec<Position> = quiet
                .iter()
                .map(|&mv| {
                    let mut after = start.clone();
                    after.make(mv);
                    after
                })
                .collect();
            let mut turn = 0;
            group.bench_function(format!("move_and_evaluate/{}", backend.name()), |bencher| {
                bencher.iter(|| {
                    turn = (turn + 1) % quiet.len();
                    state.push(black_box(&start), quiet[turn]);
                    let value = state.evaluate(black_box(&after[turn]));
                    state.pop();
                    value
                });
            });
            group.bench_function(format!("eight_king_moves/{}", backend.name()), |bencher| {
                bencher.iter(|| along(&mut state, black_box(&start), &king));
            });
        }
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
