//! Games as JSON, one object a line (`design/commands.md`). Reading follows the nesting of the tree without recursion.

use std::collections::HashMap;
use std::io::{self, Write};

use chuhe_movegen::{Color, Fen, Move, Score, Square};
use serde_json::{Map, Value, json};

use super::json_tokens::{Token, Tokens};
use crate::lines::{Line, Lines, Source};
use crate::{
    Annotations, Format, Game, GameResult, Games, Mark, NodeId, NodeScore, ReadError, ReadOptions, Tags, TextEncoding,
    Warning,
};

/// Reads one object a line.
///
/// # Errors
/// When the source fails at once.
pub fn read_stream(source: Source, options: &ReadOptions) -> Result<Games, ReadError> {
    let mut lines = Lines::new(source, options.encoding)?;
    let (mut index, mut done) = (0, false);
    Ok(Box::new(std::iter::from_fn(move || {
        while !done {
            match lines.next_line() {
                Ok(Some(line)) if line.text.trim().is_empty() => {}
                Ok(Some(line)) => {
                    let game = parse(&line, index, lines.encoding());
                    index += 1;
                    return Some(game);
                }
                Ok(None) => done = true,
                Err(error) => {
                    done = true;
                    return Some(Err(error));
                }
            }
        }
        None
    })))
}

/// Writes a game as one line.
///
/// # Errors
/// When the sink fails.
pub fn write_to(mut sink: impl Write, game: &Game) -> io::Result<()> {
    sink.write_all(&write(game))?;
    sink.write_all(b"\n")
}

/// Everything there is to know about a game, without a line feed. Positions of FEN lists have a form of their own.
#[must_use]
pub fn write(game: &Game) -> Vec<u8> {
    if game.format == Some(Format::Fen) && game.nodes() == 0 {
        return position(game).to_string().into_bytes();
    }
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
    put("file", json!(game.file));
    put("index", json!(game.index));
    put("format", json!(game.format.map(Format::name)));
    put("encoding", json!(game.encoding.map(TextEncoding::name)));
    put("start_fen", json!(game.start.to_string()));
    put("result", json!(game.result.pgn()));
    if !game.reason.is_empty() {
        put("reason", json!(game.reason));
    }
    if game.deleted {
        put("deleted", json!(true));
    }
    put("tags", tags(&game.tags));
    put("source_tags", tags(&game.source_tags));
    put("root_comment", json!(game.root_comment()));
    put("mainline_iccs", game.mainline_moves().map(|mv| json!(mv.to_string())).collect());
    put("mainline_plies", json!(game.mainline_plies()));
    put("nodes", json!(game.nodes()));
    put("variations", json!(game.variations()));
    put("comments", json!(game.comments()));
    put("illegal_moves", json!(game.illegal_moves()));
    let annotations = annotations(game);
    if !annotations.is_empty() {
        put("annotations", Value::Object(annotations));
    }
    let warnings = game.warnings.iter().map(|w| json!({ "offset": w.offset, "text": w.text })).collect();
    let mut text = Value::Object(object).to_string().into_bytes();
    // The tree is written by hand: it nests deeper than any stack should.
    text.pop();
    text.extend_from_slice(b",\"tree\":");
    tree(game, &mut text);
    text.extend_from_slice(b",\"warnings\":");
    text.extend_from_slice(Value::Array(warnings).to_string().as_bytes());
    text.push(b'}');
    text
}

/// A line of a list that holds no position, or a file that holds no game, as JSON.
#[must_use]
pub fn error_line(file: &str, error: &ReadError) -> Vec<u8> {
    let value = json!({ "file": file, "line": error.line, "offset": error.offset, "error": error.reason });
    value.to_string().into_bytes()
}

fn position(game: &Game) -> Value {
    let side = if game.start.side == Color::Red { 'w' } else { 'b' };
    let error = game.warnings.first().map(|warning| warning.text.as_str());
    json!({
        "file": game.file,
        "line": game.line,
        "fen": format!("{} {side}", game.start.board),
        "title": game.tags.text("Title"),
        "rest": game.source_tags.text("rest"),
        "error": error,
    })
}

fn tags(tags: &Tags) -> Value {
    let mut object = Map::new();
    let mut copies: HashMap<&str, u32> = HashMap::new();
    for (name, value) in tags.iter() {
        // A file may give a name twice; an object cannot.
        let copy = copies.entry(name).or_insert(0);
        let mut key = name.to_owned();
        loop {
            *copy += 1;
            if *copy > 1 {
                key = format!("{name} ({copy})");
            }
            if !object.contains_key(&key) {
                break;
            }
        }
        object.insert(key, json!(value));
    }
    Value::Object(object)
}

