//! CBF: the XML of CCBridge, the tree as a flat run of moves with the same flags as in a record (formats.md §3.5).

use chuhe_movegen::{Fen, Move, Square};

use super::super::branches::{Branches, Links};
use super::super::xml::{Attributes, Part, Parts};
use super::super::xqf;
use crate::{Format, Game, GameResult, Games, ReadError, ReadOptions, TextEncoding, one_game};

/// The outermost element.
const ROOT_ELEMENT: &str = "<ChineseChessRecord";

/// Elements of the head with the names PGN has for them; others keep their own.
const TAGS: [(&str, &str); 12] = [
    ("Name", "Title"),
    ("From", "Source"),
    ("ContestType", "EventType"),
    ("Contest", "Event"),
    ("TimeRule", "TimeControl"),
    ("RedRating", "RedElo"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Arbiter"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
    ("DateCreated", "Created"),
    ("DateModified", "Modified"),
];

/// Whether a text is a CBF document.
#[must_use]
pub fn is_cbf(text: &str) -> bool {
    text.contains(ROOT_ELEMENT)
}

/// Reads a CBF document.
///
/// # Errors
/// When there is no such document in the file.
pub fn read(data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    let (text, encoding) = TextEncoding::decode_detected(&data, options.encoding);
    let start = text.find(ROOT_ELEMENT).ok_or_else(|| ReadError::new(0, "no <ChineseChessRecord> in the file"))?;
    let mut game = Game::default();
    game.format = Some(Format::Cbf);
    game.encoding = Some(encoding);
    let mut parts = Parts::new(&text, start);
    let mut reader = Reader::default();
    loop {
        match parts.next() {
            Ok(Some(part)) => reader.take(&mut game, part, parts.offset()),
            Ok(None) => break,
            Err(reason) => {
                game.warn(parts.offset(), format!("{reason}; what came before was kept"));
                break;
            }
        }
    }
    match &reader.branches {
        None => game.warn(text.len(), "there is no list of moves"),
        Some(branches) if branches.expects_more() => {
            game.warn(text.len(), "the list of moves ends where another move should follow");
        }
        Some(_) => {}
    }
    game.side_from_first_move();
    game.mark_illegal_moves();
    Ok(one_game(game))
}

/// What has been met so far.
#[derive(Default)]
struct Reader {
    /// Name of the open element.
    element: String,
    /// Text in it.
    text: String,
    /// Whether the open element is a move, and which.
    node: Option<crate::NodeId>,
    branches: Option<Branches>,
}

impl Reader {
    fn take(&mut self, game: &mut Game, part: Part, offset: usize) {
        match part {
            Part::Open(name, attributes) => {
                self.text.clear();
                self.node = if name == "Move" { self.add_move(game, &attributes, offset) } else { None };
                self.element = name;
            }
            Part::Text(text) => self.text.push_str(&text),
            Part::Close => {
                let text = std::mem::take(&mut self.text);
                if let Some(id) = self.node.take() {
                    // Line ends at the end of a comment have become blanks in the file.
                    let comment = if id == game.root() { &text } else { text.trim() };
                    game.node_mut(id).comment = comment.to_owned();
                } else if self.branches.is_none() && !self.element.is_empty() {
                    head_field(game, &self.element, &text, offset);
                }
                self.element.clear();
            }
        }
    }

    fn add_move(&mut self, game: &mut Game, attributes: &Attributes, offset: usize) -> Option<crate::NodeId> {
        let flag = |name: &str| matches!(attributes.get(name), Some("1" | "true"));
        let links = Links { next: !flag("end"), alternative: flag("branch") };
        let value = attributes.get("value").unwrap_or("");
        let Some(branches) = &mut self.branches else {
            let mut branches = Branches::new(game, true);
            let id = if value == "00-00" {
                branches = Branches::new(game, links.next);
                Some(game.root())
            } else {
                game.warn(offset, "the list of moves does not begin with the start position");
                branches.add(game, parse_move(value).unwrap_or(Move::NONE), links)
            };
            self.branches = Some(branches);
            return id;
        };
        let mv = parse_move(value).unwrap_or_else(|| {
            game.warn(offset, format!("`{value}` is no move"));
            Move::NONE
        });
        let id = branches.add(game, mv, links);
        if id.is_none() {
            game.warn(offset, "a move stands behind the end of the tree; it was left out");
        }
        id
    }
}

/// A move as `x row - x row`, the rows from Black's side.
fn parse_move(value: &str) -> Option<Move> {
    let &[x0, row0, b'-', x1, row1] = value.trim().as_bytes() else { return None };
    let square =
        |x: u8, row: u8| Square::try_at(i32::from(x) - i32::from(b'0'), 9 - (i32::from(row) - i32::from(b'0')));
    Some(Move::new(square(x0, row0)?, square(x1, row1)?))
}

fn head_field(game: &mut Game, name: &str, value: &str, offset: usize) {
    if value.trim().is_empty() {
        return;
    }
    match name {
        "FEN" => match value.parse::<Fen>() {
            Ok(start) => game.start = start,
            Err(error) => game.warn(offset, format!("the start position is unusable: {error}")),
        },
        "RecordResult" => {
            game.result = match value.trim() {
                "1" => GameResult::RedWins,
                "2" => GameResult::BlackWins,
                "3" => GameResult::Draw,
                _ => GameResult::Unknown,
            }
        }
        "ResultType" => game.reason = value.trim().to_owned(),
        "RecordType" => {
            let kind = value.trim().parse::<usize>().ok().and_then(|kind| kind.checked_sub(1)).filter(|&kind| kind > 0);
            game.tags.set_if_any("Type", kind.and_then(|kind| xqf::KINDS.get(kind)).unwrap_or(&""));
        }
        _ => {
            let tag = TAGS.iter().find(|(own, _)| *own == name).map_or(name, |(_, tag)| tag);
            game.tags.set_if_any(tag, value);
        }
    }
    game.source_tags.push(name, value);
}
