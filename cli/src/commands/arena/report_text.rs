//! The result for people, in English or Chinese.

use std::fmt::Write;

use chuhe_arena::schedule::Table;
use chuhe_arena::stats::{Decision, Estimate, Sprt};
use chuhe_arena::tournament::{Finish, Plan, PlayerReport, Report};
use chuhe_rules::Language;
use unicode_width::UnicodeWidthStr;

/// The score of a match so far, or of the players of a tournament, in a few lines without a line end.
pub(super) fn standing(report: &Report, sprt: Option<&Sprt>, paired: bool, language: Language) -> String {
    let mut text = String::new();
    if let [first, second] = &report.players[..] {
        text += &match language {
            Language::English => format!("Score of {} vs {}: ", first.name, second.name),
            Language::Chinese => format!("{} 对 {}：", first.name, second.name),
        };
        text += &score_line(first, language);
        if let Some(estimate) = report.pairs.estimate().filter(|_| report.pairs.count() >= 2) {
            let _ = write!(
                text,
                "\n  {} {}  {} {:?}  {}",
                language.pick("pairs", "对局组"),
                report.pairs.count(),
                language.pick("pentanomial", "五项分布"),
                report.pairs.counts(),
                elo_text(&estimate, language)
            );
            if let (Some(nelo), Some(error)) = (estimate.nelo, estimate.nelo_error) {
                let _ = write!(text, "  nElo {nelo:+.0} ± {error:.0}");
            }
            if let Some(los) = estimate.los {
                let _ = write!(text, "  {} {:.1}%", language.pick("pair LOS", "组LOS"), 100.0 * los);
            }
        }
    } else {
        text += &ranking(report, language);
    }
    if let Some(sprt) = sprt {
        let _ = write!(text, "\n  {}", sprt_line(report, sprt, paired, language));
    }
    text
}

fn score_line(player: &PlayerReport, language: Language) -> String {
    let tally = &player.tally;
    let mut text = match language {
        Language::English => {
            format!("W {}  D {}  L {}  ({} games)", tally.wins, tally.draws, tally.losses, tally.games())
        }
        Language::Chinese => format!("胜{} 和{} 负{}（{}局）", tally.wins, tally.draws, tally.losses, tally.games()),
    };
    if let Some(estimate) = tally.estimate() {
        let _ = write!(
            text,
            "  {} {:.1}%  {}",
            language.pick("score", "得分率"),
            100.0 * tally.score(),
            elo_text(&estimate, language)
        );
    }
    if let Some(los) = tally.los() {
        let _ = write!(text, "  LOS {:.1}%", 100.0 * los);
    }
    let _ = write!(text, "  {} {:.1}%", language.pick("draws", "和棋率"), 100.0 * tally.draw_ratio());
    text
}

fn elo_text(estimate: &Estimate, language: Language) -> String {
    match estimate.bar() {
        Some([elo, low, high]) => format!("Elo {elo}  [{low}, {high}] 95%"),
        None => language.pick("Elo ? (all results are equal)", "Elo ?（结果全同）").to_owned(),
    }
}

fn sprt_line(report: &Report, sprt: &Sprt, paired: bool, language: Language) -> String {
    let (lower, upper) = sprt.bounds();
    let llr = match report.llr(sprt, paired) {
        Some(llr) => format!("{llr:.2}"),
        None => language.pick("not computable yet", "尚不能计算").to_owned(),
    };
    let bounds = language.pick("bounds", "界限");
    format!("SPRT {} [{}, {}]  LLR {llr}  {bounds} ({lower:.2}, {upper:.2})", sprt.model, sprt.elo0, sprt.elo1)
}

/// Rows of cells as columns of a terminal, where a Chinese character takes two places. The column `left` starts at the
/// left, all others end at the right.
fn columns(rows: &[Vec<String>], left: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let mut text = String::new();
        for (i, cell) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[i] - cell.width());
            text += "  ";
            text += &if i == left { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") };
        }
        text.trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The rating list.
