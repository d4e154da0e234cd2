#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
pub mod bookdat;
mod contents;
mod convert;
mod counting;
mod edit;
pub mod embedded;
mod error;
mod fold;
mod format;
mod learn;
mod library;
mod lines;
mod lint;
mod memory;
pub mod names;
pub mod obk;
mod own;
mod part_file;
mod scoring;
mod select;
mod sqlite;
mod walk;
pub mod xqb;

pub use book::{Book, BookInfo, BookMove, sort};
pub use bookdat::BookDat;
pub use contents::Contents;
pub use convert::{ConvertOptions, Converted, Loss, convert, gather, save, save_as};
pub use counting::{CountOptions, Counted, Counter, Players, Weighting, prune};
pub use edit::{Change, Edit, edit};
pub use error::BookError;
pub use fold::Folded;
pub use format::{BookFormat, open, open_in_memory, recognise};
pub use learn::{LearnOptions, Lesson};
pub use library::{Choice, Chosen, Library};
pub use lines::{BookLine, lines};
pub use lint::{Fault, lint, repetitions};
pub use memory::MemoryBook;
pub use obk::{KeyStorage, ObkBook};
pub use own::{OwnBook, write};
pub use scoring::{Journal, LineScorer, Progress, Scored, score};
pub use select::{Variety, choose, is_safe, shares};
pub use walk::{Visit, walk};
pub use xqb::XqbBook;
