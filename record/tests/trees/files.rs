//! Files of formats that are only read, built byte by byte from a game after the specification.

use std::fmt::Write as _;
use std::io::Write as _;

use chuhe_movegen::{Board, Color, Move, PieceKind, Square};
use chuhe_record::{Game, GameResult, NodeId, TextEncoding};
use flate2::Compression;
use flate2::write::ZlibEncoder;

fn xr(square: Square) -> (u8, u8) {
    (square.file(), 9 - square.rank())
}

/// File and row in the two halves of a byte; moves off the board as 0xFF.
fn nibbles(mv: Move) -> [u8; 2] {
    if mv.is_none() {
        return [0xFF; 2];
    }
    [mv.from(), mv.to()].map(xr).map(|(x, row)| x << 4 | row)
}

fn gbk(text: &str) -> Vec<u8> {
    let (bytes, missing) = TextEncoding::GB18030.encode(text);
    assert_eq!(missing, None);
    bytes
}

fn result_code(game: &Game) -> u32 {
    match game.result {
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
        GameResult::Unknown => 4,
    }
}

/// The 32 slots of a layout, none for a piece that is not there. The board has at most a full set.
fn slots(board: &Board) -> [Option<Square>; 32] {
    use PieceKind::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    let kinds = [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn, Pawn, Pawn, Pawn,
        Pawn,
    ];
    let mut slots = [None; 32];
    for (square, piece) in board.pieces() {
        let first = if piece.color() == Color::Red { 0 } else { 16 };
        let slot = (first..first + 16).find(|&i| slots[i].is_none() && kinds[i % 16] == piece.kind());
        slots[slot.expect("a full set at most")] = Some(square);
    }
    slots
}

