//! Ending games early when both engines agree about them.
//!
//! Moves are counted as full moves: `count` moves of each side. Scores are the mover's own, in hundredths of a pawn; a
//! move without a score (from a book, or an engine that says none) starts the count again. Mates and wins by rule lie
//! beyond every resign score and are never near a draw.

use chuhe_movegen::{Color, Score};
use serde::{Deserialize, Serialize};

/// When a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before this many full moves have been played, the opening's included.
    pub after_move: u32,
    /// So many moves of both sides in a row; a capture or a pawn move starts the count again, itself being the first.
    pub count: u32,
    /// With scores no further from zero than this.
    pub score: u32,
}

/// When a game is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// So many moves in a row.
    pub count: u32,
    /// With a score at or below minus this.
    pub score: u32,
    /// Whether the winner's moves must show at least this score as many times.
    pub two_sided: bool,
}

/// When games end before the rules end them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// A draw once this many full moves have been played, the opening's included.
    pub max_moves: Option<u32>,
}

/// What a rule says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    Draw,
    Loss(Color),
    TooLong,
}

/// The counts of a game.
#[derive(Debug, Default)]
pub(super) struct Counter {
    level: u32,
    losing: [u32; 2],
    winning: [u32; 2],
}

/// A score as a number: mates and rule wins are larger than any evaluation.
fn number(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(plies) | Score::Rule(plies) => {
            if plies > 0 {
                i32::MAX
            } else {
                -i32::MAX
            }
        }
    }
}

impl Counter {
    /// Counts a move and says whether it ends the game. `plies` are all plies played, `irreversible` is a capture or a
    /// pawn move.
    pub(super) fn count(
        &mut self,
        rules: &Adjudication,
        mover: Color,
        score: Option<Score>,
        irreversible: bool,
        plies: u32,
    ) -> Option<Call> {
        let score = score.map(number);
        if let Some(rule) = rules.draw {
            if irreversible {
                self.level = 0;
            }
            let near = score.is_some_and(|score| score.unsigned_abs() <= rule.score);
            self.level = if near { self.level + 1 } else { 0 };
            if rule.count > 0 && self.level >= 2 * rule.count && plies >= 2 * rule.after_move {
                return Some(Call::Draw);
            }
        }
        if let Some(rule) = rules.resign {
            let bound = i32::try_from(rule.score).unwrap_or(i32::MAX);
            let run = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
            let i = mover.index();
            self.losing[i] = run(self.losing[i], score.is_some_and(|score| score <= -bound));
            self.winning[i] = run(self.winning[i], score.is_some_and(|score| score >= bound));
            for loser in Color::ALL {
                let (own, other) = (self.losing[loser.index()], self.winning[(!loser).index()]);
                if rule.count > 0 && own >= rule.count && (!rule.two_sided || other >= rule.count) {
                    return Some(Call::Loss(loser));
                }
            }
        }
        rules.max_moves.filter(|&most| plies >= 2 * most).map(|_| Call::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORE: Option<Score> = Some(Score::Cp(0));

    #[test]
    fn a_draw_comes_at_the_stated_move() {
        let rules =
            Adjudication { draw: Some(DrawRule { after_move: 0, count: 9, score: 1000 }), ..Adjudication::default() };
        let ends = |irreversible_at: u32, silent_at: u32| {
            let mut counter = Counter::default();
            (1..=100u32).find(|&ply| {
                let score = if ply == silent_at { None } else { SCORE };
                let mover = if ply % 2 == 1 { Color::Red } else { Color::Black };
                counter.count(&rules, mover, score, ply == irreversible_at, ply) == Some(Call::Draw)
            })
        };
        assert_eq!(ends(0, 0), Some(18));
        assert_eq!(ends(7, 0), Some(24), "a capture is the first move of a new count");
        assert_eq!(ends(0, 7), Some(25), "a move without a score counts for nothing");
    }

    #[test]
    fn resigning_takes_both_sides_unless_one_will_do() {
        let play = |two_sided: bool, winner: Option<Score>, loser: Score| {
            let rule = ResignRule { count: 3, score: 600, two_sided };
            let rules = Adjudication { resign: Some(rule), ..Adjudication::default() };
            let mut counter = Counter::default();
            (1..=40u32).find_map(|ply| {
                let (mover, score) = if ply % 2 == 1 { (Color::Red, winner) } else { (Color::Black, Some(loser)) };
                counter.count(&rules, mover, score, false, ply).map(|call| (ply, call))
            })
        };
        let black = |ply| Some((ply, Call::Loss(Color::Black)));
        assert_eq!(play(true, Some(Score::Cp(600)), Score::Cp(-600)), black(6));
        assert_eq!(play(true, Some(Score::Mate(7)), Score::Mate(-6)), black(6));
        assert_eq!(play(true, Some(Score::Rule(7)), Score::Rule(-6)), black(6));
        assert_eq!(play(true, Some(Score::Cp(599)), Score::Cp(-600)), None);
        assert_eq!(play(true, None, Score::Cp(-600)), None);
        assert_eq!(play(false, None, Score::Cp(-600)), black(6));
        assert_eq!(play(false, None, Score::Cp(-599)), None);
    }

    #[test]
    fn long_games_end() {
        let rules = Adjudication { max_moves: Some(50), ..Adjudication::default() };
        let mut counter = Counter::default();
        assert_eq!(counter.count(&rules, Color::Red, None, false, 99), None);
        assert_eq!(counter.count(&rules, Color::Black, None, false, 100), Some(Call::TooLong));
    }
}
