#![forbid(unsafe_code)]
//! Matches and tournaments between engines.

pub mod clock;
pub mod engine;
pub mod game;
pub mod limits;
pub mod openings;
pub mod output;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod tournament;
