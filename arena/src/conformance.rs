//! Whether an engine keeps its protocol: a list of checks, each with the lines exchanged.
//!
//! The checks are what clients and match runners rely on (`spec/ucci.md` §§1, 9, 11, 12). One failed check does not stop
//! the others; an engine that dies is started again.

mod checks;
mod dialogue;

use serde::Serialize;

use crate::engine::{Engine, EngineConfig, SharedFlag, StartError};
use dialogue::Dialogue;

/// The result of one check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What was checked, in a word or two.
    pub name: &'static str,
    /// Whether the engine behaves.
    pub ok: bool,
    /// What was seen, in one line.
    pub detail: String,
    /// The lines, `>` to the engine and `<` from it.
    pub exchange: Vec<String>,
}

/// Runs all checks; `each` gets the result of one as soon as it is there.
///
/// # Errors
/// When the engine does not even start.
pub fn check_engine(
    config: EngineConfig,
    stop: &SharedFlag,
    each: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, StartError> {
    let mut engine = Engine::new(config, None, stop.clone());
    engine.start()?;
    let mut dialogue = Dialogue::new(engine);
    let mut results = Vec::new();
    for (name, check) in checks::ALL {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        dialogue.begin();
        let outcome = dialogue.ready().and_then(|()| check(&mut dialogue));
        let (ok, detail) = match outcome {
            Ok(detail) => (true, detail),
            Err(detail) => (false, detail),
        };
        let result = Check { name, ok, detail, exchange: dialogue.take_exchange() };
        each(&result);
        results.push(result);
        if !ok {
            dialogue.restart();
        }
    }
    Ok(results)
}
