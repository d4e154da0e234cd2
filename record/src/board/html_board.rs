//! The game board of HTML reports: one page without any request to elsewhere, stepped through by keyboard, mouse or
//! finger, for wide screens and phones, light and dark.
//!
//! A report that shows several games puts [`head`] into its head once and a [`section`] where each board shall stand, or
//! embeds the [`data`] of its games and calls `xqBoard(section, data, options)` when one is opened (`html_board/board.js`
//! describes the options). What the file or an engine says is shown: variations, comments, scores as a graph, marks, time,
//! mistakes in colour.

use std::fmt::Write as _;

use chuhe_movegen::{Color, Piece, PieceKind, Score};
use serde_json::json;

use super::glyphs::outline;
use crate::notation::{self, Notation, Script};
use crate::{Game, Mark, NodeScore, Replay};

const STYLE: &str = include_str!("html_board/board.css");
const CODE: [&str; 4] = [
    include_str!("html_board/text.js"),
    include_str!("html_board/diagram.js"),
    include_str!("html_board/graph.js"),
    include_str!("html_board/board.js"),
];

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
    /// Notations that moves are written in; the first one is shown, a page may offer the others.
    pub notations: Vec<Notation>,
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
            notations: vec![Notation::Chinese],
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
    let mut names = serde_json::Map::new();
    for script in [Script::Simplified, Script::Traditional] {
        let mut letters = serde_json::Map::new();
        for piece in Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind))) {
            let name = super::svg::printed_name(piece, script);
            outlines.insert(name.to_string(), json!(outline(name)));
            letters.insert(piece.letter().to_string(), json!(name));
        }
        names.insert(script_name(script).to_owned(), letters.into());
    }
    for c in "楚河漢汉界一二三四五六七八九123456789abcdefghi".chars() {
        outlines.insert(c.to_string(), json!(outline(c)));
    }
    let (outlines, names) = (serde_json::Value::from(outlines), serde_json::Value::from(names));
    let code = CODE.concat();
    format!(
        "<style>\n{STYLE}</style>\n<script>\nconst XQ_OUTLINES = {outlines};\nconst XQ_NAMES = {names};\n{code}</script>\n"
    )
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
    out += &script_text(&data(game, options));
    out += "</script>\n</section>\n";
    out
}

/// A value as the text of a `<script type="application/json">` element, which no text inside can end early.
#[must_use]
pub fn script_text(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
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

/// The game as the code of the board reads it: an object that can be embedded as JSON ([`script_text`]). Its `moves` stand
/// in the order of [`Game::visit`], numbered from 1. A report may add `faults` (0 to 3 for each ply of the main line: fine,
/// inaccuracy, mistake, blunder), `better` (for each ply of the main line the number of a move that was better, or 0) and
/// `phases` (pairs of the ply with which a part begins and `opening`, `middlegame` or `endgame`).
#[must_use]
pub fn data(game: &Game, options: &BoardOptions) -> serde_json::Value {
    let mut replay = Replay::new(&game.start);
    let mut number = vec![0usize; game.all_nodes().len()];
    let mut moves = Vec::with_capacity(game.nodes());
    let ids: std::collections::HashMap<_, _> = game.all_nodes().enumerate().map(|(i, (id, _))| (id, i)).collect();
    for visit in game.visit() {
        replay.before(visit);
        let node = game.node(visit.id);
        let written = |&notation: &Notation| match node.illegal {
            true => node.mv.to_string(),
            false => notation::write(&replay, node.mv, notation).unwrap_or_else(|| node.mv.to_string()),
        };
        let texts: Vec<String> = options.notations.iter().map(written).collect();
        replay.play(node.mv);
        let parent = game.parent(visit.id).map_or(0, |parent| number[ids[&parent]]);
        number[ids[&visit.id]] = moves.len() + 1;
        let mut entry = vec![json!(parent), json!(node.mv.to_string()), json!(texts), json!(node.comment)];
        if let Some(annotations) = node.annotations() {
            let glyphs: String = annotations.glyphs.iter().filter_map(|&glyph| praise(glyph)).collect();
            let marks: Vec<_> = annotations.marks.iter().map(mark).collect();
            entry.push(json!(glyphs));
            entry.push(annotations.score.map_or(json!(null), |score| score_value(score, replay.side())));
            entry.push(json!(annotations.elapsed_ms));
            entry.push(if marks.is_empty() { json!(null) } else { json!(marks) });
        }
        // Most moves have little; what is missing at the end is nothing.
        while entry.last().is_some_and(|value| value.is_null() || value == "") {
            entry.pop();
        }
        moves.push(json!(entry));
    }
    let river: String =
        "楚河漢界".chars().map(|c| if options.script == Script::Simplified && c == '漢' { '汉' } else { c }).collect();
    let root = game.node(game.root()).annotations().and_then(|annotations| annotations.score);
    json!({
        "board": game.start.board.to_string(),
        "side": if game.start.side == Color::Red { "w" } else { "b" },
        "first": game.start.fullmove,
        "comment": game.root_comment(),
        "score": root.map(|score| score_value(score, game.start.side)),
        "moves": moves,
        "result": game.result.pgn(),
        "script": script_name(options.script),
        "river": river,
        "flip": options.flip,
        "ply": options.ply,
        "slope": SLOPE,
        "language": if options.language == Language::Chinese { "zh" } else { "en" },
    })
}

/// Red's winning chance is `1 / (1 + exp(-SLOPE * cp))`: the scale on which Chuhe's networks are trained.
const SLOPE: f64 = 1.0 / 400.0;

fn script_name(script: Script) -> &'static str {
    match script {
        Script::Simplified => "simplified",
        Script::Traditional => "traditional",
    }
}

fn praise(glyph: u8) -> Option<&'static str> {
    ["!", "?", "!!", "??", "!?", "?!"].get(usize::from(glyph).checked_sub(1)?).copied()
}

fn mark(mark: &Mark) -> serde_json::Value {
    match mark {
        Mark::Square(colour, square) => json!([colour, square.to_string()]),
        Mark::Arrow(colour, mv) => json!([colour, mv.to_string()]),
    }
}

/// A score from red's view with `side` to move: a number of centipawns, `#3` and `#-3` for a mate in so many moves, `#+` and
/// `#-` for one that stands on the board, `R7` and `R-7` for a game won or lost by a rule.
fn score_value(score: NodeScore, side: Color) -> serde_json::Value {
    match score.score {
        Score::Cp(cp) => json!(cp),
        Score::Mate(0) => json!("#-"),
        Score::Mate(1) if side == Color::Black => json!("#+"),
        Score::Mate(plies) => json!(format!("#{}", plies.signum() * ((plies.abs() + 1) / 2))),
        Score::Rule(plies) if plies > 0 => json!(format!("R{plies}")),
        Score::Rule(plies) => json!(format!("R-{}", plies.abs())),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
