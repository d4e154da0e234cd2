//! What formats cannot hold, found once for all writers.

use crate::{Game, Loss, TextEncoding};

/// The tags that have no place; `holds` says which have.
pub(super) fn of_tags(game: &Game, holds: impl Fn(&str) -> bool) -> impl Iterator<Item = Loss> {
    let lost = game.tags.iter().filter(move |(name, value)| !value.is_empty() && !holds(name));
    lost.map(|(name, _)| Loss::Tag(name.to_owned()))
}

/// Glyphs, marks, scores and clocks, for a format that has none.
pub(super) fn of_annotations(game: &Game) -> Option<Loss> {
    let annotated = game.all_nodes().filter(|(_, node)| node.annotations().is_some()).count();
    (annotated > 0).then_some(Loss::Annotations(annotated))
}

/// Comments with characters that the encoding does not have.
pub(super) fn of_comments(game: &Game, encoding: TextEncoding) -> Option<Loss> {
    let first = game.all_nodes().find_map(|(_, node)| missing(encoding, &node.comment))?;
    Some(Loss::Characters("the comments".to_owned(), first))
}

/// The counters of the start position, for a format without them.
pub(super) fn of_counters(game: &Game) -> Option<Loss> {
    let has = (game.start.halfmove, game.start.fullmove) != (0, 1);
    has.then(|| Loss::Other("the move counters of the start position".to_owned()))
}

/// The side to move, where a reader would take it from the first move and be wrong.
pub(super) fn of_side(game: &Game) -> Option<Loss> {
    let mut read_back = Game::new(game.start);
    if let Some(first) = game.first_child(game.root()) {
        read_back.add(read_back.root(), game.node(first).mv);
    }
    read_back.side_from_first_move();
    let differs = read_back.start.side != game.start.side;
    differs.then(|| Loss::Other("the side to move, as the first move is the other side's".to_owned()))
}

/// The loss of a text that must fit into `room` bytes, if any.
pub(super) fn of_field(name: &str, text: &str, encoding: TextEncoding, room: usize) -> Option<Loss> {
    let mut bytes = Vec::new();
    if let Some(first) = encoding.encode_into(text, &mut bytes) {
        return Some(Loss::Characters(name.to_owned(), first));
    }
    (bytes.len() > room).then(|| Loss::LongText(name.to_owned(), room, bytes.len()))
}

/// The first character that an encoding does not have.
fn missing(encoding: TextEncoding, text: &str) -> Option<char> {
    if text.is_ascii() { None } else { encoding.encode_into(text, &mut Vec::new()) }
}

/// As much of the text as fits into `room` bytes, cut between characters.
pub(super) fn fit(text: &str, encoding: TextEncoding, room: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoding.encode_into(text, &mut bytes);
    if bytes.len() > room {
        bytes.clear();
        let mut buffer = [0; 4];
        for c in text.chars() {
            let end = bytes.len();
            encoding.encode_into(c.encode_utf8(&mut buffer), &mut bytes);
            if bytes.len() > room {
                bytes.truncate(end);
                break;
            }
        }
    }
    bytes
}
