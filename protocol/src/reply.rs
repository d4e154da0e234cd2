//! What an engine says to a GUI.

use chuhe_movegen::{Move, Score};

use crate::info::{Info, read_move};
use crate::option::OptionLine;
use crate::score::{from_ucci_number, ucci_number};
use crate::words::{is, number, split_word, text, trim, words};
use crate::{Dialect, Ranks, format_move};

/// The longest line written, in bytes. Clients read into buffers of 1024 (`spec/ucci.md` §2).
pub const MAX_LINE: usize = 999;

/// A bound of a hash entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct HashBound {
    /// Score from the side to move.
    pub score: Score,
    /// Depth of the search it came from, in plies.
    pub depth: u32,
}

/// A reply line, in either protocol.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Reply {
    /// `id KEY TEXT`: `name`, `author`, in UCCI also `copyright`, `user` and, by custom, `version`.
    Id {
        /// The word behind `id`.
        key: String,
        /// The rest of the line.
        text: String,
    },
    /// `option …`.
    Option(OptionLine),
    /// `ucciok`.
    UcciOk,
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …` of a search.
    Info(Info),
    /// `bestmove …`.
    BestMove {
        /// The move.
        mv: Move,
        /// The reply that is expected.
        ponder: Option<Move>,
        /// A draw is offered or accepted (UCCI).
        draw: bool,
        /// The engine resigns (UCCI).
        resign: bool,
    },
    /// No move: UCCI `nobestmove`, UCI `bestmove (none)`. Read as such are also `null`, `0000` and `resign` in place of
    /// the move.
    NoBestMove,
    /// `pophash …`: what the hash table knows (UCCI).
    PopHash {
        /// The stored move.
        mv: Option<Move>,
        /// The score is at least this.
        lower: Option<HashBound>,
        /// The score is at most this.
        upper: Option<HashBound>,
    },
    /// `bye` before the end (UCCI; UCI says nothing).
    Bye,
    /// Text for the user: UCCI `info message`, UCI `info string`.
    Message(String),
    /// Only read: a `bestmove` whose move cannot be read; the rest of its line.
    BadBestMove(String),
    /// A line of neither protocol, as it is: one line of what a debug command prints, and when reading anything not
    /// understood.
    Other(String),
}

/// Writes a reply: one line without its end, printable ASCII, at most [`MAX_LINE`] bytes. None when the dialect has no
/// such reply (`bye` in UCI) or there would be nothing on the line.
#[must_use]
pub fn format_reply(reply: &Reply, dialect: Dialect, ranks: Ranks) -> Option<String> {
    let line = match reply {
        Reply::Id { key, text } => format!("id {key} {text}"),
        Reply::Option(option) => option.format(dialect),
        Reply::UcciOk => "ucciok".into(),
        Reply::UciOk => "uciok".into(),
        Reply::ReadyOk => "readyok".into(),
        Reply::Info(info) => info.format(dialect, ranks),
        Reply::BestMove { mv, ponder, draw, resign } => {
            let mut line = format!("bestmove {}", format_move(*mv, ranks));
            if let Some(ponder) = ponder {
                line += " ponder ";
                line += &format_move(*ponder, ranks);
            }
            if dialect == Dialect::Ucci && *resign {
                line += " resign";
            } else if dialect == Dialect::Ucci && *draw {
                line += " draw";
            }
            line
        }
        Reply::NoBestMove => match dialect {
            Dialect::Ucci => "nobestmove".into(),
            Dialect::Uci => "bestmove (none)".into(),
        },
        Reply::PopHash { mv, lower, upper } => format_pophash(*mv, *lower, *upper, ranks),
        Reply::Bye => match dialect {
            Dialect::Ucci => "bye".into(),
            Dialect::Uci => return None,
        },
        Reply::Message(text) => match dialect {
            Dialect::Ucci => format!("info message {text}"),
            Dialect::Uci => format!("info string {text}"),
        },
        Reply::BadBestMove(text) => format!("bestmove {text}"),
        Reply::Other(text) => text.clone(),
    };
    let line = printable(&line);
    (!line.is_empty()).then_some(line)
}

fn format_pophash(mv: Option<Move>, lower: Option<HashBound>, upper: Option<HashBound>, ranks: Ranks) -> String {
    let mut line = String::from("pophash");
    if let Some(mv) = mv {
        line += " bestmove ";
        line += &format_move(mv, ranks);
    }
    for (key, bound) in [("lowerbound", lower), ("upperbound", upper)] {
        if let Some(HashBound { score, depth }) = bound {
            line += &format!(" {key} {} depth {depth}", ucci_number(score));
        }
    }
    line
}

/// Printable ASCII without trailing blanks, cut to [`MAX_LINE`]: line ends and tabs become blanks, other characters `?`.
fn printable(line: &str) -> String {
    let ascii = |c: char| match c {
        ' '..='~' => c,
        _ if c.is_ascii_whitespace() => ' ',
        _ => '?',
    };
    let line: String = line.chars().take(MAX_LINE).map(ascii).collect();
    line.trim_end().to_owned()
}

/// Reads a line from an engine. The dialect only decides the scale of scores without `cp` or `mate`; the grammar of
/// either is read at any time. Moves are read with `ranks`: where these are not known yet, read the line once with each.
#[must_use]
pub fn parse_reply(line: &[u8], dialect: Dialect, ranks: Ranks) -> Reply {
    let line = trim(line);
    let (keyword, rest) = split_word(line);
    let keyword = keyword.to_ascii_lowercase();
    match &keyword[..] {
        b"id" => {
            let (key, value) = split_word(rest);
            if key.is_empty() { Reply::Other(text(line)) } else { Reply::Id { key: text(key), text: text(value) } }
        }
        b"option" => OptionLine::parse(rest).map_or_else(|| Reply::Other(text(line)), Reply::Option),
        b"ucciok" => Reply::UcciOk,
        b"uciok" => Reply::UciOk,
        b"readyok" => Reply::ReadyOk,
        b"info" => parse_info(rest, dialect, ranks),
        b"bestmove" => parse_bestmove(rest, ranks),
        b"nobestmove" => Reply::NoBestMove,
        b"pophash" => parse_pophash(rest, ranks),
        b"bye" => Reply::Bye,
        _ => Reply::Other(text(line)),
    }
}

fn parse_info(rest: &[u8], dialect: Dialect, ranks: Ranks) -> Reply {
    let (key, message) = split_word(rest);
    if is(key, "string") || is(key, "message") {
        return Reply::Message(text(message));
    }
    Reply::Info(Info::parse(rest, dialect, ranks))
}

fn parse_bestmove(rest: &[u8], ranks: Ranks) -> Reply {
    let words: Vec<&[u8]> = words(rest).collect();
    let Some(&first) = words.first() else { return Reply::BadBestMove(String::new()) };
    if ["(none)", "none", "null", "0000", "resign"].iter().any(|word| is(first, word)) {
        return Reply::NoBestMove;
    }
    let Some(mv) = read_move(first, ranks) else { return Reply::BadBestMove(text(rest)) };
    let ponder = words.iter().position(|word| is(word, "ponder")).and_then(|at| words.get(at + 1));
    Reply::BestMove {
        mv,
        ponder: ponder.and_then(|word| read_move(word, ranks)),
        draw: words[1..].iter().any(|word| is(word, "draw")),
        resign: words[1..].iter().any(|word| is(word, "resign")),
    }
}

fn parse_pophash(rest: &[u8], ranks: Ranks) -> Reply {
    let words: Vec<&[u8]> = words(rest).collect();
    let behind = |key: &str| words.iter().position(|word| is(word, key)).map_or(&[][..], |at| &words[at + 1..]);
    let bound = |key: &str| match *behind(key) {
        [value, depth_word, depth, ..] if is(depth_word, "depth") => Some(HashBound {
            score: from_ucci_number(number(value)?),
            depth: number(depth)?.clamp(0, i64::from(u32::MAX)) as u32,
        }),
        [value, ..] => Some(HashBound { score: from_ucci_number(number(value)?), depth: 0 }),
        [] => None,
    };
    Reply::PopHash {
        mv: behind("bestmove").first().and_then(|word| read_move(word, ranks)),
        lower: bound("lowerbound"),
        upper: bound("upperbound"),
    }
}
