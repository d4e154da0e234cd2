//! The frame of a library of records: a header, an index with one entry a game, then the records in blocks of 4096 bytes
//! (formats.md §3.4).

use super::super::bytes::u32_at;

/// First bytes of a library.
pub(super) const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
/// Length of the header; the index begins here.
pub(super) const INDEX: usize = 66624;
/// Length of an index entry.
pub(super) const ENTRY: usize = 276;
/// Records begin at multiples of this behind the index.
pub(super) const BLOCK: usize = 4096;
/// Where the number of index entries lies.
pub(super) const SLOTS: usize = 60;
/// Name of the library, its length in bytes.
pub(super) const NAME: (usize, usize) = (64, 512);

/// State of an index entry whose game is there.
pub(super) const LIVE: u32 = 7;
/// State of an index entry whose game was deleted; the record stays.
pub(super) const DELETED: u32 = 5;
/// Offsets in an index entry.
pub(super) const ENTRY_GUID: usize = 20;
pub(super) const ENTRY_NAME: usize = 100;
/// Length of the name in an index entry.
pub(super) const ENTRY_NAME_SIZE: usize = 128;

/// How many entries the index has, as far as the file reaches.
pub(super) fn slots(data: &[u8]) -> usize {
    let claimed = u32_at(data, SLOTS).unwrap_or(0) as usize;
    claimed.min(data.len().saturating_sub(INDEX) / ENTRY)
}

/// The entries of the index.
pub(super) fn entries(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    data.get(INDEX..).unwrap_or_default().chunks_exact(ENTRY).take(slots(data))
}

/// An identifier as the index writes it: `{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}`, the first three groups turned round.
pub(super) fn guid_text(guid: &[u8; 16]) -> String {
    let g = guid;
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>();
    format!(
        "{{{}-{}-{}-{}-{}}}",
        hex(&[g[3], g[2], g[1], g[0]]),
        hex(&[g[5], g[4]]),
        hex(&[g[7], g[6]]),
        hex(&g[8..10]),
        hex(&g[10..])
    )
}
