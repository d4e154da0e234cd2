//! The games of packs in random order.

use std::io;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Damage, PackReader, PackWriter};

/// Writes the games of all `inputs` to `output` in an order that depends on `seed` alone. The games' bytes are held in
/// memory. Returns the number of games and what could not be read.
///
/// # Errors
/// When a file cannot be read or written.
pub fn shuffle(inputs: &[PathBuf], output: &Path, seed: u64) -> io::Result<(u64, Vec<(PathBuf, Damage)>)> {
    let mut bytes = Vec::new();
    let mut ends = vec![0];
    let mut damage = Vec::new();
    for input in inputs {
        let mut reader = PackReader::open(input)?;
        while let Some(game) = reader.next_game()? {
            game.encode(&mut bytes);
            ends.push(bytes.len());
        }
        damage.extend(reader.damage().iter().map(|damage| (input.clone(), damage.clone())));
    }
    let mut order: Vec<usize> = (0..ends.len() - 1).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let mut writer = PackWriter::create(output)?;
    for game in &order {
        writer.push_encoded(&bytes[ends[*game]..ends[game + 1]])?;
    }
    writer.flush()?;
    Ok((order.len() as u64, damage))
}
