//! Games between two players in one process, for comparing ways of searching.

use chuhe_engine::Engine;
use chuhe_engine::limits::Limits;
use chuhe_movegen::{Color, Position};
use chuhe_rules::{Line, SearchJudge};

use crate::pack::{Outcome, Score16};
use crate::selfplay::{Adjudicator, Agreement, referee};

/// The most plies of a game; then it is a draw.
const MAX_PLIES: usize = 400;

/// Two engines that play each other.
pub struct Duel {
    engines: [Engine; 2],
    judge: SearchJudge,
    limits: Limits,
    agreement: Agreement,
}

impl Duel {
    /// A duel with these limits a move.
    #[must_use]
    pub fn new(engines: [Engine; 2], limits: Limits) -> Duel {
        let judge = SearchJudge::new(engines[0].settings.rules());
        let agreement = Agreement { win_score: 1500, win_plies: 6, ..Agreement::default() };
        Duel { engines, judge, limits, agreement }
    }

    /// Whether a search of the first player finds the position level within `limit` hundredths of a pawn.
    pub fn is_level(&mut self, start: &Position, limit: i16) -> bool {
        self.engines[0].new_game();
        let line = Line::new(start.clone(), self.engines[0].settings.natural_limit);
        let found = self.engines[0].go(&line, &self.limits, &mut |_| {});
        found.is_some_and(|found| Score16::from(found.score).0.abs() <= limit)
    }

    /// Plays a game in which the first player has `color`. `before` is called with the player's number, 0 or 1, before
    /// each search. The first player's half points: 0 lost, 1 drawn, 2 won.
    pub fn play(&mut self, start: &Position, color: Color, before: &mut dyn FnMut(usize)) -> u8 {
        self.engines.iter_mut().for_each(Engine::new_game);
        let mut line = Line::new(start.clone(), self.engines[0].settings.natural_limit);
        let mut adjudicator = Adjudicator::new(self.agreement);
        let mut agreed = None;
        let outcome = loop {
            if let Some((outcome, _)) = referee(&self.judge, &line, MAX_PLIES).or(agreed) {
                break outcome;
            }
            let side = line.position().side();
            let player = usize::from(side != color);
            before(player);
            let Some(found) = self.engines[player].go(&line, &self.limits, &mut |_| {}) else { break Outcome::Draw };
            agreed = adjudicator.note(side, Score16::from(found.score));
            line.make(found.best);
        };
        outcome.half_points(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_with_a_rook_more_wins() {
        let engine = || Engine::new(1).unwrap();
        let mut duel = Duel::new([engine(), engine()], Limits { soft_nodes: Some(500), ..Limits::default() });
        let start: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w".parse().unwrap();
        assert!(!duel.is_level(&start, 100));
        let mut searches = [0_u32; 2];
        assert_eq!(duel.play(&start, Color::Red, &mut |player| searches[player] += 1), 0);
        assert_eq!(duel.play(&start, Color::Black, &mut |player| searches[player] += 1), 2);
        assert!(searches[0] > 5 && searches[0].abs_diff(searches[1]) <= 2, "{searches:?}");
    }
}
