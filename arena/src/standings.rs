//! Tables: points and tie-breaks (`spec/systems.md` §D, arts. 14 and 15).

use chuhe_rules::Language;
use serde::Serialize;

use crate::schedule::Outcome;

/// An encounter as the table sees it. Points are counted in halves: a win is 2, a draw 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The players, or teams.
    pub sides: [usize; 2],
    /// Half points, or match points (2, 1, 0) of teams.
    pub half_points: [u32; 2],
    /// Games won; matches won, of teams.
    pub wins: [u32; 2],
    /// Drawn games; drawn matches, of teams.
    pub draws: u32,
    /// Half points of the games; for single players the same as `half_points`.
    pub game_half_points: [u32; 2],
    /// Games won.
    pub game_wins: [u32; 2],
    /// Faults that did not end a game.
    pub fouls: [u32; 2],
    /// False for a win without play: it gives points and nothing else.
    pub over_the_board: bool,
}

impl Played {
    /// Single players.
    #[must_use]
    pub fn of_outcome(outcome: &Outcome) -> Played {
        let games = outcome.half_points.iter().sum::<u32>() / 2;
        Played {
            sides: [outcome.encounter.first, outcome.encounter.second],
            half_points: outcome.half_points,
            wins: outcome.wins,
            draws: games - outcome.wins[0] - outcome.wins[1],
            game_half_points: outcome.half_points,
            game_wins: outcome.wins,
            fouls: outcome.fouls,
            over_the_board: !outcome.forfeited,
        }
    }

    /// A match of two teams on several boards: 2 match points to who has more game points, 1 to each when level.
    #[must_use]
    pub fn of_match(teams: [usize; 2], boards: &[Played]) -> Played {
        let mut result = Played {
            sides: teams,
            half_points: [1, 1],
            wins: [0, 0],
            draws: 1,
            game_half_points: [0, 0],
            game_wins: [0, 0],
            fouls: [0, 0],
            over_the_board: boards.iter().any(|board| board.over_the_board),
        };
        for board in boards {
            for side in 0..2 {
                result.game_half_points[side] += board.game_half_points[side];
                result.game_wins[side] += board.game_wins[side];
                result.fouls[side] += board.fouls[side];
            }
        }
        let [a, b] = result.game_half_points;
        if a != b {
            let winner = usize::from(b > a);
            result.half_points[winner] = 2;
            result.half_points[1 - winner] = 0;
            result.wins[winner] = 1;
            result.draws = 0;
        }
        result
    }

    fn side(&self, player: usize) -> Option<usize> {
        self.sides.iter().position(|&side| side == player)
    }
}

/// What decides between players who are level so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Points; match points of teams.
    Points,
    /// 小分, Sonneborn-Berger: the points of those one has beaten, and half of those one has drawn with.
    SonnebornBerger,
    /// 对手分, Buchholz: the points of all opponents.
    Buchholz,
    /// Games won; matches won, of teams.
    Wins,
    /// Points of all games of a team.
    GamePoints,
    /// Games won by a team.
    GameWins,
    /// Points in the encounters of those who are level.
    DirectEncounter,
    /// Fewer fouls.
    Fouls,
    /// Rounds of a knock-out that a player has survived.
    Rounds,
    /// The ranks of a team's members added up, fewer being better.
    RankSum,
    /// The rank of the best member of a team.
    BestRank,
}

impl Criterion {
    /// The name at the head of a column.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::Points => "points",
            Criterion::SonnebornBerger => "SB",
            Criterion::Buchholz => "Buchholz",
            Criterion::Wins => "wins",
            Criterion::GamePoints => "game points",
            Criterion::GameWins => "game wins",
            Criterion::DirectEncounter => "direct",
            Criterion::Fouls => "fouls",
            Criterion::Rounds => "rounds",
            Criterion::RankSum => "rank sum",
            Criterion::BestRank => "best rank",
        }
    }

    /// The name in a language.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        let chinese = match self {
            Criterion::Points => "积分",
            Criterion::SonnebornBerger => "小分",
            Criterion::Buchholz => "对手分",
            Criterion::Wins => "胜局",
            Criterion::GamePoints => "局分",
            Criterion::GameWins => "胜局",
            Criterion::DirectEncounter => "直胜",
            Criterion::Fouls => "犯规",
            Criterion::Rounds => "过关",
            Criterion::RankSum => "名次和",
            Criterion::BestRank => "最好名次",
        };
        language.pick(self.name(), chinese)
    }
}

