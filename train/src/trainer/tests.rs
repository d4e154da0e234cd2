//! Whole trainings on a few positions.

use chuhe_movegen::{PieceKind, Position};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::pack::{Outcome, PlayedPly, Score16};
use crate::sample::Sample;

/// Positions of random games with random scores and results.
pub(super) fn samples(rng: &mut ChaCha8Rng, count: usize) -> Vec<Sample> {
    let mut position = Position::start();
    let mut samples = Vec::new();
    while samples.len() < count {
        let moves = position.legal_moves();
        let Some(&mv) = moves.choose(rng) else {
            position = Position::start();
            continue;
        };
        let ply = PlayedPly { mv, score: Score16(rng.random_range(-900..900)) };
        let outcome = [Outcome::BlackWins, Outcome::Draw, Outcome::RedWins][rng.random_range(0..3)];
        samples.push(Sample::new(&position, &ply, outcome));
        position.make(mv);
    }
    samples
}

/// The same positions, scored by material.
fn material_samples(count: usize) -> Vec<Sample> {
    let mut samples = samples(&mut ChaCha8Rng::seed_from_u64(21), count);
    for sample in &mut samples {
        let worth = |kind: PieceKind| [0, 1, 1, 3, 6, 3, 1][kind.index()] * 100;
        let sign = |color: chuhe_movegen::Color| 1 - 2 * color.index() as i16;
        sample.score = sample.pieces().map(|(_, piece)| sign(piece.color()) * worth(piece.kind())).sum();
        sample.half_points = (1 + i32::from(sample.score).signum()) as u8;
    }
    samples
}

fn recipe() -> Recipe {
    Recipe {
        width: 32,
        king_buckets: [1, 0, 1, 1, 1, 1],
        output_buckets: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
        epochs: 6,
        batch: 256,
        wdl: 0.2,
        schedule: Schedule { first: 0.004, last: 1e-4, warm_up: 5 },
        adam: AdamSettings::default(),
        seed: 9,
    }
}

fn finish(trainer: &mut Trainer, samples: &[Sample]) -> Vec<f64> {
    let mut losses = Vec::new();
    while !trainer.finished() {
        if let Event::Epoch { validation, .. } = trainer.advance(&samples[..4000], &samples[4000..], 2) {
            losses.push(validation);
        }
    }
    losses
}

#[test]
fn a_network_learns_material() {
    let samples = material_samples(5000);
    let mut trainer = Trainer::new(recipe()).unwrap();
    let before = loss(trainer.model(), &samples[4000..], 0.2, 1);
    let losses = finish(&mut trainer, &samples);
    let after = losses[losses.len() - 1];
    assert!(after < before / 4.0, "seed 9, from {before} over {losses:?}");
}

#[test]
fn an_interrupted_training_goes_on_as_if_nothing_had_happened() {
    let samples = material_samples(5000);
    let mut straight = Trainer::new(recipe()).unwrap();
    let mut broken = Trainer::new(recipe()).unwrap();
    let losses = finish(&mut straight, &samples);
    for _ in 0..21 {
        broken.advance(&samples[..4000], &samples[4000..], 2);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let id = Checkpoint::data_id(&samples);
    Checkpoint::save(&broken, id, &path).unwrap();
    let Checkpoint { trainer: mut resumed, data } = Checkpoint::load(&path).unwrap();
    assert_eq!(data, id);
    assert_eq!(resumed.epoch(), 1);
    assert_eq!(finish(&mut resumed, &samples), losses[1..]);
    assert_eq!(resumed.model(), straight.model());

    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(Checkpoint::load(&path), Err(CheckpointError::Damaged("its checksum is wrong"))));
    std::fs::write(&path, b"").unwrap();
    assert!(matches!(Checkpoint::load(&path), Err(CheckpointError::Damaged("it is empty"))));
}
