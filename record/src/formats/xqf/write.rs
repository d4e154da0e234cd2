//! Writing XQF: 1.0 in the clear, which every program reads, or 1.8 with the cipher.

use chuhe_movegen::{Color, Fen, Move, START_FEN};

use super::super::branches::Links;
use super::super::{losses, slots};
use super::cipher::Keys;
use super::header::{FIELDS, Header, LAYOUT, LENGTH, VERSION_NEWEST, VERSION_PLAIN, layout_index, square_byte};
use super::{FROM_OFFSET, KINDS, TO_OFFSET};
use crate::{Game, GameResult, Loss, NodeId, TextEncoding, WriteOptions};

/// The key bytes of the 1.8 files written here, from offset 3 to 15. XQStudio draws them at random; constants make equal
/// games equal files. As there, the mask has all bits of 0xAA, the four "or" bytes and the four seeds each add up to 0.
const KEY_BYTES: [u8; 13] = [0xBB, 0, 0, 0, 0, 0x11, 0x22, 0x33, 0x9A, 0xDD, 0x47, 0x59, 0x83];

/// A layout byte for a piece that is not there.
const ABSENT: u8 = 0xFF;

/// What an XQF file cannot hold of a game.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    let encoding = encoding(options);
    let kind = KINDS[usize::from(kind(game))];
    let mut losses: Vec<Loss> = losses::of_tags(game, |name| {
        name.eq_ignore_ascii_case("Type") && game.tags.text("Type") == kind
            || FIELDS.iter().any(|field| name.eq_ignore_ascii_case(field.tag))
    })
    .collect();
    losses.extend(
        FIELDS
            .iter()
            .filter_map(|field| losses::of_field(field.tag, game.tags.text(field.tag), encoding, field.size - 1)),
    );
    losses.extend(losses::of_comments(game, encoding));
    losses.extend(losses::of_annotations(game));
    losses.extend(losses::of_counters(game));
    losses.extend(losses::of_side(game));
    if !game.reason.is_empty() {
        losses.push(Loss::Other("the reason of the result".to_owned()));
    }
    let (_, left_over) = slots::of_board(&game.start.board);
    for square in left_over {
        losses.push(Loss::Other(format!("the piece on {square}, one more of its kind than a full set has")));
    }
    losses
}

/// Writes an XQF file: version 1.8 when `options.xqf_version` is 18, else 1.0. What does not fit ([`losses`]) is left out.
#[must_use]
pub fn write(game: &Game, options: &WriteOptions) -> Vec<u8> {
    let encoding = encoding(options);
    let version = if options.xqf_version == Some(VERSION_NEWEST) { VERSION_NEWEST } else { VERSION_PLAIN };
    let mut data = vec![0; LENGTH];
    data[..3].copy_from_slice(&[b'X', b'Q', version]);
    if version > VERSION_PLAIN {
        data[3..16].copy_from_slice(&KEY_BYTES);
    }
    let keys = Keys::of(&Header::of(&data).expect("a whole header stands there"));
    write_header(game, encoding, version, &keys, &mut data);
    write_record(game, game.root(), encoding, version, &keys, &mut data);
    for visit in game.visit() {
        write_record(game, visit.id, encoding, version, &keys, &mut data);
    }
    keys.encipher(LENGTH, &mut data[LENGTH..]);
    data
}

fn encoding(options: &WriteOptions) -> TextEncoding {
    options.encoding.unwrap_or(TextEncoding::GB18030)
}

fn write_header(game: &Game, encoding: TextEncoding, version: u8, keys: &Keys, data: &mut [u8]) {
    let (slots, _) = slots::of_board(&game.start.board);
    for (slot, square) in slots.into_iter().enumerate() {
        data[LAYOUT + layout_index(slot, version, keys)] = square.map_or(ABSENT, square_byte).wrapping_add(keys.layout);
    }
    data[0x32] = u8::from(game.start.side == Color::Black);
    data[0x33] = match game.result {
        GameResult::Unknown => 0,
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
    };
    data[0x40] = kind(game);
    for field in FIELDS {
        let text = losses::fit(game.tags.text(field.tag), encoding, field.size - 1);
        data[field.offset] = text.len() as u8;
        data[field.offset + 1..][..text.len()].copy_from_slice(&text);
    }
}

/// The type code. A set-up position is called a middle game or an endgame, because some programs ignore the layout of
/// the other two.
fn kind(game: &Game) -> u8 {
    let named = KINDS.iter().position(|&kind| kind == game.tags.text("Type")).unwrap_or(0) as u8;
    let set_up = START_FEN.parse::<Fen>().is_ok_and(|start| start.board != game.start.board);
    if set_up && named < 2 { 3 } else { named }
}

fn write_record(game: &Game, id: NodeId, encoding: TextEncoding, version: u8, keys: &Keys, data: &mut Vec<u8>) {
    let node = game.node(id);
    let mut remark = Vec::new();
    encoding.encode_into(&node.comment, &mut remark);
    let (from, to) = match (id == game.root(), node.mv) {
        (true, _) => (0, 0),
        (false, Move::NONE) => (ABSENT, ABSENT),
        (false, mv) => (square_byte(mv.from()), square_byte(mv.to())),
    };
    let links = Links::of(game, id);
    let flag = |set: bool, bits: u8| if set { bits } else { 0 };
    let flags = if version <= VERSION_PLAIN {
        flag(links.next, 0xF0) | flag(links.alternative, 0x0F)
    } else {
        flag(links.next, 0x80) | flag(links.alternative, 0x40) | flag(!remark.is_empty(), 0x20)
    };
    data.push(from.wrapping_add(FROM_OFFSET).wrapping_add(keys.from));
    data.push(to.wrapping_add(TO_OFFSET).wrapping_add(keys.to));
    data.extend([flags, 0]);
    if version <= VERSION_PLAIN || !remark.is_empty() {
        data.extend((remark.len() as u32 + keys.remark).to_le_bytes());
        data.append(&mut remark);
    }
}
