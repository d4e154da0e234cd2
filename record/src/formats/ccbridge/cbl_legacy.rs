//! The libraries that CCBridge wrote from 2001 to 2006: everything in one zlib stream (formats.md §3.4, "Legacy").

use std::io::{Cursor as IoCursor, Read};

use chuhe_movegen::{Color, Fen, Move, Square};
use flate2::read::ZlibDecoder;

use super::super::bytes::{Cursor, u32_at};
use super::super::{slots, xqf};
use crate::{Format, Game, GameResult, Games, ReadError, ReadOptions, TextEncoding};

/// First bytes of a library; the newer kind has a letter where this one has a number.
const MAGIC: &[u8; 12] = b"CCBridge\x15\0\0\0";
/// The zlib stream begins here.
const STREAM: usize = 20;
/// A longer text of the library's head, or a longer game, is damage: the longest seen have a few kilobytes.
const LONGEST: u32 = 1 << 24;
/// A game with every text empty and no move; a smaller one is damage.
const SHORTEST: u32 = 143;
/// A date is so many bytes.
const DATE: usize = 19;

/// Whether a file begins like such a library.
#[must_use]
pub fn is_cbl_legacy(data: &[u8]) -> bool {
    data.starts_with(MAGIC)
}

/// Reads a library game by game, unpacking as it goes. Offsets of errors and warnings count in the unpacked data, and
/// their text says so.
///
/// # Errors
/// When the version is unknown or the head of the library cannot be unpacked.
pub fn read(data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    if !is_cbl_legacy(&data) {
        return Err(ReadError::new(0, "not a CCBridge library of the old kind"));
    }
    let version = u32_at(&data, 12).ok_or_else(|| ReadError::new(data.len(), "the header of the library is cut"))?;
    if version != 1 && version != 3 {
        let reason = format!("version {version} of old CCBridge libraries is unknown; 1 and 3 are read");
        return Err(ReadError::new(12, reason));
    }
    if data.len() < STREAM {
        return Err(ReadError::new(data.len(), "the header of the library is cut"));
    }
    let mut stream = IoCursor::new(data);
    stream.set_position(STREAM as u64);
    let encoding = options.encoding.unwrap_or(TextEncoding::GB18030);
    let mut unpacked = Unpacked { decoder: ZlibDecoder::new(stream), offset: 0 };
    let library = unpacked.head(encoding)?;
    Ok(Box::new(GamesOfLibrary { unpacked, encoding, library, index: 0, finished: false }))
}

/// The unpacked stream and how far it has been read.
struct Unpacked {
    decoder: ZlibDecoder<IoCursor<Vec<u8>>>,
    offset: usize,
}

impl Unpacked {
    /// The next bytes, fewer at the end. Memory grows with the bytes that come, not with those that are asked for.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        // An error of the stream ends it like its end does: what came before is good.
        let _ = self.decoder.by_ref().take(count as u64).read_to_end(&mut bytes);
        self.offset += bytes.len();
        bytes
    }

    fn exactly(&mut self, count: usize) -> Result<Vec<u8>, ReadError> {
        let bytes = self.take(count);
        if bytes.len() == count { Ok(bytes) } else { Err(self.error("the packed data end inside the library's head")) }
    }

    fn error(&self, reason: &str) -> ReadError {
        ReadError::new(self.offset, format!("{reason}; counted in the unpacked data"))
    }

    fn u32(&mut self) -> Result<u32, ReadError> {
        let bytes = self.exactly(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn text(&mut self, encoding: TextEncoding) -> Result<String, ReadError> {
        let length = self.u32()?;
        if length > LONGEST {
            return Err(self.error(&format!("a text of {length} bytes is damage")));
        }
        Ok(encoding.decode(&self.exactly(length as usize)?).0)
    }

    /// What the library says about itself, under the names its games get it as tags.
    fn head(&mut self, encoding: TextEncoding) -> Result<LibraryHead, ReadError> {
        let name = self.text(encoding)?;
        let source = self.text(encoding)?;
        self.text(encoding)?;
        let creator = self.text(encoding)?;
        self.text(encoding)?;
        self.exactly(2 * DATE)?;
        let games = self.u32()?;
        self.text(encoding)?;
        Ok(LibraryHead { name, source, creator, games })
    }
}

struct LibraryHead {
    name: String,
    source: String,
    creator: String,
    games: u32,
}

struct GamesOfLibrary {
    unpacked: Unpacked,
    encoding: TextEncoding,
    library: LibraryHead,
    index: usize,
    finished: bool,
}

impl Iterator for GamesOfLibrary {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished || self.index >= self.library.games as usize {
            return None;
        }
        let start = self.unpacked.offset;
        let head = self.unpacked.take(4);
        let size = u32_at(&head, 0);
        let Some(size @ SHORTEST..=LONGEST) = size else {
            self.finished = true;
            let missing =
                format!("{} of {} games are missing", self.library.games as usize - self.index, self.library.games);
            let reason = match size {
                Some(size) => format!("a game of {size} bytes is damage; {missing}"),
                None => format!("the packed data end; {missing}"),
            };
            return Some(Err(ReadError::new(start, format!("{reason}; counted in the unpacked data"))));
        };
        let mut data = head;
        data.append(&mut self.unpacked.take(size as usize - 4));
        let complete = data.len() == size as usize;
        self.finished |= !complete;
        let result = read_game(&data, self.encoding).map_err(|at| {
            let reason = "the head of a game is cut; counted in the unpacked data";
            ReadError::new(start + at, reason)
        });
        let result = result.map(|mut game| {
            for warning in &mut game.warnings {
                warning.offset += start as u64;
                warning.text.push_str("; counted in the unpacked data");
            }
            if !complete {
                game.warn(start + data.len(), "the packed data end inside this game; counted in the unpacked data");
            }
            game.tags.set_if_any("Library", &self.library.name);
            if game.tags.get("Source").is_none() {
                game.tags.set_if_any("Source", &self.library.source);
            }
            if game.tags.get("Author").is_none() {
                game.tags.set_if_any("Author", &self.library.creator);
            }
            game.index = self.index;
            game.offset = start as u64;
            game
        });
        self.index += 1;
        Some(result)
    }
}

