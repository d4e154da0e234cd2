//! Engines as processes: how they are described, started, spoken to, and ended.

mod answer;
mod config;
mod fault;
mod log;
mod machine;
mod options;
mod process;
mod ranks;
mod search;
mod session;
mod start;

pub use answer::{Answer, OtherLine, Said, Thought};
pub use config::{Claims, EngineConfig, EngineFileError, PropertyError, Restart, read_engine_file};
pub use fault::{Fault, Foul};
pub use log::EngineLog;
pub use machine::WAITS_ARE_KNOWN;
pub use options::OptionError;
pub use search::Search;
pub use session::{Engine, SharedFlag};
pub use start::StartError;
