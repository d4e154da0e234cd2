#![forbid(unsafe_code)]
//! The referee of xiangqi.

mod line;
mod rule_set;
mod search;

pub use line::{Line, NaturalLimit, NullMove, Ply};
pub use rule_set::{RuleSet, UnknownRuleSet};
pub use search::{Finding, RuleResult, SearchJudge};
