//! The tournament systems behind one door.

use chuhe_rules::Language;
use serde::{Deserialize, Serialize};

use super::teams::{self, TeamMatch};
use super::{gauntlet, groups, knockout, pyramid, round_robin, swiss};
use crate::standings::{Criterion, Order, Played, Row, standings, standings_with_byes};

/// Games of two players against each other, to be played in one round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Encounter {
    /// Round, from 1.
    pub round: usize,
    /// Who has red in the first game.
    pub first: usize,
    /// Who has black in the first game.
    pub second: usize,
    /// How many games; colours change after each unless the tournament says otherwise.
    pub games: u32,
    /// What it is, where that needs saying (`final`, `group A`, `play-off`).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// A finished encounter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Which.
    pub encounter: Encounter,
    /// Half points of the first and the second player.
    pub half_points: [u32; 2],
    /// Games won by the first and the second player.
    pub wins: [u32; 2],
    /// Faults that did not end a game.
    pub fouls: [u32; 2],
    /// Won without play, because a player has withdrawn.
    pub forfeited: bool,
}

impl Outcome {
    /// An encounter without results yet.
    #[must_use]
    pub fn open(encounter: Encounter) -> Outcome {
        Outcome { encounter, half_points: [0; 2], wins: [0; 2], fouls: [0; 2], forfeited: false }
    }
}

/// A tournament system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Everybody against everybody; two players make a match.
    RoundRobin {
        /// How often the whole is played.
        cycles: u32,
    },
    /// The first players against all others.
    Gauntlet {
        /// How many players at the head of the list are tested.
        heroes: usize,
        /// How often the whole is played.
        cycles: u32,
    },
    /// Each player against all those before it.
    Pyramid {
        /// How often the whole is played.
        cycles: u32,
    },
    /// Losers go out; pairs are drawn by cards.
    Knockout {
        /// How often a drawn encounter is played off before lots are drawn.
        play_offs: u32,
    },
    /// Groups, then a final.
    Groups {
        /// How many groups.
        groups: usize,
        /// How many of each group reach the final.
        advance: usize,
    },
    /// 积分编排.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
    /// Teams.
    Teams {
        /// The members of each team, first board first.
        teams: Vec<Vec<usize>>,
        /// How members meet.
        kind: TeamMatch,
        /// Rounds of a Swiss system; none for a round robin.
        swiss_rounds: Option<usize>,
        /// How often a round robin is played.
        cycles: u32,
    },
}

/// Players or teams in the order of their success.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What the table is of (`group A`, `teams`, ...); empty for the whole.
    pub title: String,
    /// Its lines.
    pub rows: Vec<Row>,
    /// Whether the lines are teams.
    pub teams: bool,
}

impl Table {
    /// The title in a language.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        let chinese = match self.title.as_str() {
            "" => "总排名".to_owned(),
            "final" => "决赛".to_owned(),
            "players" => "个人".to_owned(),
            "teams" => "团体".to_owned(),
            title => match title.strip_prefix("group ") {
                Some(letter) => format!("{letter}组"),
                None => title.to_owned(),
            },
        };
        match language {
            Language::English if self.title.is_empty() => "standings".to_owned(),
            Language::English => self.title.clone(),
            Language::Chinese => chinese,
        }
    }
}

impl System {
    /// The next stage, from the outcomes of all encounters so far in the order in which they were given. Empty when the
    /// tournament is over.
    #[must_use]
    pub fn next_stage(&self, players: usize, games: u32, seed: u64, played: &[Outcome]) -> Vec<Encounter> {
        let first = played.is_empty();
        match self {
            System::RoundRobin { cycles } if first => round_robin::cycles(players, *cycles, games),
            System::Gauntlet { heroes, cycles } if first => gauntlet::cycles(players, *heroes, *cycles, games),
            System::Pyramid { cycles } if first => pyramid::cycles(players, *cycles, games),
            System::RoundRobin { .. } | System::Gauntlet { .. } | System::Pyramid { .. } => Vec::new(),
            System::Knockout { play_offs } => knockout::state(players, games, *play_offs, seed, played).next,
            System::Groups { groups, advance } => groups::next_stage(players, *groups, *advance, games, played),
            System::Swiss { rounds } => swiss::state(players, games, *rounds, played).1,
            System::Teams { teams, kind, swiss_rounds, cycles } => {
                teams::next_stage(teams, *kind, *swiss_rounds, *cycles, games, played)
            }
        }
    }

