#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod atomic_file;
pub mod board;
mod commands;
pub mod convert;
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
pub mod query;
mod replay;
mod resolve;
mod result;
pub mod sources;
mod tags;
pub mod write;

pub use atomic_file::AtomicFile;
pub use encoding::TextEncoding;
pub use format::{Format, Games, Loss, ReadError, ReadOptions, WriteOptions, one_game};
pub use game::{Annotations, Game, Mark, Node, NodeId, NodeScore, Visit, Warning};
pub use legality::{Placement, is_playable};
pub use lines::Source;
pub use notation::Notation;
pub use open::{LARGEST_WHOLE, Opened, open, open_file, read_as};
pub use query::{Filter, Summary, WantedPosition};
pub use replay::Replay;
pub use result::GameResult;
pub use sources::{FileError, SourceFile, SourceGames};
pub use tags::Tags;
