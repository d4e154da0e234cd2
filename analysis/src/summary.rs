//! A game as a whole: its ending, how both sides played, the times.

use chuhe_book::names;
use chuhe_movegen::{Color, Move, Position};
use chuhe_record::{Game, GameResult, NodeId};
use chuhe_rules::{Language, Verdict};

use crate::annotate::{Frame, Searches, phases, record, round, ruling};
use crate::events::{MISSED_MATE, events};
use crate::input::game_id;
use crate::walk::Walk;
use crate::{Ending, GameAnalysis, GameSummary, OpeningRecord, Phase, PlayerSummary, PositionRecord, Side};

/// Puts a game's analysis together. `wanted` says which moves were to be judged.
#[must_use]
pub(crate) fn game_analysis(
    game: &Game,
    walk: &Walk,
    wanted: &[bool],
    frame: &Frame,
    searches: &[Searches],
) -> GameAnalysis {
    let nodes: Vec<NodeId> = game.mainline().take(walk.moves.len()).collect();
    let phases = phases(walk);
    let times = times(game, &nodes);
    let mut moves: Vec<PositionRecord> = Vec::with_capacity(nodes.len());
    for (index, &node) in nodes.iter().enumerate() {
        let asked = if wanted[index] { searches } else { &[] };
        let mut record = record(walk, index, frame, asked);
        record.id = format!("{}/{}", frame.id, index + 1);
        record.ply = Some(index as u32 + 1);
        record.phase = Some(phases[index]);
        record.time_used_ms = times[index];
        record.clock_ms = game.node(node).annotations().and_then(|annotations| annotations.clock_ms);
        let comment = game.node(node).comment.trim();
        record.comment = (!comment.is_empty()).then(|| comment.to_owned());
        record.tags.extend(events(&record, index + 1 < nodes.len()));
        moves.push(record);
    }
    let last_index = walk.moves.len();
    let searched_last = searches.first().is_some_and(|searches| searches[last_index].is_some());
    let last = searched_last.then(|| {
        let mut record = record(walk, last_index, frame, searches);
        record.id = format!("{}/{}", frame.id, last_index + 1);
        record.ply = Some(last_index as u32 + 1);
        record.phase = Some(phases[last_index]);
        record
    });
    GameAnalysis { summary: summary(game, walk, &moves), moves, last }
}

/// A game that cannot be played from its start: a summary that says why.
#[must_use]
pub(crate) fn unplayable(game: &Game, error: String) -> GameAnalysis {
    let player = |side| PlayerSummary { name: game.tags.text(side).trim().to_owned(), ..PlayerSummary::default() };
    let ending = Ending { ruling: None, ply: None, agrees: None, en: String::new(), zh: String::new() };
    let summary = assemble(game, ending, ["Red", "Black"].map(player), Some(error));
    GameAnalysis { summary, moves: Vec::new(), last: None }
}

