//! The macro behind the list of weights.
//!
//! Three shapes: `name: number`, `name: (middle game, endgame)` and `name: [pair; length] = [...]`, each followed by its
//! range and the step a tuner should try first. Every weight becomes a function of its name; a table's takes an index.

/// Declares weights. In a normal build each is a constant behind an inlined function; with the feature `tune` a set of
/// relaxed atomics that `list` hands out.
macro_rules! weights {
    ($($rest:tt)*) => {
        $crate::handcrafted::weights::declare::functions! { $($rest)* }
        #[cfg(feature = "tune")]
        $crate::handcrafted::weights::declare::listing! { [] $($rest)* }
    };
}

macro_rules! functions {
    () => {};
    (#[doc = $meaning:literal] $name:ident: $value:literal, $range:expr, $step:literal; $($rest:tt)*) => {
        #[doc = $meaning]
        #[inline(always)]
        pub(crate) fn $name() -> i32 {
            #[cfg(not(feature = "tune"))]
            return $value;
            #[cfg(feature = "tune")]
            return cells::$name[0].load(std::sync::atomic::Ordering::Relaxed);
        }
        $crate::handcrafted::weights::declare::functions! { $($rest)* }
    };
    (#[doc = $meaning:literal] $name:ident: ($mg:expr, $eg:expr), $range:expr, $step:literal; $($rest:tt)*) => {
        #[doc = $meaning]
        #[inline(always)]
        pub(crate) fn $name() -> Tapered {
            #[cfg(not(feature = "tune"))]
            return const { Tapered::new($mg, $eg) };
            #[cfg(feature = "tune")]
            return $crate::handcrafted::weights::tunable::load(&cells::$name, 0);
        }
        $crate::handcrafted::weights::declare::functions! { $($rest)* }
    };
    (
        #[doc = $meaning:literal]
        $name:ident: [pair; $length:literal] = [$($pair:expr),* $(,)?], $range:expr, $step:literal;
        $($rest:tt)*
    ) => {
        #[doc = $meaning]
        #[inline(always)]
        pub(crate) fn $name(index: usize) -> Tapered {
            #[cfg(not(feature = "tune"))]
            {
                static TABLE: [Tapered; $length] = pairs([$($pair),*]);
                TABLE[index]
            }
            #[cfg(feature = "tune")]
            $crate::handcrafted::weights::tunable::load(&cells::$name, index)
        }
        $crate::handcrafted::weights::declare::functions! { $($rest)* }
    };
}

#[cfg(feature = "tune")]
macro_rules! listing {
    ([$(($shape:ident $meaning:literal $name:ident $values:expr, $cells:expr, $range:expr, $step:literal))*]) => {
        /// The present values. A pair takes two cells, middle game first.
        #[allow(non_upper_case_globals)]
        mod cells {
            use std::sync::atomic::AtomicI32;
            #[allow(unused_imports)]
            use super::*;
            $(
                #[allow(clippy::declare_interior_mutable_const)]
                pub(super) static $name: [AtomicI32; $cells] = tunable::cells($values);
            )*
        }

        /// All weights, in the order of their declaration.
        #[must_use]
        pub fn list() -> Vec<Weight> {
            let mut list = Vec::new();
            $(
                let defaults: [i32; $cells] = $values;
                for (index, cell) in cells::$name.iter().enumerate() {
                    list.push(Weight {
                        table: stringify!($name),
                        index,
                        shape: tunable::Shape::$shape,
                        default: defaults[index],
                        min: *$range.start(),
                        max: *$range.end(),
                        step: $step,
                        meaning: $meaning.trim_ascii(),
                        cell,
                    });
                }
            )*
            list
        }
    };
    ([$($done:tt)*] #[doc = $meaning:literal] $name:ident: $value:literal, $range:expr, $step:literal; $($rest:tt)*) => {
        $crate::handcrafted::weights::declare::listing! {
            [$($done)* (Number $meaning $name [$value], 1, $range, $step)] $($rest)*
        }
    };
    (
        [$($done:tt)*]
        #[doc = $meaning:literal] $name:ident: ($mg:expr, $eg:expr), $range:expr, $step:literal; $($rest:tt)*
    ) => {
        $crate::handcrafted::weights::declare::listing! {
            [$($done)* (Pair $meaning $name [$mg, $eg], 2, $range, $step)] $($rest)*
        }
    };
    (
        [$($done:tt)*]
        #[doc = $meaning:literal]
        $name:ident: [pair; $length:literal] = [$($pair:expr),* $(,)?], $range:expr, $step:literal;
        $($rest:tt)*
    ) => {
        $crate::handcrafted::weights::declare::listing! {
            [$($done)* (Table $meaning $name flat([$($pair),*]), { $length * 2 }, $range, $step)] $($rest)*
        }
    };
}

pub(crate) use functions;
#[cfg(feature = "tune")]
pub(crate) use listing;
pub(crate) use weights;
