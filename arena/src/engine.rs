//! Engines as processes: how they are described, started, spoken to, and ended.

mod answer;
mod config;
mod fault;
mod log;
mod machine;
mod options;
mod process;
mod ranks;
mod session;
mod start;

pub use answer::{Answer, OtherLine, Said, Thought};
pub use config::{Claims, EngineConfig, EngineFileError, PropertyError, Restart, read_engine_file};
pub use fault::{Fault, Foul};
pub use log::EngineLog;
pub use options::OptionError;
pub use session::{Engine, Search, SharedFlag};
pub use start::StartError;
