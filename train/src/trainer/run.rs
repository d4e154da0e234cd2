//! The loop: epochs of batches, validation, checkpoints.

use std::time::{Duration, Instant};

use chuhe_eval::nnue::{Architecture, ArchitectureError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::adam::{Adam, AdamSettings};
use super::gradient::{Gradient, loss};
use super::model::{Layout, Model};
use super::schedule::Schedule;
use crate::sample::Sample;

/// What a network depends on, beside its data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// Neurons of the first layer a side.
    pub width: usize,
    /// [`Architecture::king_table`].
    pub king_buckets: [u8; 6],
    /// [`Architecture::output_table`].
    pub output_buckets: [u8; 13],
    /// Passes through the data.
    pub epochs: u64,
    /// Samples of a step.
    pub batch: usize,
    /// Share of the game's result in what is learnt; the rest is the search's score.
    pub wdl: f32,
    /// Learning rate.
    pub schedule: Schedule,
    /// AdamW.
    pub adam: AdamSettings,
    /// First numbers and order of the samples.
    pub seed: u64,
}

impl Recipe {
    /// The network's architecture.
    ///
    /// # Errors
    /// When there is no such architecture.
    pub fn architecture(&self) -> Result<Architecture, ArchitectureError> {
        Architecture::new(self.width, self.king_buckets, self.output_buckets)
    }
}

/// What happens in training.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A step was taken.
    Step {
        /// Steps taken and to be taken.
        step: u64,
        /// All steps.
        steps: u64,
        /// Mean loss of the epoch so far.
        loss: f64,
        /// Learning rate.
        rate: f32,
        /// Time of the step.
        time: Duration,
    },
    /// An epoch is over.
    Epoch {
        /// Epochs finished.
        epoch: u64,
        /// Mean loss of the epoch's steps.
        training: f64,
        /// Mean loss on the validation samples.
        validation: f64,
    },
}

/// A training under way. The same recipe, data and number of threads give the same numbers, also over interruptions.
pub struct Trainer {
    pub(super) recipe: Recipe,
    pub(super) model: Model,
    pub(super) adam: Adam,
    /// Epochs finished, and steps of the epoch under way.
    pub(super) epoch: u64,
    pub(super) step: u64,
    /// Sum and number of the losses in the epoch under way.
    pub(super) losses: (f64, u64),
    order: Option<Vec<u32>>,
    gradients: Vec<Gradient>,
}

impl Trainer {
    /// A training at its beginning.
    ///
    /// # Errors
    /// When the recipe has no possible architecture.
    pub fn new(recipe: Recipe) -> Result<Trainer, ArchitectureError> {
        let model = Model::random(recipe.architecture()?, recipe.seed);
        let adam = Adam::new(recipe.adam, model.values.len());
        Ok(Trainer::resume(recipe, model, adam, 0, 0, (0.0, 0)))
    }

    pub(super) fn resume(
        recipe: Recipe,
        model: Model,
        adam: Adam,
        epoch: u64,
        step: u64,
        losses: (f64, u64),
    ) -> Trainer {
        Trainer { recipe, model, adam, epoch, step, losses, order: None, gradients: Vec::new() }
    }