fn tags(game: &Game) -> Vec<(String, String)> {
    game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn warnings(game: &Game) -> Vec<String> {
    game.warnings.iter().map(|warning| format!("{} (at byte {})", warning.text, warning.offset)).collect()
}

fn summary(game: &Game, walk: &Walk, moves: &[PositionRecord]) -> GameSummary {
    let player =
        |side: Side, name: &str| PlayerSummary { name: game.tags.text(name).trim().to_owned(), ..player(side, moves) };
    let players = [player(Side::Red, "Red"), player(Side::Black, "Black")];
    assemble(game, ending(game, walk), players, walk.error.clone())
}

fn assemble(game: &Game, ending: Ending, players: [PlayerSummary; 2], error: Option<String>) -> GameSummary {
    GameSummary {
        id: game_id(game),
        file: game.file.clone(),
        number: game.index + 1,
        tags: tags(game),
        result: game.result.pgn().to_owned(),
        opening: opening(game),
        start_fen: game.start.to_string(),
        plies: game.mainline_plies() as u32,
        ending,
        players,
        warnings: warnings(game),
        error,
    }
}

/// The opening by its moves, else as the file names it.
fn opening(game: &Game) -> Option<OpeningRecord> {
    if game.start.side == Color::Red && game.start.board == Position::start().board() {
        let moves: Vec<Move> = game.mainline_moves().take(names::PLIES).collect();
        if let Some(opening) = names::classify(&moves) {
            let text = str::to_owned;
            return Some(OpeningRecord { code: text(opening.code), zh: text(opening.zh), en: text(opening.en) });
        }
    }
    let tag = |name: &str| game.tags.text(name).trim();
    let name = [tag("Opening"), tag("Variation")].join(" ").trim().to_owned();
    (!name.is_empty()).then(|| OpeningRecord { code: tag("ECCO").to_owned(), zh: name.clone(), en: name })
}

fn ending(game: &Game, walk: &Walk) -> Ending {
    let result = |language: Language| match (game.result, language) {
        (GameResult::RedWins, Language::English) => "red wins",
        (GameResult::BlackWins, Language::English) => "black wins",
        (GameResult::Draw, Language::English) => "a draw",
        (GameResult::Unknown, Language::English) => "no result",
        (GameResult::RedWins, Language::Chinese) => "红胜",
        (GameResult::BlackWins, Language::Chinese) => "黑胜",
        (GameResult::Draw, Language::Chinese) => "和棋",
        (GameResult::Unknown, Language::Chinese) => "无结果",
    };
    let Some((ply, outcome)) = walk.end() else {
        let (mut en, mut zh) = match game.result {
            GameResult::Unknown => ("not decided on the board".to_owned(), "棋盘上未分胜负".to_owned()),
            _ => (
                format!("not decided on the board; the record says: {}", result(Language::English)),
                format!("棋盘上未分胜负；棋谱结果：{}", result(Language::Chinese)),
            ),
        };
        if !game.reason.trim().is_empty() {
            en += &format!(" ({})", game.reason.trim());
            zh += &format!("（{}）", game.reason.trim());
        }
        return Ending { ruling: None, ply: None, agrees: None, en, zh };
    };
    let by_rule = match outcome.verdict {
        Verdict::Draw => GameResult::Draw,
        Verdict::Loss(Color::Red) => GameResult::BlackWins,
        Verdict::Loss(Color::Black) => GameResult::RedWins,
    };
    let agrees = (game.result != GameResult::Unknown).then_some(game.result == by_rule);
    let (mut en, mut zh) = (outcome.text(Language::English), outcome.text(Language::Chinese));
    if ply < walk.moves.len() {
        en += &format!(" behind ply {ply}; the game went on");
        zh += &format!("，在第{ply}着后；对局仍继续");
    }
    if agrees == Some(false) {
        en += &format!("; the record says: {}", result(Language::English));
        zh += &format!("；棋谱结果：{}", result(Language::Chinese));
    }
    Ending { ruling: Some(ruling(outcome)), ply: Some(ply as u32), agrees, en, zh }
}

/// How long each move took: as the record says, else from the clocks and the increment of the tag `TimeControl`.
fn times(game: &Game, nodes: &[NodeId]) -> Vec<Option<u64>> {
    let annotation = |index: usize| game.node(nodes[index]).annotations();
    let increment = game
        .tags
        .text("TimeControl")
        .rsplit_once('+')
        .and_then(|(_, seconds)| seconds.trim().parse::<f64>().ok())
        .filter(|seconds| (0.0..100_000.0).contains(seconds))
        .map_or(0, |seconds| (seconds * 1000.0) as u64);
    (0..nodes.len())
        .map(|index| {
            if let Some(elapsed) = annotation(index).and_then(|annotations| annotations.elapsed_ms) {
                return Some(elapsed);
            }
            let now = annotation(index)?.clock_ms?;
            let before = annotation(index.checked_sub(2)?)?.clock_ms?;
            (before + increment).checked_sub(now)
        })
        .collect()
}

/// How a side played.
#[must_use]
pub(crate) fn player(side: Side, moves: &[PositionRecord]) -> PlayerSummary {
    let mut summary = PlayerSummary::default();
    let mut mean = Mean::default();
    let mut cp = Mean::default();
    let mut by_phase = [Mean::default(), Mean::default(), Mean::default()];
    for record in moves.iter().filter(|record| record.side == Some(side)) {
        if let Some(time) = record.time_used_ms {
            *summary.time_used_ms.get_or_insert(0) += time;
        }
        let (Some(class), Some(loss)) = (record.class, record.loss) else { continue };
        summary.moves += 1;
        summary.classes[class as usize] += 1;
        let value = crate::accuracy(loss);
        mean.add(value);
        let phase = record.phase.unwrap_or(Phase::Middlegame) as usize;
        by_phase[phase].add(value);
        summary.phase_moves[phase] += 1;
        cp.add(f64::from(record.cp_loss.unwrap_or(0)));
        summary.missed_mates += u32::from(record.tags.iter().any(|tag| tag.id == MISSED_MATE));
    }
    summary.accuracy = mean.get();
    summary.average_cp_loss = cp.get();
    summary.phase_accuracy = by_phase.map(|mean| mean.get());
    summary
}

/// A mean of values, rounded to one digit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    pub(crate) fn add(&mut self, value: f64) {
        self.add_many(value, 1.0);
    }

    pub(crate) fn add_many(&mut self, value: f64, weight: f64) {
        self.sum += value * weight;
        self.weight += weight;
    }

    pub(crate) fn get(self) -> Option<f64> {
        (self.weight > 0.0).then(|| round(self.sum / self.weight, 1))
    }
}
