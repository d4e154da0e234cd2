//! The names of openings, recognised from the first moves of a game.
//!
//! The classes are the lines of `names/table.txt`, each with its condition, for anyone to check. They follow the
//! ECCO in their families and in most names, but the codes are our own. English names use the words that books on xiangqi use
//! (horse, chariot, elephant).
//!
//! ```
//! use chuhe_book::names::classify;
//!
//! let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "h0h6", "h7i7"];
//! let moves: Vec<_> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
//! assert_eq!(classify(&moves).unwrap().zh, "中炮过河车对屏风马平炮兑车");
//! assert_eq!(classify(&moves[..1]).unwrap().to_string(), "B.0 中炮局");
//! ```

mod condition;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::fmt;
use std::sync::LazyLock;

use chuhe_movegen::{Board, Fen, Move, START_FEN};
use serde::Serialize;

use condition::{Condition, History};

/// Plies of a game that are looked at.
pub const PLIES: usize = 24;

/// A board with fewer men shows no opening any more: 24 plies seldom see more than three pairs exchanged.
const FEWEST_MEN: usize = 26;

/// A class of openings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Opening {
    /// The code, such as `C.21`: a letter for the family, as in the ECCO, and digits of our own.
    pub code: &'static str,
    /// The Chinese name.
    pub zh: &'static str,
    /// The English name.
    pub en: &'static str,
}

impl fmt::Display for Opening {
    /// Code and Chinese name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.zh)
    }
}

/// A line of the table.
#[derive(Debug)]
struct Line {
    opening: Opening,
    /// The line that this one refines.
    parent: Option<usize>,
    condition: Condition,
}

static LINES: LazyLock<Vec<Line>> =
    LazyLock::new(|| parse(include_str!("names/table.txt")).expect("the table is built in and tested"));

static START: LazyLock<Board> = LazyLock::new(|| START_FEN.parse::<Fen>().expect("the start position is a FEN").board);

/// Every class, in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Opening> {
    LINES.iter().map(|line| &line.opening)
}

/// The class with this code.
#[must_use]
pub fn by_code(code: &str) -> Option<&'static Opening> {
    all().find(|opening| opening.code == code)
}

/// What an opening is a line of, from the system (`中炮局`) down to the opening itself.
#[must_use]
pub fn lineage(opening: &Opening) -> Vec<&'static Opening> {
    let mut at = LINES.iter().position(|line| line.opening.code == opening.code);
    let mut lineage = Vec::new();
    while let Some(index) = at {
        lineage.push(&LINES[index].opening);
        at = LINES[index].parent;
    }
    lineage.reverse();
    lineage
}

/// The opening of a game that began from the start position; none when there are no moves.
///
/// Moves are taken as they are: where one leaves an empty point, those before it count.
#[must_use]
pub fn classify(moves: &[Move]) -> Option<&'static Opening> {
    let moves = &moves[..moves.len().min(PLIES)];
    let mirrored: Vec<Move> = moves.iter().map(|mv| mv.mirror()).collect();
    let histories = [History::of_moves(&START, moves), History::of_moves(&START, &mirrored)];
    let readings = histories.iter().flat_map(readings);
    // The system that stands first in the table, as in every group; then the deeper reading.
    let best = readings.min_by_key(|reading| (reading.system, Reverse(reading.depth)))?;
    Some(&LINES[best.line].opening)
}

/// The opening that a single position shows; none when it shows none.
///
/// Without the moves less is known: pieces that have moved on and the order of moves are not seen, so the class is often
/// a shorter line than that of the game.
#[must_use]
pub fn classify_board(board: &Board) -> Option<&'static Opening> {
    if board.pieces().count() < FEWEST_MEN {
        return None;
    }
    let histories = [History::of_board(&START, board), History::of_board(&START, &board.mirror())];
    let readings = histories.iter().flat_map(readings).filter(|reading| reading.signs > 0);
    // Which move was the first is not seen: the reading that explains most of what stands there.
    let best = readings.min_by_key(|reading| (Reverse(reading.signs), reading.system, Reverse(reading.depth)))?;
    Some(&LINES[best.line].opening)
}

/// A way down the table.
struct Reading {
    /// The line at which it begins, one without a parent.
    system: usize,
    /// The line at which it ends.
    line: usize,
    /// How many lines it passes.
    depth: usize,
    /// How many tests it has found true.
    signs: usize,
}

/// From every system that fits down to the first line of each group that does.
fn readings(history: &History<'_>) -> impl Iterator<Item = Reading> {
    fits(history, None, 1).map(|(system, mut ply, signs)| {
        let mut reading = Reading { system, line: system, depth: 1, signs };
        while let Some((line, at, signs)) = fits(history, Some(reading.line), ply).next() {
            reading = Reading { system, line, depth: reading.depth + 1, signs: reading.signs + signs };
            ply = at;
        }
        reading
    })
}

/// The lines below `parent` that fit from a ply on: index, ply, signs.
fn fits(history: &History<'_>, parent: Option<usize>, from: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    LINES.iter().enumerate().filter(move |(_, line)| line.parent == parent).filter_map(move |(index, line)| {
        line.condition.first_fit(history, from).map(|(ply, signs)| (index, ply, signs))
    })
}

/// Reads the table; an error names the line.
fn parse(text: &'static str) -> Result<Vec<Line>, String> {
    let mut lines: Vec<Line> = Vec::new();
    // The lines above the current one, one a level.
    let mut above: Vec<usize> = Vec::new();
    for (number, text) in text.lines().enumerate() {
        let content = text.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("line {}: {what}: {content}", number + 1);
        let indent = text.len() - text.trim_start().len();
        let fields: Vec<&str> = content.split(" | ").map(str::trim).collect();
        let &[code, zh, en, condition] = fields.as_slice() else {
            return Err(wrong("not four columns"));
        };
        if indent % 2 != 0 || indent / 2 > above.len() {
            return Err(wrong("wrong indentation"));
        }
        above.truncate(indent / 2);
        let condition = Condition::parse(condition).map_err(|test| wrong(&format!("`{test}` is no test")))?;
        let line = Line { opening: Opening { code, zh, en }, parent: above.last().copied(), condition };
        above.push(lines.len());
        lines.push(line);
    }
    Ok(lines)
}
