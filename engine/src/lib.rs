#![doc = include_str!("../README.md")]

pub mod bench;
pub mod correction;
mod engine;
mod evaluation;
pub mod limits;
pub mod options;
pub mod order;
pub mod params;
pub mod search;
pub mod session;
pub mod time;
pub mod tt;
pub mod value;

pub use engine::{DEFAULT_HASH, Engine, Settings, WallClock, machine_threads};
pub use evaluation::Evaluation;