fn string(text: &str, out: &mut Vec<u8>) {
    let bytes = gbk(text);
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

/// An old CCBridge library before packing.
pub(crate) fn legacy_contents(games: &[Game]) -> Vec<u8> {
    let mut out = Vec::new();
    for text in ["旧谱", "书", "", "某人", ""] {
        string(text, &mut out);
    }
    out.extend(b"2001-2-18 12:30:22 2006-11-25 22:02:58");
    out.extend((games.len() as u32).to_le_bytes());
    string("", &mut out);
    for game in games {
        let mut body = Vec::new();
        body.extend(slots(&game.start.board).map(|square| {
            square.map_or(0, |square| {
                let (x, row) = xr(square);
                (x + 1) << 4 | (row + 1)
            })
        }));
        body.extend(4u32.to_le_bytes());
        string(game.tags.text("Event"), &mut body);
        body.extend(1u32.to_le_bytes());
        for tag in ["Title", "Round", "Table", "Site", "Date", "Red", "Black"] {
            string(game.tags.text(tag), &mut body);
        }
        body.extend(result_code(game).to_le_bytes());
        for tag in ["Annotator", "AnnotatorEmail", "Author", "AuthorEmail"] {
            string(game.tags.text(tag), &mut body);
        }
        string(&game.root_comment().replace('\n', "||"), &mut body);
        body.push(u8::from(game.start.side == Color::Red));
        body.extend(b"2001-3-20 20:43:38 2001-3-21 20:03:08 ");
        body.extend((game.nodes() as u32).to_le_bytes());
        for visit in game.visit() {
            body.extend((visit.ply as u16).to_le_bytes());
            body.extend(nibbles(game.node(visit.id).mv));
            body.extend([0, 0]);
        }
        for visit in game.visit() {
            body.extend(gbk(&game.node(visit.id).comment.replace('\n', "||")));
            body.extend(b"\r\n");
        }
        out.extend((body.len() as u32 + 4).to_le_bytes());
        out.extend(body);
    }
    out
}

/// An old CCBridge library of the contents.
pub(crate) fn legacy_library(contents: &[u8]) -> Vec<u8> {
    let mut out = b"CCBridge\x15\0\0\0\x03\0\0\0".to_vec();
    out.extend((contents.len() as u32).to_le_bytes());
    let mut packer = ZlibEncoder::new(out, Compression::fast());
    packer.write_all(contents).unwrap();
    packer.finish().unwrap()
}

/// A CCBridge record of version 1.
pub(crate) fn cbr_v1(game: &Game) -> Vec<u8> {
    let mut out = vec![0; 1958];
    out[..16].copy_from_slice(b"CCBridge Record\0");
    out[19] = 1;
    let mut put = |tag: &str, at: usize| {
        let bytes: Vec<u8> = game.tags.text(tag).encode_utf16().flat_map(u16::to_le_bytes).collect();
        out[at..at + bytes.len()].copy_from_slice(&bytes);
    };
    for (tag, at) in [("Title", 52), ("Event", 564), ("Date", 756), ("Site", 820), ("Red", 948), ("Black", 1172)] {
        put(tag, at);
    }
    out[1820] = (result_code(game) % 4) as u8;
    out[1856] = if game.start.side == Color::Red { 1 } else { 2 };
    for (square, piece) in game.start.board.pieces() {
        let kind = "RNBAKCP".find(piece.letter().to_ascii_uppercase()).unwrap() as u8 + 1;
        let (x, row) = xr(square);
        out[1864 + usize::from(row) * 9 + usize::from(x)] =
            if piece.color() == Color::Red { 0x10 } else { 0x20 } | kind;
    }
    for id in std::iter::once(game.root()).chain(game.visit().map(|visit| visit.id)) {
        let node = game.node(id);
        let flags = u8::from(game.first_child(id).is_none())
            + 2 * u8::from(game.next_sibling(id).is_some())
            + 4 * u8::from(!node.comment.is_empty());
        out.extend([flags, 0]);
        out.extend(if id == game.root() { [0, 0] } else { nibbles(node.mv) });
        if !node.comment.is_empty() {
            let bytes: Vec<u8> = node.comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        }
    }
    out
}

/// The XML of CCBridge.
pub(crate) fn cbf(game: &Game) -> Vec<u8> {
    let mut out = String::from(
        "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<ChineseChessRecord Version=\"1.0\">\r\n <Head>\r\n",
    );
    let pairs = [("Name", "Title"), ("Contest", "Event"), ("Site", "Site"), ("Red", "Red"), ("Black", "Black")];
    for (name, tag) in pairs {
        writeln!(out, "  <{name}>{}</{name}>", game.tags.text(tag)).unwrap();
    }
    writeln!(out, "  <URL />\r\n  <RecordResult>{}</RecordResult>", result_code(game) % 4).unwrap();
    writeln!(out, "  <FEN>{}</FEN>\r\n </Head>\r\n <MoveList>", game.start).unwrap();
    for id in std::iter::once(game.root()).chain(game.visit().map(|visit| visit.id)) {
        let node = game.node(id);
        let point = |square: Square| format!("{}{}", xr(square).0, xr(square).1);
        let value = if id == game.root() {
            "00-00".to_owned()
        } else {
            format!("{}-{}", point(node.mv.from()), point(node.mv.to()))
        };
        let end = if game.first_child(id).is_none() { " end=\"1\"" } else { "" };
        let branch = if game.next_sibling(id).is_some() { " branch=\"1\"" } else { "" };
        if node.comment.is_empty() {
            writeln!(out, "  <Move value=\"{value}\"{end}{branch} />").unwrap();
        } else {
            writeln!(out, "  <Move value=\"{value}\"{end}{branch}><![CDATA[{}]]></Move>", node.comment).unwrap();
        }
    }
    out.push_str(" </MoveList>\r\n</ChineseChessRecord>\r\n");
    out.into_bytes()
}

/// The XML of 鹏飞.
pub(crate) fn pfc(game: &Game) -> Vec<u8> {
    let attribute =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\n', "&#10;");
    let mut out = format!(
        "<!--<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"{}\" m=\"{}\" c=\"{}\">",
        game.result,
        game.start,
        attribute(game.root_comment())
    );
    let mut depth = 0;
    for visit in game.visit() {
        for _ in visit.ply..=depth {
            out.push_str("</n>");
        }
        depth = visit.ply;
        let node = game.node(visit.id);
        write!(out, "<n m=\"{}\" c=\"{}\">", node.mv, attribute(&node.comment)).unwrap();
    }
    out.push_str(&"</n>".repeat(depth as usize));
    out.push_str("</n>-->");
    out.into_bytes()
}

fn mainline(game: &Game) -> Vec<Move> {
    game.mainline_moves().collect()
}

/// QQ.
pub(crate) fn che(game: &Game) -> Vec<u8> {
    let moves = mainline(game);
    let mut out = format!("1 {}", moves.len());
    for (i, mv) in moves.iter().enumerate() {
        let (from, to) = (mv.from(), mv.to());
        let (from_rank, from_file, to_rank, to_file) = (from.rank(), from.file(), to.rank(), to.file());
        write!(out, " 5 32 {} {from_rank} {from_file} {to_rank} {to_file} 0 {} 0", i % 2, i + 1).unwrap();
    }
    out.into_bytes()
}

/// Ourgame, 2016.
pub(crate) fn chn(game: &Game) -> Vec<u8> {
    let moves = mainline(game);
    let mut out = vec![0; 0x20A];
    out[..8].copy_from_slice(b"GL\xD0\x07\xD4\x07\x01\0");
    out[8..32].copy_from_slice(b"Tue Dec 27 20:57:56 2016");
    for (text, at) in [("红[1] - 黑[2]", 0x24), ("1", 0x64), ("红", 0x78), ("2", 0x8C), ("黑", 0xA0)] {
        let bytes = gbk(text);
        out[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    out[0x16C..0x170].copy_from_slice(&(moves.len() as u32).to_le_bytes());
    for mv in moves {
        let [from, to] = nibbles(mv).map(|byte| byte.rotate_left(4));
        out.extend([from, to, 0x23]);
        out.extend([0; 33]);
    }
    out
}

/// Ourgame, old; `turned` as Black's player saves it.
pub(crate) fn chn_old(game: &Game, turned: bool) -> Vec<u8> {
    let mut out = vec![0x5A; 188];
    for mv in mainline(game) {
        out.extend([0; 4]);
        for (x, row) in [mv.from(), mv.to()].map(xr) {
            let (x, row) = if turned { (8 - x, 9 - row) } else { (x, row) };
            out.extend(u16::from(x).to_le_bytes());
            out.extend(u16::from(row).to_le_bytes());
        }
        out.extend([0; 20]);
    }
    out
}

/// 17pk.
pub(crate) fn ccm(game: &Game) -> Vec<u8> {
    let moves = mainline(game);
    let mut out = vec![1, 0, 18, 0];
    out.extend(1_482_724_971u32.to_le_bytes());
    out.extend((moves.len() as u32).to_le_bytes());
    for mv in moves {
        let ((x0, row0), (x1, row1)) = (xr(mv.from()), xr(mv.to()));
        out.extend([15, 1, 6, x0, row0, x1, row1, 0, 0]);
    }
    out
}

/// 中游; `turned` as Black's player saves it.
pub(crate) fn ccm_old(game: &Game, turned: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for mv in mainline(game) {
        let [(x0, row0), (x1, row1)] =
            [mv.from(), mv.to()].map(xr).map(|(x, row)| if turned { (8 - x, 9 - row) } else { (x, row) });
        out.extend([7, 7, 7, x0, x1, row0, row1]);
    }
    out
}

/// 弈天.
pub(crate) fn mxq(game: &Game) -> Vec<u8> {
    let mut words: Vec<Vec<u8>> = [
        "聚义堂",
        "2016年12月27日",
        "甲(5r)-胜-乙(3r)",
        "1500",
        "1348",
        "25",
        "3",
        "60",
        "1286",
        "1291",
        "黑方认负",
        "Moves",
    ]
    .map(gbk)
    .to_vec();
    words.extend(mainline(game).into_iter().map(|mv| {
        let point = |square: Square| format!("{}{}", square.file(), char::from(b'A' + square.rank()));
        format!("{}-{}", point(mv.from()), point(mv.to())).into_bytes()
    }));
    words.extend([b"Ends".to_vec(), gbk("好棋"), b"CommentsEnd".to_vec()]);
    words.into_iter().flat_map(|word| [vec![word.len() as u8], word].concat()).collect()
}

/// A game with the comments cleaned of what these formats cannot tell from padding, and without moves off the board.
pub(crate) fn tidy(game: &mut Game) {
    let ids: Vec<NodeId> = game.all_nodes().map(|(id, _)| id).collect();
    for id in ids {
        let node = game.node_mut(id);
        node.comment = node.comment.trim().to_owned();
    }
}
