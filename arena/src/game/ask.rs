//! One question to an engine outside of any game: what it thinks of a position.

use std::time::Duration;

use chuhe_movegen::{Fen, Move, Position};

use super::request::{History, Manner, go};
use crate::engine::{Answer, Engine, Fault, Search};
use crate::limits::Limits;

/// A position with its history, and how long to think about it.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Where the moves start.
    pub start: &'a Fen,
    /// The legal moves to the position.
    pub moves: &'a [Move],
    /// Time, nodes, depth; no clock.
    pub limits: &'a Limits,
    /// After how long the engine is told to stop, whatever the limits say.
    pub patience: Duration,
}

/// Asks an engine that has been made ready ([`Engine::new_game`]). The answer is late when the engine had to be told to
/// stop.
///
/// # Errors
/// The fault, and the process is ended. A start or moves that are impossible count as a fault of output, for the engine
/// cannot be asked.
pub fn ask(engine: &mut Engine, question: &Question<'_>) -> Result<Answer, Fault> {
    let impossible = |what: String| Fault::IllegalOutput(what);
    let mut position = Position::try_from(question.start).map_err(|error| impossible(error.to_string()))?;
    let mut history = History::new(&position);
    for &mv in question.moves {
        if !position.is_legal(mv) {
            return Err(impossible(format!("{mv} is illegal in {position}")));
        }
        let undo = position.make(mv);
        history.push(mv, undo.captured().is_some(), &position);
    }
    let text = history.text(engine.dialect(), engine.config().letters_eh, None);
    let (go, _) = go(question.limits, &[None, None], position.side(), Manner::of(engine));
    let allowed = Some(question.patience);
    engine.search(&Search { text: &text, position: &position, banned: &[], go: &go, allowed })
}
