#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod annotate;
mod class;
mod collection;
mod events;
mod game_analysis;
pub mod input;
pub mod output;
pub mod patterns;
pub mod puzzles;
mod record;
pub mod report;
pub mod run;
mod score;
pub mod search;
mod summary;
mod walk;

pub use class::{BLUNDER, INACCURACY, MISTAKE, MoveClass, accuracy};
pub use collection::collection;
pub use game_analysis::{
    Collection, Ending, GameAnalysis, GameSummary, OpeningRecord, OpeningTotals, PlayerSummary, PlayerTotals, RunInfo,
    Totals, Unreadable,
};
pub use record::{LineRecord, MoveText, OtherOpinion, Phase, PositionRecord, Ruling, Side, Tag};
pub use score::{CHANCE_SCALE, ScoreKind, ScoreRecord};
