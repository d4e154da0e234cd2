//! DhtmlXQ or "UBB", the blocks of 东萍 (dpxq.com) in pages, forum posts and texts: `[DhtmlXQ_key]value[/DhtmlXQ_key]`
//! between `[DhtmlXQ]` and `[/DhtmlXQ]` (formats.md §4).

mod markup;
mod tree;
mod value;
mod write;

use std::ops::Range;

use chuhe_movegen::{Color, Fen, Square};

use self::markup::{Entry, blocks};
use super::slots;
use crate::{Format, Game, GameResult, Games, ReadError, ReadOptions, TextEncoding};

pub use self::markup::is_dhtmlxq;
pub use self::write::{losses, write};

/// Keys with the names PGN has for them.
const TAGS: [(&str, &str); 18] = [
    ("title", "Title"),
    ("event", "Event"),
    ("class", "EventType"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Table"),
    ("timerule", "TimeControl"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redtime", "RedTime"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blacktime", "BlackTime"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("open", "Opening"),
    ("type", "Type"),
];

/// Keys that say how to show the block or where it was kept, and nothing about the game.
const TECHNICAL: [&str; 10] =
    ["ver", "pver", "init", "firstnum", "length", "sortid", "hits", "refer", "generator", "editdate"];

/// The key under which this crate keeps the reason of a result.
const REASON: &str = "ending";

/// Reads the blocks of a file one after the other.
///
/// # Errors
/// When there is none.
pub fn read(mut data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    let mut encoding = options.encoding.unwrap_or_else(|| TextEncoding::detect(&data));
    if encoding == TextEncoding::UTF16LE || encoding == TextEncoding::UTF16BE {
        // The marks are looked for as bytes.
        data = encoding.decode(&data).0.into_bytes();
        encoding = TextEncoding::UTF8;
    }
    let blocks = blocks(&data);
    if blocks.is_empty() {
        return Err(ReadError::new(0, "no [DhtmlXQ] block in the file"));
    }
    Ok(Box::new(blocks.into_iter().enumerate().map(move |(index, (range, entries))| {
        let mut game = read_block(&data, &range, &entries, encoding);
        game.index = index;
        Ok(game)
    })))
}

fn read_block(data: &[u8], range: &Range<usize>, entries: &[Entry], encoding: TextEncoding) -> Game {
    let mut game = Game::default();
    game.format = Some(Format::DhtmlXq);
    game.encoding = Some(encoding);
    game.offset = range.start as u64;
    let mut builder = tree::Builder::default();
    let mut fen = None;
    for entry in entries {
        let key = entry.key(data);
        let raw = &data[entry.value.clone()];
        if builder.take(&key, raw, entry, encoding, &mut game) {
            continue;
        }
        match key.as_str() {
            "binit" => read_layout(raw, entry, &mut game),
            "fen" => fen = Some((entry.value.start, value::text(raw, encoding))),
            _ => read_tag(&key, value::text(raw, encoding), &mut game),
        }
    }
    if let Some((offset, text)) = fen.filter(|(_, text)| !text.trim().is_empty()) {
        match text.parse::<Fen>() {
            Ok(start) => game.start = start,
            Err(error) => game.warn(offset, format!("the start position is unusable: {error}")),
        }
    }
    builder.finish(&mut game);
    game.side_from_first_move();
    game.mark_illegal_moves();
    game
}

/// `binit`: for each of the 32 slots the file and the row of its piece, two digits; 99 is absent.
fn read_layout(raw: &[u8], entry: &Entry, game: &mut Game) {
    let digits = value::digits(raw);
    if digits.is_empty() {
        return;
    }
    if digits.len() != 2 * slots::COUNT {
        game.warn(entry.value.start, format!("the start position has {} digits instead of 64", digits.len()));
    }
    let (board, doubled) = slots::board(digits.chunks_exact(2).map(|pair| square(pair[0], pair[1])));
    for square in doubled {
        game.warn(entry.value.start, format!("two pieces stand on {square}; the later one was kept"));
    }
    game.start = Fen { board, side: Color::Red, halfmove: 0, fullmove: 1 };
}

/// The point of a file and a row, rows from Black's side.
fn square(file: u8, row: u8) -> Option<Square> {
    Square::try_at(i32::from(file), 9 - i32::from(row))
}

fn read_tag(key: &str, value: String, game: &mut Game) {
    match key {
        "result" => game.result = GameResult::parse(&value).unwrap_or_default(),
        REASON => game.reason = value.trim().to_owned(),
        // What a game is when nothing is said.
        "type" if value == "全局" => {}
        _ if TECHNICAL.contains(&key) => {}
        _ => {
            let tag = TAGS.iter().find(|(own, _)| key.eq_ignore_ascii_case(own)).map_or(key, |(_, tag)| tag);
            game.tags.set_if_any(tag, &value);
        }
    }
    game.source_tags.push(key, value);
}
