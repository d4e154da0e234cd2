//! The game board of HTML reports: one page without any request to elsewhere, stepped through by keyboard, mouse or
//! finger, for wide screens and phones, light and dark.
//!
//! A report that shows several games puts [`head`] into its head once and a [`section`] where each board shall stand.

use std::fmt::Write as _;

use chuhe_movegen::{Color, Piece, PieceKind, Score};
use serde_json::json;

use super::glyphs::outline;
use crate::notation::{self, Notation, Script};
use crate::{Game, NodeScore, Replay};

const STYLE: &str = include_str!("html_board.css");
const CODE: &str = include_str!("html_board.js");

/// The language of labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 简体中文
    Chinese,
}

/// How a board is shown.
#[derive(Clone, Debug)]
pub struct BoardOptions {
    /// Notation of the move list.
    pub notation: Notation,
    /// Characters of the pieces.
    pub script: Script,
    /// Language of labels.
    pub language: Language,
    /// Whether black sits at the bottom at first.
    pub flip: bool,
    /// The ply of the main line that is shown first.
    pub ply: u32,
}

impl Default for BoardOptions {
    fn default() -> Self {
        BoardOptions {
            notation: Notation::Chinese,
            script: Script::Traditional,
            language: Language::English,
            flip: false,
            ply: 0,
        }
    }
}

/// A whole page with one game.
#[must_use]
pub fn page(game: &Game, options: &BoardOptions) -> String {
    let language = if options.language == Language::Chinese { "zh-Hans" } else { "en" };
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n{}</head>\n<body>\n\
         {}</body>\n</html>\n",
        escape(&title(game)),
        head(),
        section(game, options)
    )
}

/// Style and code for all boards of a page; they belong into its head once.
#[must_use]
pub fn head() -> String {
    let mut outlines = serde_json::Map::new();
    for script in [Script::Simplified, Script::Traditional] {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let name = super::svg::printed_name(Piece::new(color, kind), script);
                outlines.insert(name.to_string(), json!(outline(name)));
            }
        }
    }
    for c in "楚河漢汉界".chars() {
        outlines.insert(c.to_string(), json!(outline(c)));
    }
    let outlines = serde_json::Value::Object(outlines);
    format!("<style>\n{STYLE}</style>\n<script>\nconst XQ_OUTLINES = {outlines};\n{CODE}</script>\n")
}

/// One board with its game, for the body of a page.
#[must_use]
pub fn section(game: &Game, options: &BoardOptions) -> String {
    let mut out = String::new();
    let (red, black) = (game.tags.text("Red"), game.tags.text("Black"));
    let _ = writeln!(out, "<section class=\"xq\" tabindex=\"0\" aria-label=\"{}\">", escape(&title(game)));
    let _ = write!(out, "<header><h2>{}</h2><p>", escape(&title(game)));
    let details = ["Event", "Round", "Date", "Site"].map(|name| game.tags.text(name));
    let mut details: Vec<String> = details.iter().filter(|text| !text.is_empty()).map(|text| escape(text)).collect();
    if !(red.is_empty() && black.is_empty() && game.result.pgn() == "*") {
        details.push(game.result.pgn().to_owned());
    }
    out += &details.join(" · ");
    out += "</p></header>\n<script type=\"application/json\">";
    // `<` would end the element early.
    out += &data(game, options).to_string().replace('<', "\\u003c");
    out += "</script>\n</section>\n";
    out
}

fn title(game: &Game) -> String {
    let name = |side: &str| Some(game.tags.text(side)).filter(|name| !name.is_empty());
    match (game.tags.text("Title"), name("Red"), name("Black")) {
        (title, _, _) if !title.is_empty() => title.to_owned(),
        (_, None, None) => match game.tags.text("Event") {
            "" => "象棋".to_owned(),
            event => event.to_owned(),
        },
        (_, red, black) => format!("{} – {}", red.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// The game as the code reads it: moves in the order of the tree, each with the number of the one before it.
fn data(game: &Game, options: &BoardOptions) -> serde_json::Value {
    let mut replay = Replay::new(&game.start);
    let mut number = vec![0usize; game.all_nodes().len()];
    let mut moves = Vec::with_capacity(game.nodes());
    let ids: std::collections::HashMap<_, _> = game.all_nodes().enumerate().map(|(i, (id, _))| (id, i)).collect();
    for visit in game.visit() {
        replay.before(visit);
        let node = game.node(visit.id);
        let text = if node.illegal { None } else { notation::write(&replay, node.mv, options.notation) };
        let text = text.unwrap_or_else(|| node.mv.to_string());
        replay.play(node.mv);
        let parent = game.parent(visit.id).map_or(0, |parent| number[ids[&parent]]);
        number[ids[&visit.id]] = moves.len() + 1;
        let annotations = node.annotations();
        let glyphs: String =
            annotations.map(|a| a.glyphs.iter().filter_map(|&glyph| praise(glyph)).collect()).unwrap_or_default();
        let score = annotations.and_then(|a| a.score).map(score);
        moves.push(json!([parent, node.mv.to_string(), text, node.comment, glyphs, score]));
    }
    let names: Vec<String> = Color::ALL
        .into_iter()
        .flat_map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind)))
        .map(|piece| format!("{}{}", piece.letter(), super::svg::printed_name(piece, options.script)))
        .collect();
    let river: String =
        "楚河漢界".chars().map(|c| if options.script == Script::Simplified && c == '漢' { '汉' } else { c }).collect();
    json!({
        "board": game.start.board.to_string(),
        "side": if game.start.side == Color::Red { "w" } else { "b" },
        "first": game.start.fullmove,
        "comment": game.root_comment(),
        "moves": moves,
        "names": names,
        "river": river,
        "flip": options.flip,
        "ply": options.ply,
        "labels": labels(options.language),
    })
}

fn labels(language: Language) -> serde_json::Value {
    match language {
        Language::English => json!({
            "first": "Start", "back": "Back", "next": "Next", "last": "End", "flip": "Turn the board",
            "start": "Start position", "graph": "Evaluation, red's view",
        }),
        Language::Chinese => json!({
            "first": "开局", "back": "上一步", "next": "下一步", "last": "终局", "flip": "翻转棋盘",
            "start": "起始局面", "graph": "形势（红方）",
        }),
    }
}

fn praise(glyph: u8) -> Option<&'static str> {
    ["!", "?", "!!", "??", "!?", "?!"].get(usize::from(glyph).checked_sub(1)?).copied()
}

/// Text and height of a score, from red's view.
fn score(score: NodeScore) -> serde_json::Value {
    let (text, height) = match score.score {
        Score::Cp(cp) => (format!("{:+.2}", f64::from(cp) / 100.0), f64::from(cp)),
        Score::Mate(plies) => {
            (format!("#{}", plies.signum() * ((plies.abs() + 1) / 2)), 10_000.0 * f64::from(plies.signum()))
        }
        Score::Rule(plies) => (format!("R{plies:+}"), 10_000.0 * f64::from(plies.signum())),
    };
    // Height in the graph: -1 to 1, flat where a game is won.
    json!([text, (height / 400.0).tanh()])
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
