//! A training on disk, complete: it goes on as if it had never stopped.
//!
//! `ChuheCkp`, length of the JSON head (4 bytes), the head, then values, means and squares as 32-bit floats, then the
//! CRC-32 of everything before it; little-endian.

use std::fs;
use std::io;
use std::path::Path;

use chuhe_eval::nnue::ArchitectureError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::adam::Adam;
use super::model::{Layout, Model};
use super::run::{Recipe, Trainer};

const MAGIC: [u8; 8] = *b"ChuheCkp";

/// What stands in a checkpoint beside the numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Head {
    recipe: Recipe,
    epoch: u64,
    step: u64,
    adam_steps: u64,
    losses: (f64, u64),
    /// What the training was given: number of samples and their hash.
    data: (u64, u32),
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file, or damaged.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(&'static str),
    /// The recipe in it is impossible.
    #[error("the checkpoint's recipe is impossible: {0}")]
    Architecture(#[from] ArchitectureError),
}

/// A checkpoint that was read.
pub struct Checkpoint {
    /// The training.
    pub trainer: Trainer,
    /// Number and hash of the samples it was given ([`Checkpoint::data_id`]).
    pub data: (u64, u32),
}

impl Checkpoint {
    /// What tells one set of samples from another.
    #[must_use]
    pub fn data_id(samples: &[crate::sample::Sample]) -> (u64, u32) {
        let mut hasher = crc32fast::Hasher::new();
        for sample in samples.iter().step_by(samples.len() / 10_000 + 1) {
            hasher.update(&sample.score.to_le_bytes());
            hasher.update(&[sample.half_points, sample.majors]);
        }
        (samples.len() as u64, hasher.finalize())
    }

    /// Writes a training, replacing the file at once or not at all.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(trainer: &Trainer, data: (u64, u32), path: &Path) -> Result<(), CheckpointError> {
        let head = Head {
            recipe: trainer.recipe.clone(),
            epoch: trainer.epoch,
            step: trainer.step,
            adam_steps: trainer.adam.steps,
            losses: trainer.losses,
            data,
        };
        let head = serde_json::to_vec(&head).map_err(io::Error::from)?;
        let mut bytes = Vec::with_capacity(head.len() + 12 * trainer.model.values.len() + 16);
        bytes.extend(MAGIC);
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for list in [&trainer.model.values, &trainer.adam.mean, &trainer.adam.square] {
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, bytes)?;
        fs::rename(unfinished, path)?;
        Ok(())
    }

    /// Reads a training.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn load(path: &Path) -> Result<Checkpoint, CheckpointError> {
        use CheckpointError::Damaged;
        let bytes = fs::read(path)?;
        let (body, crc) = bytes.split_last_chunk::<4>().ok_or(Damaged("it is empty"))?;
        let rest = body.strip_prefix(&MAGIC).ok_or(Damaged("it does not begin as one"))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return Err(Damaged("its checksum is wrong"));
        }
        let (len, rest) = rest.split_first_chunk::<4>().ok_or(Damaged("it is cut off"))?;
        let (head, numbers) =
            rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or(Damaged("it is cut off"))?;
        let head: Head = serde_json::from_slice(head).map_err(|_| Damaged("its head cannot be read"))?;
        let architecture = head.recipe.architecture()?;
        let len = Layout::new(&architecture).len();
        let numbers: Vec<f32> = numbers.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if numbers.len() != 3 * len {
            return Err(Damaged("it has the wrong count of numbers"));
        }
        let list = |number: usize| numbers[number * len..][..len].to_vec();
        let adam = Adam { settings: head.recipe.adam, steps: head.adam_steps, mean: list(1), square: list(2) };
        let model = Model::from_values(architecture, list(0));
        let trainer = Trainer::resume(head.recipe, model, adam, head.epoch, head.step, head.losses);
        Ok(Checkpoint { trainer, data: head.data })
    }
}
