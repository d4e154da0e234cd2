//! Where games start: lists of positions, lines of moves, game files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use chuhe_movegen::{Move, Position};
use chuhe_record::formats::{iccs_lines, json, pgn};
use chuhe_record::{Games, ReadOptions};
use chuhe_rules::{Line, Rules, judge};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::Opening;

/// What a file of openings holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningFormat {
    /// By the name's ending, then by what is in it.
    #[default]
    Auto,
    /// Lines of moves or positions: `h2e2 h9g7 # a comment`, `FEN [moves m1 m2 ...]`, EPD. `#` and `;` begin comments.
    Lines,
    /// Xiangqi PGN.
    Pgn,
    /// `RESULT<TAB>startpos|FEN<TAB>moves`.
    Games,
    /// Games as JSON, one a line.
    Json,
    /// An opening book of any format: its lines, likeliest first.
    Book,
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed; each is played once before any is played again.
    Random,
}

/// Openings that cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// An opening is wrong.
    #[error("{}:{line}: {reason}", path.display())]
    Opening {
        /// The file.
        path: PathBuf,
        /// The line, from 1; for files of games the number of the game.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A book that cannot be used.
    #[error(transparent)]
    Book(#[from] chuhe_book::BookError),
    /// There is nothing in it.
    #[error("{}: no opening in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// How files of gzip, Zstandard, xz, bzip2 and zip begin.
const COMPRESSED: [&[u8]; 5] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"BZh", b"PK\x03\x04"];
const NOT_TEXT: &str = "not text; is the file compressed?";

/// Reads openings. Every position must be possible, every move legal, and no game decided before it begins.
///
/// # Errors
/// At the first opening that cannot be used, with its line.
pub fn read_openings(
    path: &Path,
    format: OpeningFormat,
    most_plies: Option<usize>,
    rules: &Rules,
) -> Result<Vec<Opening>, OpeningError> {
    if is_book(path, format) {
        return read_book(path, most_plies.unwrap_or(BOOK_PLIES), rules);
    }
    let bytes = fs::read(path).map_err(|error| OpeningError::Read { path: path.into(), error })?;
    let wrong = |line: u64, reason: String| OpeningError::Opening { path: path.into(), line, reason };
    if COMPRESSED.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(wrong(1, NOT_TEXT.into()));
    }
    let mut openings = Vec::new();
    let mut add = |line: u64, start: Position, mut moves: Vec<Move>, name: String| {
        moves.truncate(most_plies.unwrap_or(usize::MAX));
        let opening = Opening { start, moves, name };
        check(&opening, rules).map_err(|reason| wrong(line, reason))?;
        openings.push(opening);
        Ok::<(), OpeningError>(())
    };
    match recognise(path, format, &bytes) {
        OpeningFormat::Auto | OpeningFormat::Lines => {
            let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
            for (number, line) in (1u64..).zip(text.split(|&byte| byte == b'\n')) {
                if let Some((start, moves, name)) = parse_line(line).map_err(|reason| wrong(number, reason))? {
                    let name = if name.is_empty() { format!("line {number}") } else { name };
                    add(number, start, moves, name)?;
                }
            }
        }
        game_format => {
            let read = || -> Result<Games, chuhe_record::ReadError> {
                let options = ReadOptions::default();
                match game_format {
                    OpeningFormat::Pgn => pgn::read(bytes.clone(), &options),
                    OpeningFormat::Json => json::read_stream(Box::new(std::io::Cursor::new(bytes.clone())), &options),
                    _ => iccs_lines::read_stream(Box::new(std::io::Cursor::new(bytes.clone())), &options),
                }
            };
            let games = read().map_err(|error| wrong(error.line.unwrap_or(1), error.reason))?;
            for (number, game) in (1u64..).zip(games) {
                let game = game.map_err(|error| wrong(error.line.unwrap_or(number), error.reason))?;
                let start = Position::try_from(&game.start).map_err(|error| wrong(number, error.to_string()))?;
                if let Some(warning) = game.warnings.first() {
                    return Err(wrong(game.line.unwrap_or(number), warning.text.clone()));
                }
                let moves = game.mainline().take_while(|&id| !game.node(id).illegal).map(|id| game.node(id).mv);
                let name = [game.tags.text("Opening"), game.tags.text("Title"), game.tags.text("Event")];
                let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or("").to_owned();
                let name = if name.is_empty() { format!("game {number}") } else { name };
                add(number, start, moves.collect(), name)?;
            }
        }
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty { path: path.into() });
    }
    Ok(openings)
}

/// How deep the lines of a book go when nothing is said.
const BOOK_PLIES: usize = 8;

/// Whether a file is an opening book, by what is said and else by its name.
pub(crate) fn is_book(path: &Path, format: OpeningFormat) -> bool {
    match format {
        OpeningFormat::Book => true,
        OpeningFormat::Auto => {
            let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
            ending.is_some_and(|ending| ["book", "obk", "pfbook", "yfk", "xqb", "dat"].contains(&ending.as_str()))
                || path.as_os_str() == chuhe_book::embedded::NAME
        }
        _ => false,
    }
}

