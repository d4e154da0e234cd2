//! Workers: threads with engines of their own, and a watchdog over them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::search::Control;

use super::limit::SearchLimit;
use super::searcher::{Prepared, SearchFailure, Searcher, Setup};
use super::task::{Found, Task};

/// Searches to be done by one worker, one after the other.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Which of the engines.
    pub engine: usize,
    /// The positions, each with the number by which its result is known. The engine forgets everything before the first.
    pub tasks: Vec<(u64, Task, SearchLimit)>,
}

/// A search that is over.
#[derive(Clone, Debug)]
pub struct Done {
    /// The number of the task.
    pub number: u64,
    /// What was found.
    pub result: Result<Found, SearchFailure>,
}

/// How long a search that was told to stop may go on; programs take up to a second.
const GRACE: Duration = Duration::from_millis(1500);
/// How often the watchdog looks.
const WATCH: Duration = Duration::from_millis(100);

/// What a worker is doing, for the watchdog.
struct Duty {
    started: Instant,
    patience: Duration,
    control: Arc<Control>,
    number: u64,
    /// What follows in the unit.
    rest: Vec<(u64, Task, SearchLimit)>,
    engine: usize,
    told_to_stop: bool,
}

/// A worker's place: whoever holds it reports results. A worker that hangs is put out of it.
type Post = Arc<Mutex<Option<Duty>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the searcher of an engine, given by its number.
type Make = dyn Fn(usize) -> Result<Box<dyn Searcher>, SearchFailure> + Send + Sync;

struct Common {
    make: Box<Make>,
    patience: Duration,
    stop: Arc<AtomicBool>,
    units: Mutex<Receiver<Unit>>,
    report: Box<dyn Fn(Done) + Send + Sync>,
    closed: AtomicBool,
}

/// Threads that search.
pub struct Pool {
    units: Option<Sender<Unit>>,
    common: Arc<Common>,
    watchdog: Option<thread::JoinHandle<()>>,
}

impl Pool {
    /// Starts workers. `report` hears of every search that is over, on whatever thread.
    ///
    /// # Panics
    /// When the system gives no thread.
    #[must_use]
    pub fn start(
        workers: usize,
        engines: Vec<Prepared>,
        setup: Setup,
        report: impl Fn(Done) + Send + Sync + 'static,
    ) -> Pool {
        let (patience, stop) = (setup.patience, setup.stop.clone());
        let make = move |engine: usize| engines[engine].searcher(&setup);
        Pool::with(workers, Box::new(make), patience, stop, report)
    }

    fn with(
        workers: usize,
        make: Box<Make>,
        patience: Duration,
        stop: Arc<AtomicBool>,
        report: impl Fn(Done) + Send + Sync + 'static,
    ) -> Pool {
        let (sender, units) = channel();
        let common = Arc::new(Common {
            make,
            patience,
            stop,
            units: Mutex::new(units),
            report: Box::new(report),
            closed: AtomicBool::new(false),
        });
        let posts: Vec<Post> = (0..workers.max(1)).map(|_| Post::default()).collect();
        let threads = posts.iter().map(|post| hire(&common, post, None)).collect();
        let watchdog = {
            let common = common.clone();
            thread::spawn(move || watch(&common, posts, threads))
        };
        Pool { units: Some(sender), common, watchdog: Some(watchdog) }
    }

    /// Hands over work.
    pub fn search(&self, unit: Unit) {
        if let Some(units) = &self.units {
            // The receiver lives as long as the pool.
            let _ = units.send(unit);
        }
    }

