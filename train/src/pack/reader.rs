//! Reading packs: game by game, over damage, and up to the last sound block.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

use super::block::{self, HEADER, Header, MAGIC, MAX_BLOCK};
use super::{Game, GameError};

/// A stretch of a pack that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("damage from byte {offset} ({len} bytes): {what}")]
pub struct Damage {
    /// Where it begins.
    pub offset: u64,
    /// How many bytes were skipped to the next sound block, or to the end.
    pub len: u64,
    /// What is wrong.
    pub what: String,
}

/// The games of a pack, one block in memory at a time. Damage is stepped over and remembered.
pub struct PackReader<R> {
    source: R,
    /// Bytes read and not yet used; the first one lies at `offset` in the file.
    buffer: Vec<u8>,
    offset: u64,
    games: std::vec::IntoIter<Game>,
    damage: Vec<Damage>,
    ended: bool,
}

impl PackReader<BufReader<File>> {
    /// Opens a pack.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(PackReader::new(BufReader::with_capacity(1 << 20, File::open(path)?)))
    }
}

impl<R: Read> PackReader<R> {
    /// Reads a pack from anything.
    pub fn new(source: R) -> Self {
        PackReader {
            source,
            buffer: Vec::new(),
            offset: 0,
            games: Vec::new().into_iter(),
            damage: Vec::new(),
            ended: false,
        }
    }

    /// What could not be read so far.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// The next game; none at the end.
    ///
    /// # Errors
    /// When the source fails. Damage is no error.
    pub fn next_game(&mut self) -> io::Result<Option<Game>> {
        loop {
            if let Some(game) = self.games.next() {
                return Ok(Some(game));
            }
            match self.next_block()? {
                Some(games) => self.games = games.into_iter(),
                None => return Ok(None),
            }
        }
    }

    /// The games of the next sound block; none at the end.
    ///
    /// # Errors
    /// When the source fails. Damage is no error.
    pub fn next_block(&mut self) -> io::Result<Option<Vec<Game>>> {
        let mut bad: Option<(u64, String)> = None;
        loop {
            self.fill(HEADER + MAX_BLOCK)?;
            if self.buffer.is_empty() {
                self.note(bad);
                return Ok(None);
            }
            match self.block_here() {
                Ok((games, len)) => {
                    self.note(bad);
                    self.skip(len);
                    return Ok(Some(games));
                }
                Err(what) => {
                    bad.get_or_insert((self.offset, what));
                    let next = self.buffer[1..].windows(MAGIC.len()).position(|window| window == MAGIC);
                    // The last bytes may be the beginning of a magic that goes on behind the buffer.
                    let keep = if self.ended { 0 } else { MAGIC.len() - 1 };
                    self.skip(next.map_or(self.buffer.len() - keep, |at| at + 1));
                }
            }
        }
    }

    /// The block at the beginning of the buffer and its length, or what is wrong with it.
    fn block_here(&self) -> Result<(Vec<Game>, usize), String> {
        let header = Header::parse(&self.buffer).ok_or("no block begins here")?;
        let games = self.buffer[HEADER..].get(..header.len).ok_or("the block is cut off")?;
        if !header.fits(games) {
            return Err("the checksum of the block is wrong".to_owned());
        }
        let games = block::games(games).map_err(|error: GameError| error.to_string())?;
        if games.len() != header.games as usize {
            return Err(format!("the block holds {} games instead of {}", games.len(), header.games));
        }
        Ok((games, HEADER + header.len))
    }

    fn fill(&mut self, len: usize) -> io::Result<()> {
        while !self.ended && self.buffer.len() < len {
            let missing = (len - self.buffer.len()) as u64;
            self.ended = self.source.by_ref().take(missing).read_to_end(&mut self.buffer)? == 0;
        }
        Ok(())
    }

    fn skip(&mut self, len: usize) {
        self.buffer.drain(..len);
        self.offset += len as u64;
    }

    fn note(&mut self, bad: Option<(u64, String)>) {
        if let Some((offset, what)) = bad {
            self.damage.push(Damage { offset, len: self.offset - offset, what });
        }
    }
}

/// How far a pack is sound from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    /// Length of the sound part in bytes.
    pub sound: u64,
    /// Length of the file.
    pub len: u64,
    /// Games of the sound part.
    pub games: u64,
}

