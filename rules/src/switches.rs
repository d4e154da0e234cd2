//! What distinguishes the rule sets: named switches and parameters.

use std::str::FromStr;

use crate::{NaturalLimit, RuleSet, UnknownRuleSet};

/// When an attacked piece counts as protected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// When some enemy piece can legally recapture; knights and cannons attack even a protected rook, advisors and
    /// bishops even a protected rook, knight or cannon.
    LegalRecapture,
    /// When the whole exchange on its point wins nothing for the attacker (rook 4, knight and cannon 2, others 1).
    Exchange,
    /// When some enemy piece attacks the point, legally or not, and only the piece just moved chases.
    MovedPieceOnly,
}

/// How much material a side needs to be able to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialDraw {
    /// Material never draws.
    Never,
    /// Draw when no side has a piece that can cross the river.
    NoAttackers,
    /// Also when all that can cross the river is one cannon and no side has an advisor: it can never mate.
    LoneCannon,
}

/// The switches of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// A one-sided perpetual check loses.
    pub check_loses: bool,
    /// A one-sided perpetual chase loses.
    pub chase_loses: bool,
    /// A move that threatens mate by consecutive checks is an attack like check and chase.
    pub kill_counts: bool,
    /// A perpetual chase may have several victims; otherwise one piece must be chased by every move.
    pub several_victims: bool,
    /// Attacks of different kinds in turn (check, kill, chase) are forbidden like those of one kind.
    pub mixtures_count: bool,
    /// A check by either side anywhere in the loop makes an end of all chases in it.
    pub any_check_cancels: bool,
    /// Winning a piece through consecutive checks is a chase.
    pub chase_through_checks: bool,
    /// When an attacked piece counts as protected.
    pub protection: Protection,
    /// Attacks of pawns count as chases when both sides attack by every move.
    pub pawns_answer: bool,
    /// An attack is none when the capture would be answered by mate.
    pub mated_exempt: bool,
    /// Whoever chases a rook that a knight holds loses even when the other side chases, too.
    pub held_rook_first: bool,
    /// In a mutual chase, who chases pieces without any protector loses to who attacks underprotected ones.
    pub unprotected_first: bool,
    /// A forbidden loop other than perpetual check loses only when it is played once more after the warning.
    pub warning: bool,
}

/// A rule set with its parameters: all that the judge asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Where the rules come from.
    pub set: RuleSet,
    /// How they judge loops.
    pub switches: Switches,
    /// How often a position must have stood for a verdict; at least 2.
    pub occurrences: usize,
    /// The natural limit.
    pub limit: NaturalLimit,
    /// Whether only the checks of the side that claims the natural limit (the side to move) are deducted, and no replies
    /// are looked at; otherwise checks of both sides are, as [`crate::Line::clock`] does.
    pub claimed: bool,
    /// Draws by material.
    pub material: MaterialDraw,
}

const AXF: Switches = Switches {
    check_loses: true,
    chase_loses: true,
    kill_counts: false,
    several_victims: false,
    mixtures_count: false,
    any_check_cancels: false,
    chase_through_checks: false,
    protection: Protection::LegalRecapture,
    pawns_answer: false,
    mated_exempt: false,
    held_rook_first: true,
    unprotected_first: false,
    warning: false,
};

const CXA1999: Switches = Switches {
    kill_counts: true,
    several_victims: true,
    mixtures_count: true,
    chase_through_checks: true,
    protection: Protection::Exchange,
    pawns_answer: true,
    mated_exempt: true,
    held_rook_first: false,
    warning: true,
    ..AXF
};

impl Rules {
    /// A rule set with its usual parameters.
    #[must_use]
    pub const fn new(set: RuleSet) -> Rules {
        let switches = match set {
            RuleSet::Axf | RuleSet::Wxf => AXF,
            RuleSet::Cxa1999 => CXA1999,
            RuleSet::Cxa2020 => Switches { pawns_answer: false, unprotected_first: true, ..CXA1999 },
            RuleSet::Computer => Switches { any_check_cancels: true, held_rook_first: false, ..AXF },
            RuleSet::League => Switches { held_rook_first: false, protection: Protection::MovedPieceOnly, ..AXF },
            RuleSet::CheckBan => Switches { chase_loses: false, ..AXF },
            RuleSet::AlwaysDraw => Switches { check_loses: false, chase_loses: false, ..AXF },
        };
        let occurrences = match set {
            RuleSet::Cxa1999 | RuleSet::Cxa2020 | RuleSet::League => 4,
            _ => 3,
        };
        let limit = match set {
            RuleSet::League => NaturalLimit { plies: 100, checks: 0 },
            _ => NaturalLimit { plies: 120, checks: 10 },
        };
        let material = match set {
            RuleSet::Computer => MaterialDraw::LoneCannon,
            _ => MaterialDraw::NoAttackers,
        };
        Rules { set, switches, occurrences, limit, claimed: false, material }
    }

    /// The Asian rules with the natural limit at the claim of the side to move: only its own checks beyond ten are
    /// deducted.
    #[must_use]
    pub const fn natural60() -> Rules {
        Rules { claimed: true, ..Rules::new(RuleSet::Axf) }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::new(RuleSet::default())
    }
}

impl From<RuleSet> for Rules {
    fn from(set: RuleSet) -> Rules {
        Rules::new(set)
    }
}

impl FromStr for Rules {
    type Err = UnknownRuleSet;

    /// Reads the names of [`RuleSet`] and `natural60`.
    fn from_str(text: &str) -> Result<Rules, UnknownRuleSet> {
        if text.eq_ignore_ascii_case("natural60") {
            Ok(Rules::natural60())
        } else {
            Ok(text.parse::<RuleSet>()?.into())
        }
    }
}
