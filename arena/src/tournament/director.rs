//! Hands out games and takes in results.

use super::Plan;
use crate::game::GameRecord;
use crate::schedule::{Encounter, Outcome};

/// A game of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedGame {
    /// Number in the schedule, from 0.
    pub game: usize,
    /// Round, from 1.
    pub round: usize,
    /// Encounter in the schedule, from 0.
    pub encounter: usize,
    /// Which opening of the sequence.
    pub pair: usize,
    /// Player with red.
    pub red: usize,
    /// Player with black.
    pub black: usize,
}

/// What is to be done next.
pub(super) enum Next {
    Game(PlannedGame),
    /// All games of this stage are being played.
    Wait,
    Finished,
}

/// The schedule so far and its results.
pub(super) struct Director<'a> {
    plan: &'a Plan,
    encounters: Vec<Encounter>,
    games: Vec<PlannedGame>,
    /// Half points of red and fouls of both for each game that is finished.
    results: Vec<Option<(u32, [u32; 2])>>,
    next: usize,
    pairs: usize,
    over: bool,
}

impl<'a> Director<'a> {
    /// At the beginning of the tournament.
    pub(super) fn new(plan: &'a Plan) -> Director<'a> {
        let mut director = Director {
            plan,
            encounters: Vec::new(),
            games: Vec::new(),
            results: Vec::new(),
            next: 0,
            pairs: 0,
            over: false,
        };
        director.open_stage();
        director
    }

    /// How many games are known of.
    pub(super) fn known_games(&self) -> usize {
        self.games.len()
    }

    pub(super) fn next(&mut self) -> Next {
        while self.results.get(self.next).is_some_and(Option::is_some) {
            self.next += 1;
        }
        match self.games.get(self.next) {
            Some(game) => {
                self.next += 1;
                Next::Game(game.clone())
            }
            None if self.over => Next::Finished,
            None => Next::Wait,
        }
    }

    /// Takes in a result. A game that is not in the schedule is none of ours.
    pub(super) fn finished(&mut self, record: &GameRecord) -> bool {
        let Some(planned) = self.games.get(record.game) else { return false };
        if planned.red != record.red.player || planned.black != record.black.player {
            return false;
        }
        let fouls = [&record.red, &record.black].map(|seat| seat.fouls.len() as u32);
        self.results[record.game] = Some((record.half_points(chuhe_movegen::Color::Red), fouls));
        if self.results.iter().all(Option::is_some) {
            self.open_stage();
        }
        true
    }

    fn open_stage(&mut self) {
        let played = self.outcomes();
        let plan = self.plan;
        let stage = plan.system.next_stage(plan.players.len(), plan.games, plan.seed, &played);
        if stage.is_empty() {
            self.over = true;
            return;
        }
        let games_before = self.games.len();
        for encounter in stage {
            let index = self.encounters.len();
            if self.absent(&encounter).is_some() {
                self.encounters.push(encounter);
                continue;
            }
            for game in 0..encounter.games {
                let swapped = (plan.swap && game % 2 == 1) != plan.reverse;
                let (red, black) =
                    if swapped { (encounter.second, encounter.first) } else { (encounter.first, encounter.second) };
                self.games.push(PlannedGame {
                    game: self.games.len(),
                    round: encounter.round,
                    encounter: index,
                    pair: self.pairs + (game / plan.repeat.max(1)) as usize,
                    red,
                    black,
                });
                self.results.push(None);
            }
            self.pairs += encounter.games.div_ceil(plan.repeat.max(1)) as usize;
            self.encounters.push(encounter);
        }
        if self.games.len() == games_before {
            // Everybody of this stage has withdrawn.
            self.open_stage();
        }
    }

    /// Which side of an encounter has withdrawn before it: 0 or 1.
    fn absent(&self, encounter: &Encounter) -> Option<usize> {
        let gone = |player: usize| {
            self.plan.withdrawals.iter().any(|&(p, last_round)| p == player && encounter.round > last_round)
        };
        [encounter.first, encounter.second].into_iter().position(gone)
    }

    /// The results of all encounters, all of whose games are finished.
    pub(super) fn outcomes(&self) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = self.encounters.iter().cloned().map(Outcome::open).collect();
        for outcome in &mut outcomes {
            if let Some(absent) = self.absent(&outcome.encounter) {
                outcome.half_points[1 - absent] = 2 * outcome.encounter.games;
                outcome.forfeited = true;
            }
        }
        for (game, result) in self.games.iter().zip(&self.results) {
            let Some((red, fouls)) = *result else { continue };
            let outcome = &mut outcomes[game.encounter];
            let red_side = usize::from(game.red != outcome.encounter.first);
            for (side, half_points, fouls) in [(red_side, red, fouls[0]), (1 - red_side, 2 - red, fouls[1])] {
                outcome.half_points[side] += half_points;
                outcome.wins[side] += u32::from(half_points == 2);
                outcome.fouls[side] += fouls;
            }
        }
        outcomes
    }
}
