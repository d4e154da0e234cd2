#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod dataset;
pub mod pack;
pub mod produce;
pub mod quantise;
pub mod relabel;
pub mod sample;
pub mod selfplay;
pub mod trainer;
