//! The samples of packs, in memory.

use std::io;
use std::path::PathBuf;

use chuhe_rules::NaturalLimit;
use thiserror::Error;

use crate::pack::{Damage, Game, GameError, PackReader, PositionFilter};
use crate::sample::Sample;

/// Samples to learn from and samples of other games to check with.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// To learn from, game by game.
    pub training: Vec<Sample>,
    /// To check with.
    pub validation: Vec<Sample>,
    /// Games read.
    pub games: u64,
    /// Stretches that could not be read.
    pub damage: Vec<(PathBuf, Damage)>,
}

/// Packs that cannot be read.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// The file cannot be read.
    #[error("reading {path}: {error}")]
    Io {
        /// The pack.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A game has an illegal move.
    #[error("{path}: {error}")]
    Game {
        /// The pack.
        path: PathBuf,
        /// Why.
        error: GameError,
    },
}

impl Dataset {
    /// Reads packs. Every `validation_every`-th game goes into the validation set (0 = none does).
    ///
    /// # Errors
    /// When a file cannot be read or a game has an illegal move.
    pub fn load(packs: &[PathBuf], filter: &PositionFilter, validation_every: u64) -> Result<Dataset, DatasetError> {
        let mut data = Dataset::default();
        for path in packs {
            let io_error = |error| DatasetError::Io { path: path.clone(), error };
            let mut reader = PackReader::open(path).map_err(io_error)?;
            while let Some(game) = reader.next_game().map_err(io_error)? {
                let held_out = validation_every > 0 && data.games % validation_every == validation_every - 1;
                let samples = if held_out { &mut data.validation } else { &mut data.training };
                collect(&game, filter, samples).map_err(|error| DatasetError::Game { path: path.clone(), error })?;
                data.games += 1;
            }
            data.damage.extend(reader.damage().iter().map(|damage| (path.clone(), damage.clone())));
        }
        Ok(data)
    }
}

/// Adds the samples of a game.
fn collect(game: &Game, filter: &PositionFilter, samples: &mut Vec<Sample>) -> Result<(), GameError> {
    let mut replay = game.replay(NaturalLimit::default());
    while let Some(ply) = replay.next_ply() {
        if filter.takes(replay.line(), ply) {
            samples.push(Sample::new(replay.line().position(), ply, game.outcome));
        }
        replay.advance()?;
    }
    Ok(())
}
