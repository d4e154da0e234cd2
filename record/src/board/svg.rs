//! Diagrams as SVG: black on white in the printed style, everything drawn with paths, no font needed.

use std::fmt::Write as _;

use chuhe_movegen::{Color, Fen, Move, Piece, PieceKind, Square};

use super::glyphs::outline;
use super::{Coordinates, Diagram};
use crate::Mark;
use crate::notation::{Script, piece_name};

/// Distance between lines, in units of the drawing.
const STEP: i32 = 100;
/// From the edge of the drawing to the outer points, without and with labels.
const MARGIN: i32 = 70;
const LABELLED_MARGIN: i32 = 110;

const RED: &str = "#b01818";
const INK: &str = "#111";
const PAPER: &str = "#fff";
const MARKED: &str = "#1a6fb5";

/// The diagram as an SVG document.
#[must_use]
pub fn svg(diagram: &Diagram) -> String {
    let margin = if diagram.coordinates == Coordinates::None { MARGIN } else { LABELLED_MARGIN };
    let (width, height) = (8 * STEP + 2 * margin, 9 * STEP + 2 * margin);
    let pixels = diagram.size.max(1);
    let fen = Fen { board: diagram.board, side: diagram.side, halfmove: 0, fullmove: 1 };
    let mut drawing = Drawing { diagram, margin, out: String::with_capacity(48 << 10) };
    let _ = writeln!(
        drawing.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{pixels}\" height=\"{}\" \
         role=\"img\"><title>{fen}</title><rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>",
        height_of(diagram)
    );
    drawing.lines();
    drawing.labels();
    drawing.last_move();
    for (square, piece) in diagram.board.pieces() {
        drawing.piece(square, piece);
    }
    for &mark in &diagram.marks {
        match mark {
            Mark::Square(colour, square) => drawing.ring(square, colour),
            Mark::Arrow(colour, mv) => drawing.arrow(mv, colour),
        }
    }
    drawing.out.push_str("</svg>\n");
    drawing.out
}

/// The height of a picture, in pixels.
pub(super) fn height_of(diagram: &Diagram) -> u32 {
    let margin = if diagram.coordinates == Coordinates::None { MARGIN } else { LABELLED_MARGIN };
    let (width, height) = ((8 * STEP + 2 * margin) as u64, (9 * STEP + 2 * margin) as u64);
    ((u64::from(diagram.size.max(1)) * height).div_ceil(width)).min(u64::from(u32::MAX)) as u32
}

struct Drawing<'a> {
    diagram: &'a Diagram,
    margin: i32,
    out: String,
}

