//! One analysed position: the line of `positions.jsonl`, a ply of a [`crate::GameAnalysis`].

use chuhe_movegen::Color;
use serde::{Deserialize, Serialize};

use crate::{MoveClass, ScoreRecord};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Red, who begins.
    Red,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Red => Side::Red,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Red => Color::Red,
            Side::Black => Color::Black,
        }
    }
}

/// Part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// 开局, about the first ten to fifteen moves.
    Opening,
    /// 中局
    Middlegame,
    /// 残局, when little is left to attack with.
    Endgame,
}

/// A move in the three notations people read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MoveText {
    /// `h2e2`
    pub iccs: String,
    /// 炮二平五
    pub zh: String,
    /// `C2=5`
    pub wxf: String,
}

/// A line that the engine found, best first among its like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LineRecord {
    /// Its score for the side to move.
    pub score: ScoreRecord,
    /// Depth in plies.
    pub depth: i32,
    /// The moves; ICCS. Never empty.
    pub pv: Vec<String>,
}

/// What is remarkable about a move, a mate or a position: a mating pattern, a term of the field, a missed chance.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Tag {
    /// The word for machines: `double-check`, `missed-mate` ...
    pub id: String,
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

/// What the referee says about the position behind a move: a loop, the natural limit, the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// `draw`, `red_loses` or `black_loses`.
    pub verdict: String,
    /// The word for machines: `checkmate`, `perpetual_chase`, `natural_limit` ...
    pub reason: String,
    /// Articles of the rules that decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// Whether the loser is only warned and may still change its play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warning: bool,
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

/// What another engine says about the same position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OtherOpinion {
    /// The engine.
    pub engine: String,
    /// Its move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Its score for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreRecord>,
    /// Its line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether it chooses the same move as the first engine.
    pub agrees: bool,
    /// What the move played gives away in its eyes, in points of a hundred of the winning chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Why it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// One analysed position and, where there is one, the move played in it.
///
/// **Scores and chances are from the view of the side to move**; [`PositionRecord::red_score`] and its neighbours turn
/// them to red's view. Moves are ICCS. What is not known is left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionRecord {
    /// Where it comes from: `games.pgn#3/12` is ply 12 of the third game, `list.epd:7` a line; or what the input says.
    pub id: String,
    /// The title that a list gives the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The ply of the move from the start of the game, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The position before the move.
    pub fen: String,
    /// Who is to move. None only when the position cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The move played, ICCS.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The move played, as people write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_text: Option<MoveText>,
    /// Score of the move played: of the position behind it, searched or judged by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_score: Option<ScoreRecord>,
    /// The engine's move, ICCS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The engine's move, as people write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_text: Option<MoveText>,
    /// Score of the engine's move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreRecord>,
    /// The engine's line, its move first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// The same in Chinese notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv_zh: Vec<String>,
    /// The same in WXF notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv_wxf: Vec<String>,
    /// All lines when several were asked for, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineRecord>,
    /// Winning chance before the move, 0 to 1, from [`PositionRecord::score`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Winning chance behind the move played, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_chance: Option<f64>,
    /// What the move played gives away, in points of a hundred of the winning chance, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// What it gives away in hundredths of a pawn, decided games counted as 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp_loss: Option<i32>,
    /// Class of the move played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<MoveClass>,
    /// Accuracy of the move played, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Part of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// How long the mover thought, in milliseconds, where the record says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_used_ms: Option<u64>,
    /// What the mover's clock showed behind the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// Depth of the search in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Terms and events: double check, missed mate ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// Mating patterns of the mate that the move played gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<Tag>,
    /// Mating patterns at the end of the engine's line, when that is a mate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_patterns: Vec<Tag>,
    /// What the referee says about the position behind the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// The engine; names and versions stand in full in the run's description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Other engines that were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherOpinion>,
    /// The comment of the record behind the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Why there is no analysis, or not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl PositionRecord {
    /// A position of which nothing is known yet.
    #[must_use]
    pub fn new(id: impl Into<String>, fen: impl Into<String>) -> PositionRecord {
        PositionRecord {
            id: id.into(),
            title: None,
            ply: None,
            fen: fen.into(),
            side: None,
            mv: None,
            move_text: None,
            played_score: None,
            best: None,
            best_text: None,
            score: None,
            pv: Vec::new(),
            pv_zh: Vec::new(),
            pv_wxf: Vec::new(),
            lines: Vec::new(),
            chance: None,
            played_chance: None,
            loss: None,
            cp_loss: None,
            class: None,
            accuracy: None,
            phase: None,
            time_used_ms: None,
            clock_ms: None,
            depth: None,
            nodes: None,
            tags: Vec::new(),
            patterns: Vec::new(),
            line_patterns: Vec::new(),
            ruling: None,
            engine: None,
            others: Vec::new(),
            comment: None,
            error: None,
        }
    }

    /// Score with best play before the move, from red's view.
    #[must_use]
    pub fn red_score(&self) -> Option<ScoreRecord> {
        Some(self.score?.for_red(self.side?.into()))
    }

    /// Score behind the move played, from red's view: what a graph shows at this ply.
    #[must_use]
    pub fn red_played_score(&self) -> Option<ScoreRecord> {
        Some(self.played_score?.for_red(self.side?.into()))
    }

    /// Red's winning chance before the move, 0 to 1.
    #[must_use]
    pub fn red_chance(&self) -> Option<f64> {
        Some(for_red(self.chance?, self.side?))
    }

    /// Red's winning chance behind the move played, 0 to 1.
    #[must_use]
    pub fn red_played_chance(&self) -> Option<f64> {
        Some(for_red(self.played_chance?, self.side?))
    }

    /// Whether the move played is marked as an inaccuracy, mistake or blunder.
    #[must_use]
    pub fn is_marked(&self) -> bool {
        self.class.is_some_and(MoveClass::is_marked)
    }
}

fn for_red(chance: f64, side: Side) -> f64 {
    match side {
        Side::Red => chance,
        Side::Black => 1.0 - chance,
    }
}
