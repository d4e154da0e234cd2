//! Boards for terminals.

use chuhe_movegen::{Color, Piece, Square};

use super::{Coordinates, Diagram};
use crate::notation::{Script, piece_name};

/// How a board looks in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Letters and dots only; otherwise Chinese characters (two columns each) on a drawn board.
    pub ascii: bool,
    /// ANSI colours: red pieces red, black ones inverse, the last move underlined.
    pub colours: bool,
}

/// The board as lines of text, each ending in a line feed.
///
/// Without colours a red piece is `(帥)` and a black one `[將]`; in ASCII they are capital and small letters.
#[must_use]
pub fn text(diagram: &Diagram, style: TextStyle) -> String {
    if style.ascii { ascii(diagram, style) } else { chinese(diagram, style) }
}

fn is_last(diagram: &Diagram, square: Square) -> bool {
    diagram.last_move.is_some_and(|mv| mv.from() == square || mv.to() == square)
}

/// The text of a point within its colours.
fn coloured(diagram: &Diagram, style: TextStyle, square: Square, text: &str) -> String {
    if !style.colours {
        return text.to_owned();
    }
    let mut codes = match diagram.board.get(square).map(Piece::color) {
        Some(Color::Red) => vec!["1", "31"],
        Some(Color::Black) => vec!["7"],
        None => Vec::new(),
    };
    if is_last(diagram, square) {
        codes.push("4");
    }
    if codes.is_empty() { text.to_owned() } else { format!("\x1b[{}m{text}\x1b[0m", codes.join(";")) }
}

fn ascii(diagram: &Diagram, style: TextStyle) -> String {
    let labels = (diagram.coordinates != Coordinates::None)
        .then(|| (0..9).map(|column| label(diagram, column, true)).collect::<Vec<_>>().join(" "));
    let mut out = String::new();
    if let Some(labels) = &labels {
        out += &format!("  {labels}\n");
    }
    for row in 0..10 {
        let cells: Vec<String> = (0..9)
            .map(|column| {
                let square = diagram.square_at(column, row);
                // Where the last move came from is shown even without colours.
                let empty = if is_last(diagram, square) { '*' } else { '.' };
                let letter = diagram.board.get(square).map_or(empty, Piece::letter);
                coloured(diagram, style, square, &letter.to_string())
            })
            .collect();
        let rank = diagram.square_at(0, row).rank();
        match &labels {
            Some(_) if diagram.coordinates == Coordinates::Iccs => {
                out += &format!("{rank} {} {rank}\n", cells.join(" "))
            }
            Some(_) => out += &format!("  {}\n", cells.join(" ")),
            None => out += &format!("{}\n", cells.join(" ")),
        }
        if row == 4 {
            out += if labels.is_some() { "  -----------------\n" } else { "-----------------\n" };
        }
    }
    if let Some(labels) = &labels {
        out += &format!("  {labels}\n");
    }
    out
}

/// The label under or over a column.
fn label(diagram: &Diagram, column: u8, bottom: bool) -> String {
    let file = diagram.square_at(column, 0).file();
    let red = bottom != diagram.flip;
    match (diagram.coordinates, red) {
        (Coordinates::None, _) => String::new(),
        (Coordinates::Iccs, _) => ((b'a' + file) as char).to_string(),
        (Coordinates::Files, true) => (9 - file).to_string(),
        (Coordinates::Files, false) => (file + 1).to_string(),
    }
}

fn chinese(diagram: &Diagram, style: TextStyle) -> String {
    let labelled = diagram.coordinates != Coordinates::None;
    let ranks = diagram.coordinates == Coordinates::Iccs;
    let indent = if ranks { "  " } else { "" };
    let labels = |bottom: bool| {
        let words: Vec<String> = (0..9)
            .map(|column| match (diagram.coordinates, bottom != diagram.flip) {
                (Coordinates::Files, true) => {
                    let file = diagram.square_at(column, 0).file();
                    format!(" {} ", "九八七六五四三二一".chars().nth(file.into()).unwrap_or(' '))
                }
                _ => format!(" {}  ", label(diagram, column, bottom)),
            })
            .collect();
        format!("{indent}{}\n", words.concat().trim_end())
    };
    let mut out = String::new();
    if labelled {
        out += &labels(false);
    }
    for row in 0..10u8 {
        if ranks {
            out += &format!("{} ", diagram.square_at(0, row).rank());
        }
        for column in 0..9u8 {
            let square = diagram.square_at(column, row);
            let last = column == 8;
            match diagram.board.get(square) {
                Some(piece) => {
                    let name = piece_name(piece, diagram.script);
                    let (open, close) = if piece.color() == Color::Red { ('(', ')') } else { ('[', ']') };
                    out += &coloured(diagram, style, square, &format!("{open}{name}{close}"));
                }
                None => {
                    let cross = if is_last(diagram, square) { '×' } else { crossing(column, row) };
                    let (left, right) = (if column == 0 { ' ' } else { '─' }, if last { "" } else { "──" });
                    out.push(left);
                    out.push(cross);
                    out += right;
                }
            }
        }
        out.push('\n');
        if row < 9 {
            out += indent;
            out += &between(diagram, row);
        }
    }
    if labelled {
        out += &labels(true);
    }
    out
}

/// The crossing of lines at a point, edges and river as on a board.
fn crossing(column: u8, row: u8) -> char {
    let (top, bottom) = (row == 0 || row == 5, row == 4 || row == 9);
    match (column, row) {
        (0, 0) => '┌',
        (8, 0) => '┐',
        (0, 9) => '└',
        (8, 9) => '┘',
        (0, _) => '├',
        (8, _) => '┤',
        _ if top => '┬',
        _ if bottom => '┴',
        _ => '┼',
    }
}

/// The line between two rows: files, the palaces' diagonals, the river.
fn between(diagram: &Diagram, row: u8) -> String {
    if row == 4 {
        let river = match diagram.script {
            Script::Simplified => ("楚河", "汉界"),
            Script::Traditional => ("楚河", "漢界"),
        };
        return format!(" │      {}           {}      │\n", river.0, river.1);
    }
    let mut line = String::new();
    for column in 0..9u8 {
        let right = match (column, row) {
            (3, 0 | 7) | (4, 1 | 8) => "╲ ",
            (4, 0 | 7) | (3, 1 | 8) => " ╱",
            (8, _) => "",
            _ => "  ",
        };
        line += " │";
        line += right;
    }
    line.push('\n');
    line
}
