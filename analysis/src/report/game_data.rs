//! A game as the page's code reads it: the board's data with mistakes and better lines, and what is said about each ply.

use chuhe_movegen::{Fen, Move, Score};
use chuhe_record::board::html_board::{self, BoardOptions};
use chuhe_record::{Game, GameResult, NodeId, NodeScore, Notation, Replay, notation};
use serde_json::{Map, Value, json};

use crate::{GameAnalysis, MoveClass, OtherOpinion, Phase, PositionRecord, ScoreRecord, Side};

/// So many plies of a better line are shown; a mate is shown to its end.
const LINE_PLIES: usize = 12;

/// The notations the reader can choose from, besides coordinates.
fn notations() -> Vec<Notation> {
    vec![Notation::Chinese, Notation::Wxf]
}

/// `{"board":..., "plies":{"12":{...}}}`, see `report/game.js`.
pub(super) fn value(analysis: &GameAnalysis) -> Value {
    let Ok(start) = analysis.summary.start_fen.parse::<Fen>() else {
        return json!(null);
    };
    let mut game = Game::new(start);
    game.result = GameResult::parse(&analysis.summary.result).unwrap_or_default();
    let root = game.root();
    if let Some(score) = analysis.moves.first().and_then(PositionRecord::red_score) {
        game.node_mut(root).annotations_mut().score = Some(NodeScore { score: score.to_score(), depth: 0 });
    }
    let mut better = Vec::new();
    let mut faults = Vec::new();
    let mut plies = Map::new();
    let mut replay = Replay::new(&start);
    let mut last = root;
    for (i, record) in analysis.moves.iter().enumerate() {
        let Some(mv) = record.mv.as_deref().and_then(|mv| mv.parse::<Move>().ok()) else { break };
        let id = game.add(last, mv);
        let node = game.node_mut(id);
        node.comment = record.comment.clone().unwrap_or_default();
        if let Some((score, mover)) = record.played_score.zip(record.side) {
            node.annotations_mut().score = Some(NodeScore { score: red_score_behind(score, mover), depth: 0 });
        }
        if let Some(ms) = record.time_used_ms {
            node.annotations_mut().elapsed_ms = Some(ms);
        }
        faults.push(fault(record.class));
        better.push(if record.is_marked() { add_line(&mut game, last, mv, record) } else { None });
        let said = said(record, &replay);
        if !said.is_empty() {
            plies.insert((i + 1).to_string(), said.into());
        }
        replay.play(mv);
        last = id;
    }
    let mut board = html_board::data(&game, &BoardOptions { notations: notations(), ..BoardOptions::default() });
    // The board numbers moves in the order of `visit`.
    let numbers: std::collections::HashMap<NodeId, usize> =
        game.visit().zip(1..).map(|(visit, n)| (visit.id, n)).collect();
    board["better"] = better.iter().map(|id| id.map_or(0, |id| numbers[&id])).collect();
    board["faults"] = json!(faults);
    board["phases"] = json!(phases(&analysis.moves));
    json!({ "board": board, "plies": plies })
}

fn fault(class: Option<MoveClass>) -> u8 {
    match class {
        Some(MoveClass::Inaccuracy) => 1,
        Some(MoveClass::Mistake) => 2,
        Some(MoveClass::Blunder) => 3,
        _ => 0,
    }
}

/// The score of the position behind a move from red's view, from the score of the move for its mover: the reverse of
/// [`ScoreRecord::of_move_to`], turned to red.
fn red_score_behind(score: ScoreRecord, mover: Side) -> Score {
    let behind = match score.to_score() {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(plies) if plies > 0 => Score::Mate(1 - plies),
        Score::Mate(plies) => Score::Mate(-plies - 1),
        Score::Rule(plies) if plies > 0 => Score::Rule(1 - plies),
        Score::Rule(plies) => Score::Rule(-plies - 1),
    };
    match mover {
        Side::Red => behind.negate(),
        Side::Black => behind,
    }
}

/// Adds the engine's line as an alternative to the move played; none when there is no other move.
fn add_line(game: &mut Game, parent: NodeId, played: Move, record: &PositionRecord) -> Option<NodeId> {
    let line: Vec<Move> = record.pv.iter().map_while(|mv| mv.parse().ok()).collect();
    if line.first().is_none_or(|&first| first == played) {
        return None;
    }
    let (score, mover) = record.score.zip(record.side)?;
    let is_mate = matches!(score.to_score(), Score::Mate(_));
    let plies = if is_mate { line.len() } else { LINE_PLIES };
    let mut at = parent;
    let mut first = None;
    for &mv in line.iter().take(plies) {
        at = game.add(at, mv);
        first.get_or_insert(at);
    }
    if let Some(first) = first {
        let score = red_score_behind(score, mover);
        game.node_mut(first).annotations_mut().score = Some(NodeScore { score, depth: 0 });
    }
    first
}

/// What is said about a ply beyond its score.
fn said(record: &PositionRecord, replay: &Replay) -> Map<String, Value> {
    let mut said = Map::new();
    if record.is_marked() {
        let chance = |value: f64| json!((value * 1000.0).round() / 1000.0);
        if let (Some(before), Some(after), Some(side)) = (record.chance, record.played_chance, record.side) {
            said.insert("before".into(), chance(before));
            said.insert("after".into(), chance(after));
            said.insert("red".into(), json!(side == Side::Red));
        }
        if !record.line_patterns.is_empty() {
            said.insert("linePatterns".into(), json!(record.line_patterns));
        }
    }
    // That a move captures is seen on the board.
    let tags: Vec<_> = record.tags.iter().filter(|tag| tag.id != "capture").collect();
    if !tags.is_empty() {
        said.insert("tags".into(), json!(tags));
    }
    if !record.patterns.is_empty() {
        said.insert("patterns".into(), json!(record.patterns));
    }
    if let Some(ruling) = &record.ruling {
        said.insert("ruling".into(), json!({ "en": ruling.en, "zh": ruling.zh }));
    }
    if !record.others.is_empty() {
        said.insert("others".into(), record.others.iter().map(|other| opinion(other, record, replay)).collect());
    }
    if let Some(error) = &record.error {
        said.insert("error".into(), json!(error));
    }
    said
}

fn opinion(other: &OtherOpinion, record: &PositionRecord, replay: &Replay) -> Value {
    let mv = other.best.as_deref().and_then(|mv| mv.parse::<Move>().ok());
    let texts: Option<Vec<String>> = mv.map(|mv| {
        notations().into_iter().map(|n| notation::write(replay, mv, n).unwrap_or_else(|| mv.to_string())).collect()
    });
    let red = other.score.zip(record.side).map(|(score, side)| score.for_red(side.into()));
    json!({
        "engine": other.engine,
        "move": other.best,
        "texts": texts,
        "score": red.map(|score| match score.to_score() {
            Score::Cp(cp) => json!(cp),
            Score::Mate(_) => json!(format!("#{}", score.value)),
            Score::Rule(_) => json!(format!("R{}", score.value)),
        }),
        "error": other.error,
    })
}

/// The parts of the game: the ply with which each begins, and its name.
fn phases(moves: &[PositionRecord]) -> Vec<(usize, Phase)> {
    let mut phases: Vec<(usize, Phase)> = Vec::new();
    for (record, ply) in moves.iter().zip(1..) {
        if let Some(phase) = record.phase
            && phases.last().is_none_or(|last| last.1 != phase)
        {
            phases.push((ply, phase));
        }
    }
    phases
}