fn tree(game: &Game, text: &mut Vec<u8>) {
    text.push(b'[');
    let mut open = 0u32;
    for visit in game.visit() {
        if visit.ply > open {
            open = visit.ply;
        } else {
            // Close the moves down to the one this is an alternative to.
            text.extend(std::iter::repeat_n(*b"]]", (open - visit.ply + 1) as usize).flatten());
            open = visit.ply;
            text.push(b',');
        }
        let node = game.node(visit.id);
        text.extend_from_slice(format!("[\"{}\",{},[", node.mv, Value::from(node.comment.as_str())).as_bytes());
    }
    text.extend(std::iter::repeat_n(*b"]]", open as usize).flatten());
    text.push(b']');
}

/// Glyphs, marks, scores and clocks by the number of the move in the order of the tree, 0 for the start.
fn annotations(game: &Game) -> Map<String, Value> {
    let ids = std::iter::once(game.root()).chain(game.visit().map(|visit| visit.id));
    let with = ids.enumerate().filter_map(|(i, id)| Some((i, game.node(id).annotations()?)));
    with.map(|(i, annotations)| (i.to_string(), annotation(annotations))).collect()
}

fn annotation(annotations: &Annotations) -> Value {
    let mut object = Map::new();
    if !annotations.glyphs.is_empty() {
        object.insert("glyphs".into(), json!(annotations.glyphs));
    }
    if !annotations.marks.is_empty() {
        let mark = |mark: &Mark| match mark {
            Mark::Square(colour, square) => format!("{colour}{square}"),
            Mark::Arrow(colour, mv) => format!("{colour}{mv}"),
        };
        object.insert("marks".into(), annotations.marks.iter().map(|m| json!(mark(m))).collect());
    }
    if let Some(NodeScore { score, depth }) = annotations.score {
        let (kind, value) = match score {
            Score::Cp(value) => ("cp", value),
            Score::Mate(value) => ("mate_plies", value),
            Score::Rule(value) => ("rule_plies", value),
        };
        object.insert("score".into(), json!({ "kind": kind, "value": value, "depth": depth }));
    }
    for (name, value) in [("clock_ms", annotations.clock_ms), ("elapsed_ms", annotations.elapsed_ms)] {
        object.extend(value.map(|ms| (name.to_owned(), json!(ms))));
    }
    Value::Object(object)
}

