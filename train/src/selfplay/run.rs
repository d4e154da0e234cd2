//! Many games at once.

use std::io;
use std::ops::ControlFlow;

use super::{Player, Settings};
use crate::pack::PackWriter;
use crate::produce::{Progress, Stop, produce};

/// Plays games on `threads` threads and appends them to `writer`, which already holds the first `done` of them
/// ([`produce`]).
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
    let workers = players.into_iter().map(|mut player| move |number| Some(player.play(number))).collect();
    produce(workers, writer, done, stop, watch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Game, PackReader};

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
