//! The result in text and as JSON.

use std::fmt::Write;

use chuhe_arena::schedule::Table;
use chuhe_arena::stats::{Decision, Estimate, Sprt};
use chuhe_arena::tournament::{Finish, Plan, PlayerReport, Report};
use serde_json::{Value, json};

use super::settings::Kind;

/// The score of a match so far, or of the players of a tournament, in a few lines without a line end.
pub(super) fn standing(report: &Report, sprt: Option<&Sprt>, paired: bool) -> String {
    let mut text = String::new();
    if let [first, second] = &report.players[..] {
        let _ = write!(text, "Score of {} vs {}: {}", first.name, second.name, score_line(first));
        if let Some(estimate) = report.pairs.estimate().filter(|_| report.pairs.count() >= 2) {
            let _ = write!(
                text,
                "\n  pairs {}  pentanomial {:?}  Elo {}",
                report.pairs.count(),
                report.pairs.counts(),
                elo_text(&estimate)
            );
            if let (Some(nelo), Some(error)) = (estimate.nelo, estimate.nelo_error) {
                let _ = write!(text, "  nElo {nelo:+.0} ± {error:.0}");
            }
            if let Some(los) = estimate.los {
                let _ = write!(text, "  pair LOS {:.1}%", 100.0 * los);
            }
        }
    } else {
        text.push_str(&ranking(report));
    }
    if let Some(sprt) = sprt {
        let _ = write!(text, "\n  {}", sprt_line(report, sprt, paired));
    }
    text
}

fn score_line(player: &PlayerReport) -> String {
    let tally = &player.tally;
    let mut text = format!("W {}  D {}  L {}  ({} games)", tally.wins, tally.draws, tally.losses, tally.games());
    if let Some(estimate) = tally.estimate() {
        let _ = write!(text, "  score {:.1}%  Elo {}", 100.0 * tally.score(), elo_text(&estimate));
    }
    if let Some(los) = tally.los() {
        let _ = write!(text, "  LOS {:.1}%", 100.0 * los);
    }
    let _ = write!(text, "  draws {:.1}%", 100.0 * tally.draw_ratio());
    text
}

fn elo_text(estimate: &Estimate) -> String {
    // Adding zero makes an even score +0, not -0.
    let [elo, low, high] = [estimate.elo, estimate.elo_low, estimate.elo_high].map(|elo| elo.round() + 0.0);
    format!("{elo:+.0}  [{low:+.0}, {high:+.0}] 95%")
}

fn sprt_line(report: &Report, sprt: &Sprt, paired: bool) -> String {
    let (lower, upper) = sprt.bounds();
    let llr = report.llr(sprt, paired).map_or("not computable yet".to_owned(), |llr| format!("{llr:.2}"));
    format!("SPRT {} [{}, {}]  LLR {llr}  bounds ({lower:.2}, {upper:.2})", sprt.model, sprt.elo0, sprt.elo1)
}

/// The rating list.
fn ranking(report: &Report) -> String {
    let ratings = report.ratings();
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    let width = report.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(4).max(6);
    let mut text = format!(
        "{:>4}  {:<width$} {:>6} {:>5} {:>6} {:>7} {:>6} {:>6}",
        "rank", "engine", "Elo", "±", "games", "points", "score", "draws"
    );
    for (i, &player) in order.iter().enumerate() {
        let (report, rating) = (&report.players[player], &ratings[player]);
        let _ = write!(
            text,
            "\n{:>4}  {:<width$} {:>+6.0} {:>5.0} {:>6} {:>7.1} {:>5.1}% {:>5.1}%",
            i + 1,
            report.name,
            rating.elo,
            rating.error,
            report.tally.games(),
            report.tally.points(),
            100.0 * report.tally.score(),
            100.0 * report.tally.draw_ratio(),
        );
    }
    text
}

