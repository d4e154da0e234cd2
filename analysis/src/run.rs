//! A run: items in, searches by many hands, analyses out in the order of the items.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_movegen::Color;
use chuhe_record::Game;
use thiserror::Error;

use crate::annotate::{Frame, Searches, record};
use crate::events::events;
use crate::input::{Item, PositionItem, game_id};
use crate::search::{
    Done, Found, Key, Pool, Prepared, SearchFailure, SearchLimit, Setup, Store, StoreError, Task, Unit,
};
use crate::summary::{game_analysis, unplayable};
use crate::walk::Walk;
use crate::{GameAnalysis, PositionRecord, Unreadable};

/// How long positions are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Each by a limit.
    Limit(SearchLimit),
    /// All together about so long, on all workers, divided evenly over what is left to do.
    Budget(Duration),
}

impl Effort {
    /// In words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Effort::Limit(limit) => limit.to_string(),
            Effort::Budget(time) => format!("{} s for everything", time.as_secs_f64()),
        }
    }
}

/// Which moves of games are judged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Only this side's.
    pub side: Option<Color>,
    /// Only those of players whose name contains this, in any case.
    pub player: Option<String>,
    /// From this full move on.
    pub from_move: Option<u32>,
    /// Up to this full move.
    pub to_move: Option<u32>,
}

impl Wanted {
    /// Which moves of a walk.
    #[must_use]
    pub(crate) fn moves(&self, game: &Game, walk: &Walk) -> Vec<bool> {
        let by_player = |side: Color| match &self.player {
            None => true,
            Some(player) => {
                let name = game.tags.text(if side == Color::Red { "Red" } else { "Black" });
                name.to_lowercase().contains(&player.to_lowercase())
            }
        };
        let sides = Color::ALL.map(|side| self.side.is_none_or(|wanted| wanted == side) && by_player(side));
        (0..walk.moves.len())
            .map(|index| {
                let number = index as u32 / 2 + 1;
                sides[walk.side(index).index()]
                    && self.from_move.is_none_or(|first| number >= first)
                    && self.to_move.is_none_or(|last| number <= last)
            })
            .collect()
    }
}

/// What is done with every item.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engines; the first one judges.
    pub engines: Vec<Prepared>,
    /// How they are set up.
    pub setup: Setup,
    /// How long positions are searched.
    pub effort: Effort,
    /// Which moves of games.
    pub wanted: Wanted,
    /// Whether an engine keeps what it has learnt within a game. Otherwise it forgets everything before each position.
    pub game_order: bool,
    /// Searches at the same time.
    pub workers: usize,
}

impl Job {
    /// How many searches an item takes; a second look at the same position counts, too.
    #[must_use]
    pub fn searches_of(&self, item: &Item) -> u64 {
        let plan = match item {
            Item::Game(game) => {
                Walk::of_game(game, &self.setup.rules).map(|walk| (self.wanted.moves(game, &walk), walk))
            }
            Item::Position(item) => {
                Walk::of_position(item, &self.setup.rules).map(|walk| (last_only(item, &walk), walk))
            }
            Item::Unreadable(_) => return 0,
        };
        let spots = match plan {
            Ok((wanted, walk)) => needed(item, &wanted, &walk).iter().filter(|needed| **needed).count(),
            Err(_) => 0,
        };
        spots as u64 * self.engines.len() as u64
    }
}

/// Of a position out of a list only its own move is judged.
fn last_only(item: &PositionItem, walk: &Walk) -> Vec<bool> {
    (0..walk.moves.len()).map(|index| index == item.moves.len()).collect()
}

/// Which spots are searched. A position without a move is searched itself.
fn needed(item: &Item, wanted: &[bool], walk: &Walk) -> Vec<bool> {
    let mut needed = walk.needed(wanted);
    if let Item::Position(item) = item {
        needed[item.moves.len()] = walk.spots[item.moves.len()].playable;
    }
    needed
}

/// An item with its analysis.
#[derive(Debug)]
pub enum Analysed {
    /// A game; without moves when it cannot be played from its start.
    Game(Box<Game>, Box<GameAnalysis>),
    /// A position.
    Position(Box<PositionItem>, Box<PositionRecord>),
    /// What could not be read.
    Unreadable(Unreadable),
}

