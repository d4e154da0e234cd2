//! Every number of the search that matches may tune: name, value, range, step, meaning.
//!
//! A normal build makes constants of them. Feature `tune` makes them options of the same name.

/// A tunable for listing.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Name, also of the option in a `tune` build.
    pub name: &'static str,
    /// Present value.
    pub value: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// A step a tuner should try.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal..=$max:literal, $step:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            #[must_use]
            pub const fn $name() -> i32 {
                $value
            }
            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            #[must_use]
            pub fn $name() -> i32 {
                cells::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod cells {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// All tunables with their present values.
        #[must_use]
        pub fn all() -> Vec<Param> {
            vec![$(Param { name: stringify!($name), value: $name(), min: $min, max: $max, step: $step }),*]
        }

        /// Sets a tunable; false when there is none of that name.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => cells::$name.store(value, std::sync::atomic::Ordering::Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}

params! {
    /// Half width of the first aspiration window.
    aspiration_delta = 14, 5..=50, 4;
    /// Growth of a failed window, in 1/128.
    aspiration_growth = 64, 16..=256, 16;

    /// Razoring: margin at depth 0.
    razor_base = 220, 50..=600, 40;
    /// Razoring: margin a squared depth.
    razor_depth = 170, 50..=500, 30;
    /// Reverse futility: margin a depth.
    rfp_depth = 62, 20..=160, 8;
    /// Reverse futility: less margin when the evaluation improves.
    rfp_improving = 48, 0..=160, 8;
    /// Null move: evaluation above beta that buys one more ply of reduction.
    nmp_eval = 150, 50..=500, 25;
    /// Null move: how far the evaluation may lie below beta at depth 0.
    nmp_base = 110, 0..=400, 25;
    /// Null move: how much less of that a depth.
    nmp_depth = 14, 0..=50, 3;
    /// ProbCut: raised beta.
    probcut_margin = 180, 50..=500, 25;
    /// ProbCut: less raised when improving.
    probcut_improving = 50, 0..=200, 15;

    /// Futility of quiet moves: margin at reduced depth 0.
    futility_base = 90, 20..=300, 15;
    /// Futility of quiet moves: margin a reduced depth.
    futility_depth = 75, 20..=200, 10;
    /// Futility of captures: margin at depth 0, the victim not counted.
    capture_futility_base = 190, 50..=500, 25;
    /// Futility of captures: margin a depth.
    capture_futility_depth = 150, 50..=400, 20;
    /// Late move count at depth 0.
    lmp_base = 4, 1..=12, 1;
    /// History below which a quiet move is pruned, a depth.
    history_pruning = 3200, 500..=8000, 400;
    /// Exchange loss allowed for a quiet move, a squared reduced depth.
    see_quiet = 28, 5..=80, 5;
    /// Exchange loss allowed for a capture, a depth.
    see_capture = 110, 30..=300, 15;

    /// Late move reductions: constant part in 1/1024 plies.
    lmr_base = 620, 0..=2000, 100;
    /// Late move reductions: factor of ln(depth) * ln(move number), in 1/1024 plies.
    lmr_factor = 480, 200..=900, 40;
    /// Reduction, in 1/1024 plies, at expected cut nodes.
    lmr_cut = 1400, 0..=3000, 150;
    /// Less reduction in the principal variation or where a table entry once belonged to it.
    lmr_pv = 1000, 0..=3000, 150;
    /// More reduction when the evaluation does not improve.
    lmr_not_improving = 700, 0..=2000, 100;
    /// More reduction when the table move is a capture.
    lmr_table_capture = 700, 0..=2000, 100;
    /// Less reduction for checks.
    lmr_check = 900, 0..=2500, 150;
    /// Less reduction for killers.
    lmr_killer = 900, 0..=2500, 150;
    /// More reduction when the next ply has cut often.
    lmr_cutoffs = 700, 0..=2000, 100;
    /// History that is worth one ply of reduction.
    lmr_history = 7800, 2000..=20000, 800;

    /// Singular extension: margin below the table value, in 1/16 a depth.
    singular_margin = 16, 4..=48, 3;
    /// Singular extension: further below for a second ply.
    singular_double = 16, 0..=60, 4;

    /// Quiescence: what a capture may promise above the stand-pat value.
    qs_futility = 150, 30..=400, 20;
    /// Quiescence: exchange value below which captures are skipped.
    qs_see = 1, -200..=100, 20;

    /// History bonus: a depth.
    bonus_depth = 170, 50..=400, 20;
    /// History bonus: constant part (taken off).
    bonus_base = 60, 0..=400, 20;
    /// History bonus: ceiling.
    bonus_max = 1800, 600..=4000, 150;
    /// History malus: a depth.
    malus_depth = 190, 50..=400, 20;
    /// History malus: ceiling.
    malus_max = 1500, 600..=4000, 150;

    /// Correction: weight of the pawn structure, in 1/64.
    correct_pawns = 26, 0..=160, 8;
    /// Correction: weight of each side's pieces, in 1/64.
    correct_pieces = 20, 0..=160, 8;
    /// Correction: weight of the last two moves, in 1/64.
    correct_moves = 16, 0..=160, 8;
}
