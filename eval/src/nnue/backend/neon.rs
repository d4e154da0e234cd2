//! 64-bit ARM with NEON.

use std::arch::aarch64::*;

use super::{Backend, compiled_for, plain};
use crate::nnue::lane::Lane;
use crate::nnue::network::QA;

/// The back-ends of this family that the processor runs.
pub(super) fn available() -> Option<Backend> {
    std::arch::is_aarch64_feature_detected!("neon").then_some(BACKEND)
}

const BACKEND: Backend = Backend { name: "neon", move_piece, capture, refresh, output };

compiled_for!("neon");

fn output(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
    #[target_feature(enable = "neon")]
    fn compiled(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
        let one = vdupq_n_s16(QA as i16);
        let (our_weights, their_weights) = weights.split_at(us.len().min(weights.len()));
        let mut sums = [vdupq_n_s32(0); 4];
        for (neurons, weights) in [(us, our_weights), (them, their_weights)] {
            for (neurons, weights) in neurons.iter().zip(weights) {
                for (part, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: a lane is four vectors of eight numbers long.
                    let (neuron, weight) = unsafe {
                        (vld1q_s16(neurons.0.as_ptr().add(8 * part)), vld1q_s16(weights.0.as_ptr().add(8 * part)))
                    };
                    let neuron = vminq_s16(vmaxq_s16(neuron, vdupq_n_s16(0)), one);
                    // A weight times 255 fits 16 bits, so the square is taken in two steps.
                    let product = vmulq_s16(neuron, weight);
                    *sum = vmlal_s16(*sum, vget_low_s16(product), vget_low_s16(neuron));
                    *sum = vmlal_high_s16(*sum, product, neuron);
                }
            }
        }
        vaddvq_s32(vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3])))
    }
    // SAFETY: as in `move_piece`.
    unsafe { compiled(us, them, weights) }
}
