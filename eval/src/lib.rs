#![doc = include_str!("../README.md")]

pub mod handcrafted;
pub mod nnue;
mod scaling;

pub use handcrafted::{KNIGHT_VALUE, LIMIT, Trace, evaluate, trace};
pub use scaling::scaled;
