//! What the judge costs: a game of 200 plies that ends in a perpetual chase, and the gate that every node of a search
//! passes.
#![allow(missing_docs)]

use std::hint::black_box;

use chuhe_movegen::{Move, Position};
use chuhe_rules::{Line, NaturalLimit, RuleSet, Rules, SearchJudge, Verdict, first_end, judge};
use criterion::{Criterion, criterion_group, criterion_main};

/// No limit: the games below are to last.
const ENDLESS: NaturalLimit = NaturalLimit { plies: 0, checks: 10 };

/// 188 plies of arbitrary moves, then the first loop of four plies found by which somebody loses, played three times.
fn long_game() -> Line {
    let mut line = Line::new(Position::start(), ENDLESS);
    let mut number = 1usize;
    loop {
        while line.plies().len() < 188 {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                line = Line::new(Position::start(), ENDLESS);
                continue;
            }
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            line.make(moves[(number >> 33) % moves.len()]);
        }
        if let Some(game) = with_lost_loop(&line) {
            return game;
        }
        line = Line::new(Position::start(), ENDLESS);
    }
}

fn with_lost_loop(game: &Line) -> Option<Line> {
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    for &first in &game.position().quiets() {
        let mut after = game.position().clone();
        after.make(first);
        for &reply in &after.quiets() {
            let mut line = game.clone();
            let round = [first, reply, back(first), back(reply)];
            let played = (0..12).all(|ply| {
                let legal = line.position().is_legal(round[ply % 4]);
                if legal {
                    line.make(round[ply % 4]);
                }
                legal
            });
            let lost = |outcome: chuhe_rules::Outcome| matches!(outcome.verdict, Verdict::Loss(_));
            if played && judge(&line, &Rules::default()).is_some_and(lost) {
                return Some(line);
            }
        }
    }
    None
}

fn judging(c: &mut Criterion) {
    let game = long_game();
    assert_eq!(game.plies().len(), 200);
    for set in [RuleSet::Axf, RuleSet::Cxa1999, RuleSet::Computer] {
        let rules = Rules::new(set);
        c.bench_function(&format!("{set}: last position of 200 plies"), |b| {
            b.iter(|| judge(black_box(&game), &rules));
        });
        c.bench_function(&format!("{set}: every position of 200 plies"), |b| {
            b.iter(|| first_end(black_box(&game), &rules));
        });
    }
    c.bench_function("search gate, nothing repeats", |b| {
        let mut quiet = game.clone();
        for _ in 0..13 {
            quiet.unmake();
        }
        let judge = SearchJudge::new(RuleSet::Axf);
        b.iter(|| judge.probe(black_box(&quiet), 0));
    });
    c.bench_function("search verdict on a repetition", |b| {
        let judge = SearchJudge::new(RuleSet::Axf);
        b.iter(|| judge.probe(black_box(&game), 0));
    });
}

criterion_group!(benches, judging);
criterion_main!(benches);
