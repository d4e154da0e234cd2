//! A record: header and tree, as a file of its own (CBR) or inside a library (CBL).

use chuhe_movegen::{Color, Fen, Move};

use super::super::branches::{Branches, Links};
use super::super::bytes::Cursor;
use super::super::{losses, xqf};
use super::layout::{
    ENDING_SIZE, GUID_OFFSET, Layout, MAGIC, V1, V2, VERSION_OFFSET, board, board_bytes, square_index, text,
};
use crate::{Format, Game, GameResult, Loss, NodeId, ReadError, TextEncoding, Warning};

const LINE_ENDS: u8 = 1;
const ALTERNATIVE: u8 = 2;
const COMMENT: u8 = 4;

/// Reads the record that begins at `start` and ends before `end` (offsets of the file, `end` at most its length).
pub(super) fn read(data: &[u8], start: usize, end: usize, format: Format) -> Result<Game, ReadError> {
    let record = &data[start..end];
    if !record.starts_with(MAGIC) {
        return Err(ReadError::new(start, "no CCBridge record begins here"));
    }
    let layout = match record.get(VERSION_OFFSET) {
        Some(1) => &V1,
        Some(2) => &V2,
        Some(version) => {
            let reason = format!("version {version} of CCBridge records is unknown; 1 and 2 are read");
            return Err(ReadError::new(start + VERSION_OFFSET, reason));
        }
        None => return Err(ReadError::new(end, "the header of a CCBridge record is cut")),
    };
    if record.len() < layout.moves {
        let reason = format!("the header of a CCBridge record is cut: {} of {} bytes", record.len(), layout.moves);
        return Err(ReadError::new(end, reason));
    }
    let mut game = read_header(record, start, layout);
    game.format = Some(format);
    game.encoding = Some(TextEncoding::UTF16LE);
    game.offset = start as u64;
    read_tree(&data[..end], start + layout.moves, layout, &mut game);
    game.side_from_first_move();
    game.mark_illegal_moves();
    Ok(game)
}

fn read_header(record: &[u8], start: usize, layout: &Layout) -> Game {
    let squares = record[layout.board..].first_chunk().expect("the header is whole");
    let (board, odd) = board(squares);
    let side = if record[layout.side] == 2 { Color::Black } else { Color::Red };
    let fullmove = u16::from_le_bytes([record[layout.first_round], record[layout.first_round + 1]]).max(1);
    let mut game = Game::new(Fen { board, side, halfmove: 0, fullmove });
    if let Some(i) = odd {
        game.warn(start + layout.board + i, "the board holds a byte that is no piece; it was left out");
    }
    game.result = match record[layout.result] {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    if let Some(ending) = layout.ending {
        game.reason = text(&record[ending..ending + ENDING_SIZE]).trim().to_owned();
    }
    for field in layout.fields {
        let value = text(&record[field.offset..field.offset + field.size]);
        if !value.is_empty() {
            game.tags.set_if_any(field.tag, &value);
            game.source_tags.push(field.name, value);
        }
    }
    if let Some(kind) = usize::from(record[layout.kind]).checked_sub(1).filter(|&kind| kind > 0) {
        game.tags.set_if_any("Type", xqf::KINDS.get(kind).unwrap_or(&""));
    }
    game
}

/// Reads the tree from the records at `offset`.
fn read_tree(data: &[u8], offset: usize, layout: &Layout, game: &mut Game) {
    let mut cursor = Cursor::at(data, offset);
    let mut warnings = Vec::new();
    let mut warn = |offset: usize, text: String| warnings.push(Warning { offset: offset as u64, text });
    let mut branches: Option<Branches> = None;
    while branches.as_ref().is_none_or(Branches::expects_more) {
        let offset = cursor.offset();
        let Some([flags, _, from, to]) = cursor.array() else {
            warn(offset, "the record ends where another move should follow; what came before was kept".to_owned());
            break;
        };
        let mut comment = String::new();
        if flags & COMMENT != 0 {
            match cursor.u32() {
                Some(length) => {
                    let bytes = cursor.take_up_to(usize::try_from(length).unwrap_or(usize::MAX));
                    comment = text(bytes);
                    if bytes.len() as u64 != u64::from(length) {
                        warn(offset, format!("a comment of {length} bytes is cut after {}", bytes.len()));
                    }
                }
                None => {
                    cursor.take_up_to(usize::MAX);
                    warn(offset, "the record ends inside the length of a comment".to_owned());
                }
            }
        }
        let links = Links { next: flags & LINE_ENDS == 0, alternative: flags & ALTERNATIVE != 0 };
        let Some(branches) = &mut branches else {
            let root = game.root();
            game.node_mut(root).comment = comment;
            branches = Some(Branches::new(game, links.next));
            continue;
        };
        let mv = match ((layout.square)(from), (layout.square)(to)) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => {
                warn(offset, "a move names a point off the board".to_owned());
                Move::NONE
            }
        };
        if let Some(id) = branches.add(game, mv, links) {
            game.node_mut(id).comment = comment;
        }
    }
    game.warnings.append(&mut warnings);
}