impl Drawing<'_> {
    fn point(&self, square: Square) -> (i32, i32) {
        let (column, row) = self.diagram.place(square);
        self.at(column.into(), row.into())
    }

    fn at(&self, column: i32, row: i32) -> (i32, i32) {
        (self.margin + column * STEP, self.margin + row * STEP)
    }

    fn path(&mut self, path: &str, width: f32) {
        let _ = writeln!(
            self.out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>"
        );
    }

    fn glyph(&mut self, c: char, (x, y): (i32, i32), size: f32, colour: &str) {
        if let Some(path) = outline(c) {
            let scale = size / 1000.0;
            let _ = writeln!(
                self.out,
                "<path transform=\"translate({x} {y}) scale({scale:.4})\" d=\"{path}\" fill=\"{colour}\"/>"
            );
        }
    }

    /// The lines of the board, the river's text, and the marks where cannons and pawns start.
    fn lines(&mut self) {
        let mut path = String::new();
        for row in 0..10 {
            let ((x0, y), (x1, _)) = (self.at(0, row), self.at(8, row));
            let _ = write!(path, "M{x0} {y}H{x1}");
        }
        for column in 0..9 {
            let (x, top) = self.at(column, 0);
            let bottom = self.at(column, 9).1;
            if column == 0 || column == 8 {
                let _ = write!(path, "M{x} {top}V{bottom}");
            } else {
                let (above, below) = (self.at(column, 4).1, self.at(column, 5).1);
                let _ = write!(path, "M{x} {top}V{above}M{x} {below}V{bottom}");
            }
        }
        for row in [0, 7] {
            let ((x0, y0), (x1, y1)) = (self.at(3, row), self.at(5, row + 2));
            let _ = write!(path, "M{x0} {y0}L{x1} {y1}M{x1} {y0}L{x0} {y1}");
        }
        self.path(&path, 2.5);
        // The frame is drawn twice, thin and thick.
        let ((x0, y0), (x1, y1)) = (self.at(0, 0), self.at(8, 9));
        let frame = format!("M{} {}H{}V{}H{}Z", x0 - 14, y0 - 14, x1 + 14, y1 + 14, x0 - 14);
        self.path(&frame, 6.0);
        let starts = [(1, 2), (7, 2), (1, 7), (7, 7)].into_iter();
        let pawns = (0..9).step_by(2).flat_map(|column| [(column, 3), (column, 6)]);
        let mut ticks = String::new();
        for (column, row) in starts.chain(pawns) {
            let (x, y) = self.at(column, row);
            for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                if (column == 0 && dx < 0) || (column == 8 && dx > 0) {
                    continue;
                }
                let (x, y) = (x + 8 * dx, y + 8 * dy);
                let _ = write!(ticks, "M{} {y}H{x}V{}", x + 16 * dx, y + 16 * dy);
            }
        }
        self.path(&ticks, 2.5);
        let river = if self.diagram.script == Script::Simplified { "楚河汉界" } else { "楚河漢界" };
        for (c, column) in river.chars().zip([15, 25, 55, 65]) {
            let (x, y) = self.at(0, 4);
            self.glyph(c, (x + column * STEP / 10, y + STEP / 2), 48.0, INK);
        }
    }

    fn labels(&mut self) {
        let (top, bottom) = (self.at(0, 0).1 - 74, self.at(0, 9).1 + 74);
        match self.diagram.coordinates {
            Coordinates::None => {}
            Coordinates::Files => {
                for column in 0..9 {
                    let file = self.diagram.square_at(column, 0).file();
                    let red = "九八七六五四三二一".chars().nth(file.into()).unwrap_or(' ');
                    let black = (b'1' + file) as char;
                    let x = self.at(column.into(), 0).0;
                    let (above, below) = if self.diagram.flip { (red, black) } else { (black, red) };
                    for (c, y) in [(above, top), (below, bottom)] {
                        self.glyph(c, (x, y), if c.is_ascii() { 26.0 } else { 34.0 }, INK);
                    }
                }
            }
            Coordinates::Iccs => {
                for column in 0..9 {
                    let letter = (b'a' + self.diagram.square_at(column, 0).file()) as char;
                    let x = self.at(column.into(), 0).0;
                    self.glyph(letter, (x, top), 28.0, INK);
                    self.glyph(letter, (x, bottom), 28.0, INK);
                }
                for row in 0..10 {
                    let digit = (b'0' + self.diagram.square_at(0, row).rank()) as char;
                    let ((left, y), (right, _)) = (self.at(0, row.into()), self.at(8, row.into()));
                    self.glyph(digit, (left - 78, y), 28.0, INK);
                    self.glyph(digit, (right + 78, y), 28.0, INK);
                }
            }
        }
    }

    /// Corners around the two points of the last move.
    fn last_move(&mut self) {
        let Some(mv) = self.diagram.last_move else { return };
        for square in [mv.from(), mv.to()] {
            let (x, y) = self.point(square);
            let mut path = String::new();
            for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                let _ = write!(path, "M{} {}H{}V{}", x + 24 * dx, y + 46 * dy, x + 46 * dx, y + 24 * dy);
            }
            let _ = writeln!(
                self.out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{MARKED}\" stroke-width=\"6\" stroke-linecap=\"round\"/>"
            );
        }
    }

    fn piece(&mut self, square: Square, piece: Piece) {
        let (x, y) = self.point(square);
        let (face, ring, colour) = match piece.color() {
            Color::Red => (PAPER, RED, RED),
            Color::Black => (INK, PAPER, PAPER),
        };
        let rim = if piece.color() == Color::Red { RED } else { INK };
        let _ = writeln!(
            self.out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"{face}\" stroke=\"{rim}\" stroke-width=\"4\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"38\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"2\"/>"
        );
        self.glyph(printed_name(piece, self.diagram.script), (x, y), 52.0, colour);
    }

    fn ring(&mut self, square: Square, colour: char) {
        let (x, y) = self.point(square);
        let colour = colour_of(colour);
        let _ = writeln!(
            self.out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"46\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"7\" \
             stroke-opacity=\"0.85\"/>"
        );
    }

    fn arrow(&mut self, mv: Move, colour: char) {
        let ((x0, y0), (x1, y1)) = (self.point(mv.from()), self.point(mv.to()));
        let (dx, dy) = (f64::from(x1 - x0), f64::from(y1 - y0));
        let length = dx.hypot(dy);
        if length == 0.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let along = |t: f64, side: f64| {
            format!("{:.1} {:.1}", f64::from(x0) + ux * t - uy * side, f64::from(y0) + uy * t + ux * side)
        };
        // A shaft that widens into a head, from the rim of the piece to the point.
        let (start, neck) = (30.0, length - 44.0);
        let path = format!(
            "M{}L{}L{}L{}L{}L{}L{}Z",
            along(start, 8.0),
            along(neck, 8.0),
            along(neck, 26.0),
            along(length, 0.0),
            along(neck, -26.0),
            along(neck, -8.0),
            along(start, -8.0)
        );
        let colour = colour_of(colour);
        let _ = writeln!(
            self.out,
            "<path d=\"{path}\" fill=\"{colour}\" fill-opacity=\"0.8\" stroke=\"{PAPER}\" stroke-width=\"3\"/>"
        );
    }
}

/// The character on a printed piece: in traditional sets 俥 傌 are red, 砲 is black.
pub(super) fn printed_name(piece: Piece, script: Script) -> char {
    match (script, piece.color(), piece.kind()) {
        (Script::Traditional, Color::Red, PieceKind::Rook) => '俥',
        (Script::Traditional, Color::Red, PieceKind::Knight) => '傌',
        (Script::Traditional, Color::Black, PieceKind::Cannon) => '砲',
        _ => piece_name(piece, script),
    }
}

fn colour_of(letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'R' => "#c62828",
        'Y' => "#c98a00",
        'B' => "#1a6fb5",
        _ => "#2e7d32",
    }
}
