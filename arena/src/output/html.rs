//! The report as one page: tables, cross table, every game on a board. Nothing is loaded from elsewhere.

use std::fmt::Write;

use chuhe_movegen::Color;
use chuhe_record::board::html_board::{BoardOptions, head, section};

use super::game::to_record;
use crate::game::GameRecord;
use crate::schedule::Table;
use crate::tournament::{Plan, Report};

const STYLE: &str = "
body { font: 16px/1.5 system-ui, 'Noto Sans CJK SC', sans-serif; max-width: 66rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #8886; padding: .2rem .6rem; text-align: right; }
th:first-child, td.name, th.name { text-align: left; }
td.self { background: #8883; }
.games { max-height: 20rem; overflow: auto; }
.games a { cursor: pointer; color: inherit; }
.scroll { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { background: #16181b; color: #e8e4dc; } }
";

const CODE: &str = "
addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('board');
  for (const link of document.querySelectorAll('a[data-game]')) {
    link.addEventListener('click', event => {
      event.preventDefault();
      place.replaceChildren(document.getElementById('game-' + link.dataset.game).content.cloneNode(true));
      const board = place.querySelector('section.xq');
      xqBoard(board);
      board.focus();
      place.scrollIntoView({ behavior: 'smooth' });
    });
  }
});
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number without superfluous zeros: `2`, `2.5`, `3.75`.
fn number(value: f64) -> String {
    format!("{value}")
}

/// The page.
#[must_use]
pub fn page(plan: &Plan, report: &Report, tables: &[Table], records: &[GameRecord]) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    let _ = writeln!(
        out,
        "<title>{}</title>\n{}<style>{STYLE}</style>\n<script>{CODE}</script>",
        escape(&plan.event),
        head()
    );
    let _ = writeln!(out, "</head>\n<body>\n<h1>{}</h1>\n<p>{} games</p>", escape(&plan.event), report.games);
    for table in tables {
        standings(&mut out, plan, table);
    }
    crosstable(&mut out, report);
    game_list(&mut out, records);
    out += "<div id=\"board\"></div>\n";
    let options = BoardOptions::default();
    for record in records {
        let _ = write!(out, "<template id=\"game-{}\">", record.game + 1);
        out += &section(&to_record(plan, record), &options);
        out += "</template>\n";
    }
    out += "</body>\n</html>\n";
    out
}

fn standings(out: &mut String, plan: &Plan, table: &Table) {
    let Some(first) = table.rows.first() else { return };
    if !table.title.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>", escape(&table.title));
    }
    *out += "<div class=\"scroll\"><table>\n<tr><th>rank</th><th class=\"name\">name</th>";
    for (criterion, _) in &first.values {
        let _ = write!(out, "<th>{}</th>", criterion.name());
    }
    *out += "</tr>\n";
    for row in &table.rows {
        let name = plan.name_of(row.player, table.teams);
        let _ = write!(out, "<tr><td>{}</td><td class=\"name\">{}</td>", row.rank, escape(&name));
        for &(_, value) in &row.values {
            let _ = write!(out, "<td>{}</td>", number(value));
        }
        *out += "</tr>\n";
    }
    *out += "</table></div>\n";
}

fn crosstable(out: &mut String, report: &Report) {
    let ratings = report.ratings();
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    *out +=
        "<h2>cross table</h2>\n<div class=\"scroll\"><table>\n<tr><th class=\"name\">name</th><th>Elo</th><th>±</th>";
    *out += "<th>games</th><th>points</th><th>draws</th>";
    for i in 1..=order.len() {
        let _ = write!(out, "<th>{i}</th>");
    }
    *out += "</tr>\n";
    for (i, &a) in order.iter().enumerate() {
        let (player, rating) = (&report.players[a], &ratings[a]);
        let _ = write!(
            out,
            "<tr><td class=\"name\">{} {}</td><td>{:+.0}</td><td>{:.0}</td><td>{}</td><td>{}</td><td>{:.0}%</td>",
            i + 1,
            escape(&player.name),
            rating.elo.round() + 0.0,
            rating.error,
            player.tally.games(),
            number(player.tally.points()),
            100.0 * player.tally.draw_ratio()
        );
        for &b in &order {
            let games = report.crosstable.games(a, b);
            if a == b {
                *out += "<td class=\"self\"></td>";
            } else if games == 0 {
                *out += "<td></td>";
            } else {
                let _ = write!(out, "<td>{}/{games}</td>", number(report.crosstable.points(a, b)));
            }
        }
        *out += "</tr>\n";
    }
    *out += "</table></div>\n";
}

fn game_list(out: &mut String, records: &[GameRecord]) {
    *out += "<h2>games</h2>\n<div class=\"games\"><table>\n<tr><th>game</th><th>round</th><th class=\"name\">red</th>";
    *out += "<th class=\"name\">black</th><th>result</th><th class=\"name\">end</th><th>plies</th></tr>\n";
    for record in records {
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#board\" data-game=\"{0}\">{0}</a></td><td>{1}</td><td class=\"name\">{2}</td>\
             <td class=\"name\">{3}</td><td>{4}</td><td class=\"name\">{5}</td><td>{6}</td></tr>",
            record.game + 1,
            record.round,
            escape(&record.seat(Color::Red).name),
            escape(&record.seat(Color::Black).name),
            record.result,
            escape(&record.text),
            record.moves.len()
        );
    }
    *out += "</table></div>\n";
}
