//! Searches a position for a second: `cargo run --release --example analyse "<fen>"`.

use std::time::Duration;

use chuhe_engine::limits::{Limits, TimeLimit};
use chuhe_engine::{DEFAULT_HASH, Engine};
use chuhe_rules::Line;

fn main() {
    let fen = std::env::args().nth(1).unwrap_or_else(|| chuhe_movegen::START_FEN.to_owned());
    let mut engine = Engine::new(DEFAULT_HASH).expect("memory for the table");
    let line = Line::new(fen.parse().expect("a position"), engine.settings.natural_limit);
    let limits = Limits { time: TimeLimit::Fixed(Duration::from_secs(1)), ..Limits::default() };
    let outcome = engine.go(&line, &limits, &mut |report| {
        println!("{:3} {:?} {:9} nodes {:?} {:?}", report.depth, report.score, report.nodes, report.elapsed, report.pv);
    });
    println!("{outcome:?}");
}
