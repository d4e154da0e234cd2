#![forbid(unsafe_code)]
//! The referee of xiangqi.

/// c
pub mod class;
/// c
pub mod judge;
/// c
pub mod label;
mod line;
mod rule_set;
mod search;
/// c
pub mod switches;

pub use line::{Line, NaturalLimit, NullMove, Ply};
pub use rule_set::{RuleSet, UnknownRuleSet};
pub use search::{Finding, RuleResult, SearchJudge};
