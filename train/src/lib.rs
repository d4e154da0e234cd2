#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod dataset;
pub mod duel;
pub mod pack;
pub mod produce;
pub mod quantise;
pub mod relabel;
pub mod sample;
pub mod selfplay;
pub mod spsa;
pub mod trainer;
