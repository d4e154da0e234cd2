//! A UCI engine that plays the first legal move and can be told to misbehave: `hang=3` says nothing to the third search,
//! `die=3` ends there, `nonsense=3` answers with a word, `illegal=3` with an impossible move, `name=X` calls itself so,
//! `cp=N` sets its score.

use std::io::{BufRead, Write};

use chuhe_movegen::{Move, Position};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |key: &str| {
        arguments.iter().filter_map(|argument| argument.split_once('=')).find(|(name, _)| *name == key).map(|(_, v)| v)
    };
    let number = |key: &str| text(key).and_then(|value| value.parse::<u32>().ok());
    let cp = text("cp").unwrap_or("10");
    let (mut position, mut searches, mut multipv) = (Position::start(), 0, 1);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut out = std::io::stdout();
        match words[..] {
            ["uci"] => {
                println!("id name {}", text("name").unwrap_or("Fake"));
                println!("option name MultiPV type spin default 1 min 1 max 200");
                println!("uciok");
            }
            ["setoption", "name", "MultiPV", "value", value] => multipv = value.parse().unwrap_or(1),
            ["isready"] => println!("readyok"),
            ["position", ..] => position = read(&words),
            ["go", ..] => {
                searches += 1;
                if number("hang") == Some(searches) {
                    continue;
                }
                if number("die") == Some(searches) {
                    return;
                }
                let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
                for (index, mv) in moves.iter().take(multipv).enumerate() {
                    println!("info depth 1 multipv {} score cp {cp} nodes 7 pv {mv}", index + 1);
                }
                match moves.first() {
                    _ if number("nonsense") == Some(searches) => println!("bestmove perhaps"),
                    _ if number("illegal") == Some(searches) => println!("bestmove a0a9"),
                    Some(mv) => println!("bestmove {mv}"),
                    None => println!("bestmove (none)"),
                }
            }
            ["quit"] => return,
            _ => {}
        }
        let _ = out.flush();
    }
}

fn read(words: &[&str]) -> Position {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut position = match words[1] {
        "startpos" => Position::start(),
        _ => words[2..split].join(" ").parse().expect("a position"),
    };
    for word in words.iter().skip(split + 1) {
        position.make(word.parse().expect("a move"));
    }
    position
}