/// Finds where the sound part of a pack ends, looking at frames and checksums only.
///
/// # Errors
/// When the file cannot be read.
pub fn tail(file: &mut File) -> io::Result<Tail> {
    let len = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let mut source = BufReader::with_capacity(1 << 20, file);
    let mut tail = Tail { len, ..Tail::default() };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        source.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let Some(header) = Header::parse(&bytes) else { return Ok(tail) };
        bytes.clear();
        source.by_ref().take(header.len as u64).read_to_end(&mut bytes)?;
        if !header.fits(&bytes) {
            return Ok(tail);
        }
        tail.sound += (HEADER + header.len) as u64;
        tail.games += u64::from(header.games);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Ending, Outcome, PackWriter, PlayedPly, Score16};
    use chuhe_movegen::Position;

    fn game(number: i16) -> Game {
        let ply = PlayedPly { mv: "h2e2".parse().unwrap(), score: Score16(number) };
        Game { start: Position::start(), outcome: Outcome::Draw, ending: Ending::NaturalLimit, plies: vec![ply] }
    }

    /// A pack of five blocks with three games each.
    fn pack() -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        let mut writer = PackWriter::create(&path).unwrap();
        for block in 0..5 {
            (0..3).for_each(|number| writer.push(&game(block * 3 + number)).unwrap());
            writer.flush().unwrap();
        }
        std::fs::read(path).unwrap()
    }

    fn read(bytes: &[u8]) -> (Vec<i16>, Vec<Damage>) {
        let mut reader = PackReader::new(bytes);
        let mut games = Vec::new();
        while let Some(game) = reader.next_game().unwrap() {
            games.push(game.plies[0].score.0);
        }
        (games, reader.damage().to_vec())
    }

    #[test]
    fn good_games_are_read_and_the_bad_offset_is_named() {
        let sound = pack();
        let block = sound.len() / 5;
        let damage = |offset: usize, len: usize, what: &str| {
            vec![Damage { offset: offset as u64, len: len as u64, what: what.to_owned() }]
        };
        assert_eq!(read(&sound), ((0..15).collect(), vec![]));

        let mut flipped = sound.clone();
        flipped[block + 50] ^= 4;
        let games: Vec<i16> = (0..3).chain(6..15).collect();
        assert_eq!(read(&flipped), (games.clone(), damage(block, block, "the checksum of the block is wrong")));

        let mut length = sound.clone();
        length[block + 4] = 0xff;
        assert_eq!(read(&length).0, games);
        assert_eq!(read(&length).1[0].offset, block as u64);

        let inserted = [&sound[..2 * block], b"CPK1 rubbish", &sound[2 * block..]].concat();
        assert_eq!(read(&inserted), ((0..15).collect(), damage(2 * block, 12, "no block begins here")));

        let cut = &sound[..4 * block + 20];
        assert_eq!(read(cut), ((0..12).collect(), damage(4 * block, 20, "the block is cut off")));
        assert_eq!(read(&cut[..4 * block + 5]), ((0..12).collect(), damage(4 * block, 5, "no block begins here")));
        assert_eq!(read(b""), (vec![], vec![]));
        assert_eq!(read(&[b'C'; 5000]).0, Vec::<i16>::new());
    }

    #[test]
    fn only_an_unfinished_block_is_cut_off() {
        let sound = pack();
        let block = sound.len() / 5;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        std::fs::write(&path, &sound[..4 * block + 30]).unwrap();
        let (mut writer, found) = PackWriter::append(&path).unwrap();
        assert_eq!(found, Tail { sound: 4 * block as u64, len: 4 * block as u64 + 30, games: 12 });
        writer.push(&game(99)).unwrap();
        writer.flush().unwrap();
        assert_eq!(PackWriter::append(&path).err().unwrap().to_string(), "another program is writing it");
        drop(writer);
        let (games, damage) = read(&std::fs::read(&path).unwrap());
        assert_eq!((games, damage), ((0..12).chain([99]).collect(), vec![]));

        let mut middle = sound;
        middle[block + 50] ^= 4;
        std::fs::write(&path, &middle).unwrap();
        let error = PackWriter::append(&path).err().unwrap().to_string();
        assert_eq!(error, format!("damage at byte {block} with sound games behind it"));
        assert_eq!(std::fs::read(&path).unwrap(), middle);
    }
}
