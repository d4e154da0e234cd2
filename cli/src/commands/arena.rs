//! What `chuhe match` and `chuhe tournament` have in common.

mod arguments;
mod final_report;
mod help;
mod screen;
mod settings;
mod start;

pub(super) use help::{MATCH_HELP, TOURNAMENT_HELP};
pub(super) use settings::Kind;
pub(super) use start::start;
