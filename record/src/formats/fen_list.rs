//! Lists of positions: FEN or EPD lines, the EPD of 象棋巫师 with a title in two encodings, and `[FEN "…"]` blocks
//! (`spec/formats.md` §6). Each position is a [`Game`] without moves; the text behind the side to move is kept in the
//! source tag `rest`.

use chuhe_movegen::{Color, Fen, Position};

use super::pgn_tags;
use crate::lines::{Lines, Source};
use crate::{Format, Game, Games, Loss, ReadError, ReadOptions, Tags, TextEncoding, WriteOptions};

/// Reads a list, line by line. A line that holds no board is an error among the games; an impossible placement is a game
/// with a warning.
///
/// # Errors
/// When the source fails at once.
pub fn read_stream(source: Source, options: &ReadOptions) -> Result<Games, ReadError> {
    let lines = Lines::new(source, options.encoding)?;
    Ok(Box::new(Positions {
        lines,
        two_encodings: options.encoding.is_none(),
        block: Tags::new(),
        index: 0,
        done: false,
    }))
}

struct Positions {
    lines: Lines,
    /// Whether titles may be GBK before `|` and Big5 behind it.
    two_encodings: bool,
    /// Tags of a block before its FEN.
    block: Tags,
    index: usize,
    done: bool,
}

impl Iterator for Positions {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            match self.lines.next_raw() {
                Ok(Some((bytes, offset, number))) => {
                    if let Some(found) = self.line(bytes, offset, number) {
                        self.index += 1;
                        return Some(found);
                    }
                }
                Ok(None) => self.done = true,
                Err(error) => {
                    self.done = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl Positions {
    fn line(&mut self, bytes: Vec<u8>, offset: u64, number: u64) -> Option<Result<Game, ReadError>> {
        let text = self.decode(bytes);
        let text = text.trim();
        if text.is_empty() || text.starts_with(['#', '%']) {
            return None;
        }
        let tags = if text.starts_with('[') { pgn_tags::parse_line(text) } else { Vec::new() };
        let fen_text = match tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("FEN")) {
            Some((_, fen)) => fen.clone(),
            None if !tags.is_empty() => {
                for (name, value) in tags {
                    self.block.push(name, value);
                }
                return None;
            }
            None => strip_command(text).to_owned(),
        };
        let block = std::mem::take(&mut self.block);
        Some(self.game(&fen_text, block, offset, number))
    }

    fn decode(&mut self, bytes: Vec<u8>) -> String {
        let split = (self.two_encodings && std::str::from_utf8(&bytes).is_err()).then(|| bar(&bytes)).flatten();
        match split {
            Some(at) => {
                let (gbk, big5) =
                    (TextEncoding::GB18030.decode(&bytes[..at]).0, TextEncoding::BIG5.decode(&bytes[at + 1..]).0);
                format!("{gbk}|{big5}")
            }
            None => self.lines.decode(bytes),
        }
    }

    fn game(&self, text: &str, block: Tags, offset: u64, number: u64) -> Result<Game, ReadError> {
        let fen: Fen = text.parse().map_err(|fault: chuhe_movegen::FenError| ReadError {
            offset,
            line: Some(number),
            reason: fault.to_string(),
        })?;
        let mut game = Game::new(fen);
        let rest = rest(text);
        for (name, value) in block.iter() {
            game.source_tags.push(name, value);
        }
        let event = block.get("EVENT").or_else(|| block.get("Title")).map(str::to_owned);
        game.tags.set_if_any("Title", event.as_deref().unwrap_or_else(|| title(rest)));
        game.source_tags.push("rest", rest);
        if let Err(fault) = Position::try_from(&fen) {
            game.warn(offset as usize, format!("the position is impossible: {fault}"));
        }
        game.format = Some(Format::Fen);
        game.encoding = Some(self.lines.encoding());
        game.index = self.index;
        game.offset = offset;
        game.line = Some(number);
        Ok(game)
    }
}

/// `position fen …`, `fen …`, quotes: what stands before a FEN in scripts.
fn strip_command(text: &str) -> &str {
    let text = text.strip_prefix("position ").unwrap_or(text).trim_start();
    let head = text.get(..4).unwrap_or("");
    let text = if head.eq_ignore_ascii_case("fen ") || head.eq_ignore_ascii_case("fen:") { &text[4..] } else { text };
    text.trim().trim_matches('"')
}

/// The first bar that is no half of a two-byte character.
fn bar(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'|' => return Some(at),
            0x81.. => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// What follows the board and the side to move.
fn rest(text: &str) -> &str {
    let after = |text: &str| text.find(char::is_whitespace).unwrap_or(text.len());
    let board = after(text);
    let tail = text[board..].trim_start();
    let side = &tail[..after(tail)];
    if matches!(side, "w" | "b" | "r" | "W" | "B" | "R") { tail[side.len()..].trim() } else { tail.trim() }
}

/// The title in what follows a position: EPD `id "…"`, or the text behind `;` up to a bar.
fn title(rest: &str) -> &str {
    if let Some(at) = rest.find("id \"") {
        let quoted = &rest[at + 4..];
        return &quoted[..quoted.find('"').unwrap_or(quoted.len())];
    }
    let Some(at) = rest.find(';') else { return "" };
    // EPD operations before a semicolon are no title, and neither is what follows them.
    if rest[..at].contains(|c: char| c.is_ascii_alphabetic()) {
        return "";
    }
    let title = rest[at + 1..].trim();
    title.split('|').next().unwrap_or("").trim()
}

/// Whether a text has a FEN's board at its beginning.
pub(crate) fn fits(line: &str) -> bool {
    let board = strip_command(line.trim()).split_whitespace().next().unwrap_or("");
    board.bytes().filter(|&b| b == b'/').count() >= 9
}

/// The start position as a line, with its title, or with what followed it in the list it came from.
#[must_use]
pub fn write(game: &Game, options: &WriteOptions) -> Vec<u8> {
    let encoding = options.encoding.unwrap_or(TextEncoding::UTF8);
    let mut bytes = Vec::new();
    encoding.encode_into(&line(game), &mut bytes);
    bytes
}

fn line(game: &Game) -> String {
    let side = if game.start.side == Color::Red { 'w' } else { 'b' };
    let rest = game.source_tags.text("rest");
    match game.format {
        Some(Format::Fen) if !rest.is_empty() => format!("{} {side} {rest}", game.start.board),
        _ => match game.tags.text("Title") {
            "" => game.start.to_string(),
            title => format!("{} ; {}", game.start, title.replace(['\r', '\n'], " ")),
        },
    }
}

/// What a line cannot hold: moves, tags, comments, characters that the encoding lacks.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    let mut losses = Vec::new();
    if game.nodes() > 0 {
        losses.push(Loss::Other(format!("all {} moves", game.nodes())));
    }
    if game.comments() > 0 {
        losses.push(Loss::Comments(game.comments()));
    }
    losses.extend(game.tags.iter().filter(|(name, _)| *name != "Title").map(|(name, _)| Loss::Tag(name.to_owned())));
    if game.result != crate::GameResult::Unknown {
        losses.push(Loss::Tag("Result".into()));
    }
    if let Some((_, Some(missing))) = options.encoding.map(|encoding| encoding.encode(&line(game))) {
        losses.push(Loss::Characters("the line".into(), missing));
    }
    losses
}
