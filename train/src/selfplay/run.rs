//! Many games at once, written in order.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use chuhe_rules::NaturalLimit;

use super::{Player, Settings};
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

/// Plays games on `threads` threads and appends them to `writer`, which already holds `done` games, in the order of
/// their numbers: the games do not depend on the number of threads nor on interruptions. `watch` is called after each
/// game and ends the run by `Break`.
///
/// # Errors
/// When a game cannot be written or no memory is left for the engines.
pub fn run(
    settings: &Settings,
    threads: usize,
    writer: &mut PackWriter,
    done: u64,
    stop: Stop,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> io::Result<Progress> {
    let players: Option<Vec<Player<'_>>> = (0..threads.max(1)).map(|_| Player::new(settings)).collect();
    let players = players.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
    let start = Instant::now();
    let mut progress = Progress { games: done, ..Progress::default() };
    let next = AtomicU64::new(done);
    let ended = AtomicBool::new(false);
    // Players that are ahead wait: a kill never loses more than a few games.
    let (sender, receiver) = mpsc::sync_channel::<(u64, Game)>(64);
    std::thread::scope(|scope| {
        for mut player in players {
            let (sender, next, ended) = (sender.clone(), &next, &ended);
            scope.spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if sender.send((number, player.play(number))).is_err() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::PackReader;

    #[test]
    fn threads_and_interruptions_do_not_change_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { seed: 3, soft_nodes: 30, hash_mb: 1, ..Settings::default() };
        let games = |name: &str| {
            let mut reader = PackReader::open(&folder.path().join(name)).unwrap();
            let games: Vec<Game> = std::iter::from_fn(|| reader.next_game().unwrap()).collect();
            assert_eq!(reader.damage(), []);
            games
        };
        let play = |name: &str, threads, until| {
            let (mut writer, found) = PackWriter::append(&folder.path().join(name)).unwrap();
            let stop = Stop { games: Some(until), ..Stop::default() };
            let progress = run(&settings, threads, &mut writer, found.games, stop, &mut |_| ControlFlow::Continue(()));
            assert_eq!(progress.unwrap().games, until);
        };
        play("straight", 1, 6);
        play("broken", 3, 4);
        // A kill in the middle of a write leaves half a block.
        let path = folder.path().join("broken");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_within(..40);
        std::fs::write(&path, bytes).unwrap();
        play("broken", 2, 6);
        assert_eq!(games("straight").len(), 6);
        assert_eq!(games("straight"), games("broken"));
    }
}
