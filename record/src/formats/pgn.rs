//! Xiangqi PGN (`spec/formats.md` §2): several games a file, any notation and encoding, variations and comments. Files
//! without brackets that are laid out the same way (象棋桥 and 联众 text exports, bare movetext) come through here too.
//!
//! Reading and writing are streams: one game is in memory at a time.
//!
//! Three things go beyond the format of chess. Text in parentheses is a variation only when it begins with a move that
//! can be played there. A comment that begins or ends with blanks, or holds braces, is written as it is with `\` before
//! braces, and the tag `[Comments "escaped"]` says so. `[%eval]`, `[%clk]`, `[%emt]`, `[%csl]` and `[%cal]` in comments
//! are an evaluation from red's view, clocks, marked points and arrows.

use chuhe_movegen::{Fen, START_FEN};

pub use super::pgn_writer::{PgnWriter, losses, write};

use super::pgn_tags::{self, ESCAPED_COMMENTS};
use super::text_headers;
use crate::lines::{Line, Lines, Source};
use crate::movetext::TextTree;
use crate::notation::looks_like_move;
use crate::resolve::resolve;
use crate::{Format, Game, GameResult, Games, ReadError, ReadOptions, Tags, TextEncoding};

/// How many tags a game may have; what is beyond is left out with a warning.
const MOST_TAGS: usize = 1000;

/// The largest movetext of one game, in bytes; what is longer is cut with a warning.
const LARGEST_GAME: usize = 64 << 20;

/// Reads a PGN file.
///
/// # Errors
/// When the source fails at once. A game that cannot be read is an error among the games.
pub fn read_stream(source: Source, options: &ReadOptions) -> Result<Games, ReadError> {
    let lines = Lines::new(source, options.encoding)?;
    Ok(Box::new(PgnGames { lines, index: 0, done: false }))
}

/// As [`read_stream`], from memory.
///
/// # Errors
/// As [`read_stream`].
pub fn read(bytes: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    read_stream(Box::new(std::io::Cursor::new(bytes)), options)
}

/// Whether a text looks like games of this format: a tag line, a heading of a text export, or a line of moves.
pub(crate) fn fits(text: &str) -> bool {
    let mut headers = Vec::new();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).take(400).any(|line| {
        line.starts_with('[') && !pgn_tags::parse_line(line).is_empty()
            || text_headers::sort(line, &mut headers, true) && headers.len() > 2
            || text_headers::begins_movetext(line)
            || line.split_whitespace().filter(|word| looks_like_move(word)).take(2).count() == 2
    })
}

/// The lines of one game, sorted into tags and movetext.
#[derive(Default)]
struct RawGame {
    tags: Vec<(String, String)>,
    headers: Vec<(String, String)>,
    movetext: String,
    /// Where each line of the movetext begins, in it and in the file.
    map: Vec<(usize, u64)>,
    warnings: Vec<(u64, String)>,
    offset: u64,
    line: u64,
}

impl RawGame {
    fn offset_of(&self, at: usize, encoding: TextEncoding) -> u64 {
        let i = self.map.partition_point(|&(start, _)| start <= at);
        let Some(&(start, offset)) = i.checked_sub(1).and_then(|i| self.map.get(i)) else { return self.offset };
        offset + encoding.length_of(&self.movetext[start..at]) as u64
    }

    fn push(&mut self, line: &Line, text: &str) {
        if self.movetext.len() + text.len() > LARGEST_GAME {
            if self.warnings.last().is_none_or(|(_, text)| !text.starts_with("a game of more")) {
                let text = format!("a game of more than {} MiB is cut here", LARGEST_GAME >> 20);
                self.warnings.push((line.offset, text));
            }
            return;
        }
        self.map.push((self.movetext.len(), line.offset));
        self.movetext.push_str(text);
        self.movetext.push('\n');
    }
}

struct PgnGames {
    lines: Lines,
    index: usize,
    done: bool,
}

