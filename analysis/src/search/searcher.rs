//! What can search positions, and how it is made.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chuhe_arena::engine::EngineConfig;
use chuhe_engine::search::Control;
use chuhe_rules::Rules;
use thiserror::Error;

use super::inside::Inside;
use super::limit::SearchLimit;
use super::outside::Outside;
use super::task::{Found, Task};

/// Why a position was not searched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SearchFailure {
    /// No result in time.
    #[error("no result within {} s", .0.as_secs_f64())]
    Stuck(Duration),
    /// The engine failed.
    #[error("{0}")]
    Engine(String),
    /// Not the engine's doing: the run is to end.
    #[error("interrupted")]
    Interrupted,
}

/// Something that searches positions.
pub trait Searcher: Send {
    /// Forgets all searches so far. The next position is searched as if it were the first.
    ///
    /// # Errors
    /// When the engine cannot be brought to it.
    fn forget(&mut self) -> Result<(), SearchFailure>;

    /// Searches a position. `control` stops a search that can be stopped.
    ///
    /// # Errors
    /// When there is no result that can be used.
    fn search(&mut self, task: &Task, limit: &SearchLimit, control: &Arc<Control>) -> Result<Found, SearchFailure>;
}

/// How searchers are set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Lines a position.
    pub multipv: usize,
    /// Threads of each engine.
    pub threads: usize,
    /// Transposition table of each engine in MiB.
    pub hash: usize,
    /// After how long a search counts as stuck.
    pub patience: Duration,
    /// The run is to end.
    pub stop: Arc<AtomicBool>,
}

/// An engine to analyse with.
#[derive(Clone, Debug)]
pub enum EngineChoice {
    /// Chuhe itself, in this process.
    Inside,
    /// A program.
    Outside(Box<EngineConfig>),
}

/// An engine that is known to work.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its name in records; no two of a run are the same.
    pub name: String,
    /// Everything that its results depend on but position and limit, as a text.
    pub identity: String,
    /// How it is made.
    pub choice: EngineChoice,
}

/// Tries the engines and finds out their names.
///
/// # Errors
/// When one cannot be started; one line.
pub fn prepare(choices: &[EngineChoice], setup: &Setup) -> Result<Vec<Prepared>, SearchFailure> {
    let mut prepared: Vec<Prepared> = Vec::new();
    for choice in choices {
        let (name, identity) = match choice {
            EngineChoice::Inside => Inside::describe(setup)?,
            EngineChoice::Outside(config) => Outside::describe(config, setup)?,
        };
        let same = prepared.iter().filter(|other| other.choice_name() == name).count();
        let name = if same == 0 { name } else { format!("{name} #{}", same + 1) };
        prepared.push(Prepared { name, identity, choice: choice.clone() });
    }
    Ok(prepared)
}

impl Prepared {
    /// The name without the number that tells it from its like.
    fn choice_name(&self) -> &str {
        self.name.rsplit_once(" #").filter(|(_, n)| n.parse::<u32>().is_ok()).map_or(&self.name, |(name, _)| name)
    }

    /// Makes one.
    ///
    /// # Errors
    /// When there is no memory. A program is only started when it is first asked.
    pub fn searcher(&self, setup: &Setup) -> Result<Box<dyn Searcher>, SearchFailure> {
        Ok(match &self.choice {
            EngineChoice::Inside => Box::new(Inside::new(setup)?),
            EngineChoice::Outside(config) => Box::new(Outside::new(config, setup)),
        })
    }
}
