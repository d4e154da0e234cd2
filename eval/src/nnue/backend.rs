//! The arithmetic of the network for each kind of processor, chosen at run time. All give the same numbers.

#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::lane::Lane;

/// One implementation of the arithmetic. Rows and accumulators are slices of lanes of equal length.
#[derive(Clone, Copy)]
pub struct Backend {
    name: &'static str,
    pub(super) move_piece: MovePiece,
    pub(super) capture: Capture,
    pub(super) refresh: Refresh,
    pub(super) output: Output,
}

/// `to = from + add - sub`
type MovePiece = fn(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane]);
/// `to = from + add - sub - taken`
type Capture = fn(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane], taken: &[Lane]);
/// `sums += rows in add - rows in sub`; `rows` are all rows of a network.
type Refresh = fn(sums: &mut [Lane], rows: &[Lane], add: &[usize], sub: &[usize]);
/// The output neuron: the sum of `weight * clamp(neuron, 0, 255)²`. `weights` has those of `us`, then those of `them`.
type Output = fn(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32;

impl Backend {
    /// `scalar`, `avx2`, `avx512` or `neon`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The fastest one for this processor.
    #[must_use]
    pub fn best() -> Backend {
        Backend::available().pop().unwrap_or(scalar::BACKEND)
    }

    /// All that run on this processor, the slowest first.
    #[must_use]
    pub fn available() -> Vec<Backend> {
        #[allow(unused_mut)]
        let mut backends = vec![scalar::BACKEND];
        #[cfg(target_arch = "x86_64")]
        backends.extend(x86::available());
        #[cfg(target_arch = "aarch64")]
        backends.extend(neon::available());
        backends
    }
}

impl std::fmt::Debug for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The accumulators' arithmetic in plain Rust. Each back-end compiles its own copy for its instructions, which the
/// compiler turns into vector code by itself; only the output neuron gains from being written by hand.
mod plain {
    use super::Lane;

    #[inline(always)]
    pub(super) fn move_piece(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane]) {
        for (((to, from), add), sub) in to.iter_mut().zip(from).zip(add).zip(sub) {
            for i in 0..Lane::LEN {
                to.0[i] = from.0[i].wrapping_add(add.0[i]).wrapping_sub(sub.0[i]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn capture(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane], taken: &[Lane]) {
        for ((((to, from), add), sub), taken) in to.iter_mut().zip(from).zip(add).zip(sub).zip(taken) {
            for i in 0..Lane::LEN {
                to.0[i] = from.0[i].wrapping_add(add.0[i]).wrapping_sub(sub.0[i]).wrapping_sub(taken.0[i]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn refresh(sums: &mut [Lane], rows: &[Lane], add: &[usize], sub: &[usize]) {
        /// Lanes that are summed in registers.
        const TILE: usize = 4;
        let lanes = sums.len();
        let mut tile = [Lane::ZERO; TILE];
        for start in (0..lanes).step_by(TILE) {
            let len = TILE.min(lanes - start);
            let sums = &mut sums[start..start + len];
            tile[..len].copy_from_slice(sums);
            for &row in add {
                for (sum, weight) in tile.iter_mut().zip(&rows[row * lanes + start..][..len]) {
                    for i in 0..Lane::LEN {
                        sum.0[i] = sum.0[i].wrapping_add(weight.0[i]);
                    }
                }
            }
            for &row in sub {
                for (sum, weight) in tile.iter_mut().zip(&rows[row * lanes + start..][..len]) {
                    for i in 0..Lane::LEN {
                        sum.0[i] = sum.0[i].wrapping_sub(weight.0[i]);
                    }
                }
            }
            sums.copy_from_slice(&tile[..len]);
        }
    }
}

/// Makes the accumulators' functions of a back-end: copies of the plain ones, compiled for target features. The module
/// that uses it hands them out only after it has seen that the processor has the features.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! compiled_for {
    ($features:literal) => {
        pub(super) fn move_piece(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane]) {
            #[target_feature(enable = $features)]
            fn compiled(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane]) {
                plain::move_piece(to, from, add, sub);
            }
            // SAFETY: this back-end is handed out only where the processor has the features.
            unsafe { compiled(to, from, add, sub) }
        }

        pub(super) fn capture(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane], taken: &[Lane]) {
            #[target_feature(enable = $features)]
            fn compiled(to: &mut [Lane], from: &[Lane], add: &[Lane], sub: &[Lane], taken: &[Lane]) {
                plain::capture(to, from, add, sub, taken);
            }
            // SAFETY: as in `move_piece`.
            unsafe { compiled(to, from, add, sub, taken) }
        }

        pub(super) fn refresh(sums: &mut [Lane], rows: &[Lane], add: &[usize], sub: &[usize]) {
            #[target_feature(enable = $features)]
            fn compiled(sums: &mut [Lane], rows: &[Lane], add: &[usize], sub: &[usize]) {
                plain::refresh(sums, rows, add, sub);
            }
            // SAFETY: as in `move_piece`.
            unsafe { compiled(sums, rows, add, sub) }
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use compiled_for;
