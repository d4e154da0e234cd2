//! CBR: one record a file, versions 1 and 2.

use super::layout::MAGIC;
use super::record;
use crate::{Format, Game, Games, Loss, ReadError, ReadOptions, WriteOptions, one_game};

/// Whether a file begins like a record.
#[must_use]
pub fn is_cbr(data: &[u8]) -> bool {
    data.starts_with(MAGIC)
}

/// Reads a record of version 1 or 2.
///
/// # Errors
/// When the header is not whole or of another version.
pub fn read(data: Vec<u8>, _: &ReadOptions) -> Result<Games, ReadError> {
    record::read(&data, 0, data.len(), Format::Cbr).map(one_game)
}

/// What a record of version 2 cannot hold of a game.
#[must_use]
pub fn losses(game: &Game, _: &WriteOptions) -> Vec<Loss> {
    record::losses(game)
}

/// Writes a record of version 2. What does not fit ([`losses`]) is left out.
#[must_use]
pub fn write(game: &Game, _: &WriteOptions) -> Vec<u8> {
    record::write(game)
}
