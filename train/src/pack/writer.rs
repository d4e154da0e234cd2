//! Writing packs, in whole blocks.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::block;
use super::{Game, PackReader, Tail, tail};

/// A block is written when its games reach this many bytes: damage then costs a dozen games.
const BLOCK: usize = 8 << 10;

/// Appends games to a pack. What was not flushed is lost when the writer is dropped.
pub struct PackWriter {
    file: File,
    pending: Vec<u8>,
    games: u32,
}

impl PackWriter {
    /// Opens a pack to go on behind its last sound block, or creates it. What lies behind that block, the rest of an
    /// interrupted write, is cut off. Says what was found.
    ///
    /// # Errors
    /// When the file cannot be opened, read or cut, or when sound blocks follow the damage: then it is no interrupted
    /// write, and nothing is touched. Also when another program is writing the pack.
    pub fn append(path: &Path) -> io::Result<(PackWriter, Tail)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|_| io::Error::new(io::ErrorKind::ResourceBusy, "another program is writing it"))?;
        let found = tail(&mut file)?;
        if found.sound < found.len {
            file.seek(SeekFrom::Start(found.sound))?;
            if PackReader::new(&file).next_block()?.is_some() {
                let message = format!("damage at byte {} with sound games behind it", found.sound);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            file.set_len(found.sound)?;
        }
        file.seek(SeekFrom::Start(found.sound))?;
        Ok((PackWriter { file, pending: Vec::new(), games: 0 }, found))
    }

    /// Creates an empty pack, replacing what was there.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> io::Result<PackWriter> {
        Ok(PackWriter { file: File::create(path)?, pending: Vec::new(), games: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When a full block cannot be written.
    pub fn push(&mut self, game: &Game) -> io::Result<()> {
        game.encode(&mut self.pending);
        self.pushed()
    }

    /// Adds the bytes of one game.
    pub(super) fn push_encoded(&mut self, game: &[u8]) -> io::Result<()> {
        self.pending.extend(game);
        self.pushed()
    }

    fn pushed(&mut self) -> io::Result<()> {
        self.games += 1;
        if self.pending.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes what is pending as a block.
    ///
    /// # Errors
    /// When the block cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.games > 0 {
            self.file.write_all(&block::frame(self.games, &self.pending))?;
            self.pending.clear();
            self.games = 0;
        }
        Ok(())
    }
}
