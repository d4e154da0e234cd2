#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod commands;
pub mod detect;
pub mod encoding;
mod format;
pub mod formats;
mod game;
mod legality;
mod lines;
mod movetext;
pub mod notation;
mod open;
mod replay;
mod resolve;
mod result;
mod tags;

pub use encoding::TextEncoding;
pub use format::{Format, Games, Loss, ReadError, ReadOptions, WriteOptions, one_game};
pub use game::{Annotations, Game, Mark, Node, NodeId, NodeScore, Visit, Warning};
pub use legality::{Placement, is_playable};
pub use lines::Source;
pub use notation::Notation;
pub use open::{LARGEST_WHOLE, Opened, open, open_file, read_as};
pub use replay::Replay;
pub use result::GameResult;
pub use tags::Tags;