/// Everything, for people.
pub(super) fn text(plan: &Plan, finish: &Finish) -> String {
    let report = &finish.report;
    let mut text = String::new();
    if report.games == 0 {
        return "no games were played\n".into();
    }
    text.push_str("\n== result\n");
    text.push_str(&standing(report, plan.sprt.as_ref(), plan.repeat == 2));
    text.push('\n');
    if plan.players.len() > 2 {
        for table in &finish.tables {
            text.push_str(&table_text(plan, table));
        }
    }
    match finish.decision {
        Some(Decision::H1) => text.push_str("  SPRT: H1 accepted\n"),
        Some(Decision::H0) => text.push_str("  SPRT: H0 accepted\n"),
        _ => {}
    }
    let count = |result: &str| -> u32 {
        report.ends.iter().filter(|((_, other), _)| *other == result).map(|(_, count)| count).sum()
    };
    let _ = writeln!(
        text,
        "  by colour: red wins {}, draws {}, black wins {}",
        count("1-0"),
        count("1/2-1/2"),
        count("0-1")
    );
    let mut ends: Vec<_> = report.ends.iter().collect();
    ends.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let ends: Vec<String> =
        ends.iter().map(|((reason, result), count)| format!("{reason} ({result}) {count}")).collect();
    let _ = writeln!(text, "  ends: {}", ends.join(", "));
    for player in &report.players {
        let _ = writeln!(text, "  {}", player_line(player));
    }
    for player in &report.players {
        if !player.faults.is_empty() || !player.fouls.is_empty() {
            let faults = player.faults.iter().map(|(reason, count)| format!("{reason} {count}"));
            let fouls = player.fouls.iter().map(|(foul, count)| format!("{} {count} (not lost)", foul.name()));
            let _ =
                writeln!(text, "  faults of {}: {}", player.name, faults.chain(fouls).collect::<Vec<_>>().join(", "));
        }
    }
    if let Some((median, high, most)) = report.runner_time() {
        let _ = writeln!(
            text,
            "  runner: {:.3} ms between a move and the next go (median), {:.3} ms (99%), {:.1} ms (most)",
            f64::from(median) / 1000.0,
            f64::from(high) / 1000.0,
            f64::from(most) / 1000.0
        );
    }
    text
}