fn ranking(report: &Report, language: Language) -> String {
    let ratings = report.ratings();
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    let heads = [
        ("rank", "名次"),
        ("engine", "引擎"),
        ("Elo", "Elo"),
        ("±", "±"),
        ("games", "局数"),
        ("points", "得分"),
        ("score", "得分率"),
        ("draws", "和棋率"),
    ];
    let mut rows = vec![heads.map(|(en, zh)| language.pick(en, zh).to_owned()).to_vec()];
    for (i, &player) in order.iter().enumerate() {
        let (report, rating) = (&report.players[player], &ratings[player]);
        rows.push(vec![
            (i + 1).to_string(),
            report.name.clone(),
            format!("{:+.0}", rating.elo.round() + 0.0),
            format!("{:.0}", rating.error),
            report.tally.games().to_string(),
            format!("{:.1}", report.tally.points()),
            format!("{:.1}%", 100.0 * report.tally.score()),
            format!("{:.1}%", 100.0 * report.tally.draw_ratio()),
        ]);
    }
    columns(&rows, 1)
}

/// Everything, for people.
pub(super) fn text(plan: &Plan, finish: &Finish) -> String {
    let report = &finish.report;
    let language = plan.conditions.language;
    if report.games == 0 {
        return language.pick("no games were played\n", "没有下过的棋\n").to_owned();
    }
    let mut text = format!("\n== {}\n", language.pick("result", "结果"));
    text += &standing(report, plan.sprt.as_ref(), plan.repeat == 2, language);
    text.push('\n');
    if plan.players.len() > 2 {
        for table in &finish.tables {
            text += &table_text(plan, table);
        }
        text.push('\n');
    }
    match finish.decision {
        Some(Decision::H1) => text += language.pick("  SPRT: H1 accepted\n", "  SPRT：接受H1\n"),
        Some(Decision::H0) => text += language.pick("  SPRT: H0 accepted\n", "  SPRT：接受H0\n"),
        _ => {}
    }
    let count = |result: &str| -> u32 {
        report.ends.iter().filter(|((_, other), _)| *other == result).map(|(_, count)| count).sum()
    };
    let (red, drawn, black) = (count("1-0"), count("1/2-1/2"), count("0-1"));
    let _ = match language {
        Language::English => writeln!(text, "  by colour: red wins {red}, draws {drawn}, black wins {black}"),
        Language::Chinese => writeln!(text, "  按先后手：红胜{red}，和{drawn}，黑胜{black}"),
    };
    let mut ends: Vec<_> = report.ends.iter().collect();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let ends: Vec<String> =
        ends.iter().map(|((reason, result), count)| format!("{} ({result}) {count}", reason.name(language))).collect();
    let _ = writeln!(text, "  {}{}", language.pick("ends: ", "终局："), ends.join(language.pick(", ", "，")));
    for player in &report.players {
        let _ = writeln!(text, "  {}", player_line(player, language));
    }
    for player in &report.players {
        if !player.faults.is_empty() || !player.fouls.is_empty() {
            let faults = player.faults.iter().map(|(reason, count)| format!("{} {count}", reason.name(language)));
            let kept = language.pick("not lost", "未判负");
            let fouls = player.fouls.iter().map(|(foul, count)| format!("{} {count} ({kept})", foul.title(language)));
            let list = faults.chain(fouls).collect::<Vec<_>>().join(language.pick(", ", "，"));
            let _ = match language {
                Language::English => writeln!(text, "  faults of {}: {list}", player.name),
                Language::Chinese => writeln!(text, "  {}的故障：{list}", player.name),
            };
        }
    }
    let lost_waiting: u32 = report.players.iter().map(|player| player.lost_waiting).sum();
    if lost_waiting > 0 {
        let _ = match language {
            Language::English => writeln!(
                text,
                "  {lost_waiting} of the losses on time waited for a processor for as long as they were late: the machine is \
                 busy.\n  A smaller -concurrency or a larger timemargin helps; -forgivewaits lets such moves stand."
            ),
            Language::Chinese => writeln!(
                text,
                "  超时负中有{lost_waiting}局等待处理器的时间不少于超出的时间：机器太忙。\n  \
                 可减小-concurrency、加大timemargin，或用-forgivewaits使这类着法有效。"
            ),
        };
    }
    if let Some((median, high, most)) = report.runner_time() {
        let [median, high, most] = [median, high, most].map(|us| f64::from(us) / 1000.0);
        let _ = match language {
            Language::English => writeln!(
                text,
                "  runner: {median:.3} ms between a move and the next go (median), {high:.3} ms (99%), {most:.1} ms (most)"
            ),
            Language::Chinese => writeln!(
                text,
                "  裁判程序：一着与下一个go之间 {median:.3} ms（中位），{high:.3} ms（99%），{most:.1} ms（最大）"
            ),
        };
    }
    text
}

