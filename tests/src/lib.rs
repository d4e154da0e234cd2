#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod binary;
pub mod cases;
pub mod game;
pub mod line;
pub mod session;

pub use game::position;
pub use line::{Answer, BestMove, Dialect, Info, Line, Score};
pub use session::Session;