fn parse(line: &Line, index: usize, encoding: TextEncoding) -> Result<Game, ReadError> {
    let place = |at: usize| line.offset + encoding.length_of(&line.text[..at]) as u64;
    let error = |at: usize, reason: String| ReadError { offset: place(at), line: Some(line.number), reason };
    let mut fields = Fields::default();
    let mut tokens = Tokens::new(&line.text);
    fields.read(&mut tokens).map_err(|reason| error(tokens.at(), reason))?;
    let text = |name: &str| fields.plain.get(name).and_then(Value::as_str);
    let fen =
        text("start_fen").or_else(|| text("fen")).ok_or_else(|| error(0, "the object has no start_fen".into()))?;
    let start: Fen = fen.parse().map_err(|fault| error(0, format!("start_fen: {fault}")))?;
    let mut game = Game::new(start);
    let root = game.root();
    game.node_mut(root).comment = text("root_comment").unwrap_or("").to_owned();
    let mut ids: Vec<NodeId> = vec![root];
    for (mv, comment, parent) in std::mem::take(&mut fields.moves) {
        let id = game.add(ids[parent], mv);
        game.node_mut(id).comment = comment;
        ids.push(id);
    }
    for (number, value) in fields.plain.get("annotations").and_then(Value::as_object).into_iter().flatten() {
        let id = number.parse::<usize>().ok().and_then(|n| ids.get(n).copied());
        if let Some(id) = id {
            *game.node_mut(id).annotations_mut() = read_annotation(value);
        }
    }
    if ids.len() == 1 {
        // Without a tree the main line will do.
        let mut at = root;
        for mv in fields.plain.get("mainline_iccs").and_then(Value::as_array).into_iter().flatten() {
            let mv = mv.as_str().and_then(read_move).ok_or_else(|| error(0, "mainline_iccs holds no moves".into()))?;
            at = game.add(at, mv);
        }
    }
    game.mark_illegal_moves();
    let fields = fields.plain;
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or("");
    game.result = GameResult::parse(text("result")).unwrap_or_default();
    game.reason = text("reason").to_owned();
    game.deleted = fields.get("deleted").and_then(Value::as_bool).unwrap_or(false);
    let read_tags = |name: &str| {
        let mut tags = Tags::new();
        for (name, value) in fields.get(name).and_then(Value::as_object).into_iter().flatten() {
            tags.push(name.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        tags
    };
    game.tags = read_tags("tags");
    game.source_tags = read_tags("source_tags");
    if !text("title").is_empty() {
        game.tags.set("Title", text("title"));
    }
    for warning in fields.get("warnings").and_then(Value::as_array).into_iter().flatten() {
        game.warnings.push(Warning {
            offset: warning.get("offset").and_then(Value::as_u64).unwrap_or(0),
            text: warning.get("text").and_then(Value::as_str).unwrap_or("").to_owned(),
        });
    }
    game.format = Some(Format::Json);
    game.encoding = Some(TextEncoding::UTF8);
    game.index = index;
    game.offset = line.offset;
    game.line = Some(line.number);
    Ok(game)
}

fn read_move(text: &str) -> Option<Move> {
    if text == "0000" {
        return Some(Move::NONE);
    }
    text.parse().ok().or_else(|| {
        let (from, to) = (text.get(..2)?.parse::<Square>().ok()?, text.get(2..)?.parse::<Square>().ok()?);
        Some(Move::new(from, to))
    })
}

fn read_annotation(value: &Value) -> Annotations {
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    let list = |name: &str| value.get(name).and_then(Value::as_array).into_iter().flatten();
    let mark = |text: &str| {
        let mut chars = text.chars();
        let colour = chars.next()?;
        let place = chars.as_str();
        let square = place.parse().ok().map(|square| Mark::Square(colour, square));
        square.or_else(|| place.parse().ok().map(|mv| Mark::Arrow(colour, mv)))
    };
    let score = value.get("score").and_then(|score| {
        let number = i32::try_from(score.get("value")?.as_i64()?).ok()?;
        let score_value = match score.get("kind")?.as_str()? {
            "cp" => Score::Cp(number),
            "mate_plies" => Score::Mate(number),
            "rule_plies" => Score::Rule(number),
            _ => return None,
        };
        let depth = score.get("depth").and_then(Value::as_u64).and_then(|depth| u16::try_from(depth).ok());
        Some(NodeScore { score: score_value, depth: depth.unwrap_or(0) })
    });
    Annotations {
        glyphs: list("glyphs").filter_map(|n| u8::try_from(n.as_u64()?).ok()).collect(),
        marks: list("marks").filter_map(|text| mark(text.as_str()?)).collect(),
        score,
        clock_ms: number("clock_ms"),
        elapsed_ms: number("elapsed_ms"),
    }
}

/// The members of an object: the tree as a list, all else as it is.
#[derive(Default)]
struct Fields {
    plain: Map<String, Value>,
    /// Move, comment and the number of the move before it (0 is the start).
    moves: Vec<(Move, String, usize)>,
}

impl Fields {
    fn read(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        tokens.expect(Token::OpenObject)?;
        if tokens.accept(Token::CloseObject) {
            return Ok(());
        }
        loop {
            let name = tokens.string()?;
            tokens.expect(Token::Colon)?;
            if name == "tree" {
                self.tree(tokens)?;
            } else {
                let value = tokens.value()?;
                self.plain.insert(name, value);
            }
            if !tokens.accept(Token::Comma) {
                return tokens.expect(Token::CloseObject);
            }
        }
    }

    /// `[[iccs, comment, [children]], …]`
    fn tree(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        tokens.expect(Token::OpenArray)?;
        // The moves whose lists are open, the start at the bottom.
        let mut open = vec![0usize];
        if tokens.accept(Token::CloseArray) {
            return Ok(());
        }
        loop {
            tokens.expect(Token::OpenArray)?;
            let text = tokens.string()?;
            let mv = read_move(&text)
                .ok_or_else(|| format!("`{}` in the tree is no move", text.chars().take(20).collect::<String>()))?;
            tokens.expect(Token::Comma)?;
            let comment = tokens.string()?;
            self.moves.push((mv, comment, open[open.len() - 1]));
            tokens.expect(Token::Comma)?;
            tokens.expect(Token::OpenArray)?;
            if !tokens.accept(Token::CloseArray) {
                open.push(self.moves.len());
                continue;
            }
            loop {
                // Behind the children of a move: the move ends, and with it perhaps the list it stands in.
                tokens.expect(Token::CloseArray)?;
                if tokens.accept(Token::Comma) {
                    break;
                }
                tokens.expect(Token::CloseArray)?;
                open.pop();
                if open.is_empty() {
                    return Ok(());
                }
            }
        }
    }
}
