//! Writing PGN.

use std::io::{self, Write};

use super::pgn_tags::{self, ESCAPED_COMMENTS};
use crate::movetext::escape;
use crate::notation::{self, Notation};
use crate::{Game, GameResult, Loss, Node, NodeId, Replay, TextEncoding, WriteOptions, commands};
use chuhe_movegen::{Color, START_FEN};

/// How wide the lines of movetext are when a game has comments or variations, in characters.
const WIDTH: usize = 78;

/// One game as PGN text in the encoding asked for, UTF-8 without a mark otherwise.
#[must_use]
pub fn write(game: &Game, options: &WriteOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoding = options.encoding.unwrap_or(TextEncoding::UTF8);
    encoding.bytes_of_mark(&mut bytes);
    encoding.encode_into(&text(game, options), &mut bytes);
    bytes
}

/// What the text of a game cannot say: illegal moves outside of coordinates, characters that the encoding lacks.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    let mut losses = Vec::new();
    let illegal = game.illegal_moves();
    if illegal > 0 {
        losses.push(Loss::IllegalMoves(illegal));
    }
    if let Some(encoding) = options.encoding
        && let (_, Some(missing)) = encoding.encode(&text(game, options))
    {
        losses.push(Loss::Characters("the game".into(), missing));
    }
    losses
}

/// Writes games one after the other.
pub struct PgnWriter<W: Write> {
    sink: W,
    options: WriteOptions,
    first: bool,
}

impl<W: Write> PgnWriter<W> {
    /// Starts a file.
    pub fn new(sink: W, options: WriteOptions) -> PgnWriter<W> {
        PgnWriter { sink, options, first: true }
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        let encoding = self.options.encoding.unwrap_or(TextEncoding::UTF8);
        let mut bytes = Vec::new();
        if std::mem::take(&mut self.first) {
            encoding.bytes_of_mark(&mut bytes);
        } else {
            encoding.encode_into("\n", &mut bytes);
        }
        encoding.encode_into(&text(game, &self.options), &mut bytes);
        self.sink.write_all(&bytes)
    }

    /// Ends the file and gives the sink back.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.sink.flush()?;
        Ok(self.sink)
    }
}

fn text(game: &Game, options: &WriteOptions) -> String {
    let notation = options.notation.unwrap_or_default();
    // What a plain comment cannot hold: blanks at its ends, braces, and lines that look like tags or commands.
    let needs_escapes = |comment: &str| {
        comment.trim() != comment
            || comment.contains(['{', '}', '\r', '\0'])
            || comment.contains("[%")
            || comment.lines().any(|line| line.trim_start().starts_with('['))
    };
    let escaped = game.all_nodes().any(|(_, node)| needs_escapes(&node.comment));
    let mut out = tags(game, notation, escaped);
    out.push('\n');
    let plain = game.variations() == 0
        && game.all_nodes().all(|(_, node)| node.comment.is_empty() && node.annotations().is_none());
    let mut writer = Movetext { out, column: 0, notation, escaped, number_due: true };
    if plain {
        writer.plain(game);
    } else {
        writer.tree(game);
    }
    let mut out = writer.out;
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(game.result.pgn());
    out.push('\n');
    out
}

fn tags(game: &Game, notation: Notation, escaped: bool) -> String {
    let mut out = String::from("[Game \"Chinese Chess\"]\n");
    let mut tag = |name: &str, value: &str| {
        out.push('[');
        out.push_str(name);
        out.push_str(" \"");
        out.push_str(&pgn_tags::escape(value));
        out.push_str("\"]\n");
    };
    for name in ["Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black"] {
        tag(name, game.tags.text(name));
    }
    tag("Result", if game.result == GameResult::Unknown { "*" } else { game.result.pgn() });
    for (name, value) in pgn_tags::in_order(&game.tags) {
        let listed = ["Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black"];
        if !listed.iter().any(|n| n.eq_ignore_ascii_case(name)) {
            let name: String = name.chars().map(|c| if pgn_tags::is_name(c) { c } else { '_' }).collect();
            tag(&name, value);
        }
    }
    if !game.reason.is_empty() {
        tag("Termination", &game.reason);
    }
    let fen = game.start.to_string();
    if fen != START_FEN {
        tag("FEN", &fen);
    }
    if let Some(format) = notation.pgn_format() {
        tag("Format", format);
    }
    if escaped {
        tag(ESCAPED_COMMENTS.0, ESCAPED_COMMENTS.1);
    }
    out
}

struct Movetext {
    out: String,
    column: usize,
    notation: Notation,
    escaped: bool,
    /// Whether the next move of black needs its number: at the beginning and behind comments and variations.
    number_due: bool,
}

