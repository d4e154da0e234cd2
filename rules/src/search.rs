//! The judge as a search asks it, at every node:
//!
//! ```
//! use chuhe_movegen::Position;
//! use chuhe_rules::{Line, NaturalLimit, RuleSet, SearchJudge};
//!
//! let judge = SearchJudge::new(RuleSet::Axf);
//! let mut line = Line::new(Position::start(), NaturalLimit::default());
//! let root = line.plies().len(); // plies of the game before the search
//! line.make("h2e2".parse().unwrap());
//! assert_eq!(judge.probe(&line, root), None); // the common case, a few instructions
//! ```
//!
//! `SearchJudge::probe(&self, line: &Line, root: usize) -> Option<Finding>` where
//! `Finding { result: RuleResult, certain: bool }` and `RuleResult` is `Draw`, `Win` or `Loss` of the side to move.
//! Ask at every node but the root. A null move is made by [`Line::make_null`].

use chuhe_movegen::Color;

use crate::{Line, RuleSet};

/// What the rules say about a node, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleResult {
    /// A draw: by repetition or by the natural limit.
    Draw,
    /// The other side loses by its repeated moves.
    Win,
    /// The side to move loses by its repeated moves.
    Loss,
}

/// A result and how far it can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The result.
    pub result: RuleResult,
    /// Whether the search may return it as the value of the node. Otherwise the loser may still turn off in time: a
    /// `Win` says no more than "at least a draw" (raise alpha to the draw value and search on), a `Loss` "at most a draw"
    /// (lower beta). Draws are always certain.
    pub certain: bool,
}

/// The judge of one rule set behind a gate that costs next to nothing where nothing repeats.
#[derive(Clone, Debug)]
pub struct SearchJudge {
    rules: RuleSet,
}

impl SearchJudge {
    /// The judge of a rule set.
    #[must_use]
    pub fn new(rules: RuleSet) -> SearchJudge {
        SearchJudge { rules }
    }

    /// What the rules say about the position reached; none = play on. `root` is the number of plies the line had at
    /// the root of the search.
    ///
    /// A second occurrence counts when the first one lies behind the root; otherwise the third one does. The natural
    /// limit counts unless the side to move has no legal move, which is a loss.
    #[inline]
    #[must_use]
    pub fn probe(&self, line: &Line, root: usize) -> Option<Finding> {
        if line.limit_reached() && line.position().has_legal_move() {
            return Some(Finding { result: RuleResult::Draw, certain: true });
        }
        let back = line.last_repetition()?;
        self.judge(line, root, back)
    }

    #[cold]
    fn judge(&self, line: &Line, root: usize, back: usize) -> Option<Finding> {
        let inside = line.plies().len() > root + back;
        let third = line.repetition_from(back).is_some();
        if !inside && !third {
            return None;
        }
        let [own, other] = [line.position().side(), !line.position().side()].map(|side| all_checks(line, back, side));
        let result = match (self.rules, own, other) {
            (RuleSet::AlwaysDraw, _, _) | (_, true, true) | (_, false, false) => RuleResult::Draw,
            (_, true, false) => RuleResult::Loss,
            (_, false, true) => RuleResult::Win,
        };
        Some(Finding { result, certain: result == RuleResult::Draw || third })
    }
}

/// Whether a side gave check by all its moves among the last `back` plies.
fn all_checks(line: &Line, back: usize, side: Color) -> bool {
    let loop_plies = &line.plies()[line.plies().len() - back..];
    // The last ply was made by the side that is not to move.
    let skip = usize::from(side == line.position().side());
    loop_plies.iter().rev().skip(skip).step_by(2).all(|ply| ply.check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NaturalLimit;

    fn line(fen: &str, moves: &str) -> Line {
        let mut line = Line::new(fen.parse().unwrap(), NaturalLimit::default());
        for mv in moves.split(' ') {
            line.make(mv.parse().unwrap());
        }
        line
    }

    #[test]
    fn a_perpetual_checker_loses_and_quiet_loops_are_drawn() {
        let fen = "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w - - 0 1";
        let moves = "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8";
        let finding = |result, certain| Some(Finding { result, certain });
        let judge = SearchJudge::new(RuleSet::Axf);
        let line = line(fen, moves);
        assert_eq!(judge.probe(&line, 0), finding(RuleResult::Loss, true));
        assert_eq!(SearchJudge::new(RuleSet::AlwaysDraw).probe(&line, 0), finding(RuleResult::Draw, true));
        let quiet = self::line(fen, "f0f1 e8e9 f1f0 e9e8 f0f1");
        assert_eq!(judge.probe(&quiet, 0), finding(RuleResult::Draw, true));
        assert_eq!(judge.probe(&quiet, 1), None, "the first occurrence is the root itself");
        let twice = self::line(fen, "f0e0 e8f8 e0f0 f8e8 f0e0");
        assert_eq!(judge.probe(&twice, 0), finding(RuleResult::Win, false));
    }

    #[test]
    fn mate_goes_before_the_natural_limit() {
        let judge = SearchJudge::new(RuleSet::Axf);
        let mated = line("4k1rr1/9/9/9/9/9/9/9/9/5K3 w - - 118 90", "f0f1 g9f9");
        let quiet = line("4k1rr1/9/9/9/9/9/9/9/9/5K3 w - - 118 90", "f0f1 g9g8");
        assert!(mated.limit_reached() && quiet.limit_reached());
        assert_eq!(judge.probe(&quiet, 0).map(|finding| finding.result), Some(RuleResult::Draw));
        assert_eq!(judge.probe(&mated, 0), None);
    }

    #[test]
    fn a_null_move_cuts_the_line() {
        let mut line = line("4k4/9/9/9/9/9/9/9/r8/3K4R w", "i0i1 a1a2 i1i0 a2a1");
        assert!(line.last_repetition().is_some());
        line.unmake();
        let null = line.make_null();
        assert_eq!(line.last_repetition(), None);
        line.unmake_null(null);
        line.make("a2a1".parse().unwrap());
        assert_eq!(line.last_repetition(), Some(4));
    }
}
