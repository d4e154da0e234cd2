//! What the games of a tournament add up to.

use std::collections::{BTreeMap, HashMap};

use chuhe_movegen::Color;

use crate::engine::Foul;
use crate::game::{EndReason, GameRecord};
use crate::stats::{Crosstable, Pairs, Rating, Sprt, Tally, ratings};

/// One player's games and habits.
#[derive(Clone, Debug, Default)]
pub struct PlayerReport {
    /// Its name.
    pub name: String,
    /// All its games.
    pub tally: Tally,
    /// Its games with red and with black.
    pub by_color: [Tally; 2],
    /// Games it lost by a fault, by reason.
    pub faults: BTreeMap<EndReason, u32>,
    /// Faults that did not end a game.
    pub fouls: BTreeMap<Foul, u32>,
    /// Moves it thought about.
    pub moves: u64,
    /// Sum of depths, and moves that had one.
    pub depth: (u64, u64),
    /// Sum of nodes and the microseconds of the moves that reported them.
    pub nodes: (u64, u64),
    /// Moves that reported nodes.
    pub node_moves: u64,
    /// Microseconds used.
    pub used_us: u64,
    /// The longest move in microseconds.
    pub longest_us: u64,
    /// The smallest clock seen after a move, in milliseconds.
    pub lowest_clock_ms: Option<u64>,
    /// Ponder hits, and moves with a chance of one.
    pub ponder_hits: u64,
    /// Moves that waited for a processor for more than 20 ms.
    pub machine_waits: u64,
    /// Late moves that stand because of such waits.
    pub forgiven: u64,
    /// Games lost on time by a move that waited for a processor for as long as it was late.
    pub lost_waiting: u32,
}

/// All that is counted.
#[derive(Clone, Debug)]
pub struct Report {
    /// The players in the order of the plan.
    pub players: Vec<PlayerReport>,
    /// Everybody against everybody.
    pub crosstable: Crosstable,
    /// Games by reason and result (`1-0`, `0-1`, `1/2-1/2`).
    pub ends: BTreeMap<(EndReason, &'static str), u32>,
    /// Finished pairs of games from the first player's view; only for two players.
    pub pairs: Pairs,
    /// Games in all.
    pub games: u32,
    /// Full moves in all, of all games.
    pub plies: u64,
    /// The runner's own time between a move and the next `go` in microseconds, one a move.
    runner_us: Vec<u32>,
    /// Half games: half points of first games whose pair is not finished.
    open_pairs: HashMap<usize, (u32, u32)>,
}

impl Report {
    /// No games yet.
    #[must_use]
    pub fn new(names: &[String]) -> Report {
        let player = |name: &String| PlayerReport { name: name.clone(), ..PlayerReport::default() };
        Report {
            players: names.iter().map(player).collect(),
            crosstable: Crosstable::new(names.len()),
            ends: BTreeMap::new(),
            pairs: Pairs::default(),
            games: 0,
            plies: 0,
            runner_us: Vec::new(),
            open_pairs: HashMap::new(),
        }
    }

    /// Counts a game. `pair_size` is how many games an opening is played for.
    pub fn add(&mut self, record: &GameRecord, pair_size: u32) {
        self.games += 1;
        self.plies += record.moves.len() as u64;
        let red_share = f64::from(record.half_points(Color::Red)) / 2.0;
        self.crosstable.add(record.red.player, record.black.player, red_share);
        *self.ends.entry((record.reason.clone(), record.result.pgn())).or_default() += 1;
        for color in Color::ALL {
            let seat = record.seat(color);
            let half_points = record.half_points(color);
            let player = &mut self.players[seat.player];
            player.tally.add(half_points);
            player.by_color[color.index()].add(half_points);
            if half_points == 0 && record.reason.is_fault() {
                *player.faults.entry(record.reason.clone()).or_default() += 1;
                let waited = record.late.is_some_and(|late| late.machine_wait_us >= late.late_by_us);
                player.lost_waiting += u32::from(waited);
            }
            for &foul in &seat.fouls {
                *player.fouls.entry(foul).or_default() += 1;
            }
        }
        let first = record.first();
        for (i, mv) in record.moves.iter().enumerate().skip(record.opening_plies) {
            if mv.book {
                continue;
            }
            let player = &mut self.players[record.seat(GameRecord::mover(first, i)).player];
            player.moves += 1;
            player.used_us += mv.used_us;
            player.longest_us = player.longest_us.max(mv.used_us);
            player.ponder_hits += u64::from(mv.ponder_hit);
            player.machine_waits += u64::from(mv.machine_wait_us > 20_000);
            player.forgiven += u64::from(mv.forgiven);
            if let Some(depth) = mv.depth {
                player.depth.0 += u64::from(depth);
                player.depth.1 += 1;
            }
            if let Some(nodes) = mv.nodes {
                player.nodes.0 += nodes;
                player.nodes.1 += mv.used_us;
                player.node_moves += 1;
            }
            if let Some(clock) = mv.clock_ms {
                player.lowest_clock_ms = Some(player.lowest_clock_ms.map_or(clock, |lowest| lowest.min(clock)));
            }
            self.runner_us.push(u32::try_from(mv.runner_us).unwrap_or(u32::MAX));
        }
        if self.players.len() == 2 && pair_size == 2 {
            let half_points = record.half_points_of(0);
            let (games, sum) = self.open_pairs.entry(record.pair).or_default();
            *games += 1;
            *sum += half_points;
            if *games == 2 {
                self.pairs.add(*sum);
                self.open_pairs.remove(&record.pair);
            }
        }
    }

    /// Games lost by faults, of all players.
    #[must_use]
    pub fn faults(&self) -> u32 {
        self.players.iter().flat_map(|player| player.faults.values()).sum()
    }

    /// The counts that a sequential test looks at: pairs where games come in pairs, else games.
    #[must_use]
    pub fn test_counts(&self, paired: bool) -> Vec<u32> {
        if paired { self.pairs.counts().to_vec() } else { self.players[0].tally.counts().to_vec() }
    }

    /// The log likelihood ratio of a test so far.
    #[must_use]
    pub fn llr(&self, sprt: &Sprt, paired: bool) -> Option<f64> {
        sprt.llr(&self.test_counts(paired))
    }

    /// A rating for each player.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(&self.crosstable)
    }

    /// Median, 99th percentile and maximum of the runner's own time between a move and the next `go`, in microseconds.
    /// None without moves.
    #[must_use]
    pub fn runner_time(&self) -> Option<(u32, u32, u32)> {
        let mut times = self.runner_us.clone();
        times.sort_unstable();
        let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).copied();
        if times.is_empty() { None } else { Some((at(50)?, at(99)?, *times.last()?)) }
    }
}
