//! How a game ended.

use std::fmt;
use std::str::FromStr;

use chuhe_movegen::Color;
use chuhe_record::GameResult;
use chuhe_rules::{Language, Outcome, Verdict};
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

    const NAMED: [(EndReason, &'static str, &'static str); 13] = [
        (EndReason::Time, "time", "超时"),
        (EndReason::Stall, "stall", "无响应"),
        (EndReason::Disconnect, "disconnect", "断开"),
        (EndReason::IllegalMove, "illegal_move", "违规着法"),
        (EndReason::IllegalOutput, "illegal_output", "输出有误"),
        (EndReason::Flood, "flood", "输出泛滥"),
        (EndReason::NoMove, "no_move", "不走棋"),
        (EndReason::Resignation, "resignation", "认输"),
        (EndReason::Agreement, "agreement", "议和"),
        (EndReason::DrawAdjudication, "draw_adjudication", "按评分判和"),
        (EndReason::WinAdjudication, "win_adjudication", "按评分判胜"),
        (EndReason::MaxMoves, "max_moves", "满回合数"),
        (EndReason::Forfeit, "forfeit", "弃权"),
    ];

    /// The referee's words that Chinese has a name of its own for.
    const JUDGED: [(&'static str, &'static str); 11] = [
        ("checkmate", "将死"),
        ("stalemate", "困毙"),
        ("facing_kings", "将帅照面"),
        ("repetition", "循环反复"),
        ("perpetual_check", "长将"),
        ("perpetual_chase", "长捉"),
        ("perpetual_kill", "长杀"),
        ("perpetual_attack", "长打"),
        ("natural_limit", "自然限着"),
        ("no_attackers", "双方无进攻子力"),
        ("lone_cannon", "单炮无法取胜"),
    ];

    /// A word for machines.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            EndReason::Rules(code) => code,
            other => EndReason::NAMED.iter().find(|(reason, ..)| reason == other).map_or("", |(_, code, _)| code),
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(&self, language: Language) -> String {
        let chinese = match self {
            EndReason::Rules(code) => EndReason::JUDGED.iter().find(|(name, _)| name == code).map(|&(_, zh)| zh),
            other => EndReason::NAMED.iter().find(|(reason, ..)| reason == other).map(|&(_, _, zh)| zh),
        };
        match (language, chinese) {
            (Language::Chinese, Some(name)) => name.to_owned(),
            _ => self.code().replace('_', " "),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name(Language::English))
    }
}

impl FromStr for EndReason {
    type Err = std::convert::Infallible;
    /// The reverse of [`EndReason::code`]; any other word is one of the referee's.
    fn from_str(code: &str) -> Result<EndReason, Self::Err> {
        let named = EndReason::NAMED.iter().find(|(_, name, _)| *name == code);
        Ok(named.map_or_else(|| EndReason::Rules(code.to_owned()), |(reason, ..)| reason.clone()))
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
    pub(crate) fn by_rules(outcome: &Outcome, language: Language) -> Ending {
        let result = match outcome.verdict {
            Verdict::Draw => GameResult::Draw,
            Verdict::Loss(Color::Red) => GameResult::BlackWins,
            Verdict::Loss(Color::Black) => GameResult::RedWins,
        };
        Ending { result, reason: EndReason::Rules(outcome.code().to_owned()), text: outcome.text(language) }
    }

    /// A fault of the side to move. None when the match is being stopped.
    pub(crate) fn by_fault(loser: Color, name: &str, fault: &Fault, language: Language) -> Option<Ending> {
        let reason = match fault {
            Fault::Disconnect(_) => EndReason::Disconnect,
            Fault::Stall(_) => EndReason::Stall,
            Fault::Flood(_) => EndReason::Flood,
            Fault::IllegalOutput(_) => EndReason::IllegalOutput,
            Fault::Interrupted => return None,
        };
        let word = match reason {
            EndReason::Disconnect => language.pick("disconnects", "断开"),
            EndReason::Stall => language.pick("stalls", "无响应"),
            EndReason::Flood => language.pick("floods", "输出泛滥"),
            _ => language.pick("gives illegal output", "输出有误"),
        };
        let text = match language {
            Language::English => format!("{name} {word}: {fault}"),
            Language::Chinese => format!("{name}{word}（{fault}）"),
        };
        Some(Ending::loss(loser, reason, text))
    }

    /// The loser, if there is one.
    #[must_use]
    pub fn loser(&self) -> Option<Color> {
        self.result.winner().map(|winner| !winner)
    }
}
