//! A tournament: players, schedule, games played side by side, results kept.

mod director;
mod journal;
mod pool;
mod report;
mod run;

pub use director::PlannedGame;
pub use journal::{Journal, JournalError};
pub use report::{PlayerReport, Report};
pub use run::{Finish, Observer, Run, RunError, prepare, run};

use serde::Serialize;

use crate::engine::EngineConfig;
use crate::engine_book::EngineBook;
use crate::game::{Conditions, Opening};
use crate::openings::OpeningSequence;
use crate::schedule::{Outcome, System, Table};
use crate::standings::rank_sums;
use crate::stats::Sprt;

/// Everything that decides which games are played and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players; names are there and differ.
    pub players: Vec<EngineConfig>,
    /// Their own books with red and with black, where they have them; a shorter list leaves the others without.
    pub books: Vec<[Option<EngineBook>; 2]>,
    /// Who plays whom.
    pub system: System,
    /// Games of an encounter.
    pub games: u32,
    /// Whether colours change from game to game of an encounter.
    pub swap: bool,
    /// Whether every encounter begins with the other colours than the schedule says.
    pub reverse: bool,
    /// How many games in a row have the same opening: 2 makes pairs.
    pub repeat: u32,
    /// Where games start.
    pub openings: OpeningSequence,
    /// How games are judged.
    pub conditions: Conditions,
    /// Players who leave, and the last round that they play.
    pub withdrawals: Vec<(usize, usize)>,
    /// When to stop early; for two players.
    pub sprt: Option<Sprt>,
    /// Names of teams.
    pub team_names: Vec<String>,
    /// The members of teams that are ranked by the ranks of their members in a tournament of single players; empty: none.
    pub rank_teams: Vec<Vec<usize>>,
    /// Decides draws of lots.
    pub seed: u64,
    /// Name of the event in records.
    pub event: String,
    /// Place of the event in records.
    pub site: String,
}

impl Plan {
    /// The name of a player or a team.
    #[must_use]
    pub fn name_of(&self, number: usize, team: bool) -> String {
        if team {
            return self.team_names.get(number).cloned().unwrap_or_else(|| format!("team {}", number + 1));
        }
        self.players.get(number).map(|player| player.name.clone()).unwrap_or_default()
    }

    /// The tables after these outcomes.
    #[must_use]
    pub fn tables(&self, outcomes: &[Outcome]) -> Vec<Table> {
        let withdrawn: Vec<usize> = self.withdrawals.iter().map(|&(player, _)| player).collect();
        let mut tables = self.system.tables(self.players.len(), self.games, self.seed, outcomes, &withdrawn);
        if !self.rank_teams.is_empty()
            && let Some(individual) = tables.last()
        {
            let rows = rank_sums(&self.rank_teams, &individual.rows);
            tables.push(Table { title: "teams".into(), rows, teams: true });
        }
        tables
    }

    /// A number that is the same for the same plan only: what a journal and a tournament recognise each other by.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        #[derive(Serialize)]
        struct Essence<'a> {
            players: &'a [EngineConfig],
            system: &'a System,
            games: u32,
            swap: bool,
            reverse: bool,
            repeat: u32,
            openings: Vec<(String, Vec<String>)>,
            rules: String,
            adjudication: crate::game::Adjudication,
            forgive_waits: bool,
            withdrawals: &'a [(usize, usize)],
            sprt: Option<Sprt>,
            seed: u64,
        }
        let opening = |opening: &Opening| {
            (opening.start.fen().to_string(), opening.moves.iter().map(ToString::to_string).collect())
        };
        let essence = Essence {
            players: &self.players,
            system: &self.system,
            games: self.games,
            swap: self.swap,
            reverse: self.reverse,
            repeat: self.repeat,
            openings: (0..self.openings.len()).map(|pair| opening(self.openings.get(pair))).collect(),
            rules: format!("{:?}", self.conditions.rules),
            adjudication: self.conditions.adjudication,
            forgive_waits: self.conditions.forgive_waits,
            withdrawals: &self.withdrawals,
            sprt: self.sprt,
            seed: self.seed,
        };
        let text = serde_json::to_vec(&essence).unwrap_or_default();
        // FNV-1a.
        text.iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }
}
