#![doc = include_str!("../README.md")]

pub mod handcrafted;

pub use handcrafted::{KNIGHT_VALUE, LIMIT, Trace, evaluate, trace};
