//! What is written while games are played: PGN, JSON lines.

mod files;
mod game;

pub use files::{OutputFiles, Outputs};
pub use game::{game_json, to_record};