impl Analysed {
    /// Whether something in it could not be analysed.
    #[must_use]
    pub fn has_problem(&self) -> bool {
        let failed =
            |record: &PositionRecord| record.error.is_some() || record.others.iter().any(|other| other.error.is_some());
        match self {
            Analysed::Game(_, analysis) => {
                let summary = &analysis.summary;
                summary.error.is_some()
                    || !summary.warnings.is_empty()
                    || analysis.moves.iter().chain(&analysis.last).any(failed)
            }
            Analysed::Position(_, record) => failed(record),
            Analysed::Unreadable(_) => true,
        }
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Searches that are over, those found in the store included.
    pub searches: u64,
    /// Of these, found in the store.
    pub reused: u64,
    /// Of these, failed.
    pub failed: u64,
    /// Items that are finished.
    pub items: u64,
    /// Items with something that could not be analysed.
    pub problems: u64,
    /// Nodes searched in this run.
    pub nodes: u64,
    /// Time that the searches of this run took, all workers together.
    pub search_time: Duration,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// What was done.
    pub progress: Progress,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// Why a run ended early.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An output failed.
    #[error(transparent)]
    Output(#[from] crate::output::OutputError),
}

/// What the main thread hears.
enum Event {
    Item(Item),
    End,
    Done(Done),
}

/// An item on its way.
struct Pending {
    item: Item,
    /// None when it cannot be searched; then the reason.
    walk: Result<Walk, String>,
    wanted: Vec<bool>,
    /// For each engine, for each spot.
    searches: Vec<Searches>,
    /// Searches still to come.
    missing: usize,
}

/// Where a result belongs.
#[derive(Clone, Copy)]
struct Slot {
    item: u64,
    engine: usize,
    spot: usize,
}

struct Running<'a> {
    job: &'a Job,
    store: Option<Store>,
    pool: Pool,
    /// Items in order; the first one has the number `first`.
    pending: VecDeque<Pending>,
    first: u64,
    /// Who waits for the result of a task.
    waiting: HashMap<u64, (Key, Vec<Slot>)>,
    /// Tasks on their way, by key.
    on_the_way: HashMap<Key, u64>,
    next_task: u64,
    progress: Progress,
    /// Searches of the whole run, for a budget; 0 when not known.
    total: u64,
    start: Instant,
}

/// Runs a job. `total` is how many searches it takes where that is known ([`Job::searches_of`]). `sink` gets the items in
/// their order, each as soon as it and all before it are done; `observe` is called at least ten times a second.
///
/// # Errors
/// When the store or an output fails. What is in the store stays there.
pub fn run(
    job: &Job,
    items: Box<dyn Iterator<Item = Item> + Send>,
    total: u64,
    store: Option<Store>,
    sink: &mut dyn FnMut(Analysed) -> Result<(), crate::output::OutputError>,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Finish, RunError> {
    let (sender, events) = channel();
    let (permits, permitted) = channel();
    // Enough for the workers never to wait, little enough to hold in memory.
    for _ in 0..8 + 4 * job.workers {
        let _ = permits.send(());
    }
    let reader = sender.clone();
    thread::spawn(move || read(items, &permitted, &reader));
    let pool = Pool::start(job.workers, job.engines.clone(), job.setup.clone(), move |done| {
        // Nobody listens any more once the run has ended.
        let _ = sender.send(Event::Done(done));
    });
    let mut running = Running {
        job,
        store,
        pool,
        pending: VecDeque::new(),
        first: 0,
        waiting: HashMap::new(),
        on_the_way: HashMap::new(),
        next_task: 0,
        progress: Progress::default(),
        total,
        start: Instant::now(),
    };
    let mut at_end = false;
    let mut observed = Instant::now();
    while !at_end || !running.pending.is_empty() {
        if job.setup.stop.load(Ordering::Relaxed) {
            return Ok(running.finish(true));
        }
        match events.recv_timeout(Duration::from_millis(100)) {
            Ok(Event::Item(item)) => running.add(item)?,
            Ok(Event::End) => at_end = true,
            Ok(Event::Done(done)) => running.done(done)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while running.pending.front().is_some_and(|pending| pending.missing == 0) {
            if let Some(analysed) = running.take() {
                sink(analysed)?;
            }
            let _ = permits.send(());
        }
        if observed.elapsed() > Duration::from_millis(50) {
            observed = Instant::now();
            observe(&running.progress);
        }
    }
    observe(&running.progress);
    Ok(running.finish(false))
}

/// Reads items as fast as they are permitted.
fn read(
    items: Box<dyn Iterator<Item = Item> + Send>,
    permitted: &std::sync::mpsc::Receiver<()>,
    events: &Sender<Event>,
) {
    for item in items {
        if permitted.recv().is_err() || events.send(Event::Item(item)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

impl Running<'_> {
    fn finish(mut self, interrupted: bool) -> Finish {
        self.pool.close();
        Finish { progress: self.progress, elapsed: self.start.elapsed(), interrupted }
    }

    /// Takes an item in: what is known of its positions is fetched, the rest goes to the workers.
    fn add(&mut self, item: Item) -> Result<(), StoreError> {
        let rules = &self.job.setup.rules;
        let (walk, wanted) = match &item {
            Item::Game(game) => {
                let walk = Walk::of_game(game, rules);
                let wanted = walk.as_ref().map_or_else(|_| Vec::new(), |walk| self.job.wanted.moves(game, walk));
                (walk, wanted)
            }
            Item::Position(item) => {
                let walk = Walk::of_position(item, rules);
                let wanted = walk.as_ref().map_or_else(|_| Vec::new(), |walk| last_only(item, walk));
                (walk, wanted)
            }
            Item::Unreadable(unreadable) => (Err(unreadable.error.clone()), Vec::new()),
        };
        let number = self.first + self.pending.len() as u64;
        let mut pending = Pending { item, walk, wanted, searches: Vec::new(), missing: 0 };
        if let Ok(walk) = &pending.walk {
            let needed = needed(&pending.item, &pending.wanted, walk);
            for engine in 0..self.job.engines.len() {
                let (searches, missing) = self.look_up(walk, &needed, engine, number)?;
                pending.searches.push(searches);
                pending.missing += missing;
            }
        }
        self.pending.push_back(pending);
        Ok(())
    }

    /// What one engine knows of a walk, and how many searches of it are still to come; these are handed out.
    fn look_up(
        &mut self,
        walk: &Walk,
        needed: &[bool],
        engine: usize,
        item: u64,
    ) -> Result<(Searches, usize), StoreError> {
        let mut searches: Searches = vec![None; walk.spots.len()];
        let spots: Vec<usize> = (0..walk.spots.len()).filter(|&spot| needed[spot]).collect();
        let keys = self.keys(walk, &spots, engine);
        let mut missing = Vec::new();
        for (&spot, &key) in spots.iter().zip(&keys) {
            match self.stored(key)? {
                Some(found) => searches[spot] = Some(Ok(found)),
                None => missing.push((spot, key)),
            }
        }
        if self.job.game_order && !missing.is_empty() {
            // What a table has learnt cannot be fetched from a store: the whole game is searched.
            searches.fill(None);
            missing = spots.into_iter().zip(keys).collect();
        }
        let reused = searches.iter().flatten().count() as u64;
        self.progress.reused += reused;
        self.progress.searches += reused;
        let mut tasks = Vec::new();
        for &(spot, key) in &missing {
            let slot = Slot { item, engine, spot };
            let twin = if self.job.game_order { None } else { self.on_the_way.get(&key) };
            if let Some((_, slots)) = twin.and_then(|task| self.waiting.get_mut(task)) {
                slots.push(slot);
                continue;
            }
            let limit = self.limit();
            tasks.push((self.next_task, walk.spots[spot].task.clone(), limit));
            self.waiting.insert(self.next_task, (key, vec![slot]));
            self.on_the_way.insert(key, self.next_task);
            self.next_task += 1;
        }
        if self.job.game_order {
            self.pool.search(Unit { engine, tasks });
        } else {
            for task in tasks {
                self.pool.search(Unit { engine, tasks: vec![task] });
            }
        }
        Ok((searches, missing.len()))
    }

    /// The keys of searches. In game order a search depends on those before it.
    fn keys(&self, walk: &Walk, spots: &[usize], engine: usize) -> Vec<Key> {
        let identity = format!("{} | {}", self.job.engines[engine].identity, self.job.effort.describe());
        let mut chain = format!("{identity} | game order");
        spots
            .iter()
            .map(|&spot| {
                let task: &Task = &walk.spots[spot].task;
                if !self.job.game_order {
                    return task.key(&identity);
                }
                let key = task.key(&chain);
                chain = format!("{:032x}", key.0);
                key
            })
            .collect()
    }

    fn stored(&mut self, key: Key) -> Result<Option<Found>, StoreError> {
        match &mut self.store {
            Some(store) => store.get(key),
            None => Ok(None),
        }
    }

    /// The limit of the next search.
    fn limit(&self) -> SearchLimit {
        match self.job.effort {
            Effort::Limit(limit) => limit,
            Effort::Budget(budget) => {
                let left = budget.saturating_sub(self.start.elapsed());
                let searches = self.total.saturating_sub(self.progress.searches).max(1);
                let time = left.as_secs_f64() * self.job.workers as f64 / searches as f64;
                // Less than this is no search.
                let time = Duration::from_secs_f64(time.clamp(0.01, 1e6));
                SearchLimit { movetime: Some(time), ..SearchLimit::default() }
            }
        }
    }

    fn done(&mut self, done: Done) -> Result<(), StoreError> {
        let Some((key, slots)) = self.waiting.remove(&done.number) else { return Ok(()) };
        self.on_the_way.remove(&key);
        match &done.result {
            Ok(found) => {
                self.progress.nodes += found.nodes;
                self.progress.search_time += Duration::from_micros(found.time_us);
                if let Some(store) = &mut self.store {
                    store.put(key, found)?;
                }
            }
            Err(SearchFailure::Interrupted) => {}
            Err(_) => self.progress.failed += 1,
        }
        self.progress.searches += slots.len() as u64;
        self.progress.reused += slots.len() as u64 - 1;
        for slot in slots {
            let index = (slot.item - self.first) as usize;
            if let Some(pending) = self.pending.get_mut(index) {
                pending.searches[slot.engine][slot.spot] = Some(done.result.clone());
                pending.missing -= 1;
            }
        }
        Ok(())
    }

    /// Takes the first item out, with its analysis.
    fn take(&mut self) -> Option<Analysed> {
        let pending = self.pending.pop_front()?;
        self.first += 1;
        self.progress.items += 1;
        let analysed = analyse(pending, self.job);
        self.progress.problems += u64::from(analysed.has_problem());
        Some(analysed)
    }
}

fn analyse(pending: Pending, job: &Job) -> Analysed {
    let Pending { item, walk, wanted, searches, .. } = pending;
    let frame = |id: String| Frame {
        id,
        engines: job.engines.iter().map(|engine| engine.name.clone()).collect(),
        several_lines: job.setup.multipv > 1,
    };
    match (item, walk) {
        (Item::Unreadable(unreadable), _) => Analysed::Unreadable(unreadable),
        (Item::Game(game), Err(error)) => {
            let analysis = unplayable(&game, error);
            Analysed::Game(game, Box::new(analysis))
        }
        (Item::Game(game), Ok(walk)) => {
            let analysis = game_analysis(&game, &walk, &wanted, &frame(game_id(&game)), &searches);
            Analysed::Game(game, Box::new(analysis))
        }
        (Item::Position(item), Err(error)) => {
            let mut record = PositionRecord::new(item.id.clone(), item.start.to_string());
            record.error = Some(error);
            Analysed::Position(item, Box::new(record))
        }
        (Item::Position(item), Ok(walk)) => {
            let index = item.moves.len();
            let mut record = record(&walk, index, &frame(item.id.clone()), &searches);
            record.title = Some(item.title.clone()).filter(|title| !title.is_empty());
            record.tags.extend(events(&record, false));
            Analysed::Position(item, Box::new(record))
        }
    }
}
