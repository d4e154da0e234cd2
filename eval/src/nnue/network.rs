//! The numbers of a network.

use chuhe_movegen::Position;
use thiserror::Error;

use super::architecture::Architecture;
use super::lane::Lane;

/// One unit of the first layer.
pub const QA: i32 = 255;
/// One unit of the output layer.
pub const QB: i32 = 64;
/// Hundredths of a pawn for one unit of output; `1 / (1 + exp(-score / SCALE))` is the expected result.
pub const SCALE: i32 = 400;

/// The most a weight of the first layer may be: 32 of them and the bias then fit 16 bits.
const MAX_WEIGHT: u16 = 990;
/// The most a bias of the first layer may be.
const MAX_BIAS: u16 = 1000;
/// The most an output weight may be: times [`QA`] it fits 16 bits.
const MAX_OUTPUT_WEIGHT: u16 = 128;
/// The most an output bias may be.
const MAX_OUTPUT_BIAS: u32 = 1 << 20;

/// A network, ready to evaluate.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    name: String,
    architecture: Architecture,
    pub(super) rows: Box<[Lane]>,
    pub(super) bias: Box<[Lane]>,
    /// For each bucket the weights of the side to move, then of the other.
    output: Box<[Lane]>,
    output_bias: Box<[i32]>,
}

/// The numbers of a network as they stand in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// First layer, row by row ([`Architecture::rows`] rows of the width), in units of 1/[`QA`].
    pub rows: Vec<i16>,
    /// Biases of the first layer, in units of 1/[`QA`].
    pub bias: Vec<i16>,
    /// For each output bucket the weights of the side to move, then of the other, in units of 1/[`QB`].
    pub output: Vec<i16>,
    /// Bias of each output bucket, in units of 1/([`QA`] [`QB`]).
    pub output_bias: Vec<i32>,
}

/// Numbers that no network can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParametersError {
    /// A list has the wrong length.
    #[error("{what}: {found} numbers instead of {expected}")]
    Count {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that the architecture asks for.
        expected: usize,
    },
    /// A number is too large for the arithmetic of the evaluation.
    #[error("{what}: {value} is beyond ±{limit}")]
    TooLarge {
        /// Which list.
        what: &'static str,
        /// The number.
        value: i64,
        /// The largest that is allowed.
        limit: i64,
    },
}

impl Parameters {
    /// Nothing but zeros.
    #[must_use]
    pub fn zeros(architecture: &Architecture) -> Parameters {
        let [rows, bias, output, output_bias] = Parameters::lengths(architecture);
        Parameters {
            rows: vec![0; rows],
            bias: vec![0; bias],
            output: vec![0; output],
            output_bias: vec![0; output_bias],
        }
    }

    /// How many numbers each list has.
    pub(super) fn lengths(architecture: &Architecture) -> [usize; 4] {
        let (width, buckets) = (architecture.width(), architecture.output_buckets());
        [architecture.rows() * width, width, buckets * 2 * width, buckets]
    }

    fn check(&self, architecture: &Architecture) -> Result<(), ParametersError> {
        let names = ["first layer", "first layer's biases", "output weights", "output biases"];
        let found = [self.rows.len(), self.bias.len(), self.output.len(), self.output_bias.len()];
        for ((what, found), expected) in names.into_iter().zip(found).zip(Parameters::lengths(architecture)) {
            if found != expected {
                return Err(ParametersError::Count { what, found, expected });
            }
        }
        let [rows, bias, output, output_bias] = names;
        let too_large =
            |what, value: i64, limit: u32| Err(ParametersError::TooLarge { what, value, limit: limit.into() });
        for (what, numbers, limit) in
            [(rows, &self.rows, MAX_WEIGHT), (bias, &self.bias, MAX_BIAS), (output, &self.output, MAX_OUTPUT_WEIGHT)]
        {
            if let Some(&value) = numbers.iter().find(|value| value.unsigned_abs() > limit) {
                return too_large(what, value.into(), limit.into());
            }
        }
        if let Some(&value) = self.output_bias.iter().find(|value| value.unsigned_abs() > MAX_OUTPUT_BIAS) {
            return too_large(output_bias, value.into(), MAX_OUTPUT_BIAS);
        }
        // The sum of the output neuron stays within 32 bits when all neurons of one sign are fully on.
        let limit = i32::MAX / (QA * QA);
        for bucket in self.output.chunks_exact(2 * architecture.width()) {
            let positive: i32 = bucket.iter().map(|&weight| i32::from(weight.max(0))).sum();
            let negative: i32 = bucket.iter().map(|&weight| i32::from(weight.min(0))).sum();
            if positive.max(-negative) > limit {
                return too_large("sum of the output weights", positive.max(-negative).into(), limit as u32);
            }
        }
        Ok(())
    }
}

impl Network {
    /// A network of these numbers. The name is for people.
    ///
    /// # Errors
    /// When a list has the wrong length or a number could overflow the arithmetic of the evaluation.
    pub fn new(name: &str, architecture: Architecture, parameters: &Parameters) -> Result<Network, ParametersError> {
        parameters.check(&architecture)?;
        Ok(Network {
            name: name.to_owned(),
            rows: Lane::cut(&parameters.rows),
            bias: Lane::cut(&parameters.bias),
            output: Lane::cut(&parameters.output),
            output_bias: parameters.output_bias.clone().into(),
            architecture,
        })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it looks like.
    #[inline]
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Its numbers.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let numbers = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Parameters {
            rows: numbers(&self.rows),
            bias: numbers(&self.bias),
            output: numbers(&self.output),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// A row of the first layer.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[Lane] {
        let lanes = self.architecture.lanes();
        &self.rows[row * lanes..][..lanes]
    }

    /// The weights of an output bucket, side to move first.
    #[inline]
    pub(super) fn output(&self, bucket: usize) -> &[Lane] {
        let lanes = 2 * self.architecture.lanes();
        &self.output[bucket * lanes..][..lanes]
    }

    /// Hundredths of a pawn from the sum over the neurons, which is in units of 1/([`QA`]² [`QB`]).
    #[inline]
    pub(super) fn score(&self, bucket: usize, sum: i32) -> i32 {
        let output = i64::from(sum / QA + self.output_bias[bucket]);
        ((output * i64::from(SCALE)) / i64::from(QA * QB)) as i32
    }

    /// The value of a position for the side to move, from scratch and without any vector code: slow and obvious.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        use super::features::{PLANES, View};
        let side = position.side();
        let mut neurons = Vec::new();
        for color in [side, !side] {
            let view = View::of(position, color);
            let bucket = self.architecture.king_bucket(view.king_point);
            let mut sums: Vec<i32> = self.bias.iter().flat_map(|lane| lane.0).map(i32::from).collect();
            for (square, piece) in position.board().pieces() {
                let row = self.row(bucket * PLANES + view.plane(piece, square));
                sums.iter_mut()
                    .zip(row.iter().flat_map(|lane| lane.0))
                    .for_each(|(sum, weight)| *sum += i32::from(weight));
            }
            neurons.extend(sums.into_iter().map(|sum| sum.clamp(0, QA).pow(2)));
        }
        let bucket = self.architecture.output_bucket(position);
        let weights = self.output(bucket).iter().flat_map(|lane| lane.0);
        let sum = neurons.into_iter().zip(weights).map(|(neuron, weight)| neuron * i32::from(weight)).sum();
        self.score(bucket, sum)
    }
}
