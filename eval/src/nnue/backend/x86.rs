//! x86-64 with AVX2 or AVX-512.

use super::Backend;

/// The back-ends of this family that the processor runs, the slower first.
pub(super) fn available() -> impl Iterator<Item = Backend> {
    let has_avx2 = is_x86_feature_detected!("avx2");
    let has_avx512 = has_avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    has_avx2.then_some(avx2::BACKEND).into_iter().chain(has_avx512.then_some(avx512::BACKEND))
}

mod avx2 {
    use std::arch::x86_64::*;

    use super::super::{Backend, compiled_for, plain};
    use crate::nnue::lane::Lane;
    use crate::nnue::network::QA;

    pub(super) const BACKEND: Backend = Backend { name: "avx2", move_piece, capture, refresh, output };

    compiled_for!("avx2");

    pub(super) fn output(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
        #[target_feature(enable = "avx2")]
        fn compiled(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
            let one = _mm256_set1_epi16(QA as i16);
            let (our_weights, their_weights) = weights.split_at(us.len().min(weights.len()));
            let mut sums = [_mm256_setzero_si256(); 2];
            for (neurons, weights) in [(us, our_weights), (them, their_weights)] {
                for (neurons, weights) in neurons.iter().zip(weights) {
                    let (neurons, weights) =
                        (neurons.0.as_ptr().cast::<__m256i>(), weights.0.as_ptr().cast::<__m256i>());
                    for (half, sum) in sums.iter_mut().enumerate() {
                        // SAFETY: a lane is two aligned vectors long.
                        let (neuron, weight) =
                            unsafe { (_mm256_load_si256(neurons.add(half)), _mm256_load_si256(weights.add(half))) };
                        let neuron = _mm256_min_epi16(_mm256_max_epi16(neuron, _mm256_setzero_si256()), one);
                        // A weight times 255 fits 16 bits, so the square is taken in two steps.
                        let product = _mm256_mullo_epi16(neuron, weight);
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, neuron));
                    }
                }
            }
            let sum = _mm256_add_epi32(sums[0], sums[1]);
            let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
            let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b0100_1110>(sum));
            let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b1011_0001>(sum));
            _mm_cvtsi128_si32(sum)
        }
        // SAFETY: as in `move_piece`.
        unsafe { compiled(us, them, weights) }
    }
}

mod avx512 {
    use std::arch::x86_64::*;

    use super::super::{Backend, compiled_for, plain};
    use crate::nnue::lane::Lane;
    use crate::nnue::network::QA;

    pub(super) const BACKEND: Backend = Backend { name: "avx512", move_piece, capture, refresh, output };

    compiled_for!("avx512f,avx512bw");

    pub(super) fn output(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
        #[target_feature(enable = "avx512f,avx512bw")]
        fn compiled(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
            let one = _mm512_set1_epi16(QA as i16);
            let (our_weights, their_weights) = weights.split_at(us.len().min(weights.len()));
            let mut sums = [_mm512_setzero_si512(); 2];
            for ((neurons, weights), sum) in [(us, our_weights), (them, their_weights)].into_iter().zip(&mut sums) {
                for (neurons, weights) in neurons.iter().zip(weights) {
                    // SAFETY: a lane is one aligned vector long.
                    let (neuron, weight) = unsafe {
                        (
                            _mm512_load_si512(neurons.0.as_ptr().cast::<__m512i>()),
                            _mm512_load_si512(weights.0.as_ptr().cast::<__m512i>()),
                        )
                    };
                    let neuron = _mm512_min_epi16(_mm512_max_epi16(neuron, _mm512_setzero_si512()), one);
                    let product = _mm512_mullo_epi16(neuron, weight);
                    *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(product, neuron));
                }
            }
            _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
        }
        // SAFETY: as in `move_piece`.
        unsafe { compiled(us, them, weights) }
    }
}
