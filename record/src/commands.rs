//! Commands inside PGN comments: `[%eval +0.35/12]` (red's view, pawns, depth), `[%eval #-3]` (mate, moves),
//! `[%eval R+6]` (win by a rule, plies), `[%clk 0:12:05.250]`, `[%emt 0:00:07]`, `[%csl Ge4,Rd5]`, `[%cal Gh2e2]`.

use std::fmt::Write as _;

use chuhe_movegen::{Color, Move, Score, Square};

use crate::{Annotations, Mark, Node, NodeScore};

/// Takes the commands out of a comment and into the node; what is left of the text is returned. `side` is to move after
/// the node's move. Commands that are not understood stay in the text.
pub(crate) fn extract(comment: &str, side: Color, node: &mut Node) -> String {
    let mut text = String::with_capacity(comment.len());
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        text.push_str(&rest[..at]);
        let after = &rest[at..];
        match after.find(']') {
            Some(end) if understood(&after[2..end], side, node.annotations_mut()) => {
                rest = &after[end + 1..];
                // The writer puts commands first, with one blank between them and the text.
                rest = rest.strip_prefix(' ').unwrap_or(rest);
                if rest.is_empty() {
                    text.truncate(text.trim_end().len());
                }
            }
            _ => {
                text.push_str("[%");
                rest = &after[2..];
            }
        }
    }
    text.push_str(rest);
    text.replace("[\0%", "[%")
}

fn understood(command: &str, side: Color, annotations: &mut Annotations) -> bool {
    let Some((name, value)) = command.split_once(' ') else { return false };
    let value = value.trim();
    let clock = |slot: &mut Option<u64>| {
        let read = milliseconds(value);
        *slot = read.or(*slot);
        read.is_some()
    };
    match name {
        "eval" => {
            let score = score(value, side);
            annotations.score = score.or(annotations.score);
            score.is_some()
        }
        "clk" => clock(&mut annotations.clock_ms),
        "emt" => clock(&mut annotations.elapsed_ms),
        "csl" | "cal" => {
            let marks: Option<Vec<Mark>> = value.split(',').map(|word| mark(word.trim(), name == "cal")).collect();
            annotations.marks.extend(marks.iter().flatten());
            marks.is_some()
        }
        _ => false,
    }
}

fn mark(word: &str, arrow: bool) -> Option<Mark> {
    let mut chars = word.chars();
    let colour = chars.next().filter(char::is_ascii_alphabetic)?;
    Some(if arrow {
        Mark::Arrow(colour, chars.as_str().parse::<Move>().ok()?)
    } else {
        Mark::Square(colour, chars.as_str().parse::<Square>().ok()?)
    })
}

fn score(text: &str, side: Color) -> Option<NodeScore> {
    let (value, depth) = match text.split_once(['/', ',']) {
        Some((value, depth)) => (value, depth.trim().parse().ok()?),
        None => (text, 0),
    };
    let score = if let Some(moves) = value.strip_prefix('#') {
        let moves: i32 = moves.parse().ok().filter(|n: &i32| n.abs() < 10_000)?;
        // Who is to move and mates in n needs 2n - 1 plies, who has just moved 2n.
        let winner_moves = (moves > 0) == (side == Color::Red);
        Score::Mate(2 * moves - if winner_moves { moves.signum() } else { 0 })
    } else if let Some(plies) = value.strip_prefix('R') {
        Score::Rule(plies.parse().ok().filter(|n: &i32| n.abs() < 100_000)?)
    } else {
        let pawns: f64 = value.parse().ok().filter(|pawns: &f64| pawns.is_finite() && pawns.abs() < 1e6)?;
        Score::Cp((pawns * 100.0).round() as i32)
    };
    Some(NodeScore { score, depth })
}

fn milliseconds(text: &str) -> Option<u64> {
    let mut total = 0u64;
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, larger) = parts.split_last()?;
    for part in larger {
        total = total.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let fraction: String = fraction.chars().chain("000".chars()).take(3).collect();
    total.checked_mul(60)?.checked_add(whole.parse().ok()?)?.checked_mul(1000)?.checked_add(fraction.parse().ok()?)
}

/// The commands for a node's annotations, glyphs apart; empty when there are none.
pub(crate) fn write(annotations: &Annotations) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(NodeScore { score, depth }) = annotations.score {
        let mut text = match score {
            Score::Cp(cp) => {
                format!("{}{}.{:02}", if cp < 0 { '-' } else { '+' }, cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
            }
            Score::Mate(plies) => format!("#{:+}", plies.signum() * ((plies.abs() + 1) / 2)),
            Score::Rule(plies) => format!("R{plies:+}"),
        };
        if depth > 0 {
            let _ = write!(text, "/{depth}");
        }
        parts.push(format!("[%eval {text}]"));
    }
    for (name, value) in [("clk", annotations.clock_ms), ("emt", annotations.elapsed_ms)] {
        if let Some(ms) = value {
            let (seconds, fraction) = (ms / 1000, ms % 1000);
            let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            if fraction > 0 {
                let _ = write!(text, ".{fraction:03}");
            }
            parts.push(format!("[%{name} {text}]"));
        }
    }
    // Marks keep their order, so that a new command begins where the kind changes.
    let mut last = ' ';
    for mark in &annotations.marks {
        let (kind, word) = match mark {
            Mark::Square(colour, square) => ('s', format!("{colour}{square}")),
            Mark::Arrow(colour, mv) => ('a', format!("{colour}{mv}")),
        };
        match parts.last_mut().filter(|_| kind == last) {
            Some(part) => {
                part.pop();
                let _ = write!(part, ",{word}]");
            }
            None => parts.push(format!("[%c{kind}l {word}]")),
        }
        last = kind;
    }
    parts.join(" ")
}
