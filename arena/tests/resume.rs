//! A tournament that was interrupted ends as if it had not been.

mod setup;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_arena::game::GameRecord;
use chuhe_arena::schedule::System;
use chuhe_arena::tournament::{Finish, Journal, JournalError, Observer, PlannedGame, Report};
use setup::{Arena, scripted};

/// Stops the match when some games are finished.
struct Stopper(Arc<AtomicBool>, u32);

impl Observer for Stopper {
    fn finished(&mut self, _: &GameRecord, report: &Report, _: usize) {
        if report.games >= self.1 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

struct Counter(Vec<usize>);

impl Observer for Counter {
    fn started(&mut self, game: &PlannedGame, _: usize) {
        self.0.push(game.game);
    }
}

fn arena(system: &System) -> Arena {
    // What a restarted engine plays depends on nothing but the position.
    let players: Vec<_> = (1..=5).map(|seed| scripted(&format!("e{seed}"), &[&format!("seed={seed}")])).collect();
    let mut arena = Arena::new(&players).limit("nodes", "1").limit("restart", "on").max_moves(8).games(2);
    arena.plan.system = system.clone();
    arena
}

fn table(finish: &Finish) -> Vec<(usize, usize, usize, String, Vec<String>)> {
    let mut games: Vec<_> = finish
        .records
        .iter()
        .map(|r| {
            let moves = r.moves.iter().map(|mv| mv.mv.clone()).collect();
            (r.game, r.red.player, r.black.player, r.result.to_string(), moves)
        })
        .collect();
    games.sort();
    games
}

/// RUN-04; the program itself is stopped and killed in its own tests.
#[test]
fn the_table_is_that_of_an_uninterrupted_run() {
    let folder = tempfile::tempdir().unwrap();
    for system in [System::RoundRobin { cycles: 1 }, System::Swiss { rounds: 3 }, System::Knockout { play_offs: 1 }] {
        let whole = arena(&system).play();
        assert!(whole.complete);
        let path = folder.path().join("journal");
        let first = arena(&system);
        let fingerprint = first.plan.fingerprint();
        let mut stopper = Stopper(first.stop.clone(), 3);
        let journal = Journal::create(&path, fingerprint, Vec::new()).unwrap();
        let (part, journal) = first.play_with(Some(journal), &mut stopper);
        assert!(!part.complete);
        drop(journal);
        // The process died while it wrote a fourth game.
        std::fs::File::options().append(true).open(&path).unwrap().write_all(b"{\"game\":3,\"round\":1,").unwrap();
        let journal = Journal::resume(&path, fingerprint).unwrap();
        let played = journal.records().len();
        assert_eq!(played, part.records.len());
        let mut counter = Counter(Vec::new());
        let (rest, _) = arena(&system).play_with(Some(journal), &mut counter);
        assert!(rest.complete);
        assert_eq!(counter.0.len(), whole.records.len() - played, "only what is missing is played");
        assert_eq!(table(&rest), table(&whole), "{system:?}");
        assert_eq!(rest.outcomes, whole.outcomes);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_journal_knows_its_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let resume = |fingerprint| Journal::resume(&path, fingerprint).map(|_| ()).unwrap_err();
    assert!(matches!(resume(1), JournalError::Missing { .. }));
    let journal = Journal::create(&path, 1, Vec::new()).unwrap();
    assert!(matches!(Journal::create(&path, 1, Vec::new()), Err(JournalError::Busy { .. })));
    drop(journal);
    assert!(matches!(resume(2), JournalError::Different { .. }));
    std::fs::write(&path, "[Event \"x\"]\n").unwrap();
    assert!(matches!(resume(1), JournalError::Foreign { line: 1, .. }));
}