    /// The recipe.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The network as it is now.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Epochs finished.
    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Whether all epochs are finished.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.epoch >= self.recipe.epochs
    }

    /// Takes the next step and, at the end of an epoch, measures the validation loss.
    ///
    /// # Panics
    /// When there are no training samples, or more than 2³² of them.
    pub fn advance(&mut self, training: &[Sample], validation: &[Sample], threads: usize) -> Event {
        let start = Instant::now();
        let steps = training.len().div_ceil(self.recipe.batch) as u64;
        if self.step >= steps {
            return self.end_epoch(validation, threads);
        }
        let order = self.order.take().unwrap_or_else(|| self.draw_order(training.len()));
        let at = self.step as usize * self.recipe.batch;
        let batch = &order[at..(at + self.recipe.batch).min(order.len())];
        let sum = self.sum_gradients(training, batch, threads);
        let gradient = self.whole_gradient(threads);
        let (done, all) = (self.epoch * steps + self.step, self.recipe.epochs * steps);
        let rate = self.recipe.schedule.rate(done, all);
        self.adam.step(&mut self.model.values, &gradient, rate, threads);
        self.model.refresh();
        self.losses.0 += sum;
        self.losses.1 += batch.len() as u64;
        self.step += 1;
        self.order = Some(order);
        Event::Step {
            step: done + 1,
            steps: all,
            loss: self.losses.0 / self.losses.1 as f64,
            rate,
            time: start.elapsed(),
        }
    }

    fn end_epoch(&mut self, validation: &[Sample], threads: usize) -> Event {
        let (sum, count) = std::mem::take(&mut self.losses);
        self.step = 0;
        self.epoch += 1;
        self.order = None;
        let validation = loss(&self.model, validation, self.recipe.wdl, threads);
        Event::Epoch { epoch: self.epoch, training: sum / count.max(1) as f64, validation }
    }

    /// The order of the samples in this epoch, which depends on the seed and the epoch alone.
    fn draw_order(&self, len: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..u32::try_from(len).expect("at most 2³² samples")).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        rng.set_stream(self.epoch + 1);
        order.shuffle(&mut rng);
        order
    }

    /// Lets each thread sum the gradient of its share of the batch; returns the sum of the losses.
    fn sum_gradients(&mut self, training: &[Sample], batch: &[u32], threads: usize) -> f64 {
        let threads = threads.max(1);
        while self.gradients.len() < threads {
            self.gradients.push(Gradient::new(&self.model));
        }
        self.gradients.truncate(threads);
        let (model, wdl, scale) = (&self.model, self.recipe.wdl, 1.0 / batch.len() as f32);
        let epoch = self.epoch;
        let part = batch.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let mut parts = batch.chunks(part);
            let workers: Vec<_> = self
                .gradients
                .iter_mut()
                .map(|gradient| {
                    let part = parts.next().unwrap_or(&[]);
                    scope.spawn(move || {
                        gradient.values.fill(0.0);
                        let mut sum = 0.0;
                        for &index in part {
                            // Half of the samples are seen in a mirror, the other half in the next epoch.
                            let mirror = (u64::from(index.wrapping_mul(0x9e37_79b9) >> 31) + epoch) % 2 == 1;
                            let sample = &training[index as usize];
                            sum += f64::from(gradient.add(model, sample, mirror, wdl, scale));
                        }
                        sum
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).sum()
        })
    }

    /// Adds up the threads' gradients, in their order.
    fn whole_gradient(&mut self, threads: usize) -> Vec<f32> {
        if let [first, others @ ..] = self.gradients.as_mut_slice() {
            let part = first.values.len().div_ceil(threads.max(1)).max(1);
            std::thread::scope(|scope| {
                for (number, sums) in first.values.chunks_mut(part).enumerate() {
                    let others = &*others;
                    scope.spawn(move || {
                        for other in others {
                            let values = &other.values[number * part..][..sums.len()];
                            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                        }
                    });
                }
            });
            with_shared(self.model.layout(), &first.values)
        } else {
            Vec::new()
        }
    }
}

/// The gradient of all numbers from that of the numbers seen: what is shared by the king buckets gets the sum of theirs.
pub(super) fn with_shared(layout: &Layout, seen: &[f32]) -> Vec<f32> {
    let mut whole = Vec::with_capacity(layout.len());
    whole.extend_from_slice(seen);
    whole.resize(layout.len(), 0.0);
    let (seen, shared) = whole.split_at_mut(layout.seen());
    if !shared.is_empty() {
        for bucket in seen[layout.rows.clone()].chunks_exact(shared.len()) {
            shared.iter_mut().zip(bucket).for_each(|(sum, value)| *sum += value);
        }
    }
    whole
}
