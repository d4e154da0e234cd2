//! The frame around a number of games: what makes damage visible.

use super::Game;

/// First bytes of a block.
pub(super) const MAGIC: [u8; 4] = *b"CPK1";

/// Length of a block's header in bytes.
pub const HEADER: usize = 16;

/// The most bytes of games in a block.
pub const MAX_BLOCK: usize = 1 << 20;

/// A block's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub len: usize,
    pub games: u32,
    crc: u32,
}

impl Header {
    /// Reads a header; none when it is no header.
    pub(super) fn parse(bytes: &[u8]) -> Option<Header> {
        let (magic, rest) = bytes.split_first_chunk::<4>()?;
        let (len, rest) = rest.split_first_chunk::<4>()?;
        let (games, rest) = rest.split_first_chunk::<4>()?;
        let crc = u32::from_le_bytes(*rest.first_chunk::<4>()?);
        let header = Header { len: u32::from_le_bytes(*len) as usize, games: u32::from_le_bytes(*games), crc };
        (*magic == MAGIC && header.len <= MAX_BLOCK).then_some(header)
    }

    /// Whether these are the games that the header was written for.
    pub(super) fn fits(&self, games: &[u8]) -> bool {
        games.len() == self.len && checksum(self.games, games) == self.crc
    }
}

fn checksum(games: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(bytes.len() as u32).to_le_bytes());
    hasher.update(&games.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// The bytes of a block with these games.
pub(super) fn frame(games: u32, bytes: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(HEADER + bytes.len());
    block.extend(MAGIC);
    block.extend((bytes.len() as u32).to_le_bytes());
    block.extend(games.to_le_bytes());
    block.extend(checksum(games, bytes).to_le_bytes());
    block.extend(bytes);
    block
}

/// The games of a sound block.
pub(super) fn games(mut bytes: &[u8]) -> Result<Vec<Game>, super::GameError> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        games.push(Game::decode(&mut bytes)?);
    }
    Ok(games)
}
