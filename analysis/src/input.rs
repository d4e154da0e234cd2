//! What is to be analysed: games and positions out of files, folders, libraries and lines.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use chuhe_movegen::{Fen, Move, Position, START_FEN};
use chuhe_record::sources::{SourceFile, files};
use chuhe_record::{FileError, Filter, Format, Game, ReadOptions, SourceGames, notation};
use serde::Deserialize;

use crate::Unreadable;

/// One thing to be analysed.
#[derive(Clone, Debug)]
pub enum Item {
    /// A game.
    Game(Box<Game>),
    /// A position.
    Position(Box<PositionItem>),
    /// Something that cannot be read.
    Unreadable(Unreadable),
}

/// A position out of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionItem {
    /// By what it is known.
    pub id: String,
    /// Its title; may be empty.
    pub title: String,
    /// Where the moves start.
    pub start: Fen,
    /// The moves to the position.
    pub moves: Vec<Move>,
    /// The move played in it, to be judged.
    pub played: Option<Move>,
}

/// A line of input as JSON: `{"id":"a","fen":"...","moves":"h2e2 h9g7","move":"h0g2"}`. `fen` is the start position when it is
/// missing, `moves` may also be a list; moves are ICCS or any other notation.
#[derive(Deserialize)]
struct JsonItem {
    id: Option<serde_json::Value>,
    title: Option<String>,
    fen: Option<String>,
    moves: Option<JsonMoves>,
    #[serde(rename = "move")]
    mv: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonMoves {
    Text(String),
    List(Vec<String>),
}

/// Reads a line that holds a JSON object, or a FEN with anything behind it. `fallback` is its name when it has none.
///
/// # Errors
/// What is wrong with it, under the name the line gives itself where that can be read.
pub fn read_line(line: &str, fallback: &str) -> Result<PositionItem, Unreadable> {
    let line = line.trim();
    if !line.starts_with('{') {
        let failed = |error: String| Unreadable { id: fallback.to_owned(), error };
        // A record reader knows what EPD lines look like.
        let read = chuhe_record::formats::fen_list::read_stream(
            Box::new(std::io::Cursor::new(line.as_bytes().to_vec())),
            &ReadOptions::default(),
        );
        let game = read.map_err(|error| failed(error.reason))?.next();
        return match game {
            Some(Ok(game)) => Ok(position_item(&game, fallback.to_owned())),
            Some(Err(error)) => Err(failed(error.reason)),
            None => Err(failed("no FEN and no JSON object".into())),
        };
    }
    let item: JsonItem = serde_json::from_str(line).map_err(|error| {
        // The name may be readable though the rest is not what it should be.
        let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
        let id = value.as_ref().and_then(|value| value.get("id")).map(id_text);
        Unreadable { id: id.unwrap_or_else(|| fallback.to_owned()), error: format!("no such item: {error}") }
    })?;
    let id = item.id.as_ref().map_or_else(|| fallback.to_owned(), id_text);
    let failed = |error: String| Unreadable { id: id.clone(), error };
    let text = item.fen.as_deref().unwrap_or(START_FEN);
    let start: Fen = if text == "startpos" { START_FEN } else { text }
        .parse()
        .map_err(|error| failed(format!("fen \"{text}\": {error}")))?;
    let mut position = Position::try_from(&start).map_err(|error| failed(format!("fen \"{text}\": {error}")))?;
    let texts: Vec<String> = match item.moves {
        None => Vec::new(),
        Some(JsonMoves::List(list)) => list,
        Some(JsonMoves::Text(text)) => text.split_whitespace().map(str::to_owned).collect(),
    };
    let mut moves = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mv = notation::read(&position, text).map_err(|error| failed(format!("move {}: {error}", index + 1)))?;
        position.make(mv);
        moves.push(mv);
    }
    let played = match &item.mv {
        None => None,
        Some(text) => Some(notation::read(&position, text).map_err(|error| failed(format!("move: {error}")))?),
    };
    Ok(PositionItem { id, title: item.title.unwrap_or_default(), start, moves, played })
}

fn id_text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A game without moves as a position.
fn position_item(game: &Game, id: String) -> PositionItem {
    PositionItem { id, title: game.tags.text("Title").to_owned(), start: game.start, moves: Vec::new(), played: None }
}

/// How a game is known: its file and its number there, from 1.
#[must_use]
pub fn game_id(game: &Game) -> String {
    format!("{}#{}", game.file, game.index + 1)
}

/// Where items come from; can be gone through more than once.
#[derive(Clone, Debug)]
pub enum Source {
    /// Files and folders.
    Files(Vec<PathBuf>),
    /// Lines, as [`read_line`] reads them, and what they are called.
    Lines(String, Vec<String>),
}

/// Which games of a source, and how its files are read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Which games.
    pub filter: Filter,
    /// How to read.
    pub read: ReadOptions,
}

