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

use chuhe_movegen::{Bitboard, PieceKind, Position};

use crate::Line;
use crate::class::is_held;
use crate::judge::last_plies;
use crate::label::kill::mate_by_checks;
use crate::label::threat::{Attack, By};
use crate::label::{moved_piece, new_through_checks};
use crate::line::Ply;
use crate::material::material_draw;
use crate::outcome::Verdict;
use crate::switches::{MaterialDraw, Protection, Rules, Switches};
use crate::verdict::verdict;

/// What the rules say about a node, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleResult {
    /// A draw: by repetition, by the natural limit or by want of material.
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
///
/// It judges as the referee does, but goes from the last ply backwards and stops as soon as both sides are found idle,
/// which is at once for most loops.
#[derive(Clone, Debug)]
pub struct SearchJudge {
    rules: Rules,
}

impl SearchJudge {
    /// The judge of a rule set.
    #[must_use]
    pub fn new(rules: impl Into<Rules>) -> SearchJudge {
        SearchJudge { rules: rules.into() }
    }

    /// The rules it judges by.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the rules say about the position reached; none = play on. `root` is the number of plies the line had at
    /// the root of the search.
    ///
    /// A second occurrence counts when the first one lies behind the root; otherwise the third one does. The natural
    /// limit and want of material count unless the side to move has no legal move, which is a loss.
    #[inline]
    #[must_use]
    pub fn probe(&self, line: &Line, root: usize) -> Option<Finding> {
        let position = line.position();
        let strong = position.kind(PieceKind::Rook) | position.kind(PieceKind::Knight) | position.kind(PieceKind::Pawn);
        if (line.limit_reached() || strong.is_empty())
            && let Some(draw) = self.exhausted(line)
        {
            return Some(draw);
        }
        let back = line.last_repetition()?;
        self.repeated(line, root, back)
    }

    /// A draw by the natural limit or by want of material.
    #[cold]
    fn exhausted(&self, line: &Line) -> Option<Finding> {
        let position = line.position();
        // Want of material goes after repetition, but then nobody has what it takes to check or chase either.
        let exhausted = line.limit_reached()
            || self.rules.material != MaterialDraw::Never && material_draw(position, self.rules.material).is_some();
        (exhausted && position.has_legal_move()).then_some(Finding { result: RuleResult::Draw, certain: true })
    }

    /// The verdict on a position that stood on the board `back` plies ago.
    #[cold]
    fn repeated(&self, line: &Line, root: usize, back: usize) -> Option<Finding> {
        let inside = line.plies().len() > root + back;
        let third = line.repetition_from(back);
        if !inside && third.is_none() {
            return None;
        }
        // A third occurrence is judged by all that lies between the first and now, as the referee does.
        let span = third.unwrap_or(back);
        let result = self.judge(line, span);
        let certain = result == RuleResult::Draw || third.is_some() || !repeats_within(line, back);
        Some(Finding { result, certain })
    }

    /// Judges the last `span` plies, a loop or several.
    fn judge(&self, line: &Line, span: usize) -> RuleResult {
        let switches = &self.rules.switches;
        if !switches.check_loses && !switches.chase_loses {
            return RuleResult::Draw;
        }
        let plies = &line.plies()[line.plies().len() - span..];
        // The last ply is the other side's, the last but one the own.
        let always_checks = |skip: usize| plies.iter().rev().skip(skip).step_by(2).all(|ply| ply.check);
        let (own, other) = (always_checks(1), always_checks(0));
        if switches.check_loses && own != other {
            return if own { RuleResult::Loss } else { RuleResult::Win };
        }
        if own || !switches.chase_loses || switches.any_check_cancels && plies.iter().any(|ply| ply.check) {
            return RuleResult::Draw;
        }
        match Hunt::follow(line.position(), plies, switches).weights() {
            [0, 0] => RuleResult::Draw,
            // Attacks of pawns may excuse the other side, and some attacks go before others.
            _ if switches.mixtures_count => match verdict(&last_plies(line, span, switches).1, switches) {
                Verdict::Draw => RuleResult::Draw,
                Verdict::Loss(color) if color == line.position().side() => RuleResult::Loss,
                Verdict::Loss(_) => RuleResult::Win,
            },
            [own, other] if own == other => RuleResult::Draw,
            [own, other] if own > other => RuleResult::Loss,
            _ => RuleResult::Win,
        }
    }
}

