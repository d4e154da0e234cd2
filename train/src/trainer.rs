//! Training on the processor.
//!
//! The network is that of [`chuhe_eval::nnue`] in floating point: `y = b + Σ w · clamp(a, 0, 1)²` over the accumulators `a`
//! of both sides. It predicts the result `1 / (1 + exp(-y))`; the loss is the mean of the squared distance to
//! [`crate::sample::Sample::target`].
//!
//! With several king buckets each row is the sum of its own numbers and of numbers that all buckets share (a factoriser),
//! so that what little data a rare bucket has only need teach it the difference. `quantise` adds them up.

mod adam;
mod checkpoint;
mod gradient;
mod model;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

pub use adam::{Adam, AdamSettings};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use gradient::{Gradient, loss};
pub use model::{Layout, Model};
pub use run::{Event, Recipe, Trainer};
pub use schedule::Schedule;