    /// The tables of a tournament as far as it has been played, the one that decides last. A player who has withdrawn from
    /// a round robin before meeting half of the others has not been in it (art. 20.3).
    #[must_use]
    pub fn tables(&self, players: usize, games: u32, seed: u64, played: &[Outcome], withdrawn: &[usize]) -> Vec<Table> {
        let all: Vec<usize> = (0..players).collect();
        let whole = |rows| Table { title: String::new(), rows, teams: false };
        let plain = |outcomes: &[Outcome]| outcomes.iter().map(Played::of_outcome).collect::<Vec<_>>();
        match self {
            System::RoundRobin { .. } | System::Gauntlet { .. } | System::Pyramid { .. } => {
                let mut list = plain(played);
                let met = |player: usize| {
                    list.iter().filter(|game| game.over_the_board && game.sides.contains(&player)).count()
                };
                let void: Vec<usize> =
                    withdrawn.iter().copied().filter(|&player| 2 * met(player) < players - 1).collect();
                list.retain(|game| !game.sides.iter().any(|side| void.contains(side)));
                vec![whole(standings(&all, &list, &Order::round_robin()))]
            }
            System::Swiss { rounds } => {
                let (byes, _) = swiss::state(players, games, *rounds, played);
                let byes: Vec<(usize, u32)> = byes.into_iter().map(|player| (player, 2 * games)).collect();
                vec![whole(standings_with_byes(&all, &plain(played), &byes, &Order::swiss()))]
            }
            System::Knockout { play_offs } => {
                let state = knockout::state(players, games, *play_offs, seed, played);
                let last = state.out.iter().map(|&(_, round)| round).max().unwrap_or(0) + 1;
                let left =
                    |player: usize| state.out.iter().find(|&&(p, _)| p == player).map_or(last, |&(_, round)| round);
                let mut order = all;
                order.sort_by_key(|&player| std::cmp::Reverse(left(player)));
                let mut rows: Vec<Row> = Vec::new();
                for (i, player) in order.into_iter().enumerate() {
                    let round = left(player);
                    let rank = rows.last().filter(|row| left(row.player) == round).map_or(i + 1, |row| row.rank);
                    rows.push(Row { player, rank, values: vec![(Criterion::Rounds, (round - 1) as f64)] });
                }
                vec![whole(rows)]
            }
            System::Groups { groups, .. } => {
                let groups = (*groups).clamp(1, (players / 2).max(1));
                let mut tables: Vec<Table> = groups::deal(players, groups)
                    .into_iter()
                    .enumerate()
                    .map(|(i, group)| {
                        let title = format!("group {}", char::from(b'A' + (i % 26) as u8));
                        let own: Vec<Outcome> =
                            played.iter().filter(|outcome| outcome.encounter.label == title).cloned().collect();
                        Table { rows: standings(&group, &plain(&own), &Order::round_robin()), title, teams: false }
                    })
                    .collect();
                let last: Vec<Outcome> =
                    played.iter().filter(|outcome| outcome.encounter.label == "final").cloned().collect();
                if !last.is_empty() {
                    let mut finalists: Vec<usize> =
                        last.iter().flat_map(|o| [o.encounter.first, o.encounter.second]).collect();
                    finalists.sort_unstable();
                    finalists.dedup();
                    let rows = standings(&finalists, &plain(&last), &Order::round_robin());
                    tables.push(Table { title: "final".into(), rows, teams: false });
                }
                tables
            }
            System::Teams { teams, kind, swiss_rounds, .. } => {
                let individual = standings(&all, &plain(played), &Order::round_robin());
                let matches = teams::matches(teams, *kind, played);
                let numbers: Vec<usize> = (0..teams.len()).collect();
                let rows = match swiss_rounds {
                    None => standings(&numbers, &matches, &Order::team_round_robin()),
                    Some(rounds) => {
                        let outcomes = teams::match_outcomes(teams, *kind, played);
                        let (byes, _) = swiss::state(teams.len(), 1, *rounds, &outcomes);
                        let byes: Vec<(usize, u32)> = byes.into_iter().map(|team| (team, 2)).collect();
                        standings_with_byes(&numbers, &matches, &byes, &Order::team_swiss())
                    }
                };
                vec![
                    Table { title: "players".into(), rows: individual, teams: false },
                    Table { title: "teams".into(), rows: match_points(rows), teams: true },
                ]
            }
        }
    }
}

/// Match points are 2, 1 and 0: twice what a game gives.
fn match_points(mut rows: Vec<Row>) -> Vec<Row> {
    let values = rows.iter_mut().flat_map(|row| &mut row.values);
    for (_, value) in values.filter(|(criterion, _)| {
        matches!(criterion, Criterion::Points | Criterion::Buchholz | Criterion::DirectEncounter)
    }) {
        *value *= 2.0;
    }
    rows
}