/// Whether, inside the loop that the last `back` plies make, some other position had stood before: then the loser could
/// not have left the loop as freely as it seems.
fn repeats_within(line: &Line, back: usize) -> bool {
    let plies = &line.plies()[line.floor()..];
    (plies.len() - back + 1..plies.len())
        .any(|inner| plies[..inner].iter().any(|ply| ply.key_before == plies[inner].key_before))
}

/// The chases of both sides over a loop, followed backwards from its end.
struct Hunt {
    /// For the side to move at the end and the other one.
    sides: [Quarries; 2],
}

/// The pieces that all moves of a side chase, as far as they have been looked at, on their present points.
#[derive(Clone, Copy)]
struct Quarries {
    common: Bitboard,
    /// Those of them that are rooks held by a knight all along.
    held: Bitboard,
    /// Whether all moves chase, one piece or another.
    always: bool,
}

impl Hunt {
    fn follow(end: &Position, plies: &[Ply], switches: &Switches) -> Hunt {
        let all = Quarries { common: Bitboard::ALL, held: Bitboard::ALL, always: true };
        let mut hunt = Hunt { sides: [all; 2] };
        let mut position = end.clone();
        for (back, ply) in (1..).zip(plies.iter().rev()) {
            // Odd steps back undo moves of the side that is not to move at the end.
            let mover = back % 2;
            if hunt.sides[mover].always {
                let mut after = position.clone();
                after.make_null();
                position.unmake(ply.mv, ply.undo());
                hunt.sides[mover].narrow(&position, &after, ply, switches);
                if !hunt.sides[mover].always && !hunt.sides[1 - mover].always {
                    break;
                }
            } else {
                position.unmake(ply.mv, ply.undo());
            }
            hunt.sides[1 - mover].move_back(ply);
        }
        hunt
    }

    /// How heavily each side's conduct weighs, as in [`crate::verdict`].
    fn weights(&self) -> [u8; 2] {
        self.sides.map(|side| {
            if !side.always {
                0
            } else if side.held.any() {
                2
            } else {
                1
            }
        })
    }
}

impl Quarries {
    /// Keeps what a move chases, too. `before` is the position before it, `after` the one after it with the mover to
    /// move again.
    fn narrow(&mut self, before: &Position, after: &Position, ply: &Ply, switches: &Switches) {
        if ply.check && switches.mixtures_count {
            return;
        }
        if ply.check {
            self.always = false;
            return;
        }
        let wanted = if switches.several_victims { Bitboard::ALL } else { self.common };
        let chased: Bitboard = if switches.protection == Protection::MovedPieceOnly {
            moved_piece::chases(after, ply.mv).iter().map(|threat| threat.victim).filter(|&v| wanted.has(v)).collect()
        } else {
            let is = Attack::new(after, switches);
            let attacked = (is.candidates() & wanted).into_iter().filter(|&victim| is.wins(victim, By::Pieces));
            let attacked: Bitboard = attacked.collect();
            if attacked.is_empty() {
                attacked
            } else {
                let was = Attack::standing(before, switches);
                attacked.into_iter().filter(|&victim| !was.wins(victim, By::Pieces)).collect()
            }
        };
        self.always = chased.any()
            || switches.kill_counts && mate_by_checks(after).is_some()
            || switches.chase_through_checks && !new_through_checks(before, after, switches).is_empty();
        self.common = chased;
        self.held = if switches.held_rook_first {
            (self.held & chased).into_iter().filter(|&victim| is_held(after, victim)).collect()
        } else {
            Bitboard::EMPTY
        };
    }

    /// The enemy's move is taken back: a piece it moved is on its old point again.
    fn move_back(&mut self, ply: &Ply) {
        for set in [&mut self.common, &mut self.held] {
            if set.has(ply.mv.to()) {
                *set = set.without(ply.mv.to()).with(ply.mv.from());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NaturalLimit, RuleSet};

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
