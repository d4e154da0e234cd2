//! What most formats cannot hold, found once for all writers.

use crate::{Game, Loss, TextEncoding};

/// Losses of a format that keeps the whole tree with its comments as text of one encoding, a start position without
/// counters, and no annotations. `holds` says which tags have a place.
pub(super) fn of_tree_format(game: &Game, encoding: TextEncoding, holds: impl Fn(&str) -> bool) -> Vec<Loss> {
    let mut losses = of_start(game);
    losses.extend(game.tags.iter().filter(|(name, value)| !value.is_empty() && !holds(name)).map(|(name, _)| {
        Loss::Tag(name.to_owned())
    }));
    if let Some(first) = game.all_nodes().find_map(|(_, node)| missing(encoding, &node.comment)) {
        losses.push(Loss::Characters("the comments".to_owned(), first));
    }
    let annotated = game.all_nodes().filter(|(_, node)| node.annotations().is_some()).count();
    if annotated > 0 {
        losses.push(Loss::Annotations(annotated));
    }
    losses
}

/// Losses of a format that keeps of a start position the placement only, and reads the side to move from the first move.
fn of_start(game: &Game) -> Vec<Loss> {
    let mut losses = Vec::new();
    if (game.start.halfmove, game.start.fullmove) != (0, 1) {
        losses.push(Loss::Other("the move counters of the start position".to_owned()));
    }
    let mut read_back = Game::new(game.start);
    if let Some(first) = game.first_child(game.root()) {
        read_back.add(read_back.root(), game.node(first).mv);
    }
    read_back.side_from_first_move();
    if read_back.start.side != game.start.side {
        losses.push(Loss::Other("the side to move, as the first move is the other side's".to_owned()));
    }
    losses
}

/// The first character that an encoding does not have.
pub(super) fn missing(encoding: TextEncoding, text: &str) -> Option<char> {
    if text.is_ascii() { None } else { encoding.encode_into(text, &mut Vec::new()) }
}

/// The loss of a text that must fit into `room` bytes, if any.
pub(super) fn of_field(name: &str, text: &str, encoding: TextEncoding, room: usize) -> Option<Loss> {
    let mut bytes = Vec::new();
    if let Some(first) = encoding.encode_into(text, &mut bytes) {
        return Some(Loss::Characters(name.to_owned(), first));
    }
    (bytes.len() > room).then(|| Loss::LongText(name.to_owned(), room, bytes.len()))
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
