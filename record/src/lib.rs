#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

pub mod encoding;
mod format;
pub mod formats;
mod game;
mod legality;
pub mod notation;
mod replay;
mod result;
mod tags;

pub use encoding::TextEncoding;
pub use format::{Format, Games, Loss, ReadError, ReadOptions, WriteOptions, one_game};
pub use game::{Annotations, Game, Mark, Node, NodeId, NodeScore, Visit, Warning};
pub use legality::{Placement, is_playable};
pub use notation::Notation;
pub use replay::Replay;
pub use result::GameResult;
pub use tags::Tags;
