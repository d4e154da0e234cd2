//! Workers: threads with engines of their own, and a watchdog over them.

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

/// How long a search that was told to stop may go on.
const GRACE: Duration = Duration::from_secs(5);
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

struct Common {
    engines: Vec<Prepared>,
    setup: Setup,
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
        let (sender, units) = channel();
        let common = Arc::new(Common {
            engines,
            setup,
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
        let stop = closed || common.setup.stop.load(Ordering::Relaxed);
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
struct Searchers(Vec<Option<Box<dyn Searcher>>>);

impl Searchers {
    fn get(&mut self, common: &Common, engine: usize) -> Result<&mut Box<dyn Searcher>, SearchFailure> {
        self.0.resize_with(common.engines.len().max(self.0.len()), || None);
        match &mut self.0[engine] {
            Some(searcher) => Ok(searcher),
            empty => Ok(empty.insert(common.engines[engine].searcher(&common.setup)?)),
        }
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
        if common.setup.stop.load(Ordering::Relaxed) || common.closed.load(Ordering::Relaxed) {
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
            patience: common.setup.patience,
            control: control.clone(),
            number,
            rest: tasks.as_slice().to_vec(),
            engine: unit.engine,
            told_to_stop: false,
        });
        let result = ready.and_then(|searcher| searcher.search(&task, &limit, &control));
        let Some(duty) = lock(post).take() else { return false };
        // A search that had to be stopped did not keep its limit: what it says is not what was asked.
        let result = match result {
            Ok(_) if duty.told_to_stop => Err(SearchFailure::Stuck(duty.patience)),
            Ok(_) if common.setup.stop.load(Ordering::Relaxed) && control.stopped() => Err(SearchFailure::Interrupted),
            other => other,
        };
        // After a failure an engine is no longer what it was.
        fresh &= result.is_ok();
        (common.report)(Done { number, result });
    }
    true
}
