//! The report as one page: tables, cross table, every game on a board. Nothing is loaded from elsewhere.

use std::fmt::Write;

use chuhe_movegen::Color;
use chuhe_record::board::html_board::{self, BoardOptions, head, section};
use chuhe_rules::Language;

use super::game::to_record;
use crate::game::GameRecord;
use crate::schedule::Table;
use crate::stats::Estimate;
use crate::tournament::{Plan, Report};

const STYLE: &str = "
body { font: 16px/1.5 system-ui, 'Noto Sans CJK SC', sans-serif; max-width: 66rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #8886; padding: .2rem .6rem; text-align: right; white-space: nowrap; }
th { background: #8881; }
th:first-child, td.name, th.name { text-align: left; }
td.self { background: #8883; }
td.long { white-space: normal; min-width: 14rem; }
.games { max-height: 24rem; overflow: auto; margin-bottom: 1.5rem; }
.games table { margin: 0; }
.games th { position: sticky; top: 0; background: #e9e7e3; }
.games tr[data-game] { cursor: pointer; }
.games tr[data-game]:hover, .games tr.shown { background: #c8a04a44; }
.games a { color: inherit; }
.scroll { overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { background: #16181b; color: #e8e4dc; }
  .games th { background: #2a2d31; }
}
";

const CODE: &str = "
addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('board');
  const show = () => {
    const game = document.getElementById(location.hash.slice(1));
    if (!game || !game.content) return;
    for (const row of document.querySelectorAll('tr[data-game]')) {
      row.classList.toggle('shown', 'game-' + row.dataset.game === game.id);
    }
    place.replaceChildren(game.content.cloneNode(true));
    const board = place.querySelector('section.xq');
    xqBoard(board);
    board.focus({ preventScroll: true });
    place.scrollIntoView({ behavior: 'smooth' });
  };
  for (const row of document.querySelectorAll('tr[data-game]')) {
    row.addEventListener('click', () => { location.hash = 'game-' + row.dataset.game; });
  }
  addEventListener('hashchange', show);
  show();
});
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number without superfluous zeros: `2`, `2.5`, `3.75`.
fn number(value: f64) -> String {
    format!("{value}")
}

/// The page, in the language of the plan.
#[must_use]
pub fn page(plan: &Plan, report: &Report, tables: &[Table], records: &[GameRecord]) -> String {
    let language = plan.conditions.language;
    let code = language.pick("en", "zh-Hans");
    let mut out = format!("<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n");
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    let title = escape(&plan.event);
    let _ = writeln!(out, "<title>{title}</title>\n{}<style>{STYLE}</style>\n<script>{CODE}</script>", head());
    let _ = writeln!(out, "</head>\n<body>\n<h1>{title}</h1>");
    let mut about = vec![format!("{} {}", report.games, language.pick("games", "局"))];
    about.push(format!("{} {}", language.pick("rules", "规则"), plan.conditions.rules.set.name()));
    if !plan.site.is_empty() {
        about.push(escape(&plan.site));
    }
    let _ = writeln!(out, "<p>{}</p>", about.join(" · "));
    if report.players.len() == 2 {
        match_score(&mut out, report, language);
    } else {
        for table in tables {
            standings(&mut out, plan, table);
        }
    }
    crosstable(&mut out, report, language);
    habits(&mut out, report, language);
    ends(&mut out, report, language);
    game_list(&mut out, records, language);
    out += "<div id=\"board\"></div>\n";
    let board_language = match language {
        Language::English => html_board::Language::English,
        Language::Chinese => html_board::Language::Chinese,
    };
    let options = BoardOptions { language: board_language, ..BoardOptions::default() };
    for record in records {
        let _ = write!(out, "<template id=\"game-{}\">", record.game + 1);
        out += &section(&to_record(plan, record, true), &options);
        out += "</template>\n";
    }
    out += "</body>\n</html>\n";
    out
}

fn heading(out: &mut String, text: &str) {
    let _ = writeln!(out, "<h2>{text}</h2>");
}

/// Opens a table with these column heads; those of texts are named first.
fn open(out: &mut String, names: &[&str], numbers: &[&str]) {
    *out += "<div class=\"scroll\"><table>\n<tr>";
    names.iter().for_each(|name| *out += &format!("<th class=\"name\">{name}</th>"));
    numbers.iter().for_each(|name| *out += &format!("<th>{name}</th>"));
    *out += "</tr>\n";
}

const CLOSE: &str = "</table></div>\n";

fn elo(estimate: &Estimate) -> String {
    match estimate.bar() {
        Some([elo, low, high]) => format!("{elo} [{low}, {high}]"),
        None => "?".into(),
    }
}

/// The result of a match of two.
fn match_score(out: &mut String, report: &Report, language: Language) {
    let first = &report.players[0];
    let heads = [
        language.pick("won", "胜"),
        language.pick("drawn", "和"),
        language.pick("lost", "负"),
        language.pick("score", "得分率"),
        language.pick("Elo (95%)", "Elo（95%）"),
        "LOS",
        language.pick("pairs", "对局组"),
        language.pick("pairs 0 ½ 1 1½ 2", "各组得分 0 ½ 1 1½ 2"),
    ];
    open(out, &[language.pick("match", "比赛")], &heads);
    // Pairs are independent of each other and single games are not: their error bar is the honest one.
    let estimate = if report.pairs.count() >= 2 { report.pairs.estimate() } else { first.tally.estimate() };
    let los = first.tally.los().map_or(String::new(), |los| format!("{:.1}%", 100.0 * los));
    let _ = writeln!(
        out,
        "<tr><td class=\"name\">{} – {}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}%</td><td>{}</td><td>{los}</td>\
         <td>{}</td><td>{}</td></tr>",
        escape(&first.name),
        escape(&report.players[1].name),
        first.tally.wins,
        first.tally.draws,
        first.tally.losses,
        100.0 * first.tally.score(),
        estimate.map_or(String::new(), |estimate| elo(&estimate)),
        report.pairs.count(),
        report.pairs.counts().map(|count| count.to_string()).join(" "),
    );
    *out += CLOSE;
}

fn standings(out: &mut String, plan: &Plan, table: &Table) {
    let Some(first) = table.rows.first() else { return };
    let language = plan.conditions.language;
    heading(out, &escape(&table.title(language)));
    let heads: Vec<&str> = first.values.iter().map(|(criterion, _)| criterion.title(language)).collect();
    open(out, &[language.pick("rank", "名次"), language.pick("name", "名称")], &heads);
    for row in &table.rows {
        let name = plan.name_of(row.player, table.teams);
        let _ = write!(out, "<tr><td>{}</td><td class=\"name\">{}</td>", row.rank, escape(&name));
        for &(_, value) in &row.values {
            let _ = write!(out, "<td>{}</td>", number(value));
        }
        *out += "</tr>\n";
    }
    *out += CLOSE;
}

fn crosstable(out: &mut String, report: &Report, language: Language) {
    let ratings = report.ratings();
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    heading(out, language.pick("Cross table", "对战表"));
    let numbers: Vec<String> = (1..=order.len()).map(|i| i.to_string()).collect();
    let mut heads = vec![
        "Elo",
        "±",
        language.pick("games", "局数"),
        language.pick("points", "得分"),
        language.pick("score", "得分率"),
        language.pick("draws", "和棋"),
    ];
    heads.extend(numbers.iter().map(String::as_str));
    open(out, &["", language.pick("name", "名称")], &heads);
    for (i, &a) in order.iter().enumerate() {
        let (player, rating) = (&report.players[a], &ratings[a]);
        let _ = write!(
            out,
            "<tr><td>{}</td><td class=\"name\">{}</td><td>{:+.0}</td><td>{:.0}</td><td>{}</td><td>{}</td>\
             <td>{:.1}%</td><td>{:.0}%</td>",
            i + 1,
            escape(&player.name),
            rating.elo.round() + 0.0,
            rating.error,
            player.tally.games(),
            number(player.tally.points()),
            100.0 * player.tally.score(),
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
    *out += CLOSE;
}

/// What each engine did with its time.
fn habits(out: &mut String, report: &Report, language: Language) {
    heading(out, language.pick("Engines", "引擎"));
    let heads = [
        language.pick("red + = −", "执红 胜 和 负"),
        language.pick("black + = −", "执黑 胜 和 负"),
        language.pick("moves", "着数"),
        language.pick("depth", "深度"),
        "kn/s",
        language.pick("ms a move", "毫秒/着"),
        language.pick("longest ms", "最长 毫秒"),
        language.pick("lowest clock ms", "最少余时 毫秒"),
        language.pick("faults", "故障"),
    ];
    open(out, &[language.pick("name", "名称")], &heads);
    for player in &report.players {
        let mean = |sum: u64, count: u64, digits: usize| match count {
            0 => String::new(),
            count => format!("{:.digits$}", sum as f64 / count as f64),
        };
        let _ = write!(out, "<tr><td class=\"name\">{}</td>", escape(&player.name));
        for tally in &player.by_color {
            let _ = write!(out, "<td>{} {} {}</td>", tally.wins, tally.draws, tally.losses);
        }
        let cells = [
            player.moves.to_string(),
            mean(player.depth.0, player.depth.1, 1),
            mean(1000 * player.nodes.0, player.nodes.1, 0),
            mean(player.used_us / 1000, player.moves, 1),
            format!("{:.1}", player.longest_us as f64 / 1000.0),
            player.lowest_clock_ms.map_or(String::new(), |ms| ms.to_string()),
            player.faults.values().sum::<u32>().to_string(),
        ];
        cells.iter().for_each(|cell| *out += &format!("<td>{cell}</td>"));
        *out += "</tr>\n";
    }
    *out += CLOSE;
}

fn ends(out: &mut String, report: &Report, language: Language) {
    heading(out, language.pick("How games ended", "终局原因"));
    open(
        out,
        &[language.pick("reason", "原因")],
        &[
            language.pick("red won", "红胜"),
            language.pick("drawn", "和"),
            language.pick("black won", "黑胜"),
            language.pick("all", "合计"),
        ],
    );
    let mut reasons: Vec<_> = report.ends.keys().map(|(reason, _)| reason).collect();
    reasons.dedup();
    let counts = |reason| {
        ["1-0", "1/2-1/2", "0-1"].map(|result| {
            let of = |((r, x), count): (&(_, &str), &u32)| if r == reason && *x == result { *count } else { 0 };
            report.ends.iter().map(of).sum::<u32>()
        })
    };
    let mut rows: Vec<_> = reasons.into_iter().map(|reason| (counts(reason), reason)).collect();
    rows.sort_by_key(|(counts, _)| std::cmp::Reverse(counts.iter().sum::<u32>()));
    for (counts, reason) in rows {
        let cells = counts.map(|count| format!("<td>{count}</td>")).concat();
        let name = escape(&reason.name(language));
        let _ = writeln!(out, "<tr><td class=\"name\">{name}</td>{cells}<td>{}</td></tr>", counts.iter().sum::<u32>());
    }
    *out += CLOSE;
}

fn game_list(out: &mut String, records: &[GameRecord], language: Language) {
    heading(out, language.pick("Games", "对局"));
    let _ = writeln!(
        out,
        "<p>{}</p>",
        language.pick("Choose a game to see it on the board.", "点击一局，即可在棋盘上看谱。")
    );
    *out += "<div class=\"games\"><table>\n<tr>";
    for (name, text) in [
        (language.pick("game", "局"), false),
        (language.pick("round", "轮"), false),
        (language.pick("red", "红方"), true),
        (language.pick("black", "黑方"), true),
        (language.pick("result", "结果"), false),
        (language.pick("end", "终局"), true),
        (language.pick("plies", "着数"), false),
    ] {
        let class = if text { " class=\"name\"" } else { "" };
        let _ = write!(out, "<th{class}>{name}</th>");
    }
    *out += "</tr>\n";
    let mut sorted: Vec<&GameRecord> = records.iter().collect();
    sorted.sort_by_key(|record| record.game);
    for record in sorted {
        let _ = writeln!(
            out,
            "<tr data-game=\"{0}\"><td><a href=\"#game-{0}\">{0}</a></td><td>{1}</td><td class=\"name\">{2}</td>\
             <td class=\"name\">{3}</td><td>{4}</td><td class=\"name long\">{5}</td><td>{6}</td></tr>",
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
