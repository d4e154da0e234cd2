//! How a game ended.

use std::fmt;
use std::str::FromStr;

use chuhe_movegen::Color;
use chuhe_record::GameResult;
use chuhe_rules::{Outcome, Verdict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::Fault;

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndReason {
    /// The rules of xiangqi: the referee's word for it (`checkmate`, `perpetual_check`, `natural_limit` ...).
    Rules(String),
    /// A move came too late.
    Time,
    /// The engine did not answer, read or get ready.
    Stall,
    /// The process ended.
    Disconnect,
    /// A move that is none in the position.
    IllegalMove,
    /// Words that are no answer.
    IllegalOutput,
    /// Output without end.
    Flood,
    /// `nobestmove` although there are legal moves.
    NoMove,
    /// The engine gave up.
    Resignation,
    /// One side offered a draw and the other accepted.
    Agreement,
    /// Both sides saw a draw for long enough.
    DrawAdjudication,
    /// Both sides saw the same winner for long enough.
    WinAdjudication,
    /// The game was too long.
    MaxMoves,
    /// Not played: the other side is absent.
    Forfeit,
}

impl EndReason {
    /// Whether an engine did what engines must not do.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        use EndReason::{Disconnect, Flood, IllegalMove, IllegalOutput, NoMove, Stall, Time};
        matches!(self, Time | Stall | Disconnect | IllegalMove | IllegalOutput | Flood | NoMove)
    }

    const NAMED: [(EndReason, &'static str); 13] = [
        (EndReason::Time, "time"),
        (EndReason::Stall, "stall"),
        (EndReason::Disconnect, "disconnect"),
        (EndReason::IllegalMove, "illegal_move"),
        (EndReason::IllegalOutput, "illegal_output"),
        (EndReason::Flood, "flood"),
        (EndReason::NoMove, "no_move"),
        (EndReason::Resignation, "resignation"),
        (EndReason::Agreement, "agreement"),
        (EndReason::DrawAdjudication, "draw_adjudication"),
        (EndReason::WinAdjudication, "win_adjudication"),
        (EndReason::MaxMoves, "max_moves"),
        (EndReason::Forfeit, "forfeit"),
    ];

    /// A word for machines.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            EndReason::Rules(code) => code,
            other => EndReason::NAMED.iter().find(|(reason, _)| reason == other).map_or("", |(_, code)| code),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code().replace('_', " "))
    }
}

impl FromStr for EndReason {
    type Err = std::convert::Infallible;
    /// The reverse of [`EndReason::code`]; any other word is one of the referee's.
    fn from_str(code: &str) -> Result<EndReason, Self::Err> {
        let named = EndReason::NAMED.iter().find(|(_, name)| *name == code);
        Ok(named.map_or_else(|| EndReason::Rules(code.to_owned()), |(reason, _)| reason.clone()))
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.code().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EndReason, D::Error> {
        let code = String::deserialize(deserializer)?;
        Ok(code.parse().unwrap_or(EndReason::Rules(code)))
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result.
    pub result: GameResult,
    /// Why.
    pub reason: EndReason,
    /// One line for people.
    pub text: String,
}

impl Ending {
    /// A draw.
    pub(crate) fn draw(reason: EndReason, text: impl Into<String>) -> Ending {
        Ending { result: GameResult::Draw, reason, text: text.into() }
    }

    /// The loss of a side; the text says what it did.
    pub(crate) fn loss(loser: Color, reason: EndReason, text: impl Into<String>) -> Ending {
        let result = match loser {
            Color::Red => GameResult::BlackWins,
            Color::Black => GameResult::RedWins,
        };
        Ending { result, reason, text: text.into() }
    }

    /// What the referee says.
    pub(crate) fn by_rules(outcome: &Outcome) -> Ending {
        let result = match outcome.verdict {
            Verdict::Draw => GameResult::Draw,
            Verdict::Loss(Color::Red) => GameResult::BlackWins,
            Verdict::Loss(Color::Black) => GameResult::RedWins,
        };
        Ending { result, reason: EndReason::Rules(outcome.code().to_owned()), text: outcome.to_string() }
    }

    /// A fault of the side to move. None when the match is being stopped.
    pub(crate) fn by_fault(loser: Color, name: &str, fault: &Fault) -> Option<Ending> {
        let reason = match fault {
            Fault::Disconnect(_) => EndReason::Disconnect,
            Fault::Stall(_) => EndReason::Stall,
            Fault::Flood(_) => EndReason::Flood,
            Fault::IllegalOutput(_) => EndReason::IllegalOutput,
            Fault::Interrupted => return None,
        };
        let word = match reason {
            EndReason::Disconnect => "disconnects",
            EndReason::Stall => "stalls",
            EndReason::Flood => "floods",
            _ => "gives illegal output",
        };
        Some(Ending::loss(loser, reason, format!("{name} {word}: {fault}")))
    }

    /// The loser, if there is one.
    #[must_use]
    pub fn loser(&self) -> Option<Color> {
        self.result.winner().map(|winner| !winner)
    }
}
