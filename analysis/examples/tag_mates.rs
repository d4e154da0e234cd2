//! Solves the positions of an EPD list and names their mates:
//!
//! ```sh
//! cargo run --release -p chuhe-analysis --example tag_mates -- mates.epd [NODES] [boards]
//! ```
//!
//! A line each: line number, what the list says after the FEN, the moves in Chinese, the patterns. Both sides play the
//! engine's best move, so the mate is one of the shortest known to it. With `boards` the last position is drawn.

use chuhe_analysis::patterns::mate_patterns;
use chuhe_engine::Engine;
use chuhe_engine::limits::Limits;
use chuhe_movegen::{Move, Position, Score};
use chuhe_record::Notation;
use chuhe_rules::Line;

/// No mate in the lists takes longer.
const LONGEST: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file?")?;
    let nodes: u64 = arguments.next().map_or(Ok(300_000), |text| text.parse())?;
    let boards = arguments.next().is_some();
    let mut engine = Engine::new(64).ok_or("no memory for the table")?;
    let chinese = Notation::from_name("chinese").ok_or("no Chinese notation")?;
    for (number, row) in String::from_utf8_lossy(&std::fs::read(path)?).lines().enumerate() {
        let (fen, rest) = row.split_once(';').unwrap_or((row, ""));
        if fen.trim().is_empty() {
            continue;
        }
        let position: Position = match fen.trim().parse() {
            Ok(position) => position,
            Err(error) => {
                println!("{}\t{error}", number + 1);
                continue;
            }
        };
        let moves = play_out(&mut engine, &position, nodes);
        let mut board = position.clone();
        let mut text = Vec::new();
        for mv in &moves {
            text.push(chuhe_record::notation::write(&board, *mv, chinese).unwrap_or_else(|| mv.to_string()));
            board.make(*mv);
        }
        let patterns: Vec<&str> = mate_patterns(&position, &moves).iter().map(|pattern| pattern.zh).collect();
        let end = if board.has_legal_move() { "no end" } else { "end" };
        let iccs: Vec<String> = moves.iter().map(ToString::to_string).collect();
        println!(
            "{}\t{}\t{end}\t{}\t{}\t{}\t{}",
            number + 1,
            rest.trim(),
            text.join(" "),
            patterns.join(" "),
            position,
            iccs.join(" ")
        );
        if boards {
            for rank in board.board().to_string().split('/') {
                let points = rank.chars().map(|point| {
                    point.to_digit(10).map_or_else(|| format!(" {point}"), |empty| " .".repeat(empty as usize))
                });
                println!("    {}", points.collect::<String>());
            }
        }
    }
    Ok(())
}

/// Best play of both sides until the end, or until it takes too long; nothing where no mate is found.
fn play_out(engine: &mut Engine, start: &Position, nodes: u64) -> Vec<Move> {
    engine.new_game();
    let mut line = Line::new(start.clone(), engine.settings.natural_limit);
    // A mate that is proved ends the search of a move.
    let limits = Limits { nodes: Some(nodes), mate: Some(LONGEST as i32 / 2), ..Limits::default() };
    let mut moves = Vec::new();
    while moves.len() < LONGEST && line.position().has_legal_move() {
        let Some(outcome) = engine.go(&line, &limits, &mut |_| ()) else { break };
        if moves.is_empty() && !matches!(outcome.score, Score::Mate(_)) {
            break;
        }
        moves.push(outcome.best);
        line.make(outcome.best);
    }
    moves
}