impl Source {
    /// The items one after the other.
    #[must_use]
    pub fn items(&self, selection: &Selection) -> Box<dyn Iterator<Item = Item> + Send> {
        match self {
            Source::Files(inputs) => {
                let (sources, failed) = files(inputs);
                let failed = failed.into_iter().map(|error| Item::Unreadable(unreadable(&error)));
                let selection = selection.clone();
                Box::new(failed.chain(sources.into_iter().flat_map(move |file| file_items(file, &selection))))
            }
            Source::Lines(name, lines) => {
                let name = name.clone();
                let lines = lines.clone().into_iter().enumerate().filter(|(_, line)| !line.trim().is_empty());
                Box::new(lines.map(move |(index, line)| line_item(&line, &format!("{name}:{}", index + 1))))
            }
        }
    }
}

/// The item of a line.
#[must_use]
pub fn line_item(line: &str, fallback: &str) -> Item {
    match read_line(line, fallback) {
        Ok(item) => Item::Position(Box::new(item)),
        Err(unreadable) => Item::Unreadable(unreadable),
    }
}

fn unreadable(error: &FileError) -> Unreadable {
    let path = error.path.display();
    let id = error.error.line.map_or_else(|| path.to_string(), |line| format!("{path}:{line}"));
    Unreadable { id, error: error.error.to_string() }
}

/// Endings of files that hold games and nothing else. A file of a folder that has one and cannot be read is a fault; other
/// files of a folder may be anything.
const GAME_FILES: [&str; 20] = [
    "xqf", "pgn", "cbr", "cbl", "cbf", "pfc", "ubb", "dhtmlxq", "epd", "fen", "xfen", "che", "chn", "xqi", "mxq",
    "ccm", "wxf", "xgf", "sqf", "chs",
];

fn file_items(file: SourceFile, selection: &Selection) -> Box<dyn Iterator<Item = Item> + Send> {
    let name = file.path.display().to_string();
    if let Some(lines) = position_lines(&file.path) {
        let lines = lines.enumerate().filter_map(move |(index, line)| {
            let id = format!("{name}:{}", index + 1);
            match line {
                Ok(line) if line.trim().is_empty() => None,
                Ok(line) => Some(line_item(&line, &id)),
                Err(error) => Some(Item::Unreadable(Unreadable { id, error: error.to_string() })),
            }
        });
        return Box::new(lines);
    }
    let selection = selection.clone();
    let games = SourceGames::new(vec![file], selection.read.clone());
    Box::new(games.filter_map(move |(file, game)| match game {
        Ok(game) => selection.filter.accepts(&game, None).then(|| game_item(game)),
        Err(error) => {
            let ending = file.path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_lowercase();
            let anything = !file.named
                && error.error.offset == 0
                && error.error.line.is_none()
                && !GAME_FILES.contains(&ending.as_str());
            (!anything).then(|| Item::Unreadable(unreadable(&error)))
        }
    }))
}

fn game_item(game: Game) -> Item {
    let study = game.nodes() == 0 && game.start.to_string() != START_FEN;
    if game.format == Some(Format::Fen) || study {
        let id = match game.line {
            Some(line) => format!("{}:{line}", game.file),
            None => game_id(&game),
        };
        return Item::Position(Box::new(position_item(&game, id)));
    }
    Item::Game(Box::new(game))
}

/// The lines of a file that holds positions as JSON, as opposed to games as JSON.
fn position_lines(path: &Path) -> Option<std::io::Lines<BufReader<File>>> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    if !matches!(ending.as_str(), "jsonl" | "ndjson" | "json") {
        return None;
    }
    let open = || File::open(path).map(BufReader::new);
    let mut first = String::new();
    open().ok()?.read_line(&mut first).ok()?;
    let value: serde_json::Value = serde_json::from_str(&first).ok()?;
    let holds = |name: &str| value.get(name).is_some();
    (!holds("tree") && !holds("mainline_iccs") && (holds("fen") || holds("moves")))
        .then(|| open().ok())?
        .map(BufRead::lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_fens_or_objects_and_faults_are_named() {
        let fen = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w";
        let plain = read_line(&format!("{fen} - - 0 1 ; a title"), "in:1").unwrap();
        assert_eq!((plain.id.as_str(), plain.title.as_str(), plain.moves.len()), ("in:1", "a title", 0));
        let json = read_line(r#"{"id":7,"moves":["h2e2","马8进7"],"move":"h0g2"}"#, "in:2").unwrap();
        assert_eq!((json.id.as_str(), json.moves.len()), ("7", 2));
        assert_eq!(json.played.unwrap().to_string(), "h0g2");
        let fault = |line: &str| read_line(line, "in:3").unwrap_err();
        assert_eq!(fault("hello").id, "in:3");
        assert_eq!(fault(r#"{"id":"x","fen":5}"#).id, "x");
        assert!(fault(r#"{"id":"x","fen":"9/9"}"#).error.starts_with("fen \"9/9\":"));
        assert!(fault(r#"{"moves":"h2e2 a0a9"}"#).error.starts_with("move 2: "));
        assert!(fault(r#"{"move":"zz"}"#).error.starts_with("move: "));
        assert_eq!(fault("{\"id\": 1").id, "in:3");
    }
}
