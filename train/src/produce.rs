//! Games made by many threads, written in order.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use chuhe_rules::NaturalLimit;

use crate::pack::{Game, GameError, PackWriter, PositionFilter};

/// When a run ends; the first one reached counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop {
    /// Games in the pack, earlier runs included.
    pub games: Option<u64>,
    /// Positions written by this run.
    pub positions: Option<u64>,
    /// Length of this run.
    pub time: Option<Duration>,
}

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Games in the pack, earlier runs included.
    pub games: u64,
    /// Games of this run.
    pub new_games: u64,
    /// Positions of this run.
    pub positions: u64,
    /// Those left by the standard filter.
    pub kept: u64,
    /// Length of this run.
    pub time: Duration,
}

impl Progress {
    /// Positions a second.
    #[must_use]
    pub fn per_second(&self, positions: u64) -> f64 {
        positions as f64 / self.time.as_secs_f64().max(1e-3)
    }
}

/// A block is written at least this often.
const FLUSH: Duration = Duration::from_secs(30);

/// Lets workers make games on a thread each and appends them to `writer`, which already holds `done` games, in the order
/// of their numbers: the pack does not depend on the number of workers nor on interruptions. A worker says none where the
/// games end. `watch` is called after each game and ends the run by `Break`.
///
/// # Errors
/// When a game cannot be written.
///
/// # Panics
/// When a worker makes an illegal game.
pub fn produce<W: FnMut(u64) -> Option<Game> + Send>(
    workers: Vec<W>,
    writer: &mut PackWriter,
    done: u64,
    stop: Stop,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> io::Result<Progress> {
    let start = Instant::now();
    let mut progress = Progress { games: done, ..Progress::default() };
    let next = AtomicU64::new(done);
    let ended = AtomicBool::new(false);
    // Workers that are ahead wait: a kill never loses more than a few games.
    let (sender, receiver) = mpsc::sync_channel::<(u64, Game)>(64);
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next, ended) = (sender.clone(), &next, &ended);
            scope.spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = worker(number) else { return };
                    if sender.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(receiver, writer, &mut progress, start, stop, watch);
        ended.store(true, Ordering::Relaxed);
        result
    })?;
    Ok(progress)
}

fn write_in_order(
    receiver: mpsc::Receiver<(u64, Game)>,
    writer: &mut PackWriter,
    progress: &mut Progress,
    start: Instant,
    stop: Stop,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut flushed = Instant::now();
    'run: for (number, game) in receiver {
        early.insert(number, game);
        while let Some(game) = early.remove(&progress.games) {
            writer.push(&game)?;
            progress.games += 1;
            progress.new_games += 1;
            progress.positions += game.plies.len() as u64;
            progress.kept += kept(&game).expect("a played game is legal");
            progress.time = start.elapsed();
            let reached = |limit: Option<u64>, count| limit.is_some_and(|limit| count >= limit);
            if watch(progress).is_break()
                || reached(stop.games, progress.games)
                || reached(stop.positions, progress.positions)
                || stop.time.is_some_and(|limit| progress.time >= limit)
            {
                break 'run;
            }
        }
        if flushed.elapsed() >= FLUSH {
            writer.flush()?;
            flushed = Instant::now();
        }
    }
    writer.flush()
}

/// How many positions of a game the standard filter leaves.
fn kept(game: &Game) -> Result<u64, GameError> {
    let filter = PositionFilter::default();
    let mut replay = game.replay(NaturalLimit::default());
    let mut kept = 0;
    while let Some(ply) = replay.next_ply() {
        kept += u64::from(filter.takes(replay.line(), ply));
        replay.advance()?;
    }
    Ok(kept)
}
