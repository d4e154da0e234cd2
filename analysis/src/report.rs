//! Reports as pages: one self-contained HTML file for a game or a collection. Nothing is loaded from elsewhere; games stand
//! in the page as JSON and are read when they are opened, so that a collection of a thousand games opens at once.

mod game_data;

use std::borrow::Borrow;
use std::io::{self, Write};

use chuhe_record::board::html_board::{self, script_text};
use chuhe_rules::Language;
use serde_json::{Value, json};

use crate::{Collection, GameAnalysis, GameSummary, PlayerSummary, RunInfo};

const STYLE: &str = include_str!("report/report.css");
const CODE: [&str; 5] = [
    include_str!("report/words.js"),
    include_str!("report/table.js"),
    include_str!("report/collection.js"),
    include_str!("report/game.js"),
    include_str!("report/page.js"),
];

/// No page may load anything; its own style and code are in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// Writes the page of a collection: figures, tables of games, players and openings, and a page for each game. `games` come
/// in the order of [`Collection::games`]; a game that is missing at the end has a line in the table but no page. A collection
/// of one game is the page of that game.
///
/// `language` is that of the first look; the page can switch to the other.
///
/// # Errors
/// When the output cannot be written.
pub fn write_collection<W, G>(
    out: &mut W,
    collection: &Collection,
    games: impl IntoIterator<Item = G>,
    language: Language,
) -> io::Result<()>
where
    W: Write + ?Sized,
    G: Borrow<GameAnalysis>,
{
    let rows: Vec<Value> = collection.games.iter().map(row).collect();
    let report = json!({
        "title": collection.title,
        "single": rows.len() == 1 && collection.unreadable.is_empty(),
        "language": name(language),
        "run": collection.run,
        "games": rows,
        "players": collection.players,
        "openings": collection.openings,
        "unreadable": collection.unreadable,
    });
    write_page(out, &collection.title, &report, games, language)
}

/// Writes the page of one game.
///
/// # Errors
/// When the output cannot be written.
pub fn write_game<W: Write + ?Sized>(
    out: &mut W,
    game: &GameAnalysis,
    run: &RunInfo,
    language: Language,
) -> io::Result<()> {
    let report = json!({
        "title": "",
        "single": true,
        "language": name(language),
        "run": run,
        "games": [row(&game.summary)],
        "players": [],
        "openings": [],
        "unreadable": [],
    });
    let names: Vec<&str> =
        game.summary.players.iter().map(|player| player.name.as_str()).filter(|name| !name.is_empty()).collect();
    write_page(out, &names.join(" – "), &report, [game], language)
}

fn write_page<W: Write + ?Sized, G: Borrow<GameAnalysis>>(
    out: &mut W,
    title: &str,
    report: &Value,
    games: impl IntoIterator<Item = G>,
    language: Language,
) -> io::Result<()> {
    let (lang, need) = match language {
        Language::English => ("en", "This report needs JavaScript."),
        Language::Chinese => ("zh-Hans", "本报告需要启用 JavaScript。"),
    };
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} · Chuhe</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n{}<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header class=\"top\"></header>\n<main></main>\n<footer></footer>\n<noscript><p>{need}</p></noscript>",
        escape(title),
        html_board::head(),
    )?;
    writeln!(out, "<script type=\"application/json\" id=\"report\">{}</script>", script_text(report))?;
    for (i, game) in games.into_iter().enumerate() {
        let data = script_text(&game_data::value(game.borrow()));
        writeln!(out, "<script type=\"application/json\" id=\"data-{}\">{data}</script>", i + 1)?;
    }
    writeln!(out, "<script>")?;
    for code in CODE {
        out.write_all(code.as_bytes())?;
    }
    writeln!(out, "</script>\n</body>\n</html>")
}

/// A game's line in the table, which is also the head of its page.
fn row(game: &GameSummary) -> Value {
    let teams = ["RedTeam", "BlackTeam"].map(|name| game.tag(name));
    json!({
        "id": game.id,
        "title": game.tag("Title"),
        "event": game.tag("Event"),
        "round": game.tag("Round"),
        "date": game.tag("Date"),
        "site": game.tag("Site"),
        "teams": teams,
        "result": game.result,
        "opening": game.opening,
        "plies": game.plies,
        "ending": { "en": game.ending.en, "zh": game.ending.zh },
        "agrees": game.ending.agrees,
        "players": game.players.each_ref().map(player),
        "warnings": game.warnings,
        "error": game.error,
    })
}

fn player(player: &PlayerSummary) -> Value {
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    json!({
        "name": player.name,
        "moves": player.moves,
        "classes": player.classes,
        "accuracy": player.accuracy.map(tenth),
        "average_cp_loss": player.average_cp_loss.map(tenth),
        "phase_accuracy": player.phase_accuracy.map(|value| value.map(tenth)),
        "missed_mates": player.missed_mates,
        "time_used_ms": player.time_used_ms,
    })
}

fn name(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
