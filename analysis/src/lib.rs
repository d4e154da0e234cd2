#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod class;
mod game_analysis;
pub mod patterns;
mod record;
pub mod report;
mod score;

pub use class::{BLUNDER, INACCURACY, MISTAKE, MoveClass, accuracy};
pub use game_analysis::{
    Collection, Ending, GameAnalysis, GameSummary, OpeningRecord, OpeningTotals, PlayerSummary, PlayerTotals, RunInfo,
    Totals, Unreadable,
};
pub use record::{LineRecord, MoveText, OtherOpinion, Phase, PositionRecord, Ruling, Side, Tag};
pub use score::{CHANCE_SCALE, ScoreKind, ScoreRecord};