    /// Ends the workers. Searches that still run are stopped and no longer reported; a worker that does not heed the stop is
    /// left behind.
    pub fn close(&mut self) {
        self.units = None;
        self.common.closed.store(true, Ordering::Relaxed);
        if let Some(watchdog) = self.watchdog.take() {
            watchdog.thread().unpark();
            let _ = watchdog.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// A new worker, with work left by another one if there is any.
fn hire(common: &Arc<Common>, post: &Post, left: Option<Unit>) -> thread::JoinHandle<()> {
    let (common, post) = (common.clone(), post.clone());
    thread::spawn(move || work(&common, &post, left))
}

/// Looks after the workers until the pool is closed and they have left.
fn watch(common: &Arc<Common>, mut posts: Vec<Post>, mut threads: Vec<thread::JoinHandle<()>>) {
    let mut leave_at = None;
    loop {
        let closed = common.closed.load(Ordering::Relaxed);
        let stop = closed || common.stop.load(Ordering::Relaxed);
        for (post, thread) in posts.iter_mut().zip(&mut threads) {
            let hanging = {
                let mut duty = lock(post);
                duty.take_if(|now| {
                    let late = now.started.elapsed() > now.patience;
                    now.told_to_stop |= late;
                    if late || stop {
                        now.control.stop();
                    }
                    late && now.started.elapsed() > now.patience + GRACE
                })
            };
            if let Some(duty) = hanging {
                // The thread is lost; another one takes its place and the rest of its unit.
                *post = Post::default();
                *thread = hire(common, post, Some(Unit { engine: duty.engine, tasks: duty.rest }));
                (common.report)(Done { number: duty.number, result: Err(SearchFailure::Stuck(duty.patience)) });
            }
        }
        if closed {
            let leave_at = *leave_at.get_or_insert_with(|| Instant::now() + GRACE);
            if threads.iter().all(thread::JoinHandle::is_finished) || Instant::now() > leave_at {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        } else {
            thread::park_timeout(WATCH);
        }
    }
}

/// The engines of one worker, made when they are first needed.
#[derive(Default)]
struct Searchers(HashMap<usize, Box<dyn Searcher>>);

impl Searchers {
    fn get(&mut self, common: &Common, engine: usize) -> Result<&mut Box<dyn Searcher>, SearchFailure> {
        Ok(match self.0.entry(engine) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert((common.make)(engine)?),
        })
    }
}

fn work(common: &Common, post: &Post, left: Option<Unit>) {
    let mut searchers = Searchers::default();
    let mut next = left;
    loop {
        let unit = match next.take() {
            Some(unit) => unit,
            None => match lock(&common.units).recv() {
                Ok(unit) => unit,
                Err(_) => return,
            },
        };
        if !search_unit(common, post, &mut searchers, unit) {
            return;
        }
    }
}

/// Searches the positions of a unit. False when the worker was put out of its place meanwhile.
fn search_unit(common: &Common, post: &Post, searchers: &mut Searchers, unit: Unit) -> bool {
    let mut fresh = false;
    let mut tasks = unit.tasks.into_iter();
    while let Some((number, task, limit)) = tasks.next() {
        if common.stop.load(Ordering::Relaxed) || common.closed.load(Ordering::Relaxed) {
            (common.report)(Done { number, result: Err(SearchFailure::Interrupted) });
            continue;
        }
        let control = Arc::new(Control::new(false));
        let ready = searchers.get(common, unit.engine).and_then(|searcher| {
            // Programs are given their own time to get ready.
            if !fresh {
                searcher.forget()?;
                fresh = true;
            }
            Ok(searcher)
        });
        *lock(post) = Some(Duty {
            started: Instant::now(),
            patience: common.patience,
            control: control.clone(),
            number,
            rest: tasks.as_slice().to_vec(),
            engine: unit.engine,
            told_to_stop: false,
        });
        let mut broken = false;
        let search = |searcher: &mut Box<dyn Searcher>| {
            catch_unwind(AssertUnwindSafe(|| searcher.search(&task, &limit, &control))).unwrap_or_else(|_| {
                broken = true;
                Err(SearchFailure::Engine("the search failed by a fault of the program".into()))
            })
        };
        let result = ready.and_then(search);
        if broken {
            // Whatever it has become, a new one is good.
            searchers.0.remove(&unit.engine);
        }
        let Some(duty) = lock(post).take() else { return false };
        // A search that had to be stopped did not keep its limit: what it says is not what was asked.
        let result = match result {
            Ok(_) if duty.told_to_stop => Err(SearchFailure::Stuck(duty.patience)),
            Ok(_) if common.stop.load(Ordering::Relaxed) && control.stopped() => Err(SearchFailure::Interrupted),
            other => other,
        };
        // After a failure an engine is no longer what it was.
        fresh &= result.is_ok();
        (common.report)(Done { number, result });
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does what the number of nodes says: 1 hangs whatever it is told, 2 panics, 3 goes on until it is told to stop.
    struct Odd;

    impl Searcher for Odd {
        fn forget(&mut self) -> Result<(), SearchFailure> {
            Ok(())
        }

        fn search(&mut self, _: &Task, limit: &SearchLimit, control: &Arc<Control>) -> Result<Found, SearchFailure> {
            let nodes = limit.nodes.unwrap_or(0);
            match nodes {
                1 => loop {
                    thread::park();
                },
                2 => panic!("a planted fault"),
                3 => {
                    while !control.stopped() {
                        thread::sleep(Duration::from_millis(1));
                    }
                }
                _ => {}
            }
            Ok(Found { nodes, ..Found::default() })
        }
    }

    #[test]
    fn hanging_and_panicking_searches_cost_one_result_each() {
        let task = Task { start: chuhe_movegen::START_FEN.parse().unwrap(), moves: Vec::new() };
        for workers in [1, 2] {
            let (sender, done) = channel();
            let patience = Duration::from_millis(300);
            let make = |_| Ok(Box::new(Odd) as Box<dyn Searcher>);
            let mut pool =
                Pool::with(workers, Box::new(make), patience, Arc::default(), move |done| sender.send(done).unwrap());
            let limits = [9, 1, 9, 2, 9, 3, 9];
            let limit = |nodes| SearchLimit::nodes(nodes);
            // Half of it one by one, half as a game.
            for (number, &nodes) in limits.iter().enumerate() {
                pool.search(Unit { engine: 0, tasks: vec![(number as u64, task.clone(), limit(nodes))] });
            }
            let game =
                limits.iter().enumerate().map(|(number, &nodes)| (100 + number as u64, task.clone(), limit(nodes)));
            pool.search(Unit { engine: 0, tasks: game.collect() });
            let mut results: Vec<Done> = done.iter().take(2 * limits.len()).collect();
            pool.close();
            results.sort_by_key(|done| done.number);
            let as_expected = |done: &Done| match limits[done.number as usize % 100] {
                1 | 3 => done.result == Err(SearchFailure::Stuck(patience)),
                2 => matches!(done.result, Err(SearchFailure::Engine(_))),
                _ => done.result.is_ok(),
            };
            for done in &results {
                assert!(as_expected(done), "{workers} workers: {done:?}");
            }
            let numbers: Vec<u64> = results.iter().map(|done| done.number).collect();
            let all: Vec<u64> = (0..limits.len() as u64).chain((0..limits.len() as u64).map(|n| 100 + n)).collect();
            assert_eq!(numbers, all);
        }
    }
}
