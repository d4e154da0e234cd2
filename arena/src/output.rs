//! What is written while games are played: PGN, JSON lines, a page with all of it.

mod files;
mod game;
mod html;

pub use files::{OutputFiles, Outputs};
pub use game::{game_json, to_record};
pub use html::page;
