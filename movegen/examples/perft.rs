//! Counts the leaves of the move tree: `cargo run --release -p chuhe-movegen --example perft -- DEPTH [FEN]`.

use std::process::ExitCode;
use std::time::Instant;

use chuhe_movegen::{Position, START_FEN, perft::perft};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().and_then(|text| text.parse().ok());
    let fen = arguments.collect::<Vec<_>>().join(" ");
    let position = if fen.is_empty() { START_FEN } else { &fen }.parse::<Position>();
    match (depth, position) {
        (Some(depth), Ok(position)) => {
            let start = Instant::now();
            let nodes = perft(&position, depth);
            eprintln!("{:.3} s, {:.1} million nodes a second", start.elapsed().as_secs_f64(), {
                nodes as f64 / start.elapsed().as_secs_f64() / 1e6
            });
            println!("Nodes: {nodes}");
            ExitCode::SUCCESS
        }
        (None, _) => {
            eprintln!("usage: perft DEPTH [FEN]");
            ExitCode::from(2)
        }
        (_, Err(error)) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