/// The criteria of a table, most important first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order(pub Vec<Criterion>);

impl Order {
    /// Art. 15.1: points, 小分, wins, direct encounter, fouls.
    #[must_use]
    pub fn round_robin() -> Order {
        use Criterion::{DirectEncounter, Fouls, Points, SonnebornBerger, Wins};
        Order(vec![Points, SonnebornBerger, Wins, DirectEncounter, Fouls])
    }

    /// Art. 15.2: points, 对手分, wins, fouls.
    #[must_use]
    pub fn swiss() -> Order {
        use Criterion::{Buchholz, Fouls, Points, Wins};
        Order(vec![Points, Buchholz, Wins, Fouls])
    }

    /// Art. 15.3: match points, game points, games won, direct encounter, fouls.
    #[must_use]
    pub fn team_round_robin() -> Order {
        use Criterion::{DirectEncounter, Fouls, GamePoints, GameWins, Points};
        Order(vec![Points, GamePoints, GameWins, DirectEncounter, Fouls])
    }

    /// Art. 15.4: match points, 团体对手分, game points, matches won, fouls.
    #[must_use]
    pub fn team_swiss() -> Order {
        use Criterion::{Buchholz, Fouls, GamePoints, Points, Wins};
        Order(vec![Points, Buchholz, GamePoints, Wins, Fouls])
    }
}

/// The value of each criterion.
type Values = Vec<(Criterion, f64)>;

/// A line of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The player or team.
    pub player: usize,
    /// Its place, from 1; those whom nothing tells apart share one.
    pub rank: usize,
    /// The value of each criterion: points as points, others as counts.
    pub values: Vec<(Criterion, f64)>,
}

impl Row {
    /// The value of a criterion, if the table has it.
    #[must_use]
    pub fn value(&self, criterion: Criterion) -> Option<f64> {
        self.values.iter().find(|(c, _)| *c == criterion).map(|&(_, value)| value)
    }
}

/// The table of these players. Encounters with others are not looked at, but for the points of opponents.
#[must_use]
pub fn standings(players: &[usize], played: &[Played], order: &Order) -> Vec<Row> {
    standings_with_byes(players, played, &[], order)
}

/// The same with byes: each gives its player these half points and nothing else.
#[must_use]
pub fn standings_with_byes(players: &[usize], played: &[Played], byes: &[(usize, u32)], order: &Order) -> Vec<Row> {
    let table = Table { played, byes };
    let mut rows: Vec<Row> = Vec::new();
    // Groups of players who are level so far, best first, each with the values that brought it there.
    let mut groups: Vec<Vec<(usize, Values)>> = vec![players.iter().map(|&player| (player, Vec::new())).collect()];
    for &criterion in &order.0 {
        let mut next = Vec::new();
        for group in groups {
            let level: Vec<usize> = group.iter().map(|(player, _)| *player).collect();
            let mut valued: Vec<(i64, usize, Values)> = group
                .into_iter()
                .map(|(player, mut values)| {
                    let (value, shown) = table.value(criterion, player, &level);
                    values.push((criterion, shown));
                    (value, player, values)
                })
                .collect();
            valued.sort_by_key(|&(value, ..)| std::cmp::Reverse(value));
            for part in valued.chunk_by(|a, b| a.0 == b.0) {
                next.push(part.iter().map(|(_, player, values)| (*player, values.clone())).collect());
            }
        }
        groups = next;
    }
    for group in groups {
        let rank = rows.len() + 1;
        rows.extend(group.into_iter().map(|(player, values)| Row { player, rank, values }));
    }
    rows
}

struct Table<'a> {
    played: &'a [Played],
    byes: &'a [(usize, u32)],
}