/// The lines of a book; those in which the rules already speak are left out.
fn read_book(path: &Path, plies: usize, rules: &Rules) -> Result<Vec<Opening>, OpeningError> {
    let book = chuhe_book::open(path)?;
    let lines = chuhe_book::lines(&*book, plies)?;
    let openings = lines.into_iter().enumerate().map(|(number, line)| Opening {
        moves: line.moves,
        name: format!("book line {}", number + 1),
        ..Opening::default()
    });
    let openings: Vec<Opening> = openings.filter(|opening| check(opening, rules).is_ok()).collect();
    if openings.is_empty() {
        return Err(OpeningError::Empty { path: path.into() });
    }
    Ok(openings)
}

fn recognise(path: &Path, format: OpeningFormat, bytes: &[u8]) -> OpeningFormat {
    if format != OpeningFormat::Auto {
        return format;
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "pgn" => OpeningFormat::Pgn,
        "json" | "jsonl" => OpeningFormat::Json,
        "epd" | "fen" => OpeningFormat::Lines,
        _ => {
            let head = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
            let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
            match first.first() {
                Some(b'[') => OpeningFormat::Pgn,
                Some(b'{') => OpeningFormat::Json,
                _ if first.iter().filter(|&&byte| byte == b'\t').count() >= 2 => OpeningFormat::Games,
                _ => OpeningFormat::Lines,
            }
        }
    }
}

/// A line of moves or a position; none when there is only a comment.
fn parse_line(line: &[u8]) -> Result<Option<(Position, Vec<Move>, String)>, String> {
    if line.iter().any(|&byte| byte < b' ' && !matches!(byte, b'\r' | b'\t')) {
        return Err(NOT_TEXT.into());
    }
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    let end = text.find(['#', ';']).unwrap_or(text.len());
    let (body, comment) = (text[..end].trim(), text[end..].trim_matches(['#', ';', ' ']));
    if body.is_empty() {
        return Ok(None);
    }
    let name = |text: &str| match text.find("id \"") {
        Some(at) => text[at + 4..].split('"').next().unwrap_or("").to_owned(),
        None => comment.to_owned(),
    };
    let mut words = body.split_whitespace().peekable();
    while words.peek().is_some_and(|word| ["position", "fen", "startpos", "moves"].contains(word)) {
        words.next();
    }
    let mut start = Position::start();
    if words.peek().is_some_and(|word| word.contains('/')) {
        let mut fen = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "moves" && fen.len() < 6) {
            fen.push(word);
        }
        start = Position::from_fen(fen.join(" ").as_bytes()).map_err(|error| error.to_string())?;
        // What follows a position without the word `moves` are EPD operations.
        if words.next_if(|word| *word == "moves").is_none() {
            return Ok(Some((start, Vec::new(), name(text))));
        }
    }
    let mut moves = Vec::new();
    for word in words {
        let number = word.trim_end_matches('.');
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) || number.is_empty() {
            continue;
        }
        moves.push(word.parse().map_err(|error: chuhe_movegen::ParseMoveError| error.to_string())?);
    }
    Ok(Some((start, moves, name(text))))
}

/// What is wrong with an opening.
fn check(opening: &Opening, rules: &Rules) -> Result<(), String> {
    let mut line = Line::new(opening.start.clone(), rules.limit);
    for (number, &mv) in (1..).zip(&opening.moves) {
        if !line.position().is_legal(mv) {
            return Err(format!("move {number}, {mv}, is illegal"));
        }
        line.make(mv);
    }
    match judge(&line, rules) {
        Some(outcome) if outcome.is_final() => Err(format!("the game is already decided: {outcome}")),
        _ => Ok(()),
    }
}

/// Openings in the order in which a match plays them.
#[derive(Clone, Debug)]
pub struct OpeningSequence {
    openings: Vec<Opening>,
    order: Vec<usize>,
    first: usize,
}

impl OpeningSequence {
    /// Only the start position.
    #[must_use]
    pub fn start_position() -> OpeningSequence {
        OpeningSequence::new(vec![Opening::default()], OpeningOrder::Sequential, 0, 0)
    }