/// What a record of version 2 cannot hold of a game.
pub(super) fn losses(game: &Game) -> Vec<Loss> {
    let holds = |name: &str| {
        name.eq_ignore_ascii_case("Type") && xqf::KINDS.contains(&game.tags.text("Type"))
            || V2.fields.iter().any(|field| name.eq_ignore_ascii_case(field.tag))
    };
    let mut losses: Vec<Loss> = losses::of_tags(game, holds).collect();
    losses.extend(V2.fields.iter().filter_map(|field| field_loss(field.tag, game.tags.text(field.tag), field.size)));
    losses.extend(field_loss("the reason of the result", &game.reason, ENDING_SIZE));
    losses.extend(losses::of_annotations(game));
    losses.extend(losses::of_side(game));
    if game.start.halfmove != 0 {
        losses.push(Loss::Other("the capture clock of the start position".to_owned()));
    }
    if game.all_nodes().any(|(_, node)| node.comment.contains('\0')) {
        losses.push(Loss::Other("comments behind a zero character".to_owned()));
    }
    losses
}

fn field_loss(name: &str, value: &str, size: usize) -> Option<Loss> {
    losses::of_field(name, value, TextEncoding::UTF16LE, size - 2)
}

/// Writes a record of version 2. Its identifier is made from its content, so that equal games give equal files.
pub(super) fn write(game: &Game) -> Vec<u8> {
    let mut data = vec![0; V2.moves];
    data[..MAGIC.len()].copy_from_slice(MAGIC);
    data[VERSION_OFFSET] = 2;
    let mut put = |value: &str, offset: usize, size: usize| {
        let bytes = losses::fit(value, TextEncoding::UTF16LE, size - 2);
        data[offset..offset + bytes.len()].copy_from_slice(&bytes);
    };
    for field in V2.fields {
        put(game.tags.text(field.tag), field.offset, field.size);
    }
    put(&game.reason, V2.ending.expect("version 2 has this field"), ENDING_SIZE);
    let kind = xqf::KINDS.iter().position(|&kind| kind == game.tags.text("Type")).unwrap_or(0);
    data[V2.kind] = kind as u8 + 1;
    data[V2.result] = match game.result {
        GameResult::Unknown => 0,
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
    };
    data[V2.side] = if game.start.side == Color::Black { 2 } else { 1 };
    data[V2.first_round..][..2].copy_from_slice(&game.start.fullmove.to_le_bytes());
    data[V2.board..][..90].copy_from_slice(&board_bytes(&game.start.board));
    data[V2.board + 90..][..4].fill(0xFF);
    write_node(game, game.root(), &mut data);
    for visit in game.visit() {
        write_node(game, visit.id, &mut data);
    }
    let guid = guid(&data);
    data[GUID_OFFSET..][..16].copy_from_slice(&guid);
    data
}

fn write_node(game: &Game, id: NodeId, data: &mut Vec<u8>) {
    let node = game.node(id);
    let links = Links::of(game, id);
    let flag = |set: bool, bits: u8| if set { bits } else { 0 };
    let flags =
        flag(!links.next, LINE_ENDS) | flag(links.alternative, ALTERNATIVE) | flag(!node.comment.is_empty(), COMMENT);
    let (from, to) = match (id == game.root(), node.mv) {
        (true, _) => (0, 0),
        (false, Move::NONE) => (0xFF, 0xFF),
        (false, mv) => (square_index(mv.from()), square_index(mv.to())),
    };
    data.extend([flags, 0, from, to]);
    if !node.comment.is_empty() {
        let length_at = data.len();
        data.extend([0; 4]);
        TextEncoding::UTF16LE.encode_into(&node.comment, data);
        let length = (data.len() - length_at - 4) as u32;
        data[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
    }
}

/// Sixteen bytes that stand for the content: FNV-1a from two starting values.
fn guid(data: &[u8]) -> [u8; 16] {
    let hash =
        |seed: u64| data.iter().fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    let mut guid = [0; 16];
    guid[..8].copy_from_slice(&hash(0xCBF2_9CE4_8422_2325).to_le_bytes());
    guid[8..].copy_from_slice(&hash(0x6C62_272E_07BB_0142).to_le_bytes());
    guid
}
