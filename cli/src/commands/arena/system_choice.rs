//! Which tournament it is: `-tournament`, `-team`, `-seeds`.

use anyhow::{anyhow, bail};
use chuhe_arena::schedule::{System, TeamMatch};

use super::arguments::Given;
use super::engine_list::EngineList;

/// The options about the system so far.
pub(super) struct SystemChoice {
    options: Vec<(String, String)>,
    teams: Vec<(String, Vec<String>)>,
    /// Engines at the head of the list that a gauntlet tests.
    heroes: usize,
}

/// What they come to.
pub(super) struct Chosen {
    pub(super) system: System,
    /// Games of an encounter.
    pub(super) games: u32,
    /// Teams that are ranked by the ranks of their members.
    pub(super) rank_teams: Vec<Vec<usize>>,
}

impl Default for SystemChoice {
    fn default() -> SystemChoice {
        SystemChoice { options: Vec::new(), teams: Vec::new(), heroes: 1 }
    }
}

impl SystemChoice {
    /// `-tournament SYSTEM [KEY=VALUE...]`
    pub(super) fn tournament(&mut self, option: &Given) -> anyhow::Result<()> {
        let pairs = option.pairs("system")?;
        if pairs.is_empty() {
            bail!("-tournament needs a value");
        }
        self.options = pairs.into_iter().map(|(key, value)| (key.into(), value.to_ascii_lowercase())).collect();
        Ok(())
    }

    /// `-team NAME ENGINE...`
    pub(super) fn team(&mut self, option: &Given) -> anyhow::Result<()> {
        match option.words() {
            [name, members @ ..] if !members.is_empty() => self.teams.push((name.clone(), members.to_vec())),
            _ => bail!("-team NAME ENGINE ENGINE...: a team needs members"),
        }
        Ok(())
    }

    /// `-seeds N`
    pub(super) fn seeds(&mut self, option: &Given) -> anyhow::Result<()> {
        self.heroes = option.number()?;
        Ok(())
    }

    pub(super) fn team_names(&self) -> Vec<String> {
        self.teams.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The system with `rounds` and `games` of the command line.
    pub(super) fn choose(
        &self,
        engines: &EngineList,
        rounds: Option<u32>,
        games: Option<u32>,
    ) -> anyhow::Result<Chosen> {
        let players = engines.len();
        let mut name = "round-robin";
        let (mut groups, mut advance, mut play_offs) = (2, 2, 2);
        let (mut kind, mut swiss) = (TeamMatch::Boards, false);
        for (key, value) in &self.options {
            let number = || value.parse().map_err(|_| anyhow!("-tournament {key}={value}: expected a number"));
            match key.as_str() {
                "system" => name = value,
                "groups" => groups = number()?,
                "advance" => advance = number()?,
                "playoffs" => play_offs = number()? as u32,
                "match" => {
                    kind = match value.as_str() {
                        "boards" => TeamMatch::Boards,
                        "all" => TeamMatch::AllPlayAll,
                        _ => bail!("-tournament match={value}: expected boards or all"),
                    }
                }
                "pairing" => {
                    swiss = match value.as_str() {
                        "swiss" => true,
                        "round-robin" => false,
                        _ => bail!("-tournament pairing={value}: expected round-robin or swiss"),
                    }
                }
                _ => bail!("-tournament: no key `{key}` (groups, advance, playoffs, match, pairing)"),
            }
        }
        let teams = self
            .teams
            .iter()
            .map(|(_, members)| members.iter().map(|name| engines.find(name)).collect())
            .collect::<anyhow::Result<Vec<Vec<usize>>>>()?;
        let cycles = rounds.unwrap_or(1);
        let encounter = games.unwrap_or(2);
        // Enough rounds for one player to be alone in front.
        let swiss_rounds = |players: usize| rounds.unwrap_or_else(|| players.next_power_of_two().ilog2()) as usize;
        let chosen = |system, games| Ok(Chosen { system, games, rank_teams: teams.clone() });
        match name {
            // Two players: one long encounter, so that openings pair up across rounds.
            "round-robin" | "roundrobin" | "rr" if players == 2 => {
                chosen(System::RoundRobin { cycles: 1 }, encounter.saturating_mul(cycles))
            }
            "round-robin" | "roundrobin" | "rr" => chosen(System::RoundRobin { cycles }, encounter),
            "double" | "double-round-robin" => chosen(System::RoundRobin { cycles: 2 }, games.unwrap_or(1)),
            "gauntlet" => {
                if !(1..players).contains(&self.heroes) {
                    bail!("-seeds {}: expected 1 to {} with {players} engines", self.heroes, players - 1);
                }
                chosen(System::Gauntlet { heroes: self.heroes, cycles }, encounter)
            }
            "pyramid" => chosen(System::Pyramid { cycles }, encounter),
            "knockout" | "knock-out" => chosen(System::Knockout { play_offs }, encounter),
            "groups" => {
                if groups < 1 || advance < 1 || players < 2 * groups {
                    bail!("-tournament groups: {players} engines make no {groups} groups");
                }
                if !teams.is_empty() {
                    bail!("-team: groups have no table of all engines by which teams could be ranked");
                }
                chosen(System::Groups { groups, advance }, encounter)
            }
            "swiss" => {
                let rounds = swiss_rounds(players);
                if rounds >= players {
                    bail!("-rounds {rounds}: with {players} engines a Swiss has at most {} rounds", players - 1);
                }
                chosen(System::Swiss { rounds }, encounter)
            }
            "teams" | "team" => {
                if teams.len() < 2 || teams.iter().any(|team| team.len() != teams[0].len()) {
                    bail!("-tournament teams: two or more -team of the same size are needed");
                }
                let swiss_rounds = swiss.then(|| swiss_rounds(teams.len()));
                let system = System::Teams { teams, kind, swiss_rounds, cycles };
                Ok(Chosen { system, games: encounter, rank_teams: Vec::new() })
            }
            other => bail!(
                "-tournament {other}: expected round-robin, double, gauntlet, pyramid, knockout, groups, swiss or teams"
            ),
        }
    }
}