impl Movetext {
    /// A line a full move, as the programs of the field write it.
    fn plain(&mut self, game: &Game) {
        let mut replay = Replay::new(&game.start);
        let mut number = u32::from(game.start.fullmove);
        for (i, id) in game.mainline().enumerate() {
            let node = game.node(id);
            let Some(text) = self.move_text(&replay, node) else { return };
            match (replay.side(), i) {
                (Color::Red, _) => {
                    if i > 0 {
                        self.out.push('\n');
                    }
                    self.out += &format!("{number:>3}. {text}");
                }
                (Color::Black, 0) => self.out += &format!("{number:>3}. ... {text}"),
                (Color::Black, _) => {
                    self.out.push(' ');
                    self.out += &text;
                }
            }
            number += u32::from(replay.side() == Color::Black);
            replay.play(node.mv);
        }
    }

    fn move_text(&self, replay: &Replay, node: &Node) -> Option<String> {
        if node.illegal { None } else { notation::write(replay, node.mv, self.notation) }
    }

    fn word(&mut self, text: &str) {
        let width = text.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 && !self.out.ends_with('(') {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(text);
        self.column += width;
    }

    fn comment(&mut self, node: &Node) {
        let commands = node.annotations().map(commands::write).unwrap_or_default();
        if node.comment.is_empty() && commands.is_empty() {
            return;
        }
        let text = if self.escaped { escape(&node.comment) } else { node.comment.clone() };
        let gap = if text.is_empty() || commands.is_empty() { "" } else { " " };
        // A comment is not broken: its line ends are its own.
        if self.column > 0 {
            self.out.push(' ');
        }
        self.out += &format!("{{{commands}{gap}{text}}}");
        self.column = 1 + self.out.chars().rev().take_while(|&c| c != '\n').take(WIDTH).count();
        self.number_due = true;
    }

    fn tree(&mut self, game: &Game) {
        let mut replay = Replay::new(&game.start);
        self.comment(game.node(game.root()));
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
        // A stack of what is left to write; moves carry the ply before them.
        let mut work = Vec::new();
        if let Some(first) = game.first_child(game.root()) {
            work.push(Work::Move(first, 0));
        }
        while let Some(step) = work.pop() {
            match step {
                Work::Close => {
                    self.out.push(')');
                    self.column += 1;
                    self.number_due = true;
                }
                Work::Open(id, ply) => {
                    replay.back_to(ply);
                    if self.move_text(&replay, game.node(id)).is_some() {
                        self.word("(");
                        self.number_due = true;
                        work.push(Work::Close);
                        self.one(game, id, &mut replay);
                        work.push(Work::GoOn(id, ply));
                    }
                }
                Work::GoOn(id, ply) => {
                    // The alternatives have left the board elsewhere.
                    replay.back_to(ply);
                    replay.play(game.node(id).mv);
                    work.extend(game.first_child(id).map(|next| Work::Move(next, ply + 1)));
                }
                Work::Move(id, ply) => {
                    replay.back_to(ply);
                    // Alternatives cannot stand without the move.
                    if self.move_text(&replay, game.node(id)).is_some() {
                        work.push(Work::GoOn(id, ply));
                        let alternatives: Vec<NodeId> =
                            std::iter::successors(game.next_sibling(id), |&id| game.next_sibling(id)).collect();
                        work.extend(alternatives.into_iter().rev().map(|id| Work::Open(id, ply)));
                        self.one(game, id, &mut replay);
                    }
                }
            }
        }
    }

    /// Writes a move with what belongs to it, and plays it.
    fn one(&mut self, game: &Game, id: NodeId, replay: &mut Replay) {
        let node = game.node(id);
        let Some(text) = self.move_text(replay, node) else { return };
        let start_black = game.start.side == Color::Black;
        let number = u32::from(game.start.fullmove) + (replay.ply() as u32 + u32::from(start_black)) / 2;
        match replay.side() {
            Color::Red => self.word(&format!("{number}.")),
            Color::Black if self.number_due => self.word(&format!("{number}...")),
            Color::Black => {}
        }
        self.number_due = false;
        self.word(&text);
        for glyph in node.annotations().iter().flat_map(|annotations| &annotations.glyphs) {
            self.word(&format!("${glyph}"));
        }
        self.comment(node);
        replay.play(node.mv);
    }
}

/// What is left to write.
enum Work {
    /// A move, its alternatives and what follows it; the ply before it.
    Move(NodeId, usize),
    /// What follows a move that is written, its alternatives too.
    GoOn(NodeId, usize),
    /// A variation beginning with this move.
    Open(NodeId, usize),
    /// The end of a variation.
    Close,
}
