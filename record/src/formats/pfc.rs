//! PFC, the XML of 鹏飞象棋: nested elements `<n m="h2e2" c="comment">`, the outermost with the start position in `m`; it
//! may stand inside an HTML comment (formats.md §4, "Cousins").
//!
//! The order of the file is the order of the moves. `default` marks the line that was shown when the file was saved, and
//! is not kept.

use chuhe_movegen::{Fen, Move};

use super::xml::{Attributes, Part, Parts};
use crate::{Format, Game, GameResult, Games, NodeId, ReadError, ReadOptions, TextEncoding, one_game};

/// Where the outermost element begins.
fn root_element(text: &str) -> Option<usize> {
    text.match_indices("<n").map(|(at, _)| at).find(|at| text[at + 2..].starts_with(char::is_whitespace))
}

/// Whether a text holds a PFC document.
#[must_use]
pub fn is_pfc(text: &str) -> bool {
    let Some(start) = root_element(text) else { return false };
    let mut parts = Parts::new(text, start);
    match parts.next() {
        Ok(Some(Part::Open(_, attributes))) => attributes.get("m").is_some_and(|m| m.parse::<Fen>().is_ok()),
        _ => false,
    }
}

/// Reads a PFC document.
///
/// # Errors
/// When there is no such document in the file.
pub fn read(data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    let (text, encoding) = TextEncoding::decode_detected(&data, options.encoding);
    let start = root_element(&text).ok_or_else(|| ReadError::new(0, "no <n> element in the file"))?;
    let mut game = Game::default();
    game.format = Some(Format::Pfc);
    game.encoding = Some(encoding);
    let mut parts = Parts::new(&text, start);
    // The moves that are open, the root first. Elements of other names count as their parents.
    let mut open: Vec<NodeId> = Vec::new();
    let mut scores = None;
    loop {
        match parts.next() {
            Ok(Some(Part::Open(name, attributes))) => {
                let id = match open.last() {
                    None => read_root(&mut game, &attributes, parts.offset()),
                    Some(&parent) if name == "n" => {
                        if attributes.get("s").is_some() {
                            scores.get_or_insert(parts.offset());
                        }
                        read_move(&mut game, parent, &attributes, parts.offset())
                    }
                    Some(&parent) => parent,
                };
                open.push(id);
            }
            Ok(Some(Part::Close)) => {
                open.pop();
                if open.is_empty() {
                    break;
                }
            }
            Ok(Some(Part::Text(_))) => {}
            Ok(None) => {
                game.warn(text.len(), "the file ends inside the tree; what came before was kept");
                break;
            }
            Err(reason) => {
                game.warn(parts.offset(), format!("{reason}; what came before was kept"));
                break;
            }
        }
    }
    if let Some(offset) = scores {
        game.warn(offset, "scores of the program's own analysis were left out: whose view they take is not known");
    }
    game.side_from_first_move();
    game.mark_illegal_moves();
    Ok(one_game(game))
}

fn read_root(game: &mut Game, attributes: &Attributes, offset: usize) -> NodeId {
    for (name, value) in attributes.iter() {
        match name {
            "m" => match value.parse::<Fen>() {
                Ok(start) => game.start = start,
                Err(error) => game.warn(offset, format!("the start position is unusable: {error}")),
            },
            "c" => {
                let root = game.root();
                game.node_mut(root).comment = value.to_owned();
            }
            _ => {
                match name {
                    "win" => game.result = GameResult::parse(value).unwrap_or_default(),
                    "create-time" => game.tags.set_if_any("Created", value),
                    "version" => {}
                    _ => game.tags.set_if_any(name, value),
                }
                game.source_tags.push(name, value);
            }
        }
    }
    game.root()
}

fn read_move(game: &mut Game, parent: NodeId, attributes: &Attributes, offset: usize) -> NodeId {
    let text = attributes.get("m").unwrap_or("");
    let mv = text.trim().parse::<Move>().unwrap_or_else(|error| {
        game.warn(offset, error.to_string());
        Move::NONE
    });
    let id = game.add(parent, mv);
    // Line ends around a comment have become blanks in the file.
    game.node_mut(id).comment = attributes.get("c").unwrap_or("").trim().to_owned();
    id
}
