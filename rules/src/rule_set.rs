//! The rule sets by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A body of rules on repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// The Asian rules (AXF), arts. 1-40.
    #[default]
    Axf,
    /// The Chinese rules (CXA) of the 1999 family of texts, arts. 24-29 and ch. 7.
    Cxa1999,
    /// The Chinese rules, edition 2020.
    Cxa2020,
    /// The world federation's rules of 2018, judged as the fourth revision of the Asian ones.
    Wxf,
    /// The computer rule of current strong engines: chases by common victims, cancelled by any check in the loop.
    Computer,
    /// The simple rule of the UCCI league: checks, and chases by the piece just moved.
    League,
    /// Only a one-sided perpetual check loses.
    CheckBan,
    /// Every repetition is a draw.
    AlwaysDraw,
}

/// A name that is no rule set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a rule set (axf, cxa1999, cxa2020, wxf, computer, league, checkban, alwaysdraw)")]
pub struct UnknownRuleSet(pub String);

impl RuleSet {
    /// All rule sets.
    pub const ALL: [RuleSet; 8] = [
        RuleSet::Axf,
        RuleSet::Cxa1999,
        RuleSet::Cxa2020,
        RuleSet::Wxf,
        RuleSet::Computer,
        RuleSet::League,
        RuleSet::CheckBan,
        RuleSet::AlwaysDraw,
    ];

    /// The name by which options and reports call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Axf => "axf",
            RuleSet::Cxa1999 => "cxa1999",
            RuleSet::Cxa2020 => "cxa2020",
            RuleSet::Wxf => "wxf",
            RuleSet::Computer => "computer",
            RuleSet::League => "league",
            RuleSet::CheckBan => "checkban",
            RuleSet::AlwaysDraw => "alwaysdraw",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    /// Reads the names in any case, and those of UCCI's option `repetition` (`asianrule`, `chineserule`, `checkban`,
    /// `alwaysdraw`), `cxa` for the 1999 text, `pikafish` for the computer rule, `simple` for the league rule.
    fn from_str(text: &str) -> Result<RuleSet, UnknownRuleSet> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "axf" | "asianrule" | "asian" => RuleSet::Axf,
            "cxa1999" | "cxa" => RuleSet::Cxa1999,
            "cxa2020" | "chineserule" | "chinese" => RuleSet::Cxa2020,
            "wxf" => RuleSet::Wxf,
            "computer" | "pikafish" => RuleSet::Computer,
            "league" | "simple" => RuleSet::League,
            "checkban" => RuleSet::CheckBan,
            "alwaysdraw" => RuleSet::AlwaysDraw,
            _ => return Err(UnknownRuleSet(text.to_owned())),
        })
    }
}
