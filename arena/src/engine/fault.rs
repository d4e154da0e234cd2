//! What engines do wrong.

use chuhe_rules::Language;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A fault that ends the game: the engine cannot be spoken to any more.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The process ended or closed its output.
    #[error("{0}")]
    Disconnect(String),
    /// It does not answer, or does not read.
    #[error("{0}")]
    Stall(String),
    /// It writes without end.
    #[error("{0}")]
    Flood(String),
    /// It writes what is no answer.
    #[error("{0}")]
    IllegalOutput(String),
    /// Not the engine's doing: the match is being stopped.
    #[error("interrupted")]
    Interrupted,
}

/// A fault against the protocol that did not end the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foul {
    /// `bestmove` while it was pondering.
    MoveWhilePondering,
    /// A `bestmove` that nobody had asked for.
    StrayMove,
    /// It did not leave at `quit` and was ended.
    IgnoredQuit,
    /// The expected reply behind `ponder` was illegal.
    BadPonderMove,
    /// It took long to stop when its guess was wrong.
    SlowStop,
}

impl Foul {
    /// The name in a language.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        let chinese = match self {
            Foul::MoveWhilePondering => "后台思考中出着",
            Foul::StrayMove => "擅自出着",
            Foul::IgnoredQuit => "不理会quit",
            Foul::BadPonderMove => "后台思考着法违规",
            Foul::SlowStop => "停止后台思考迟缓",
        };
        language.pick(self.name(), chinese)
    }

    /// The name for machines and in English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Foul::MoveWhilePondering => "bestmove while pondering",
            Foul::StrayMove => "bestmove unasked",
            Foul::IgnoredQuit => "quit ignored",
            Foul::BadPonderMove => "illegal ponder move",
            Foul::SlowStop => "slow to stop pondering",
        }
    }
}