/// A table with its tie-breaks.
fn table_text(plan: &Plan, table: &Table) -> String {
    let Some(first) = table.rows.first() else { return String::new() };
    let language = plan.conditions.language;
    let mut head = vec![language.pick("rank", "名次").to_owned(), language.pick("name", "名称").to_owned()];
    head.extend(first.values.iter().map(|(criterion, _)| criterion.title(language).to_owned()));
    let mut rows = vec![head];
    for row in &table.rows {
        let mut cells = vec![row.rank.to_string(), plan.name_of(row.player, table.teams)];
        cells.extend(row.values.iter().map(|(_, value)| value.to_string()));
        rows.push(cells);
    }
    format!("\n{}\n{}\n", table.title(language), columns(&rows, 1))
}

fn player_line(player: &PlayerReport, language: Language) -> String {
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let chinese = language == Language::Chinese;
    let mut parts = Vec::new();
    let mut add = |english: String, other: String| parts.push(if chinese { other } else { english });
    add(format!("{} moves", player.moves), format!("{}着", player.moves));
    if player.depth.1 > 0 {
        let depth = mean(player.depth.0, player.depth.1);
        add(format!("depth {depth:.1}"), format!("深度{depth:.1}"));
    }
    if player.node_moves > 0 {
        let nodes = mean(player.nodes.0, player.node_moves);
        add(format!("{nodes:.0} nodes"), format!("{nodes:.0}结点"));
        if player.nodes.1 > 0 {
            let speed = 1000.0 * player.nodes.0 as f64 / player.nodes.1 as f64;
            add(format!("{speed:.0} knps"), format!("{speed:.0} knps"));
        }
    }
    let (used, longest) = (mean(player.used_us, player.moves) / 1000.0, player.longest_us as f64 / 1000.0);
    add(format!("{used:.1} ms a move"), format!("每着{used:.1} ms"));
    add(format!("longest {longest:.1} ms"), format!("最长{longest:.1} ms"));
    if let Some(lowest) = player.lowest_clock_ms {
        add(format!("lowest clock {lowest} ms"), format!("最少余时{lowest} ms"));
    }
    if player.ponder_hits > 0 {
        let share = 100.0 * mean(player.ponder_hits, player.moves);
        add(format!("{share:.0}% ponder hits"), format!("后台思考命中{share:.0}%"));
    }
    if player.machine_waits > 0 {
        let waits = player.machine_waits;
        add(format!("{waits} moves waited over 20 ms for a processor"), format!("{waits}着等待处理器超过20 ms"));
    }
    if player.forgiven > 0 {
        let forgiven = player.forgiven;
        add(format!("{forgiven} late moves forgiven"), format!("{forgiven}着超时获宽免"));
    }
    format!("{}{}{}", player.name, language.pick(": ", "："), parts.join(language.pick(", ", "，")))
}