/// A table with its tie-breaks.
fn table_text(plan: &Plan, table: &Table) -> String {
    let Some(first) = table.rows.first() else { return String::new() };
    let names: Vec<String> = table.rows.iter().map(|row| plan.name_of(row.player, table.teams)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(4).max(4);
    let title = if table.title.is_empty() { "standings" } else { &table.title };
    let mut text = format!("\n{title}\n{:>4}  {:<width$}", "rank", "name");
    for (criterion, _) in &first.values {
        let _ = write!(text, "  {:>8}", criterion.name());
    }
    for (row, name) in table.rows.iter().zip(&names) {
        let _ = write!(text, "\n{:>4}  {name:<width$}", row.rank);
        for (criterion, value) in &row.values {
            let _ = write!(text, "  {value:>0$}", criterion.name().len().max(8));
        }
    }
    text.push('\n');
    text
}

fn player_line(player: &PlayerReport) -> String {
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let mut text = format!("{}: {} moves", player.name, player.moves);
    if player.depth.1 > 0 {
        let _ = write!(text, ", depth {:.1}", mean(player.depth.0, player.depth.1));
    }
    if player.node_moves > 0 {
        let _ = write!(text, ", {:.0} nodes", mean(player.nodes.0, player.node_moves));
        if player.nodes.1 > 0 {
            let _ = write!(text, ", {:.0} knps", 1000.0 * player.nodes.0 as f64 / player.nodes.1 as f64);
        }
    }
    let _ = write!(
        text,
        ", {:.1} ms a move, longest {:.1} ms",
        mean(player.used_us, player.moves) / 1000.0,
        player.longest_us as f64 / 1000.0
    );
    if let Some(lowest) = player.lowest_clock_ms {
        let _ = write!(text, ", lowest clock {lowest} ms");
    }
    if player.ponder_hits > 0 {
        let _ = write!(text, ", {:.0}% ponder hits", 100.0 * mean(player.ponder_hits, player.moves));
    }
    if player.machine_waits > 0 {
        let _ = write!(text, ", {} moves delayed by the machine", player.machine_waits);
    }
    text
}

/// Everything, for machines.
pub(super) fn json(kind: Kind, plan: &Plan, finish: &Finish) -> Value {
    let report = &finish.report;
    let ratings = report.ratings();
    let players: Vec<Value> = report
        .players
        .iter()
        .zip(&ratings)
        .map(|(player, rating)| {
            let fouls = player.fouls.iter().map(|(foul, count)| (foul.name().to_owned(), json!(count)));
            let faults = player.faults.iter().map(|(reason, count)| (reason.code().to_owned(), json!(count)));
            json!({
                "name": player.name,
                "games": player.tally.games(),
                "wins": player.tally.wins,
                "draws": player.tally.draws,
                "losses": player.tally.losses,
                "points": player.tally.points(),
                "score": player.tally.score(),
                "as_red": player.by_color[0],
                "as_black": player.by_color[1],
                "rating": rating.elo,
                "rating_error": rating.error,
                "faults": serde_json::Map::from_iter(faults),
                "fouls": serde_json::Map::from_iter(fouls),
                "moves": player.moves,
                "mean_depth": (player.depth.1 > 0).then(|| player.depth.0 as f64 / player.depth.1 as f64),
                "mean_nodes": (player.node_moves > 0).then(|| player.nodes.0 as f64 / player.node_moves as f64),
                "mean_ms": player.used_us as f64 / player.moves.max(1) as f64 / 1000.0,
                "longest_ms": player.longest_us as f64 / 1000.0,
                "lowest_clock_ms": player.lowest_clock_ms,
                "ponder_hits": player.ponder_hits,
                "moves_delayed_by_machine": player.machine_waits,
            })
        })
        .collect();
    let ends: Vec<Value> = report
        .ends
        .iter()
        .map(|((reason, result), count)| json!({"reason": reason.code(), "result": result, "games": count}))
        .collect();
    let tables: Vec<Value> = finish
        .tables
        .iter()
        .map(|table| {
            let rows = table.rows.iter().map(|row| {
                let mut line = json!({ "rank": row.rank, "name": plan.name_of(row.player, table.teams) });
                for (criterion, value) in &row.values {
                    line[criterion.name()] = json!(value);
                }
                line
            });
            json!({ "title": table.title, "rows": rows.collect::<Vec<_>>() })
        })
        .collect();
    let mut value = json!({
        "kind": kind.name(),
        "tables": tables,
        "complete": finish.complete,
        "games": report.games,
        "players": players,
        "ends": ends,
        "faults": report.faults(),
        "runner_ms": report.runner_time().map(|(median, high, most)| json!({
            "median": f64::from(median) / 1000.0, "p99": f64::from(high) / 1000.0, "max": f64::from(most) / 1000.0,
        })),
    });
    if let [first, _] = &report.players[..] {
        value["trinomial"] = json!({
            "counts": first.tally.counts(),
            "draw_ratio": first.tally.draw_ratio(),
            "los": first.tally.los(),
            "estimate": first.tally.estimate(),
        });
        value["pentanomial"] = json!({
            "pairs": report.pairs.count(),
            "counts": report.pairs.counts(),
            "estimate": report.pairs.estimate(),
        });
    }
    if let Some(sprt) = &plan.sprt {
        let (lower, upper) = sprt.bounds();
        value["sprt"] = json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta, "model": sprt.model.to_string(),
            "llr": report.llr(sprt, plan.repeat == 2),
            "lower": lower,
            "upper": upper,
            "decision": match finish.decision { Some(Decision::H1) => "H1", Some(Decision::H0) => "H0", _ => "continue" },
        });
    }
    value
}