/// Names of the texts of a game in the order of the file, with the names PGN has for them. The second and third have no
/// certain meaning: one library puts round and table into the second.
const TEXTS: [(&str, &str); 7] = [
    ("title", "Title"),
    ("extra1", "Round"),
    ("extra2", "Table"),
    ("site", "Site"),
    ("date", "Date"),
    ("red", "Red"),
    ("black", "Black"),
];

/// Texts behind the result; in the newer record the same four stand together.
const TEXTS_BEHIND: [(&str, &str); 4] =
    [("", "Annotator"), ("", "AnnotatorEmail"), ("author", "Author"), ("email", "AuthorEmail")];

/// Reads one game. The error is the offset at which its head is cut.
fn read_game(data: &[u8], encoding: TextEncoding) -> Result<Game, usize> {
    let mut cursor = Cursor::at(data, 4);
    let mut game = read_head(&mut cursor, encoding).ok_or_else(|| cursor.offset())?;
    game.format = Some(Format::CblLegacy);
    game.encoding = Some(encoding);
    read_moves(&mut cursor, encoding, &mut game);
    game.side_from_first_move();
    game.mark_illegal_moves();
    Ok(game)
}

fn text(cursor: &mut Cursor<'_>, encoding: TextEncoding) -> Option<String> {
    let length = cursor.u32()?;
    Some(encoding.decode(cursor.take(usize::try_from(length).ok()?)?).0)
}

fn read_head(cursor: &mut Cursor<'_>, encoding: TextEncoding) -> Option<Game> {
    let layout_at = cursor.offset();
    let layout: [u8; slots::COUNT] = cursor.array()?;
    let (board, doubled) = slots::board(
        layout.map(|byte| Square::try_at(i32::from(byte >> 4) - 1, 10 - i32::from(byte & 15)).filter(|_| byte != 0)),
    );
    let mut game = Game::new(Fen { board, side: Color::Red, halfmove: 0, fullmove: 1 });
    for square in doubled {
        game.warn(layout_at, format!("two pieces stand on {square}; the later one was kept"));
    }
    let kind = cursor.u32()?;
    if let Some(kind) = (kind as usize).checked_sub(1).filter(|&kind| kind > 0) {
        game.tags.set_if_any("Type", xqf::KINDS.get(kind).unwrap_or(&""));
    }
    let tag = |game: &mut Game, (name, pgn): (&str, &str), value: String| {
        game.tags.set_if_any(pgn, &value);
        if !name.is_empty() {
            game.source_tags.push(name, value);
        }
    };
    tag(&mut game, ("event", "Event"), text(cursor, encoding)?);
    game.start.fullmove = u16::try_from(cursor.u32()?).unwrap_or(1).max(1);
    for names in TEXTS {
        tag(&mut game, names, text(cursor, encoding)?);
    }
    game.result = match cursor.u32()? {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    for names in TEXTS_BEHIND {
        tag(&mut game, names, text(cursor, encoding)?);
    }
    let root = game.root();
    game.node_mut(root).comment = comment(&text(cursor, encoding)?);
    game.start.side = if cursor.u8()? == 0 { Color::Black } else { Color::Red };
    for pgn in ["Created", "Modified"] {
        game.tags.set_if_any(pgn, &encoding.decode(cursor.take(DATE)?).0);
    }
    Some(game)
}

/// A text in which `||` stands for a line end. The program pads comments with line ends and blanks.
fn comment(text: &str) -> String {
    text.replace("||", "\n").trim().to_owned()
}

/// A move as the file has it: number of the ply, from, to.
struct Entry {
    offset: usize,
    ply: usize,
    from: u8,
    to: u8,
}

fn read_moves(cursor: &mut Cursor<'_>, encoding: TextEncoding, game: &mut Game) {
    let count_at = cursor.offset();
    let Some(count) = cursor.u32() else {
        game.warn(count_at, "the game ends before its moves");
        return;
    };
    let mut entries = Vec::new();
    for _ in 0..count {
        let offset = cursor.offset();
        // The last two bytes say the same move in digits of the notation.
        let (Some(ply), Some([from, to, _, _])) = (cursor.u16(), cursor.array()) else {
            game.warn(offset, format!("the game ends after {} of {count} moves", entries.len()));
            break;
        };
        entries.push(Entry { offset, ply: usize::from(ply), from, to });
    }
    let mut comments = cursor.rest().split(|&byte| byte == b'\n');
    // The line being told, and a node for each of its plies.
    let mut line = vec![game.root()];
    for Entry { offset, ply, from, to } in entries {
        let ply = if (1..=line.len()).contains(&ply) {
            ply
        } else {
            game.warn(offset, format!("a move has ply number {ply} where {} is the highest possible", line.len()));
            line.len()
        };
        let square = |byte: u8| Square::try_at(i32::from(byte >> 4), 9 - i32::from(byte & 15));
        let mv = match (square(from), square(to)) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => {
                game.warn(offset, "a move names a point off the board");
                Move::NONE
            }
        };
        line.truncate(ply);
        let id = game.add(line[ply - 1], mv);
        line.push(id);
        let bytes = comments.next().unwrap_or_default();
        game.node_mut(id).comment = comment(&encoding.decode(bytes.strip_suffix(b"\r").unwrap_or(bytes)).0);
    }
}
