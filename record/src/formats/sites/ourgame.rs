//! `.chn` and `.xqi` of 联众 (Ourgame): the files of 2016 with a head, and the older ones without any mark.

use super::{begins_well, game_of_line, move_of, upright};
use crate::formats::bytes::{Cursor, u32_at};
use crate::{Format, Game, Games, ReadError, ReadOptions, TextEncoding, one_game};

/// Texts of the head: name, PGN name, offset, size.
const TEXTS: [(&str, &str, usize, usize); 6] = [
    ("date", "Date", 0x08, 28),
    ("title", "Title", 0x24, 64),
    ("red_id", "RedId", 0x64, 20),
    ("red", "Red", 0x78, 20),
    ("black_id", "BlackId", 0x8C, 20),
    ("black", "Black", 0xA0, 20),
];
/// Where the number of moves stands.
const COUNT: usize = 0x16C;
/// The moves: where the first lies, how far the next lies behind it, and how much of one is needed.
const MOVES: usize = 0x20A;
const STEP: usize = 36;
const NEEDED: usize = 2;

/// Whether a file begins like one of 2016.
#[must_use]
pub fn is_chn(data: &[u8]) -> bool {
    data.starts_with(b"GL") && data.len() >= MOVES
}

/// Reads a file of 2016.
///
/// # Errors
/// When the head is not whole.
pub fn read(data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    if !data.starts_with(b"GL") {
        return Err(ReadError::new(0, "not a file of Ourgame: it does not begin with `GL`"));
    }
    let (Some(count), true) = (u32_at(&data, COUNT), data.len() >= MOVES) else {
        return Err(ReadError::new(data.len(), format!("the head is cut: {} of {MOVES} bytes", data.len())));
    };
    let found = (data.len() - MOVES + STEP - NEEDED) / STEP;
    let moves = data[MOVES..].chunks(STEP).take(found.min(count as usize)).enumerate().map(|(i, node)| {
        let point = |byte: u8| (i32::from(byte & 15), i32::from(byte >> 4));
        (MOVES + STEP * i, move_of(point(node[0]), point(node[1])))
    });
    let mut game = game_of_line(Format::Chn, moves);
    if (count as usize) > found {
        game.warn(data.len(), format!("the file ends after {found} of {count} moves"));
    }
    let encoding = options.encoding.unwrap_or(TextEncoding::GB18030);
    game.encoding = Some(encoding);
    for (name, tag, offset, size) in TEXTS {
        let bytes = data[offset..offset + size].split(|&byte| byte == 0).next().unwrap_or_default();
        let text = encoding.decode(bytes).0;
        game.tags.set_if_any(tag, &text);
        game.source_tags.push(name, text);
    }
    if let Some(date) = date_of_c_time(game.tags.text("Date")) {
        game.tags.set("Date", date);
    }
    Ok(one_game(game))
}

/// `Tue Dec 27 20:57:56 2016` as PGN writes a date.
fn date_of_c_time(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[_, month, day, _, year] = words.as_slice() else { return None };
    let month = MONTHS.iter().position(|&name| name == month)? + 1;
    Some(format!("{:04}.{month:02}.{:02}", year.parse::<u16>().ok()?, day.parse::<u8>().ok()?))
}

/// Length of an old file's head, which is not understood.
const OLD_HEAD: usize = 188;
/// Length of an old file's move.
const OLD_STEP: usize = 32;

/// Whether a file may be an old one, which has no mark: its length fits and its first move can be played.
#[must_use]
pub fn is_chn_old(data: &[u8]) -> bool {
    data.len() > OLD_HEAD && (data.len() - OLD_HEAD).is_multiple_of(OLD_STEP) && begins_well(&old_game(data))
}

/// Reads an old file: moves of 32 bytes, of which the third to sixth pair are file, row, file, row.
///
/// # Errors
/// When the file is shorter than its head.
pub fn read_old(data: Vec<u8>, _: &ReadOptions) -> Result<Games, ReadError> {
    if data.len() < OLD_HEAD {
        return Err(ReadError::new(data.len(), format!("the head is cut: {} of {OLD_HEAD} bytes", data.len())));
    }
    Ok(one_game(old_game(&data)))
}

fn old_game(data: &[u8]) -> Game {
    let mut cursor = Cursor::at(data, OLD_HEAD);
    let mut moves = Vec::new();
    while cursor.rest().len() >= OLD_STEP {
        let offset = cursor.offset();
        let Some(record) = cursor.take(OLD_STEP) else { break };
        let mut words = Cursor::at(record, 4);
        moves.push((offset, std::array::from_fn(|_| words.u16().map_or(-1, i32::from))));
    }
    let mut game = game_of_line(Format::ChnOld, upright(moves));
    if !cursor.is_empty() {
        game.warn(cursor.offset(), "the file ends inside a move");
    }
    game
}
