//! Ending games on which both sides have long agreed.

use chuhe_movegen::Color;

use crate::pack::{Ending, Outcome, Score16};

/// When a game is not played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// A game is won when every score says so by this much, in hundredths of a pawn …
    pub win_score: i16,
    /// … for this many plies in a row.
    pub win_plies: u32,
    /// A game is drawn when no score is larger than this …
    pub draw_score: i16,
    /// … for this many plies in a row …
    pub draw_plies: u32,
    /// … and this many plies have been played.
    pub draw_from: usize,
}

impl Default for Agreement {
    fn default() -> Self {
        Agreement { win_score: 2000, win_plies: 8, draw_score: 15, draw_plies: 40, draw_from: 100 }
    }
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    agreement: Agreement,
    plies: usize,
    /// The side that every recent score calls the winner, and since how many plies.
    winning: Option<Color>,
    won_for: u32,
    level_for: u32,
}

impl Adjudicator {
    /// An adjudicator at the beginning of a game.
    #[must_use]
    pub fn new(agreement: Agreement) -> Adjudicator {
        Adjudicator { agreement, plies: 0, winning: None, won_for: 0, level_for: 0 }
    }

    /// Takes the score of the side to move; the result once it is agreed.
    pub fn note(&mut self, side: Color, score: Score16) -> Option<(Outcome, Ending)> {
        let Agreement { win_score, win_plies, draw_score, draw_plies, draw_from } = self.agreement;
        self.plies += 1;
        let winner = if score.0 >= win_score {
            Some(side)
        } else if score.0 <= -win_score {
            Some(!side)
        } else {
            None
        };
        self.won_for = if winner.is_some() && winner == self.winning { self.won_for + 1 } else { 1 };
        self.winning = winner;
        self.level_for = if score.0.abs() <= draw_score { self.level_for + 1 } else { 0 };
        match winner {
            Some(winner) if self.won_for >= win_plies => Some((Outcome::win_of(winner), Ending::AgreedWin)),
            _ if self.level_for >= draw_plies && self.plies >= draw_from => Some((Outcome::Draw, Ending::AgreedDraw)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_needs_both_sides_and_time() {
        let agreement = Agreement { win_score: 1000, win_plies: 4, ..Agreement::default() };
        let verdict = |scores: &[i16]| {
            let mut adjudicator = Adjudicator::new(agreement);
            let sides = Color::ALL.into_iter().cycle();
            scores.iter().zip(sides).map(|(&score, side)| adjudicator.note(side, Score16(score))).collect::<Vec<_>>()
        };
        let won = Some((Outcome::BlackWins, Ending::AgreedWin));
        assert_eq!(verdict(&[-1000, 1200, -1100, 31_990]), [None, None, None, won]);
        assert_eq!(verdict(&[-1000, 1200, -999, 31_990]), [None; 4]);
        assert_eq!(verdict(&[1000, 1200, 1100, 1200]), [None; 4], "the sides do not agree who wins");
    }

    #[test]
    fn a_draw_needs_a_long_level_game() {
        let agreement = Agreement { draw_plies: 3, draw_from: 5, ..Agreement::default() };
        let mut adjudicator = Adjudicator::new(agreement);
        let verdicts = [0, 5, -15, 300, 0, 1, 2].map(|score| adjudicator.note(Color::Red, Score16(score)));
        assert_eq!(verdicts[..6], [None; 6]);
        assert_eq!(verdicts[6], Some((Outcome::Draw, Ending::AgreedDraw)));
    }
}