impl Table<'_> {
    fn half_points(&self, player: usize) -> u32 {
        let games = self.of(player).map(|(played, side)| played.half_points[side]).sum::<u32>();
        games + self.byes.iter().filter(|(p, _)| *p == player).map(|(_, half_points)| half_points).sum::<u32>()
    }

    /// The encounters of a player and its side in each.
    fn of(&self, player: usize) -> impl Iterator<Item = (&Played, usize)> {
        self.played.iter().filter_map(move |played| Some((played, played.side(player)?)))
    }

    /// A number to compare by, larger being better, and the number to show.
    fn value(&self, criterion: Criterion, player: usize, level: &[usize]) -> (i64, f64) {
        let over_the_board = || self.of(player).filter(|(played, _)| played.over_the_board);
        let halves = |n: u32| (i64::from(n), f64::from(n) / 2.0);
        let whole = |n: u32| (i64::from(n), f64::from(n));
        match criterion {
            Criterion::Points => halves(self.half_points(player)),
            Criterion::SonnebornBerger => {
                let quarters: u32 = over_the_board()
                    .map(|(played, side)| {
                        self.half_points(played.sides[1 - side]) * (2 * played.wins[side] + played.draws)
                    })
                    .sum();
                (i64::from(quarters), f64::from(quarters) / 4.0)
            }
            Criterion::Buchholz => {
                halves(over_the_board().map(|(played, side)| self.half_points(played.sides[1 - side])).sum())
            }
            Criterion::Wins => whole(over_the_board().map(|(played, side)| played.wins[side]).sum()),
            Criterion::GamePoints => halves(self.of(player).map(|(played, side)| played.game_half_points[side]).sum()),
            Criterion::GameWins => whole(over_the_board().map(|(played, side)| played.game_wins[side]).sum()),
            Criterion::DirectEncounter => halves(
                over_the_board()
                    .filter(|(played, side)| level.contains(&played.sides[1 - side]))
                    .map(|(played, side)| played.half_points[side])
                    .sum(),
            ),
            Criterion::Fouls => {
                let fouls: u32 = self.of(player).map(|(played, side)| played.fouls[side]).sum();
                (-i64::from(fouls), f64::from(fouls))
            }
            // These belong to knock-outs and to [`rank_sums`].
            Criterion::Rounds | Criterion::RankSum | Criterion::BestRank => (0, 0.0),
        }
    }
}

