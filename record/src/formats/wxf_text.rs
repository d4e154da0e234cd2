//! WXF text files as XieXie and PlayOK write them: a heading of `NAME value` lines, then `START{`, the moves, `}END`.
//! PlayOK writes `.` for 平 and small letters for black.

use chuhe_movegen::{Fen, START_FEN};

use crate::lines::{Lines, Source};
use crate::movetext::TextTree;
use crate::resolve::resolve;
use crate::{Format, Game, GameResult, Games, ReadError, ReadOptions};

/// Reads the games of a WXF text, one after the other.
///
/// # Errors
/// When the source fails at once.
pub fn read_stream(source: Source, options: &ReadOptions) -> Result<Games, ReadError> {
    let lines = Lines::new(source, options.encoding)?;
    Ok(Box::new(WxfGames { lines, index: 0, done: false }))
}

/// The largest movetext of one game, in bytes.
const LARGEST_GAME: usize = 16 << 20;

/// Whether a line is the first of such a text.
pub(crate) fn fits(line: &str) -> bool {
    let mut words = line.split_whitespace();
    matches!((words.next(), words.next()), (Some("FORMAT"), Some("WXF"))) || line.trim() == "START{"
}

struct WxfGames {
    lines: Lines,
    index: usize,
    done: bool,
}

impl Iterator for WxfGames {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let game = self.game().transpose();
        self.done = !matches!(game, Some(Ok(_)) | Some(Err(ReadError { line: Some(_), .. })));
        self.index += 1;
        game
    }
}

impl WxfGames {
    fn game(&mut self) -> Result<Option<Game>, ReadError> {
        let mut head: Vec<(String, String)> = Vec::new();
        let (mut offset, mut number) = (0, 0);
        let mut text = String::new();
        // Where each line of the moves begins, in the text and in the file.
        let mut map: Vec<(usize, u64)> = Vec::new();
        let (mut started, mut ended) = (false, false);
        while let Some(line) = self.lines.next_line()? {
            let trimmed = line.text.trim();
            if !started {
                if trimmed.is_empty() {
                    continue;
                }
                if head.is_empty() {
                    (offset, number) = (line.offset, line.number);
                }
                if let Some(rest) = trimmed.strip_prefix("START") {
                    started = true;
                    let rest = rest.trim_start();
                    let moves = rest.strip_prefix('{').unwrap_or(rest);
                    map.push((0, line.offset + (moves.as_ptr() as usize - line.text.as_ptr() as usize) as u64));
                    text.push_str(moves);
                    text.push('\n');
                    continue;
                }
                let (name, value) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
                if name.len() <= 20 && name.chars().all(|c| c.is_ascii_alphabetic()) {
                    head.push((name.to_owned(), value.trim().to_owned()));
                }
                continue;
            }
            let end = trimmed.find("}END");
            map.push((text.len(), line.offset));
            text.push_str(end.map_or(line.text.as_str(), |at| &trimmed[..at]));
            text.push('\n');
            if end.is_some() || text.len() > LARGEST_GAME {
                ended = end.is_some();
                break;
            }
        }
        if !started && head.is_empty() {
            return Ok(None);
        }
        let fen_text = head.iter().find(|(name, _)| name == "FEN").map_or("", |(_, fen)| fen.as_str());
        let start: Fen = if fen_text.is_empty() { START_FEN } else { fen_text }.parse().map_err(|fault| ReadError {
            offset,
            line: Some(number),
            reason: format!("the FEN of the game: {fault}"),
        })?;
        let tree = TextTree::parse(&text, false);
        let resolved = resolve(&tree, &text, &start, fen_text.contains(' '));
        let notes = resolved.warnings(&tree);
        let mut game = resolved.game;
        game.result = tree.result.unwrap_or_default();
        for (name, value) in &head {
            game.source_tags.push(name.as_str(), value.as_str());
            tag(&mut game, name, value);
        }
        let encoding = self.lines.encoding();
        let place = |at: usize| {
            let i = map.partition_point(|&(from, _)| from <= at).saturating_sub(1);
            map.get(i).map_or(offset, |&(from, line)| line + encoding.length_of(&text[from..at]) as u64)
        };
        for (at, note) in notes {
            let at = place(at) as usize;
            game.warn(at, note);
        }
        if !ended {
            game.warn(
                place(text.trim_end().len()) as usize,
                if started { "the moves do not end with }END" } else { "there is no START{" },
            );
        }
        game.format = Some(Format::WxfText);
        game.encoding = Some(encoding);
        game.index = self.index;
        game.offset = offset;
        game.line = Some(number);
        Ok(Some(game))
    }
}

/// `RED name;team;country;rating` and its like.
fn tag(game: &mut Game, name: &str, value: &str) {
    let mut parts = value.split(';').map(str::trim);
    match name.to_ascii_uppercase().as_str() {
        "GAME" => game.tags.set_if_any("Event", value),
        side @ ("RED" | "BLACK") => {
            let side = if side == "RED" { "Red" } else { "Black" };
            game.tags.set_if_any(side, parts.next().unwrap_or(""));
            game.tags.set_if_any(&format!("{side}Team"), parts.next().unwrap_or(""));
        }
        "DATE" => game.tags.set_if_any("Date", value),
        "EVENT" => game.tags.set_if_any("Event", value),
        "SITE" | "PLACE" => game.tags.set_if_any("Site", value),
        "ROUND" => game.tags.set_if_any("Round", value),
        "TIME" => game.tags.set_if_any("TimeControl", value),
        "RESULT" => game.result = GameResult::parse(value).unwrap_or(game.result),
        "AUTHOR" => game.tags.set_if_any("Author", value),
        "FEN" | "FORMAT" => {}
        other => game.tags.set_if_any(other, value),
    }
}
