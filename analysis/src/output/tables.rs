//! Tables for spreadsheets: `positions.csv`, `games.csv`. UTF-8 with a mark, so that they open with Chinese names intact.

use std::io::Write;
use std::path::{Path, PathBuf};

use chuhe_record::AtomicFile;
use csv::Writer;
use serde::Serialize;

use super::OutputError;
use crate::{GameSummary, MoveClass, PositionRecord, ScoreKind, ScoreRecord, Side, Tag};

/// The tables being written.
pub(super) struct Tables {
    folder: PathBuf,
    positions: Writer<AtomicFile>,
    games: Writer<AtomicFile>,
    others: usize,
}

const POSITIONS: &str = "positions.csv";
const GAMES: &str = "games.csv";

const POSITION_COLUMNS: [&str; 31] = [
    "id",
    "title",
    "ply",
    "side",
    "fen",
    "move",
    "move_zh",
    "best",
    "best_zh",
    "score",
    "score_kind",
    "score_value",
    "played_score",
    "played_kind",
    "played_value",
    "chance",
    "played_chance",
    "loss",
    "cp_loss",
    "class",
    "accuracy",
    "phase",
    "depth",
    "nodes",
    "time_used_ms",
    "pv",
    "tags",
    "patterns",
    "ruling",
    "engine",
    "error",
];

impl Tables {
    pub(super) fn create(folder: &Path, engines: &[String]) -> Result<Tables, OutputError> {
        let create = |name: &str| {
            let place = folder.join(name);
            let begin = || -> std::io::Result<AtomicFile> {
                let mut file = AtomicFile::create(&place)?;
                file.write_all("\u{feff}".as_bytes())?;
                Ok(file)
            };
            begin().map(Writer::from_writer).map_err(|error| OutputError::new(&place, error))
        };
        let mut tables = Tables {
            folder: folder.to_owned(),
            positions: create(POSITIONS)?,
            games: create(GAMES)?,
            others: engines.len().saturating_sub(1),
        };
        let mut head: Vec<String> = POSITION_COLUMNS.map(str::to_owned).to_vec();
        for engine in engines.iter().skip(1) {
            head.extend(["best", "score", "loss", "agrees", "error"].map(|column| format!("{engine}: {column}")));
        }
        tables.write_position(&head)?;
        let mut head: Vec<String> = [
            "id",
            "file",
            "number",
            "event",
            "date",
            "red",
            "black",
            "result",
            "opening_code",
            "opening_zh",
            "opening_en",
            "plies",
            "ending",
            "ending_ply",
            "ending_agrees",
            "warnings",
            "error",
        ]
        .map(str::to_owned)
        .to_vec();
        for side in ["red", "black"] {
            head.extend(["moves", "accuracy", "average_cp_loss"].map(|column| format!("{side}_{column}")));
            head.extend(MoveClass::ALL.map(|class| format!("{side}_{}", class.name())));
            head.extend(["opening", "middlegame", "endgame"].map(|phase| format!("{side}_{phase}_accuracy")));
            head.extend(["missed_mates", "time_used_ms"].map(|column| format!("{side}_{column}")));
        }
        tables.write_game(&head)?;
        Ok(tables)
    }

    fn write_position(&mut self, row: &[String]) -> Result<(), OutputError> {
        self.positions.write_record(row).map_err(|error| OutputError::new(&self.folder.join(POSITIONS), error))
    }

    fn write_game(&mut self, row: &[String]) -> Result<(), OutputError> {
        self.games.write_record(row).map_err(|error| OutputError::new(&self.folder.join(GAMES), error))
    }

    pub(super) fn position(&mut self, record: &PositionRecord) -> Result<(), OutputError> {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let score = |score: Option<ScoreRecord>| match score {
            None => [String::new(), String::new(), String::new()],
            Some(score) => [score.to_string(), kind(score.kind).to_owned(), score.value.to_string()],
        };
        let [score_text, score_kind, score_value] = score(record.score);
        let [played_text, played_kind, played_value] = score(record.played_score);
        let tags = |tags: &[Tag]| tags.iter().map(|tag| tag.id.as_str()).collect::<Vec<_>>().join(" ");
        let mut row = vec![
            record.id.clone(),
            text(&record.title),
            shown(record.ply),
            word(&record.side),
            record.fen.clone(),
            text(&record.mv),
            record.move_text.as_ref().map(|text| text.zh.clone()).unwrap_or_default(),
            text(&record.best),
            record.best_text.as_ref().map(|text| text.zh.clone()).unwrap_or_default(),
            score_text,
            score_kind,
            score_value,
            played_text,
            played_kind,
            played_value,
            shown(record.chance),
            shown(record.played_chance),
            shown(record.loss),
            shown(record.cp_loss),
            word(&record.class),
            shown(record.accuracy),
            word(&record.phase),
            shown(record.depth),
            shown(record.nodes),
            shown(record.time_used_ms),
            record.pv.join(" "),
            tags(&record.tags),
            tags(&record.patterns),
            record.ruling.as_ref().map(|ruling| ruling.reason.clone()).unwrap_or_default(),
            text(&record.engine),
            text(&record.error),
        ];
        for index in 0..self.others {
            match record.others.get(index) {
                None => row.extend([const { String::new() }; 5]),
                Some(other) => row.extend([
                    text(&other.best),
                    other.score.map(|score| score.to_string()).unwrap_or_default(),
                    shown(other.loss),
                    other.agrees.to_string(),
                    text(&other.error),
                ]),
            }
        }
        self.write_position(&row)
    }

    pub(super) fn game(&mut self, game: &GameSummary) -> Result<(), OutputError> {
        let opening =
            |part: fn(&crate::OpeningRecord) -> &String| game.opening.as_ref().map(part).cloned().unwrap_or_default();
        let mut row = vec![
            game.id.clone(),
            game.file.clone(),
            game.number.to_string(),
            game.tag("Event").to_owned(),
            game.tag("Date").to_owned(),
            game.player(Side::Red).name.clone(),
            game.player(Side::Black).name.clone(),
            game.result.clone(),
            opening(|opening| &opening.code),
            opening(|opening| &opening.zh),
            opening(|opening| &opening.en),
            game.plies.to_string(),
            game.ending.ruling.as_ref().map(|ruling| ruling.reason.clone()).unwrap_or_default(),
            shown(game.ending.ply),
            shown(game.ending.agrees),
            game.warnings.join("; "),
            game.error.clone().unwrap_or_default(),
        ];
        for player in &game.players {
            row.extend([player.moves.to_string(), shown(player.accuracy), shown(player.average_cp_loss)]);
            row.extend(player.classes.map(|count| count.to_string()));
            row.extend(player.phase_accuracy.map(shown));
            row.extend([player.missed_mates.to_string(), shown(player.time_used_ms)]);
        }
        self.write_game(&row)
    }

    pub(super) fn finish(self) -> Result<[(&'static str, AtomicFile); 2], OutputError> {
        let end = |name: &'static str, writer: Writer<AtomicFile>| match writer.into_inner() {
            Ok(file) => Ok((name, file)),
            Err(error) => Err(OutputError::new(&self.folder.join(name), error.error())),
        };
        Ok([end(POSITIONS, self.positions)?, end(GAMES, self.games)?])
    }
}

/// The name of a value in records.
fn word<T: Serialize>(value: &Option<T>) -> String {
    let value = value.as_ref().and_then(|value| serde_json::to_value(value).ok());
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn kind(kind: ScoreKind) -> &'static str {
    match kind {
        ScoreKind::Cp => "cp",
        ScoreKind::Mate => "mate",
        ScoreKind::Rule => "rule",
    }
}
