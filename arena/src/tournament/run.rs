//! Playing a tournament.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use thiserror::Error;

use super::Plan;
use super::director::{Director, Next, PlannedGame};
use super::journal::{Journal, JournalError};
use super::pool::Pool;
use super::report::Report;
use crate::engine::{Engine, EngineConfig, EngineLog, SharedFlag, StartError};
use crate::game::{GameRecord, Player, Seat, play};
use crate::output::Outputs;
use crate::schedule::{Outcome, Table};
use crate::stats::Decision;

/// Why a tournament stopped before its end.
#[derive(Debug, Error)]
pub enum RunError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another output cannot be written.
    #[error("{}: {error}", path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

/// Who wants to know how it goes.
pub trait Observer: Send {
    /// A game begins.
    fn started(&mut self, _game: &PlannedGame, _known_games: usize) {}
    /// A game has ended and is written down.
    fn finished(&mut self, _record: &GameRecord, _report: &Report, _known_games: usize) {}
}

/// How a tournament is played; what does not change its result.
pub struct Run<'a> {
    /// Games at the same time.
    pub concurrency: usize,
    /// Processors for each of them in turn; empty: wherever the system likes.
    pub processors: Vec<usize>,
    /// Engines that run already, from [`prepare`].
    pub engines: Vec<Engine>,
    /// Where the dialogue with engines goes.
    pub log: Option<EngineLog>,
    /// Set from outside to stop.
    pub stop: SharedFlag,
    /// How long to pause between games of a worker.
    pub pause: Duration,
    /// Who wants to know.
    pub observer: &'a mut dyn Observer,
}

/// How a tournament ended.
pub struct Finish {
    /// All that was counted.
    pub report: Report,
    /// The encounters and their points, those that are not finished included.
    pub outcomes: Vec<Outcome>,
    /// The tables, the one that decides last.
    pub tables: Vec<Table>,
    /// The games, in the order in which they ended.
    pub records: Vec<GameRecord>,
    /// Whether all games were played, or the test decided.
    pub complete: bool,
    /// What the sequential test said.
    pub decision: Option<Decision>,
    /// Why it stopped early, if output failed.
    pub error: Option<RunError>,
}

/// Starts every engine once, so that what is wrong with one is said before the first game; fills in names that the user
/// has not given, and makes them differ.
///
/// # Errors
/// For the first engine that does not start.
pub fn prepare(
    players: &mut [EngineConfig],
    log: Option<&EngineLog>,
    stop: &SharedFlag,
) -> Result<Vec<Engine>, StartError> {
    let mut engines = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for config in players.iter_mut() {
        let mut engine = Engine::new(config.clone(), log.cloned(), stop.clone());
        engine.start()?;
        let plain = if config.name.is_empty() && !engine.identity().is_empty() {
            engine.identity().to_owned()
        } else {
            config.label()
        };
        let numbered = (2..).map(|n| format!("{plain} #{n}"));
        let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !names.contains(name));
        config.name = name.unwrap_or(plain);
        names.push(config.name.clone());
        engine.rename(&config.name);
        engines.push(engine);
    }
    Ok(engines)
}

/// What the workers share.
struct Shared<'a> {
    director: Director<'a>,
    report: Report,
    records: Vec<GameRecord>,
    journal: Option<Journal>,
    outputs: Outputs,
    decision: Option<Decision>,
    error: Option<RunError>,
    observer: &'a mut dyn Observer,
}

