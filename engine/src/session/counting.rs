//! Perft and bench in a session: long work that is no search. Another thread does it, and the session goes on answering.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use chuhe_movegen::{Position, perft};

use super::{Event, Flow, Session, panic_text};
use crate::bench::{StopSwitch, bench_until};
use crate::engine::Engine;

/// Counts up to this depth take no time worth a thread: three million leaves from the start position.
const SHALLOW: u32 = 4;
/// The deepest count; from the start position it takes some ten seconds.
const DEEPEST: u32 = 6;

/// Work under way.
pub(super) struct Counting {
    id: u64,
    what: String,
    stop: Arc<StopSwitch>,
}

/// What a counting thread leaves behind: its text, or none when it was stopped.
pub(super) struct Counted {
    id: u64,
    engine: Option<Box<Engine>>,
    text: Result<Option<String>, String>,
}

impl Counting {
    pub(super) fn stop(&self) {
        self.stop.stop();
    }
}

/// The text of a perft; none when it was stopped.
fn count(position: &Position, depth: u32, stop: &StopSwitch) -> Option<String> {
    let start = Instant::now();
    let mut text = String::new();
    let mut nodes = u64::from(depth == 0);
    for &mv in position.legal_moves().iter().take_while(|_| depth > 0) {
        let mut next = position.clone();
        let _ = next.make(mv);
        // Two plies are walked here, so that a stop is noticed within milliseconds.
        let below = if depth <= SHALLOW {
            perft::perft(&next, depth - 1)
        } else {
            let mut sum = 0;
            for &reply in next.legal_moves().iter() {
                if stop.stopped() {
                    return None;
                }
                let undo = next.make(reply);
                sum += perft::perft(&next, depth - 2);
                next.unmake(reply, undo);
            }
            sum
        };
        nodes += below;
        let _ = writeln!(text, "{mv}: {below}");
    }
    let _ = write!(text, "Nodes: {nodes} in {} ms", start.elapsed().as_millis());
    Some(text)
}

impl<W: Write> Session<W> {
    pub(super) fn perft(&mut self, depth: u32) -> io::Result<()> {
        if depth > DEEPEST {
            return self.message("perft in a session goes to depth 6; use `chuhe perft` for more");
        }
        let position = self.setup.position().clone();
        if depth <= SHALLOW {
            let text = count(&position, depth, &StopSwitch::default()).unwrap_or_default();
            return self.text(&text);
        }
        self.begin(format!("perft {depth}"), None, move |_, stop| count(&position, depth, stop))
    }

    pub(super) fn bench(&mut self, depth: i32) -> io::Result<()> {
        let Some(engine) = self.engine.take() else { return Ok(()) };
        self.settings = engine.settings;
        let depth = depth.clamp(1, 20);
        self.begin(format!("bench {depth}"), Some(engine), move |engine, stop| {
            let result = bench_until(engine?, depth, stop, |_, _| {})?;
            Some(format!("Bench: {} nodes {} nps", result.nodes, result.nps()))
        })
    }

    /// Lets a thread of its own do the work.
    fn begin(
        &mut self,
        what: String,
        mut engine: Option<Box<Engine>>,
        work: impl FnOnce(Option<&mut Engine>, &StopSwitch) -> Option<String> + Send + 'static,
    ) -> io::Result<()> {
        self.searches += 1;
        let (id, stop, sender) = (self.searches, Arc::new(StopSwitch::default()), self.sender.clone());
        self.counting = Some(Counting { id, what, stop: stop.clone() });
        let thread = move || {
            let text = catch_unwind(AssertUnwindSafe(|| work(engine.as_deref_mut(), &stop)));
            let text = text.map_err(|payload| panic_text(payload.as_ref()));
            let _ = sender.send(Event::Counted(Counted { id, engine, text }));
        };
        if std::thread::Builder::new().name("counting".into()).spawn(thread).is_err() {
            self.counting = None;
            self.recover();
            return self.message("no thread to count in");
        }
        Ok(())
    }

    /// Takes in what a counting thread leaves behind.
    pub(super) fn counted(&mut self, counted: Counted) -> io::Result<Flow> {
        if let Some(engine) = counted.engine.filter(|_| self.engine.is_none()) {
            self.table = engine.table().clone();
            self.engine = Some(engine);
        }
        let Some(counting) = self.counting.take_if(|counting| counting.id == counted.id) else {
            return Ok(Flow::Continue);
        };
        match counted.text {
            Ok(Some(text)) => self.text(&text)?,
            Ok(None) if self.ending => {
                self.message(format!("{} ended by quit; `setoption batch true` lets it finish first", counting.what))?;
            }
            Ok(None) => self.message(format!("{} stopped", counting.what))?,
            Err(reason) => {
                self.recover();
                self.message(format!("internal error in {}: {reason}", counting.what))?;
            }
        }
        self.go_on()
    }
}
