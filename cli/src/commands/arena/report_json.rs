//! The result for machines.

use chuhe_arena::stats::Decision;
use chuhe_arena::tournament::{Finish, Plan};
use serde_json::{Value, json};

use super::settings::Kind;

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
                "forgiven_moves": player.forgiven,
                "time_losses_explained_by_waits": player.lost_waiting,
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
        "strict_clocks": !plan.conditions.forgive_waits,
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