    /// Orders openings; `first` is how many to pass over at the beginning.
    ///
    /// # Panics
    /// Without openings.
    #[must_use]
    pub fn new(openings: Vec<Opening>, order: OpeningOrder, seed: u64, first: usize) -> OpeningSequence {
        assert!(!openings.is_empty(), "a match needs an opening");
        let mut indices: Vec<usize> = (0..openings.len()).collect();
        if order == OpeningOrder::Random {
            indices.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        OpeningSequence { openings, order: indices, first }
    }

    /// The opening of a pair of games.
    #[must_use]
    pub fn get(&self, pair: usize) -> &Opening {
        &self.openings[self.order[(self.first + pair) % self.order.len()]]
    }

    /// How many lead to a position that an earlier one has led to already.
    #[must_use]
    pub fn duplicates(&self) -> usize {
        let mut seen = HashSet::new();
        let end = |opening: &Opening| {
            let mut position = opening.start.clone();
            for &mv in &opening.moves {
                let _ = position.make(mv);
            }
            position.key()
        };
        self.openings.iter().filter(|opening| !seen.insert(end(opening))).count()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Never: a sequence holds at least one opening.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, bytes: &[u8], format: OpeningFormat) -> Result<Vec<Opening>, String> {
        let path = std::env::temp_dir().join(format!("chuhe-openings-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        let result = read_openings(&path, format, None, &Rules::default());
        fs::remove_file(&path).unwrap();
        result.map_err(|error| error.to_string().rsplit(name).next().unwrap().to_owned())
    }

    /// RUN-07.
    #[test]
    fn marks_line_ends_and_comments_are_no_part_of_openings() {
        let text = "\u{feff}# a list\r\n\r\nh2e2 h9g7 # one\r\n1. H2-E2 2. B9-C7;\r\n\
            rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1;\r\n\
            rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - id \"start\";\r\n\
            rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2\r\n   ; end\r\n";
        let openings = read("crlf.txt", text.as_bytes(), OpeningFormat::Auto).unwrap();
        assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 2, 0, 0, 1]);
        assert_eq!(openings[0].name, "one");
        assert_eq!(openings[3].name, "start");
        let pgn =
            "\u{feff}[Game \"Chinese Chess\"]\r\n[Event \"x\"]\r\n[Format \"ICCS\"]\r\n\r\n1. H2-E2 H9-G7\r\n*\r\n";
        assert_eq!(read("crlf.pgn", pgn.as_bytes(), OpeningFormat::Auto).unwrap()[0].moves.len(), 2);
    }

    /// RUN-08 among others.
    #[test]
    fn what_cannot_be_played_is_named_with_its_line() {
        let error = |name: &str, bytes: &[u8]| read(name, bytes, OpeningFormat::Auto).unwrap_err();
        assert_eq!(error("a.txt", b"h2e2\nh2e2 h2e2\n"), ":2: move 2, h2e2, is illegal");
        assert_eq!(error("b.txt", b"h2e2 xx\n"), ":1: `xx` is not a move (like h2e2)");
        assert!(error("c.epd", b"4k4/9/9 w\n").starts_with(":1: "));
        let gzip = b"\x1f\x8b\x08\x08\x4f\x1c\x2b\x6a\x00\x03book.epd\x00\x2b\x4a\xcc\x4b\xca\x4e\x4c\xca\x2b\x2a";
        for format in [OpeningFormat::Auto, OpeningFormat::Lines, OpeningFormat::Pgn, OpeningFormat::Games] {
            let error = read("d.epd.gz", gzip, format).unwrap_err();
            assert!(error.starts_with(":1: not text; is the file compressed?"), "{format:?}: {error}");
        }
        assert_eq!(error("e.txt", b"\n# nothing\n"), ": no opening in it");
        for (fen, word) in [("3k5/9/9/9/9/9/9/3R5/9/4K4 b", "checkmate"), ("3k5/R8/9/9/9/9/9/9/9/4K4 b", "stalemate")] {
            let error = error("f.epd", fen.as_bytes());
            assert!(error.starts_with(":1: the game is already decided") && error.contains(word), "{error}");
        }
    }

    #[test]
    fn openings_that_come_twice_are_counted() {
        let text = b"h2e2 h9g7 b0c2\nb0c2 h9g7 h2e2\nh2e2 h9g7\nh2e2 h9g7 # again\nh2e2\n";
        let openings = read("twice.txt", text, OpeningFormat::Auto).unwrap();
        // The second reaches the position of the first by other moves, the fourth is the third.
        assert_eq!(OpeningSequence::new(openings, OpeningOrder::Sequential, 0, 0).duplicates(), 2);
    }

    #[test]
    fn a_shuffle_plays_every_opening_once_and_is_the_same_for_a_seed() {
        let openings = |n: usize| (0..n).map(|i| Opening { name: i.to_string(), ..Opening::default() }).collect();
        let names = |seed| {
            let sequence = OpeningSequence::new(openings(20), OpeningOrder::Random, seed, 0);
            (0..20).map(|pair| sequence.get(pair).name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(1), names(1));
        assert_ne!(names(1), names(2));
        let mut sorted = names(1);
        sorted.sort_by_key(|name| name.parse::<u32>().unwrap());
        assert!(sorted.iter().enumerate().all(|(i, name)| *name == i.to_string()));
        let sequence = OpeningSequence::new(openings(3), OpeningOrder::Sequential, 0, 2);
        assert_eq!(sequence.get(0).name, "2");
        assert_eq!(sequence.get(1).name, "0");
    }
}
