#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod command;
mod dialect;
mod go;
mod info;
mod moves;
mod option;
mod position;
mod reply;
mod score;
mod words;

pub use command::{Command, format_command, parse_command};
pub use dialect::{Dialect, Ranks};
pub use go::{Clock, Go, TimeUnit};
pub use info::{Bound, Info, Wdl};
pub use moves::{format_move, parse_move};
pub use option::{OptionKind, OptionLine, OptionSpec, OptionTable, OptionValue, normalise_name};
pub use position::{PositionText, Start};
pub use reply::{HashBound, MAX_LINE, Reply, format_reply, parse_reply};
pub use score::{MAX_EVALUATION, MINOR};
