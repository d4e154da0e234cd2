//! Matches of teams (`spec/systems.md` §D, arts. 12 and 13).

use serde::{Deserialize, Serialize};

use super::round_robin::round_robin;
use super::swiss;
use super::system::{Encounter, Outcome};
use crate::standings::Played;

/// How the members of two teams meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TeamMatch {
    /// First board against first board and so on; the team named first has red on odd boards.
    Boards,
    /// 全队轮赛: every member against every member, colours changing like the squares of a chessboard.
    AllPlayAll,
}

/// The encounters of a match.
fn boards(a: &[usize], b: &[usize], kind: TeamMatch, round: usize, games: u32, label: &str) -> Vec<Encounter> {
    let mut encounters = Vec::new();
    let mut add = |x: usize, y: usize, red: bool| {
        let (first, second) = if red { (x, y) } else { (y, x) };
        encounters.push(Encounter { round, first, second, games, label: label.to_owned() });
    };
    match kind {
        TeamMatch::Boards => a.iter().zip(b).enumerate().for_each(|(i, (&x, &y))| add(x, y, i % 2 == 0)),
        TeamMatch::AllPlayAll => {
            for (i, &x) in a.iter().enumerate() {
                b.iter().enumerate().for_each(|(j, &y)| add(x, y, (i + j) % 2 == 0));
            }
        }
    }
    encounters
}

fn size(teams: &[Vec<usize>], kind: TeamMatch) -> usize {
    let members = teams.iter().map(Vec::len).min().unwrap_or(0);
    if kind == TeamMatch::Boards { members } else { members * members }
}

/// The next stage of a team tournament: all of a round robin at once, or the next Swiss round.
pub(super) fn next_stage(
    teams: &[Vec<usize>],
    kind: TeamMatch,
    swiss_rounds: Option<usize>,
    cycles: u32,
    games: u32,
    played: &[Outcome],
) -> Vec<Encounter> {
    let expand = |first: usize, second: usize, round: usize| {
        boards(&teams[first], &teams[second], kind, round, games, &format!("team {} - team {}", first + 1, second + 1))
    };
    match swiss_rounds {
        None if played.is_empty() => {
            let table = round_robin(teams.len());
            let mut encounters = Vec::new();
            for cycle in 0..cycles as usize {
                for (i, pairs) in table.iter().enumerate() {
                    for &(a, b) in pairs {
                        let (a, b) = if cycle % 2 == 1 { (b, a) } else { (a, b) };
                        encounters.extend(expand(a, b, cycle * table.len() + i + 1));
                    }
                }
            }
            encounters
        }
        None => Vec::new(),
        Some(rounds) => {
            let matches: Vec<Outcome> = match_outcomes(teams, kind, played);
            let (_, next) = swiss::state(teams.len(), 1, rounds, &matches);
            next.iter().flat_map(|encounter| expand(encounter.first, encounter.second, encounter.round)).collect()
        }
    }
}

/// The matches that are finished, as encounters of teams; half points are match points.
pub(super) fn match_outcomes(teams: &[Vec<usize>], kind: TeamMatch, played: &[Outcome]) -> Vec<Outcome> {
    let per_match = size(teams, kind).max(1);
    played
        .chunks_exact(per_match)
        .map(|chunk| {
            let result = team_match(teams, chunk);
            let encounter = Encounter {
                round: chunk[0].encounter.round,
                first: result.sides[0],
                second: result.sides[1],
                games: 1,
                label: String::new(),
            };
            let Played { half_points, wins, fouls, over_the_board, .. } = result;
            Outcome { encounter, half_points, wins, fouls, forfeited: !over_the_board }
        })
        .collect()
}

/// The result of a match from its boards.
fn team_match(teams: &[Vec<usize>], boards: &[Outcome]) -> Played {
    let team_of = |player: usize| teams.iter().position(|team| team.contains(&player)).unwrap_or(0);
    // On the first board the team named first has red.
    let sides = [team_of(boards[0].encounter.first), team_of(boards[0].encounter.second)];
    let turned: Vec<Played> = boards
        .iter()
        .map(|outcome| {
            let mut played = Played::of_outcome(outcome);
            if team_of(played.sides[0]) != sides[0] {
                played.sides.reverse();
                played.half_points.reverse();
                played.wins.reverse();
                played.game_half_points.reverse();
                played.game_wins.reverse();
                played.fouls.reverse();
            }
            played
        })
        .collect();
    Played::of_match(sides, &turned)
}

/// All matches as the table sees them.
pub(super) fn matches(teams: &[Vec<usize>], kind: TeamMatch, played: &[Outcome]) -> Vec<Played> {
    played.chunks_exact(size(teams, kind).max(1)).map(|boards| team_match(teams, boards)).collect()
}
