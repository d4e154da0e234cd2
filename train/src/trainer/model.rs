//! The numbers that are learnt.

use std::ops::Range;

use chuhe_eval::nnue::Architecture;
use chuhe_eval::nnue::features::PLANES;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where each part stands in the list of all numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Rows of the first layer, bucket by bucket.
    pub rows: Range<usize>,
    /// Biases of the first layer.
    pub bias: Range<usize>,
    /// Output weights, bucket by bucket, side to move first.
    pub output: Range<usize>,
    /// Output biases.
    pub output_bias: Range<usize>,
    /// What the rows of all king buckets share; empty with one bucket.
    pub shared: Range<usize>,
}

impl Layout {
    /// The layout for an architecture.
    #[must_use]
    pub fn new(architecture: &Architecture) -> Layout {
        let (width, outputs) = (architecture.width(), architecture.output_buckets());
        let mut end = 0;
        let mut part = |len| {
            end += len;
            end - len..end
        };
        Layout {
            rows: part(architecture.rows() * width),
            bias: part(width),
            output: part(outputs * 2 * width),
            output_bias: part(outputs),
            shared: part(if architecture.king_buckets() > 1 { PLANES * width } else { 0 }),
        }
    }

    /// How many numbers a forward pass sees: all but the shared ones.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.output_bias.end
    }

    /// How many numbers are learnt.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.end
    }

    /// Whether there is nothing to learn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A network in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    architecture: Architecture,
    layout: Layout,
    /// All numbers, in the order of the layout.
    pub values: Vec<f32>,
    /// The numbers that a forward pass sees: those of `values` before the shared ones, the shared ones added to the rows.
    seen: Vec<f32>,
}

impl Model {
    /// A model with random numbers.
    #[must_use]
    pub fn random(architecture: Architecture, seed: u64) -> Model {
        let layout = Layout::new(&architecture);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut values = vec![0.0; layout.len()];
        let mut fill = |range: Range<usize>, size: f32| {
            values[range].iter_mut().for_each(|value| *value = rng.random_range(-size..=size));
        };
        // About twenty rows are added up; their sum should use the ramp from 0 to 1.
        fill(if layout.shared.is_empty() { layout.rows.clone() } else { layout.shared.clone() }, 0.15);
        fill(layout.output.clone(), 1.0 / (2.0 * architecture.width() as f32).sqrt());
        values[layout.bias.clone()].fill(0.25);
        Model::from_values(architecture, values)
    }

    /// A model of these numbers, in the order of [`Layout`].
    ///
    /// # Panics
    /// When their count does not fit the architecture.
    #[must_use]
    pub fn from_values(architecture: Architecture, values: Vec<f32>) -> Model {
        let layout = Layout::new(&architecture);
        assert_eq!(values.len(), layout.len(), "as many numbers as the architecture has");
        let seen = vec![0.0; layout.seen()];
        let mut model = Model { architecture, layout, values, seen };
        model.refresh();
        model
    }

    /// What it looks like.
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Where its parts stand.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The numbers of a forward pass, up to date since the last [`Model::refresh`].
    #[must_use]
    pub fn seen(&self) -> &[f32] {
        &self.seen
    }

    /// Adds the shared numbers to the rows after `values` were changed.
    pub fn refresh(&mut self) {
        let (seen, shared) = self.values.split_at(self.layout.seen());
        self.seen.copy_from_slice(seen);
        if !shared.is_empty() {
            for bucket in self.seen[self.layout.rows.clone()].chunks_exact_mut(shared.len()) {
                bucket.iter_mut().zip(shared).for_each(|(value, shared)| *value += shared);
            }
        }
    }
}
