//! A finished game.

use chuhe_movegen::{Color, Score};
use chuhe_record::GameResult;
use serde::{Deserialize, Serialize};

use super::EndReason;
use crate::engine::Foul;

/// A player of a tournament and its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// Number of the player, from 0.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Its limits, as [`crate::limits::Limits::describe`] puts them.
    pub limits: String,
    /// What it did against the protocol.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fouls: Vec<Foul>,
}

/// A move and what belongs to it. Times are in microseconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// `h2e2`.
    #[serde(rename = "m")]
    pub mv: String,
    /// The mover's score.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none", with = "score_text")]
    pub score: Option<Score>,
    /// Depth in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time used.
    #[serde(rename = "t", default)]
    pub used_us: u64,
    /// How much of it the machine kept the engine or the runner waiting for a processor.
    #[serde(rename = "w", default, skip_serializing_if = "is_zero")]
    pub machine_wait_us: u64,
    /// The move was late and stands, because of that wait.
    #[serde(rename = "l", default, skip_serializing_if = "std::ops::Not::not")]
    pub forgiven: bool,
    /// From the opponent's move to this engine's `go`: the runner's own time.
    #[serde(rename = "r", default, skip_serializing_if = "is_zero")]
    pub runner_us: u64,
    /// The clock after the move in milliseconds.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// The move was guessed while the opponent thought.
    #[serde(rename = "h", default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder_hit: bool,
    /// The move came from the engine's book.
    #[serde(rename = "b", default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// The move that lost a game on time. Times are in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LateMove {
    /// Time used.
    pub used_us: u64,
    /// How much of it was beyond the time and the margin.
    pub late_by_us: u64,
    /// How much of it the engine or the runner waited for a processor.
    pub machine_wait_us: u64,
}

/// A game as it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in the schedule, from 0.
    pub game: usize,
    /// Round, from 1.
    pub round: usize,
    /// Encounter in the schedule, from 0: the games of the same two players in a round.
    pub encounter: usize,
    /// Number of the opening pair within the match, from 0; games of one pair have the same opening.
    pub pair: usize,
    /// Who has red.
    pub red: Seat,
    /// Who has black.
    pub black: Seat,
    /// Where it starts.
    pub fen: String,
    /// Name of the opening.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
    /// All moves.
    pub moves: Vec<MoveRecord>,
    /// The result.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// Why it ended.
    pub reason: EndReason,
    /// The same in a line for people.
    pub text: String,
    /// The late move, when it was lost on time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LateMove>,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How long it took in milliseconds.
    pub took_ms: u64,
}

impl GameRecord {
    /// A seat by colour.
    #[must_use]
    pub fn seat(&self, color: Color) -> &Seat {
        match color {
            Color::Red => &self.red,
            Color::Black => &self.black,
        }
    }

    /// Half points of a colour: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self, color: Color) -> u32 {
        match self.result.winner() {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// Half points of a player of this game.
    #[must_use]
    pub fn half_points_of(&self, player: usize) -> u32 {
        self.half_points(if self.red.player == player { Color::Red } else { Color::Black })
    }

    /// The colour that moves at this index of the moves, when the start position has this side to move.
    #[must_use]
    pub fn mover(first: Color, index: usize) -> Color {
        if index.is_multiple_of(2) { first } else { !first }
    }

    /// Who moves first.
    #[must_use]
    pub fn first(&self) -> Color {
        if self.fen.split(' ').nth(1) == Some("b") { Color::Black } else { Color::Red }
    }
}

mod result_text {
    use super::{Deserialize, GameResult, Serialize};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(result: &GameResult, serializer: S) -> Result<S::Ok, S::Error> {
        result.pgn().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        GameResult::parse(&text).ok_or_else(|| serde::de::Error::custom("no result"))
    }
}

/// Scores as short texts: `34`, `#5` (mate in plies), `!5` (by rule).
mod score_text {
    use super::{Deserialize, Score, Serialize};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
        score
            .map(|score| match score {
                Score::Cp(cp) => cp.to_string(),
                Score::Mate(plies) => format!("#{plies}"),
                Score::Rule(plies) => format!("!{plies}"),
            })
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Score>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let number = |text: &str| text.parse().map_err(|_| serde::de::Error::custom("no score"));
        Ok(Some(if let Some(plies) = text.strip_prefix('#') {
            Score::Mate(number(plies)?)
        } else if let Some(plies) = text.strip_prefix('!') {
            Score::Rule(number(plies)?)
        } else {
            Score::Cp(number(&text)?)
        }))
    }
}