impl Iterator for PgnGames {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match self.collect_game() {
            Ok(Some(raw)) => {
                let game = build(raw, self.lines.encoding(), self.index);
                self.index += 1;
                Some(game)
            }
            Ok(None) => {
                self.done = true;
                None
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

/// Where the reader stands in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing but blank lines so far.
    Before,
    Tags,
    Moves,
    /// Behind the result: adverts up to the next game.
    After,
}

impl PgnGames {
    /// Reads the lines of the next game.
    fn collect_game(&mut self) -> Result<Option<RawGame>, ReadError> {
        let mut raw = RawGame::default();
        let mut stage = Stage::Before;
        let mut in_comment = false;
        while let Some(line) = self.lines.next_line()? {
            let text = line.text.trim();
            if stage == Stage::Before && !text.is_empty() {
                (raw.offset, raw.line) = (line.offset, line.number);
            }
            let tags = if text.starts_with('[') { pgn_tags::parse_line(text) } else { Vec::new() };
            if let Some((name, _)) = tags.first() {
                // A comment that was never closed must not swallow the games behind it.
                let new_game =
                    stage == Stage::After || stage == Stage::Moves && (!in_comment || pgn_tags::begins_game(name));
                if new_game {
                    if in_comment {
                        raw.warnings.push((line.offset, "the comment before this tag is not closed".into()));
                    }
                    self.lines.push_back(line);
                    return Ok(Some(raw));
                }
                if stage != Stage::Moves {
                    stage = Stage::Tags;
                    let room = MOST_TAGS - raw.tags.len().min(MOST_TAGS);
                    if tags.len() > room {
                        raw.warnings.push((line.offset, format!("tags beyond the first {MOST_TAGS} are left out")));
                    }
                    raw.tags.extend(tags.into_iter().take(room));
                    continue;
                }
            }
            if !in_comment {
                if text.is_empty() {
                    if stage == Stage::Moves {
                        raw.push(&line, "");
                    }
                    continue;
                }
                if line.text.starts_with('%') {
                    continue;
                }
                if stage == Stage::After {
                    if text_headers::begins_movetext(text) {
                        self.lines.push_back(line);
                        return Ok(Some(raw));
                    }
                    continue;
                }
                if raw.tags.is_empty() && text_headers::sort(text, &mut raw.headers, stage == Stage::Moves) {
                    raw.headers.truncate(MOST_TAGS);
                    if stage == Stage::Before {
                        stage = Stage::Tags;
                    }
                    continue;
                }
                if !raw.headers.is_empty() && text_headers::is_free_text(text) {
                    // In text exports comments stand on lines of their own.
                    if !text_headers::is_ornament(text) {
                        raw.push(&line, &format!("{{{}}}", text.replace(['{', '}'], "|")));
                    }
                    continue;
                }
            }
            stage = Stage::Moves;
            let escaped = raw.tags.iter().any(|(name, value)| (name.as_str(), value.as_str()) == ESCAPED_COMMENTS);
            in_comment = comment_state(text, in_comment, escaped);
            raw.push(&line, &line.text);
            if !in_comment && text_headers::ends_game(text) {
                stage = Stage::After;
            }
        }
        Ok((stage != Stage::Before).then_some(raw))
    }
}

/// Whether a comment is open behind a line, by the plain rule that the next `}` closes it.
fn comment_state(line: &str, mut open: bool, escapes: bool) -> bool {
    let mut escaped = false;
    for byte in line.bytes() {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' if open && escapes => escaped = true,
            b'{' => open = true,
            b'}' => open = false,
            b';' if !open => return false,
            _ => {}
        }
    }
    open
}

fn build(raw: RawGame, encoding: TextEncoding, index: usize) -> Result<Game, ReadError> {
    let mut source_tags = Tags::new();
    for (name, value) in raw.tags.iter().chain(&raw.headers) {
        source_tags.push(name.as_str(), value.as_str());
    }
    let error = |reason: String| ReadError { offset: raw.offset, line: Some(raw.line), reason };
    let heading = |tag: &str| text_headers::value(&raw.headers, tag);
    let fen_text = source_tags.get("FEN").or_else(|| heading("FEN")).unwrap_or("").trim();
    let start: Fen = if fen_text.is_empty() { START_FEN } else { fen_text }
        .parse()
        .map_err(|fault| error(format!("the FEN of the game: {fault}")))?;
    let escaped = source_tags.get(ESCAPED_COMMENTS.0).is_some_and(|value| value == ESCAPED_COMMENTS.1);
    let tree = TextTree::parse(&raw.movetext, escaped);
    let side_known =
        fen_text.split_whitespace().nth(1).is_some_and(|side| side.starts_with(['b', 'B', 'w', 'W', 'r', 'R']));
    let resolved = resolve(&tree, &raw.movetext, &start, side_known);
    let marks = resolved.warnings(&tree);
    let mut game = resolved.game;
    game.tags = pgn_tags::canonical(&source_tags);
    game.reason = game.tags.remove("Termination").unwrap_or_default();
    game.source_tags = source_tags;
    let stated = game.source_tags.get("Result").or_else(|| heading("Result"));
    game.result = match stated.and_then(GameResult::parse) {
        Some(GameResult::Unknown) | None => tree.result.unwrap_or_default(),
        Some(result) => result,
    };
    for (offset, text) in &raw.warnings {
        game.warn(*offset as usize, text.as_str());
    }
    for (at, text) in marks {
        game.warn(raw.offset_of(at, encoding) as usize, text);
    }
    game.format = Some(Format::Pgn);
    game.encoding = Some(encoding);
    game.index = index;
    game.offset = raw.offset;
    game.line = Some(raw.line);
    Ok(game)
}
