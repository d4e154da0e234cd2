//! Who plays whom.
//!
//! A [`System`] is asked for one stage after the other. A stage is a list of encounters whose games may all be played at
//! once; the next stage is drawn up from the results when all of them are finished. The same players, seed and results
//! always give the same schedule, so that an interrupted tournament goes on as it began.

mod gauntlet;
mod groups;
mod knockout;
mod matching;
mod pyramid;
mod round_robin;
mod swiss;
mod system;
mod teams;

pub use round_robin::round_robin;
pub use system::{Encounter, Outcome, System, Table};
pub use teams::TeamMatch;