/// Plays all games of a plan that the journal does not hold yet.
pub fn run(plan: &Plan, run: Run<'_>, journal: Option<Journal>, outputs: Outputs) -> (Finish, Option<Journal>) {
    let names: Vec<String> = plan.players.iter().map(|player| player.name.clone()).collect();
    let mut report = Report::new(&names);
    let mut director = Director::new(plan);
    let mut records = Vec::new();
    for record in journal.as_ref().map(Journal::records).unwrap_or_default() {
        if director.finished(record) {
            report.add(record, plan.repeat);
            records.push(record.clone());
        }
    }
    let shared = Mutex::new(Shared {
        director,
        report,
        records,
        journal,
        outputs,
        decision: None,
        error: None,
        observer: run.observer,
    });
    {
        let mut shared = lock(&shared);
        shared.decide(plan);
    }
    let idle = Condvar::new();
    // Set when no further game is to begin; games that are being played go on.
    let closing = AtomicBool::new(false);
    let shown = Mutex::new(HashMap::new());
    let mut ready: Vec<Engine> = run.engines;
    let mut first_engines: HashMap<usize, Engine> = ready.drain(..).enumerate().collect();
    if let Ok(mut shown) = shown.lock() {
        for (&player, engine) in &first_engines {
            let mut copy = Engine::new(engine.config().clone(), None, run.stop.clone());
            copy.learn_from(engine);
            shown.insert(player, copy);
        }
    }
    thread::scope(|scope| {
        for worker in 0..run.concurrency.max(1) {
            let processors = match run.processors.len() {
                0 => Vec::new(),
                n => vec![run.processors[worker % n]],
            };
            let mut pool = Pool::new(&plan.players, &shown, run.log.clone(), run.stop.clone(), processors);
            if worker == 0 {
                for (player, mut engine) in first_engines.drain() {
                    // An engine that runs already cannot be bound with all its threads.
                    if run.processors.is_empty() { pool.put(player, engine) } else { engine.quit() }
                }
            }
            let (shared, idle, closing, stop, pause) = (&shared, &idle, &closing, &run.stop, run.pause);
            scope.spawn(move || {
                while let Some(game) = next_game(shared, idle, closing, stop) {
                    let Some(record) = play_planned(plan, &mut pool, &game) else { break };
                    let mut shared = lock(shared);
                    shared.take(plan, record);
                    if shared.decision.is_some_and(|decision| decision != Decision::Continue) || shared.error.is_some()
                    {
                        closing.store(true, Ordering::Relaxed);
                    }
                    drop(shared);
                    idle.notify_all();
                    if !pause.is_zero() {
                        thread::sleep(pause);
                    }
                }
                idle.notify_all();
                pool.quit_all();
            });
        }
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let outcomes = shared.director.outcomes();
    if let Err(error) = shared.outputs.page(plan, &shared.report, &shared.records, &outcomes) {
        shared.error.get_or_insert(error);
    }
    let over = matches!(shared.director.next(), Next::Finished);
    let decided = shared.decision.is_some_and(|decision| decision != Decision::Continue);
    let finish = Finish {
        tables: plan.tables(&outcomes),
        outcomes,
        report: shared.report,
        records: shared.records,
        complete: (over || decided) && shared.error.is_none(),
        decision: shared.decision,
        error: shared.error,
    };
    (finish, shared.journal)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn next_game(
    shared: &Mutex<Shared<'_>>,
    idle: &Condvar,
    closing: &AtomicBool,
    stop: &SharedFlag,
) -> Option<PlannedGame> {
    let mut guard = lock(shared);
    loop {
        let decided = guard.decision.is_some_and(|decision| decision != Decision::Continue);
        if decided || closing.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed) {
            return None;
        }
        match guard.director.next() {
            Next::Game(game) => {
                let known = guard.director.known_games();
                guard.observer.started(&game, known);
                return Some(game);
            }
            Next::Finished => return None,
            Next::Wait => {
                let waited = idle.wait_timeout(guard, Duration::from_millis(500));
                guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

fn play_planned(plan: &Plan, pool: &mut Pool<'_>, game: &PlannedGame) -> Option<GameRecord> {
    let opening = plan.openings.get(game.pair);
    let (mut red, mut black) = pool.take(game.red, game.black);
    let began = Instant::now();
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut players = [(&mut red, game.red, 0), (&mut black, game.black, 1)].map(|(engine, player, side)| Player {
        engine,
        name: &plan.players[player].name,
        book: plan.books.get(player).and_then(|books| books[side].as_ref()),
    });
    let played = play(&mut players, opening, &plan.conditions);
    pool.give_back((game.red, red), (game.black, black));
    let mut played = played?;
    let mut seat = |player: usize, side: usize| Seat {
        player,
        name: plan.players[player].name.clone(),
        limits: plan.players[player].limits.describe(),
        fouls: std::mem::take(&mut played.fouls[side]),
    };
    Some(GameRecord {
        game: game.game,
        round: game.round,
        encounter: game.encounter,
        pair: game.pair,
        red: seat(game.red, 0),
        black: seat(game.black, 1),
        fen: opening.start.fen().to_string(),
        opening: opening.name.clone(),
        opening_plies: opening.moves.len(),
        moves: played.moves,
        result: played.ending.result,
        reason: played.ending.reason,
        text: played.ending.text,
        late: played.late,
        started,
        took_ms: began.elapsed().as_millis() as u64,
    })
}

impl Shared<'_> {
    /// Writes a game down and counts it.
    fn take(&mut self, plan: &Plan, record: GameRecord) {
        if self.error.is_some() {
            return;
        }
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(&record)
        {
            self.error = Some(error.into());
            return;
        }
        self.director.finished(&record);
        self.report.add(&record, plan.repeat);
        self.decide(plan);
        self.records.push(record);
        if let Err(error) = self.outputs.game(plan, &self.report, &self.records, &self.director.outcomes()) {
            self.error = Some(error);
        }
        let known = self.director.known_games();
        if let Some(record) = self.records.last() {
            self.observer.finished(record, &self.report, known);
        }
    }

    fn decide(&mut self, plan: &Plan) {
        if let Some(sprt) = &plan.sprt {
            let llr = self.report.llr(sprt, plan.repeat == 2);
            self.decision = Some(llr.map_or(Decision::Continue, |llr| sprt.decide(llr)));
        }
    }
}
