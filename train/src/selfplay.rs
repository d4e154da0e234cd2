//! Games of the engine with itself.

mod adjudication;
mod opening;
mod player;
mod run;

pub use adjudication::{Adjudicator, Agreement};
pub use opening::{Openings, OpeningsError};
pub(crate) use player::referee;
pub use player::{Player, Settings};
pub use run::run;