/// Teams without boards (arts. 12.5 and 15.5): by the sum of the ranks of their members, lowest first; then the best single
/// rank, then the second best and so on, then fouls. Teams whom nothing tells apart share a rank.
///
/// A member who is not in the table counts as one behind its last.
#[must_use]
pub fn rank_sums(teams: &[Vec<usize>], individual: &[Row]) -> Vec<Row> {
    let row = |player: usize| individual.iter().find(|row| row.player == player);
    let rank = |player: usize| row(player).map_or(individual.len() + 1, |row| row.rank);
    let fouls = |player: usize| row(player).and_then(|row| row.value(Criterion::Fouls)).unwrap_or(0.0);
    // Sum, single ranks and fouls of each team; less is better.
    type Key = (usize, Vec<usize>, u64);
    let mut keys: Vec<(Key, usize)> = teams
        .iter()
        .enumerate()
        .map(|(team, members)| {
            let mut ranks: Vec<usize> = members.iter().map(|&player| rank(player)).collect();
            ranks.sort_unstable();
            let fouls = members.iter().map(|&player| fouls(player)).sum::<f64>() as u64;
            ((ranks.iter().sum(), ranks, fouls), team)
        })
        .collect();
    keys.sort();
    let mut rows: Vec<Row> = Vec::new();
    for (i, (key, team)) in keys.iter().enumerate() {
        let (sum, ranks, fouls) = key;
        let values = vec![
            (Criterion::RankSum, *sum as f64),
            (Criterion::BestRank, ranks.first().copied().unwrap_or(0) as f64),
            (Criterion::Fouls, *fouls as f64),
        ];
        let rank = if i > 0 && keys[i - 1].0 == *key { rows[i - 1].rank } else { i + 1 };
        rows.push(Row { player: *team, rank, values });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(a: usize, b: usize, half_points: u32) -> Played {
        let wins = [u32::from(half_points == 2), u32::from(half_points == 0)];
        let half_points = [half_points, 2 - half_points];
        Played {
            sides: [a, b],
            half_points,
            wins,
            draws: u32::from(wins == [0, 0]),
            game_half_points: half_points,
            game_wins: wins,
            fouls: [0, 0],
            over_the_board: true,
        }
    }

    fn players(rows: &[Row]) -> Vec<(usize, usize)> {
        rows.iter().map(|row| (row.player, row.rank)).collect()
    }

    /// Three cycles of wins among 0, 1 and 2, who all beat 3: 2 points each; 小分 of each is 2 (beaten rival) + 0.
    #[test]
    fn those_whom_nothing_tells_apart_share_a_rank() {
        let games = [game(0, 1, 2), game(1, 2, 2), game(2, 0, 2), game(0, 3, 2), game(1, 3, 2), game(2, 3, 2)];
        let rows = standings(&[0, 1, 2, 3], &games, &Order::round_robin());
        assert_eq!(players(&rows), [(0, 1), (1, 1), (2, 1), (3, 4)]);
        assert_eq!(rows[0].value(Criterion::SonnebornBerger), Some(2.0));
        let mut fouled = games;
        fouled[0].fouls = [1, 0];
        let rows = standings(&[0, 1, 2, 3], &fouled, &Order::round_robin());
        assert_eq!(players(&rows), [(1, 1), (2, 1), (0, 3), (3, 4)]);
    }

    #[test]
    fn byes_and_forfeits_give_points_and_nothing_else() {
        let mut forfeit = game(0, 1, 2);
        forfeit.over_the_board = false;
        let games = [forfeit, game(1, 2, 2)];
        let rows = standings_with_byes(&[0, 1, 2, 3], &games, &[(3, 2)], &Order::swiss());
        // 0, 1 and 3 have a point; only 1 has played for it (对手分 0, one win).
        assert_eq!(players(&rows), [(1, 1), (0, 2), (3, 2), (2, 4)]);
        assert_eq!(rows[0].value(Criterion::Wins), Some(1.0));
        assert_eq!(rows[1].value(Criterion::Wins), Some(0.0));
    }

    #[test]
    fn teams_get_match_points_by_boards() {
        let boards = [game(0, 10, 2), game(1, 11, 1), game(2, 12, 0), game(3, 13, 1)];
        let level = Played::of_match([0, 1], &boards);
        assert_eq!((level.half_points, level.game_half_points, level.game_wins), ([1, 1], [4, 4], [1, 1]));
        let won = Played::of_match([0, 1], &boards[..2]);
        assert_eq!((won.half_points, won.wins, won.draws), ([2, 0], [1, 0], 0));
    }

    #[test]
    fn ranks_are_summed_and_the_best_members_decide() {
        let row = |player, rank, fouls: f64| Row { player, rank, values: vec![(Criterion::Fouls, fouls)] };
        // Ranks 1 2 3 4 4 6, the fourth being shared; player 5 has two fouls, player 9 is not in the table: rank 7.
        let individual = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 4), (5, 6)]
            .map(|(player, rank)| row(player, rank, if player == 5 { 2.0 } else { 0.0 }));
        let teams = [vec![2, 3], vec![5, 0], vec![1, 9], vec![4, 2], vec![0, 5]];
        let rows = rank_sums(&teams, &individual);
        // 3+4 = 7; 1+6 = 7 and a better best; 2+7 = 9; 4+3 = 7 like the first; 1+6 again, the same fouls.
        assert_eq!(players(&rows), [(1, 1), (4, 1), (0, 3), (3, 3), (2, 5)]);
        let values = |i: usize| rows[i].values.iter().map(|&(_, value)| value).collect::<Vec<_>>();
        assert_eq!(values(0), [7.0, 1.0, 2.0]);
        assert_eq!(values(4), [9.0, 2.0, 0.0]);
    }
}
