//! Tables over many games: per player, per opening.

use std::collections::HashMap;

use crate::summary::Mean;
use crate::{
    Collection, GameSummary, OpeningRecord, OpeningTotals, PlayerSummary, PlayerTotals, RunInfo, Side, Totals,
    Unreadable,
};

/// Sums over games, from which [`Totals`] come.
#[derive(Clone, Copy, Default)]
struct Sums {
    totals: [u32; 4],
    moves: u32,
    classes: [u32; 5],
    accuracy: Mean,
    cp: Mean,
    phases: [Mean; 3],
    missed_mates: u32,
}

impl Sums {
    /// Counts a game by its result from `side`'s view.
    fn add_result(&mut self, result: &str, side: Side) {
        self.totals[0] += 1;
        let won = match (result, side) {
            ("1-0", Side::Red) | ("0-1", Side::Black) => 1,
            ("1/2-1/2", _) => 2,
            ("1-0" | "0-1", _) => 3,
            _ => return,
        };
        self.totals[won] += 1;
    }

    fn add_play(&mut self, player: &PlayerSummary) {
        self.moves += player.moves;
        for (sum, count) in self.classes.iter_mut().zip(player.classes) {
            *sum += count;
        }
        let add = |mean: &mut Mean, value: Option<f64>, moves: u32| {
            if let Some(value) = value {
                mean.add_many(value, f64::from(moves));
            }
        };
        add(&mut self.accuracy, player.accuracy, player.moves);
        add(&mut self.cp, player.average_cp_loss, player.moves);
        for (phase, mean) in self.phases.iter_mut().enumerate() {
            add(mean, player.phase_accuracy[phase], player.phase_moves[phase]);
        }
        self.missed_mates += player.missed_mates;
    }

    fn get(&self) -> Totals {
        let [games, wins, draws, losses] = self.totals;
        Totals {
            games,
            wins,
            draws,
            losses,
            moves: self.moves,
            classes: self.classes,
            accuracy: self.accuracy.get(),
            average_cp_loss: self.cp.get(),
            phase_accuracy: self.phases.map(Mean::get),
            missed_mates: self.missed_mates,
        }
    }
}

/// Puts a collection together.
#[must_use]
pub fn collection(title: String, run: RunInfo, games: Vec<GameSummary>, unreadable: Vec<Unreadable>) -> Collection {
    let mut players: HashMap<&str, [Sums; 3]> = HashMap::new();
    let mut openings: HashMap<&OpeningRecord, Sums> = HashMap::new();
    for game in games.iter().filter(|game| game.error.is_none() || game.players.iter().any(|player| player.moves > 0)) {
        for side in [Side::Red, Side::Black] {
            let player = game.player(side);
            if player.name.is_empty() {
                continue;
            }
            let sums = players.entry(&player.name).or_default();
            for index in [0, 1 + side as usize] {
                sums[index].add_result(&game.result, side);
                sums[index].add_play(player);
            }
        }
        if let Some(opening) = &game.opening {
            let sums = openings.entry(opening).or_default();
            sums.add_result(&game.result, Side::Red);
            game.players.iter().for_each(|player| sums.add_play(player));
        }
    }
    let mut players: Vec<PlayerTotals> = players
        .into_iter()
        .map(|(name, [all, red, black])| PlayerTotals {
            name: name.to_owned(),
            all: all.get(),
            red: red.get(),
            black: black.get(),
        })
        .collect();
    players.sort_by(|a, b| b.all.games.cmp(&a.all.games).then_with(|| a.name.cmp(&b.name)));
    let mut openings: Vec<OpeningTotals> = openings
        .into_iter()
        .map(|(opening, sums)| OpeningTotals { opening: opening.clone(), all: sums.get() })
        .collect();
    openings.sort_by(|a, b| {
        let key = |line: &OpeningTotals| (line.opening.code.clone(), line.opening.zh.clone());
        b.all.games.cmp(&a.all.games).then_with(|| key(a).cmp(&key(b)))
    });
    Collection { title, run, games, players, openings, unreadable }
}
