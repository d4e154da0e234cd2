//! Draws three positions as SVG and PNG into a folder and prints a board: `cargo run --example diagrams -- FOLDER`. With a
//! game file as second argument its first game becomes a page to step through.

use chuhe_movegen::Fen;
use chuhe_record::board::{Coordinates, Diagram, TextStyle, html_board, png, svg, text};
use chuhe_record::notation::Script;
use chuhe_record::{Mark, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let start: Fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1".parse()?;
    let study: Fen = "3ak1b2/4a4/4b1P2/9/2n1R4/9/4r4/2C1B4/4A4/2BAK2c1 w - - 0 1".parse()?;
    let mut first = Diagram { coordinates: Coordinates::Files, ..Diagram::new(&start) };
    first.last_move = Some("h2e2".parse()?);
    let second = Diagram {
        coordinates: Coordinates::Iccs,
        marks: vec![
            Mark::Arrow('G', "e5e9".parse()?),
            Mark::Arrow('R', "h0e0".parse()?),
            Mark::Square('B', "g7".parse()?),
        ],
        script: Script::Simplified,
        ..Diagram::new(&study)
    };
    let third = Diagram { flip: true, size: 240, ..Diagram::new(&study) };
    for (i, diagram) in [&first, &second, &third].into_iter().enumerate() {
        std::fs::write(folder.join(format!("{}.svg", i + 1)), svg(diagram))?;
        std::fs::write(folder.join(format!("{}.png", i + 1)), png(diagram)?)?;
    }
    for (ascii, colours) in [(true, false), (false, false), (false, true)] {
        println!("{}", text(&first, TextStyle { ascii, colours }));
    }
    let game = std::env::args().nth(2).map(|file| chuhe_record::open_file(file.as_ref(), &ReadOptions::default()));
    if let Some(game) = game.transpose()?.and_then(|opened| opened.games.flatten().next()) {
        std::fs::write(folder.join("game.html"), html_board::page(&game, &html_board::BoardOptions::default()))?;
    }
    println!("{}", text(&second, TextStyle::default()));
    Ok(())
}
