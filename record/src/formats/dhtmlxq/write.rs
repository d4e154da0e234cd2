//! Writing a block.

use chuhe_movegen::{Color, Move};

use super::super::{losses, slots};
use super::{REASON, TAGS, TECHNICAL, value};
use crate::{Format, Game, GameResult, Loss, NodeId, TextEncoding, WriteOptions};

/// Keys that mean something of their own and cannot carry a tag.
fn is_reserved(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    ["binit", "fen", "movelist", "result", REASON].contains(&key.as_str())
        || key.starts_with("move_")
        || key.starts_with("comment")
}

/// The key for a tag, if it can have one.
fn key(tag: &str) -> Option<&str> {
    if let Some((key, _)) = TAGS.iter().find(|(_, name)| tag.eq_ignore_ascii_case(name)) {
        return Some(key);
    }
    let is_key =
        (1..=64).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    // A key of the list above would come back under another name.
    let is_free =
        !is_reserved(tag) && !TECHNICAL.contains(&tag) && !TAGS.iter().any(|(own, _)| tag.eq_ignore_ascii_case(own));
    (is_key && is_free).then_some(tag)
}

/// What a block cannot hold of a game.
#[must_use]
pub fn losses(game: &Game, _: &WriteOptions) -> Vec<Loss> {
    let mut losses: Vec<Loss> = losses::of_tags(game, |name| key(name).is_some()).collect();
    losses.extend(losses::of_annotations(game));
    losses.extend(losses::of_side(game));
    losses
}

/// Writes a block, in UTF-8 unless the options name another encoding. What does not fit ([`losses`]) is left out. Blocks can
/// be put one behind the other.
#[must_use]
pub fn write(game: &Game, options: &WriteOptions) -> Vec<u8> {
    let mut out = Block { encoding: options.encoding.unwrap_or(TextEncoding::UTF8), bytes: Vec::new() };
    out.encoding.bytes_of_mark(&mut out.bytes);
    out.line("[DhtmlXQ]");
    if game.format == Some(Format::DhtmlXq) {
        for (name, text) in game.source_tags.iter().filter(|(name, _)| TECHNICAL.contains(name)) {
            out.text(name, text);
        }
    }
    write_start(game, &mut out);
    for (name, text) in game.tags.iter() {
        if let Some(key) = key(name) {
            out.text(key, text);
        }
    }
    out.text(
        "result",
        match game.result {
            GameResult::RedWins => "红胜",
            GameResult::BlackWins => "黑胜",
            GameResult::Draw => "和局",
            GameResult::Unknown => "未知",
        },
    );
    if !game.reason.is_empty() {
        out.text(REASON, &game.reason);
    }
    write_tree(game, &mut out);
    out.line("[/DhtmlXQ]");
    out.bytes
}

/// The block so far.
struct Block {
    encoding: TextEncoding,
    bytes: Vec<u8>,
}

impl Block {
    fn line(&mut self, text: &str) {
        self.encoding.encode_into(text, &mut self.bytes);
        self.encoding.encode_into("\n", &mut self.bytes);
    }

    fn entry(&mut self, key: &str, write_value: impl FnOnce(TextEncoding, &mut Vec<u8>)) {
        self.encoding.encode_into(&format!("[DhtmlXQ_{key}]"), &mut self.bytes);
        write_value(self.encoding, &mut self.bytes);
        self.line(&format!("[/DhtmlXQ_{key}]"));
    }

    fn text(&mut self, key: &str, text: &str) {
        self.entry(key, |encoding, out| value::write_text(text, encoding, out));
    }

    fn digits(&mut self, key: &str, digits: &str) {
        self.entry(key, |encoding, out| {
            encoding.encode_into(digits, out);
        });
    }
}

/// The layout, and a FEN beside it where the layout does not say everything.
fn write_start(game: &Game, out: &mut Block) {
    let (slots, left_over) = slots::of_board(&game.start.board);
    let digits: String = slots
        .iter()
        .map(|square| square.map_or("99".to_owned(), |square| format!("{}{}", square.file(), 9 - square.rank())))
        .collect();
    out.digits("binit", &digits);
    let has_counters = (game.start.halfmove, game.start.fullmove) != (0, 1);
    if !left_over.is_empty() || has_counters || game.start.side == Color::Black {
        out.text("fen", &game.start.to_string());
    }
}

/// A line still to be written: its number, its first move and that move's ply, and the line it leaves.
struct Line {
    number: u32,
    first: NodeId,
    ply: usize,
    parent: u32,
}

fn write_tree(game: &Game, out: &mut Block) {
    let Some(first) = game.first_child(game.root()) else {
        out.digits("movelist", "");
        return write_comment(game, game.root(), "comment0", out);
    };
    // Parents are written before their branches, and the branches of one move in order.
    let mut lines = vec![Line { number: 0, first, ply: 1, parent: 0 }];
    let mut comments = vec![(game.root(), "comment0".to_owned())];
    let mut next = 0;
    while let Some(&Line { number, first, ply, parent }) = lines.get(next) {
        next += 1;
        let mut digits = String::new();
        let nodes = std::iter::successors(Some(first), |&id| game.first_child(id));
        for (ply, id) in (ply..).zip(nodes) {
            push_move(game.node(id).mv, &mut digits);
            comments.push((id, if number == 0 { format!("comment{ply}") } else { format!("comment{number}_{ply}") }));
            // The alternatives of a branch's first move belong to the line that it leaves.
            if number == 0 || id != first {
                for alternative in std::iter::successors(game.next_sibling(id), |&id| game.next_sibling(id)) {
                    let branch = lines.len() as u32;
                    lines.push(Line { number: branch, first: alternative, ply, parent: number });
                }
            }
        }
        let key = if number == 0 { "movelist".to_owned() } else { format!("move_{parent}_{ply}_{number}") };
        out.digits(&key, &digits);
    }
    for (id, key) in comments {
        write_comment(game, id, &key, out);
    }
}

fn write_comment(game: &Game, id: NodeId, key: &str, out: &mut Block) {
    let comment = &game.node(id).comment;
    if !comment.is_empty() {
        out.text(key, comment);
    }
}

fn push_move(mv: Move, digits: &mut String) {
    if mv.is_none() {
        return digits.push_str("9999");
    }
    for square in [mv.from(), mv.to()] {
        digits.push(char::from(b'0' + square.file()));
        digits.push(char::from(b'0' + 9 - square.rank()));
    }
}
