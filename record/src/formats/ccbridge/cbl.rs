//! CBL: a library of records, as CCBridge writes it since 2007.

use std::collections::HashSet;

use super::super::bytes::{find, u32_at};
use super::super::losses;
use super::layout::{GUID_OFFSET, MAGIC as RECORD_MAGIC, text};
use super::library::{
    BLOCK, DELETED, ENTRY, ENTRY_GUID, ENTRY_NAME, ENTRY_NAME_SIZE, INDEX, LIVE, MAGIC, NAME, SLOTS, entries,
    guid_text, slots,
};
use super::record;
use crate::{Format, Game, Games, Loss, ReadError, ReadOptions, TextEncoding, WriteOptions};

/// The tag that carries the name of a library with its games.
const LIBRARY_TAG: &str = "Library";

/// Index entries are made in steps of this many, as CCBridge does; some readers expect the records of a small library
/// behind exactly 128 entries.
const SLOT_STEP: usize = 128;

/// Whether a file begins like a library.
#[must_use]
pub fn is_cbl(data: &[u8]) -> bool {
    data.starts_with(MAGIC)
}

/// Reads a library game by game; deleted games only when the options say so.
///
/// # Errors
/// When the header is not whole.
pub fn read(data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    if !is_cbl(&data) {
        return Err(ReadError::new(0, "not a CCBridge library"));
    }
    if data.len() < INDEX {
        let reason = format!("the header of the library is cut: {} of {INDEX} bytes", data.len());
        return Err(ReadError::new(data.len(), reason));
    }
    Ok(Box::new(Records::new(data, options)))
}

/// Walks over the blocks of a library.
struct Records {
    library: String,
    deleted: HashSet<String>,
    read_deleted: bool,
    next: Option<usize>,
    index: usize,
    data: Vec<u8>,
}

impl Records {
    fn new(data: Vec<u8>, options: &ReadOptions) -> Records {
        let deleted = entries(&data)
            .filter(|entry| u32_at(entry, 0) == Some(DELETED))
            .map(|entry| text(&entry[ENTRY_GUID..ENTRY_NAME]))
            .collect();
        // The formula holds in every library seen; searching helps where the number of entries is damaged.
        let formula = INDEX + ENTRY * slots(&data);
        let first =
            if data[formula..].starts_with(RECORD_MAGIC) { Some(formula) } else { find(&data, RECORD_MAGIC, INDEX) };
        Records {
            library: text(&data[NAME.0..NAME.0 + NAME.1]),
            deleted,
            read_deleted: options.deleted,
            next: first,
            index: 0,
            data,
        }
    }

    /// The block behind `offset` that begins a record. A long record fills the blocks between.
    fn following(&self, offset: usize) -> Option<usize> {
        (offset + BLOCK..self.data.len()).step_by(BLOCK).find(|&at| self.data[at..].starts_with(RECORD_MAGIC))
    }
}

impl Iterator for Records {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.next?;
            self.next = self.following(start);
            let guid = self.data[start..].get(GUID_OFFSET..GUID_OFFSET + 16).and_then(|guid| guid.first_chunk());
            let deleted = guid.is_some_and(|guid| self.deleted.contains(&guid_text(guid)));
            if deleted && !self.read_deleted {
                continue;
            }
            let end = self.next.unwrap_or(self.data.len());
            let game = record::read(&self.data, start, end, Format::Cbl).map(|mut game| {
                game.tags.set_if_any(LIBRARY_TAG, &self.library);
                game.index = self.index;
                game.deleted = deleted;
                game
            });
            self.index += 1;
            return Some(game);
        }
    }
}

/// What a library cannot hold of a game.
#[must_use]
pub fn losses(game: &Game, _: &WriteOptions) -> Vec<Loss> {
    let mut losses = record::losses(game);
    losses.retain(|loss| !matches!(loss, Loss::Tag(name) if name.eq_ignore_ascii_case(LIBRARY_TAG)));
    losses
}

/// Writes a library; it bears the name that the first game has as its tag `Library`. Deleted games stay deleted. What does
/// not fit ([`losses`]) is left out.
#[must_use]
pub fn write(games: &[Game], _: &WriteOptions) -> Vec<u8> {
    let slots = games.len().div_ceil(SLOT_STEP).max(1) * SLOT_STEP;
    let mut data = vec![0; INDEX + ENTRY * slots];
    data[..MAGIC.len()].copy_from_slice(MAGIC);
    data[16] = 3;
    data[52..56].copy_from_slice(&0x7FFF_FFFF_u32.to_le_bytes());
    data[56] = u8::from(games.iter().any(|game| game.deleted));
    data[SLOTS..SLOTS + 4].copy_from_slice(&(slots as u32).to_le_bytes());
    let name = games.first().map_or("", |game| game.tags.text(LIBRARY_TAG));
    put_text(&mut data[NAME.0..NAME.0 + NAME.1], name);
    let mut seen = HashSet::new();
    for (i, game) in games.iter().enumerate() {
        let mut record = record::write(game);
        // Two equal games still need two identifiers.
        while !seen.insert(record[GUID_OFFSET..GUID_OFFSET + 16].to_vec()) {
            let counter =
                record[GUID_OFFSET..].first_chunk::<4>().map_or(0, |c| u32::from_le_bytes(*c)).wrapping_add(1);
            record[GUID_OFFSET..GUID_OFFSET + 4].copy_from_slice(&counter.to_le_bytes());
        }
        let guid = record[GUID_OFFSET..].first_chunk().map(guid_text).unwrap_or_default();
        let blocks = record.len().div_ceil(BLOCK);
        let entry = &mut data[INDEX + ENTRY * i..][..ENTRY];
        let state = if game.deleted { DELETED } else { LIVE };
        for (at, number) in [(0, state), (4, i as u32), (8, blocks as u32), (12, record.len() as u32)] {
            entry[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        put_text(&mut entry[ENTRY_GUID..ENTRY_NAME], &guid);
        put_text(&mut entry[ENTRY_NAME..ENTRY_NAME + ENTRY_NAME_SIZE], game.tags.text("Title"));
        record.resize(blocks * BLOCK, 0);
        data.append(&mut record);
    }
    data
}

/// Writes a text into a zeroed field and leaves the zero behind it.
fn put_text(field: &mut [u8], text: &str) {
    let bytes = losses::fit(text, TextEncoding::UTF16LE, field.len() - 2);
    field[..bytes.len()].copy_from_slice(&bytes);
}
