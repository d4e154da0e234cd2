//! One game between two engines: moves, clocks, the referee.

mod adjudication;
mod ask;
mod ending;
mod play;
mod record;
mod request;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use ask::{Question, ask};
pub use ending::{EndReason, Ending};
pub use play::{Player, play};
pub use record::{GameRecord, LateMove, MoveRecord, Seat};

use chuhe_movegen::{Move, Position};
use chuhe_rules::{Language, Rules};

/// What holds for all games of a match.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The rules by which games are judged.
    pub rules: Rules,
    /// When a game is ended before the rules end it.
    pub adjudication: Adjudication,
    /// Whether a late move stands when the engine or the runner waited for a processor for as long as it is late. Without
    /// it clocks are strict: a late move loses, whoever is to blame.
    pub forgive_waits: bool,
    /// The language of the texts that say how games ended.
    pub language: Language,
}

/// Where a game starts.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position before its first move.
    pub start: Position,
    /// Moves that are played before the engines think.
    pub moves: Vec<Move>,
    /// A name or place for records; may be empty.
    pub name: String,
}

impl Default for Opening {
    /// The start position.
    fn default() -> Opening {
        Opening { start: Position::start(), moves: Vec::new(), name: String::new() }
    }
}
