#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod clock;
pub mod conformance;
pub mod engine;
mod engine_book;
pub mod game;
pub mod limits;
pub mod openings;
pub mod output;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod tournament;

pub use engine_book::EngineBook;
