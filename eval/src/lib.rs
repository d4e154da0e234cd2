#![doc = include_str!("../README.md")]

pub mod handcrafted;
pub mod nnue;

pub use handcrafted::{KNIGHT_VALUE, LIMIT, Trace, evaluate, trace};
