//! XQF, the format of XQStudio 象棋演播室: versions 1.0 to 1.8, with and without cipher (formats.md §1).

mod cipher;
mod header;
mod write;

use chuhe_movegen::{Fen, Move};

use self::cipher::Keys;
use self::header::{FIELDS, Header, LENGTH, VERSION_NEWEST, VERSION_PLAIN, square};
use super::branches::{Branches, Links};
use super::bytes::Cursor;
use crate::{Format, Game, GameResult, Games, ReadError, ReadOptions, TextEncoding, Warning, one_game};

pub use self::write::{losses, write};

/// The texts of [`Format::Xqf`]'s type codes, which other formats share.
pub(super) const KINDS: [&str; 4] = ["全局", "开局", "中局", "残局"];

/// Added to the square that a move leaves and to the one that it reaches, whatever the keys are.
const FROM_OFFSET: u8 = 24;
const TO_OFFSET: u8 = 32;

/// Whether a file begins like an XQF file.
#[must_use]
pub fn is_xqf(data: &[u8]) -> bool {
    data.starts_with(b"XQ") && data.get(2).is_some_and(|&version| version <= 99)
}

/// Reads an XQF file.
///
/// # Errors
/// When the file does not begin with a whole header, or is of a version after 1.8.
pub fn read(mut data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    if !data.starts_with(b"XQ") {
        return Err(ReadError::new(0, "not an XQF file: it does not begin with `XQ`"));
    }
    if data.len() < LENGTH {
        let reason = format!("the XQF header is cut: {} of {LENGTH} bytes", data.len());
        return Err(ReadError::new(data.len(), reason));
    }
    let version = data[2];
    if version > VERSION_NEWEST {
        let reason = format!("XQF version {}.{} is unknown; 1.8 is the newest", version / 10, version % 10);
        return Err(ReadError::new(2, reason));
    }
    let encoding = options.encoding.unwrap_or(TextEncoding::GB18030);
    let keys = {
        let header = Header::of(&data).expect("the length was checked");
        Keys::of(&header)
    };
    keys.decipher(LENGTH, &mut data[LENGTH..]);
    let header = Header::of(&data).expect("the length was checked");
    let mut game = game_of_header(&header, &keys, encoding);
    read_tree(&data, version, &keys, encoding, &mut game);
    game.side_from_first_move();
    game.mark_illegal_moves();
    Ok(one_game(game))
}

/// Everything but the moves.
fn game_of_header(header: &Header<'_>, keys: &Keys, encoding: TextEncoding) -> Game {
    let (board, doubled) = header.board(keys);
    let mut game = Game::new(Fen { board, side: header.side(), halfmove: 0, fullmove: 1 });
    game.format = Some(Format::Xqf);
    game.encoding = Some(encoding);
    game.result = match header.result() {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    for field in FIELDS {
        let (text, _) = encoding.decode(header.text(field));
        game.tags.set_if_any(field.tag, &text);
        game.source_tags.push(field.name, text);
    }
    if let Some(title) = header.overflowing_title() {
        game.tags.set_if_any("Title", &encoding.decode(title).0);
        game.tags.remove("Title2");
    }
    if let Some(kind) = KINDS.get(usize::from(header.kind())).filter(|_| header.kind() != 0) {
        game.tags.set("Type", *kind);
    }
    if header.version() > VERSION_PLAIN && !header.seeds().add_up() {
        game.warn(12, "the key bytes do not add up to 0: the file was changed, remark lengths may be wrong");
    }
    for square in doubled {
        game.warn(0x10, format!("two pieces stand on {square}; the later one was kept"));
    }
    game
}

/// One deciphered record of the tree.
struct Record<'a> {
    from: u8,
    to: u8,
    links: Links,
    remark: &'a [u8],
}

/// Reads the next record, or says what is missing; a cut remark still gives a record.
fn read_record<'a>(
    cursor: &mut Cursor<'a>,
    version: u8,
    keys: &Keys,
    warnings: &mut Vec<Warning>,
) -> Option<Record<'a>> {
    let start = cursor.offset();
    let mut warn = |text: String| warnings.push(Warning { offset: start as u64, text });
    let Some([from, to, flags, _]) = cursor.array() else {
        let left = cursor.rest().len();
        warn(format!("the file ends where another move should follow ({left} of 4 bytes); what came before was kept"));
        return None;
    };
    let (links, has_remark) = if version <= VERSION_PLAIN {
        (Links { next: flags & 0xF0 != 0, alternative: flags & 0x0F != 0 }, true)
    } else {
        (Links { next: flags & 0x80 != 0, alternative: flags & 0x40 != 0 }, flags & 0x20 != 0)
    };
    let mut remark: &[u8] = &[];
    if has_remark {
        if let Some(stored) = cursor.u32() {
            match stored.checked_sub(keys.remark) {
                Some(length) => {
                    remark = cursor.take_up_to(usize::try_from(length).unwrap_or(usize::MAX));
                    if remark.len() as u64 != u64::from(length) {
                        warn(format!("a remark of {length} bytes is cut after {}", remark.len()));
                    }
                }
                None => warn(format!("a remark has the impossible length {stored}; it was left out")),
            }
        } else {
            cursor.take_up_to(usize::MAX);
            warn("the file ends inside the length of a remark".to_owned());
        }
    }
    Some(Record { from, to, links, remark })
}

/// Reads the tree behind the header from deciphered bytes.
fn read_tree(data: &[u8], version: u8, keys: &Keys, encoding: TextEncoding, game: &mut Game) {
    let mut cursor = Cursor::at(data, LENGTH);
    let mut warnings = Vec::new();
    if let Some(root) = read_record(&mut cursor, version, keys, &mut warnings) {
        game.node_mut(game.root()).comment = encoding.decode(root.remark).0;
        let mut branches = Branches::new(game, root.links.next);
        while branches.expects_more() {
            let offset = cursor.offset();
            let Some(record) = read_record(&mut cursor, version, keys, &mut warnings) else { break };
            let from = square(record.from.wrapping_sub(FROM_OFFSET).wrapping_sub(keys.from));
            let to = square(record.to.wrapping_sub(TO_OFFSET).wrapping_sub(keys.to));
            let mv = match (from, to) {
                (Some(from), Some(to)) => Move::new(from, to),
                _ => {
                    let text = "a move names a point off the board".to_owned();
                    warnings.push(Warning { offset: offset as u64, text });
                    Move::NONE
                }
            };
            if let Some(id) = branches.add(game, mv, record.links) {
                game.node_mut(id).comment = encoding.decode(record.remark).0;
            }
        }
    }
    game.warnings.append(&mut warnings);
}
