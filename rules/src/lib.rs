#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod article;
mod class;
mod judge;
mod label;
mod line;
mod material;
mod outcome;
mod replay;
mod report;
mod rule_set;
mod search;
mod switches;
mod text;
mod verdict;

pub use class::{Chase, Conduct, Deed, LabelledPly, Tracked, label_plies};
pub use judge::{first_end, judge, judge_all, last_plies, losing_moves};
pub use label::{IdleKind, Label, Threat, Weakness, label};
pub use line::{Line, NaturalLimit, NullMove, Ply};
pub use material::material_draw;
pub use outcome::{Language, Outcome, Reason, Repetition, Verdict};
pub use replay::ReplayError;
pub use report::{ChaseReport, PlyReport, Report, Text};
pub use rule_set::{RuleSet, UnknownRuleSet};
pub use search::{Finding, RuleResult, SearchJudge};
pub use switches::{MaterialDraw, Protection, Rules, Switches};
pub use verdict::{is_forbidden, verdict};
