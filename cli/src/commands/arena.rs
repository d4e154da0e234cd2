//! What `chuhe match` and `chuhe tournament` have in common.

mod arguments;
mod draft;
mod engine_list;
mod help;
mod opening_choice;
mod report_json;
mod report_text;
mod screen;
mod settings;
mod start;
mod system_choice;

pub(super) use help::{MATCH_HELP, TOURNAMENT_HELP};
pub(super) use settings::Kind;
pub(super) use start::start;
