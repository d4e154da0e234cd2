//! A finished game as other programs read it.

use chuhe_movegen::{Color, Fen, Position, START_FEN};
use chuhe_record::{Game, NodeScore};
use serde_json::{Value, json};

use crate::engine::Foul;
use crate::game::GameRecord;
use crate::tournament::Plan;

/// The game as a record; `commented`: with scores, depths and times of the moves and a text about the end.
#[must_use]
pub fn to_record(plan: &Plan, record: &GameRecord, commented: bool) -> Game {
    let fen: Fen = record.fen.parse().unwrap_or_else(|_| START_FEN.parse().expect("the start FEN is a FEN"));
    let mut game = Game::new(fen);
    let tags = &mut game.tags;
    tags.set("Event", plan.event.clone());
    tags.set("Site", plan.site.clone());
    tags.set("Date", date(record.started));
    tags.set("Round", record.round.to_string());
    tags.set("Red", record.red.name.clone());
    tags.set("Black", record.black.name.clone());
    tags.set_if_any("Opening", &record.opening);
    if record.red.limits == record.black.limits {
        tags.set("TimeControl", record.red.limits.clone());
    } else {
        tags.set("RedTimeControl", record.red.limits.clone());
        tags.set("BlackTimeControl", record.black.limits.clone());
    }
    tags.set("PlyCount", record.moves.len().to_string());
    tags.set("Rules", plan.conditions.rules.set.name());
    game.result = record.result;
    game.reason = record.reason.to_string();
    let first = record.first();
    let mut at = game.root();
    for (i, mv) in record.moves.iter().enumerate() {
        let Ok(parsed) = mv.mv.parse() else { break };
        at = game.add(at, parsed);
        if i < record.opening_plies || !commented {
            continue;
        }
        let node = game.node_mut(at);
        if mv.book {
            node.comment = "book".into();
            continue;
        }
        let mover = GameRecord::mover(first, i);
        let annotations = node.annotations_mut();
        annotations.score = mv.score.map(|score| NodeScore {
            score: if mover == Color::Red { score } else { score.negate() },
            depth: mv.depth.and_then(|depth| u16::try_from(depth).ok()).unwrap_or(0),
        });
        annotations.elapsed_ms = Some(mv.used_us / 1000);
        annotations.clock_ms = mv.clock_ms;
    }
    if !commented {
        return game;
    }
    let last = game.node_mut(at);
    if !last.comment.is_empty() {
        last.comment.push_str("; ");
    }
    last.comment.push_str(&record.text);
    game
}

/// The position in which a game ended, as FEN with its counters.
pub(super) fn final_position(record: &GameRecord) -> String {
    let mut position: Position = record.fen.parse().unwrap_or_else(|_| Position::start());
    for mv in &record.moves {
        match mv.mv.parse() {
            Ok(mv) if position.is_legal(mv) => {
                let _ = position.make(mv);
            }
            _ => break,
        }
    }
    position.fen().to_string()
}

/// The game as one JSON object: what the tools write for any game, and what the match knows of it under `match`.
#[must_use]
pub fn game_json(plan: &Plan, record: &GameRecord) -> String {
    let text = chuhe_record::formats::json::write(&to_record(plan, record, true));
    let text = String::from_utf8_lossy(&text);
    let fouls = |fouls: &[Foul]| -> Value { fouls.iter().map(|foul| json!(foul.name())).collect() };
    let about = json!({
        "game": record.game + 1,
        "round": record.round,
        "pair": record.pair + 1,
        "red": record.red.name,
        "black": record.black.name,
        "result": record.result.pgn(),
        "reason": record.reason.code(),
        "text": record.text,
        "late": record.late,
        "plies": record.moves.len(),
        "opening": record.opening,
        "opening_plies": record.opening_plies,
        "fouls": { "red": fouls(&record.red.fouls), "black": fouls(&record.black.fouls) },
        "started": record.started,
        "took_ms": record.took_ms,
        "moves": record.moves.iter().map(|mv| json!({
            "move": mv.mv,
            "depth": mv.depth,
            "nodes": mv.nodes,
            "used_us": mv.used_us,
            "machine_wait_us": mv.machine_wait_us,
            "forgiven": mv.forgiven,
            "runner_us": mv.runner_us,
            "clock_ms": mv.clock_ms,
            "ponder_hit": mv.ponder_hit,
            "book": mv.book,
        })).collect::<Vec<_>>(),
    });
    format!("{{\"match\":{about},{}", text.strip_prefix('{').unwrap_or(&text))
}

/// `2026.11.30` from seconds since 1970 (proleptic Gregorian, days counted from 1 March).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_796_000_000), "2026.11.30");
    }
}
