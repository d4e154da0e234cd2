#![forbid(unsafe_code)]
//! Matches and tournaments between engines.

pub mod stats;
