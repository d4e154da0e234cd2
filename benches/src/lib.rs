#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use chuhe_movegen::Position;

/// The positions of `chuhe bench`: opening, middle game, endgame.
#[must_use]
pub fn positions() -> Vec<Position> {
    chuhe_engine::bench::positions().collect()
}
