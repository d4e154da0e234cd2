#![forbid(unsafe_code)]
//! The referee of xiangqi.

mod line;

pub use line::{Line, NaturalLimit, Ply};
