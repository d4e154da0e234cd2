//! What results say about strength: Elo with error bars, sequential tests, rating lists.

mod elo;
mod outcomes;
mod rating;
mod sprt;

pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use outcomes::{Pairs, Tally};
pub use rating::{Crosstable, Rating, ratings};
pub use sprt::{Decision, Sprt, SprtError, SprtModel};
