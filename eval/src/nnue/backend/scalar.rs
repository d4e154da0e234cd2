//! Plain Rust, for any processor.

use super::{Backend, plain};
use crate::nnue::lane::Lane;
use crate::nnue::network::QA;

pub(super) const BACKEND: Backend =
    Backend { name: "scalar", move_piece: plain::move_piece, capture: plain::capture, refresh: plain::refresh, output };

fn output(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
    let mut sum = 0;
    for (neurons, weights) in us.iter().chain(them).zip(weights) {
        for i in 0..Lane::LEN {
            let neuron = i32::from(neurons.0[i]).clamp(0, QA);
            sum += neuron * neuron * i32::from(weights.0[i]);
        }
    }
    sum
}
