//! The conversation with a GUI: UCCI and UCI over bytes.
//!
//! One thread reads lines, one searches, and the session itself, on the calling thread, does nothing but answer: it never
//! waits for either. Everything reaches it as an `Event` through one channel, so replies keep their order.

mod book;
mod draw_offer;
mod inspect;
mod named_file;
mod running;
mod set_option;
mod setup;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use chuhe_eval::nnue::{self, Network};
use chuhe_movegen::{Move, Score};
use chuhe_protocol::{
    Bound, Command, Dialect, Go, Info, OptionTable, PositionText, Ranks, Reply, TimeUnit, format_reply, parse_command,
    parse_move,
};

use crate::bench;
use crate::engine::{DEFAULT_HASH, Engine, Settings, WallClock};
use crate::evaluation::Evaluation;
use crate::limits::{Limits, TimeLimit};
use crate::options::{self, Key};
use crate::search::{Outcome, Report};
use crate::tt::TranspositionTable;

use book::BookPlay;
use draw_offer::DrawPolicy;
use running::{Ending, Running};
use setup::Setup;

/// What reaches a session.
enum Event {
    /// A line from the GUI, without its line end.
    Line(Vec<u8>),
    /// The GUI has closed its end.
    Eof,
    /// A search has found a line.
    Report(u64, Report),
    /// A search is over; the engine comes back, or what it said when it failed.
    Done(u64, Result<(Box<Engine>, Option<Outcome>), String>),
}

/// How long a bare UCCI `go` thinks (architecture §6.3).
const BARE_GO: Duration = Duration::from_secs(5);

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Quit,
}

/// Talks with a GUI until `quit` or the end of input, then returns. Nothing is written anywhere but to `output`.
///
/// # Errors
/// When `output` cannot be written: the GUI is gone.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    Session::new(output).run(input)
}

/// The state of a conversation.
struct Session<W: Write> {
    output: W,
    events: Receiver<Event>,
    sender: Sender<Event>,
    dialect: Dialect,
    ranks: Ranks,
    /// Whether `UCI_Ranks` has fixed the numbering.
    ranks_fixed: bool,
    unit: TimeUnit,
    batch: bool,
    debug: bool,
    multipv: usize,
    /// Hundredths of a pawn a move may be worse than the best.
    randomness: i32,
    draws: DrawPolicy,
    book: BookPlay,
    options: OptionTable<Key>,
    setup: Setup,
    banned: Vec<Move>,
    /// Not here while it searches.
    engine: Option<Box<Engine>>,
    /// The network that `EvalFile` named, else the embedded one.
    network: Arc<Network>,
    /// Whether the handcrafted evaluation is asked instead of the network.
    handcrafted: bool,
    table: Arc<TranspositionTable>,
    /// The settings of the search under way, should its engine be lost.
    settings: Settings,
    running: Option<Running>,
    searches: u64,
    /// How many threads the GUI believes to search.
    threads_told: usize,
    /// Commands that wait for the end of the search.
    queue: VecDeque<Command>,
    /// Lines that batch mode has not read yet.
    unread: VecDeque<Event>,
    ending: bool,
}

impl<W: Write> Session<W> {
    fn new(output: W) -> Session<W> {
        let (sender, events) = channel();
        let engine = [DEFAULT_HASH, 1].into_iter().find_map(Engine::new).expect("memory for a table of 1 MiB");
        Session {
            output,
            events,
            sender,
            dialect: Dialect::default(),
            ranks: Ranks::Zero,
            ranks_fixed: false,
            unit: TimeUnit::Milliseconds,
            batch: false,
            debug: false,
            multipv: 1,
            randomness: 0,
            draws: DrawPolicy::default(),
            book: BookPlay::default(),
            options: options::table(),
            setup: Setup::default(),
            banned: Vec::new(),
            table: engine.table().clone(),
            engine: Some(Box::new(engine)),
            network: nnue::embedded(),
            handcrafted: false,
            settings: Settings::default(),
            running: None,
            searches: 0,
            threads_told: 1,
            queue: VecDeque::new(),
            unread: VecDeque::new(),
            ending: false,
        }
    }

    fn run(mut self, input: impl Read + Send + 'static) -> io::Result<()> {
        let sender = self.sender.clone();
        std::thread::Builder::new().name("reader".into()).spawn(move || read_lines(input, &sender))?;
        loop {
            let event = match self.unread.pop_front() {
                Some(event) if self.running.is_none() => event,
                waiting => {
                    if let Some(event) = waiting {
                        self.unread.push_front(event);
                    }
                    // The session holds a sender, so the channel never closes.
                    match self.events.recv() {
                        Ok(event) => event,
                        Err(_) => return Ok(()),
                    }
                }
            };
            // Whatever a command runs into, the session lives on.
            let handled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.handle(event)));
            match handled {
                Ok(Ok(Flow::Continue)) => {}
                Ok(Ok(Flow::Quit)) => return Ok(()),
                Ok(Err(error)) => return Err(error),
                Err(payload) => {
                    self.recover();
                    self.message(format!("internal error: {}", panic_text(payload.as_ref())))?;
                }
            }
        }
    }

    /// After a failed command: an engine and a position are there again.
    fn recover(&mut self) {
        if self.engine.is_none() && self.running.is_none() {
            self.engine = Some(Box::new(self.new_engine()));
        }
    }

    /// Another engine with the present settings, for one that was lost.
    fn new_engine(&self) -> Engine {
        let mut engine = Engine::with_table(self.table.clone());
        engine.settings = self.settings;
        engine.set_evaluation(self.evaluation());
        engine
    }

    fn evaluation(&self) -> Evaluation {
        if self.handcrafted { Evaluation::Handcrafted } else { Evaluation::Nnue(self.network.clone()) }
    }

    fn handle(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line(_) | Event::Eof if self.batch && self.running.is_some() => self.unread.push_back(event),
            Event::Line(line) => return self.command(parse_command(&line)),
            Event::Eof => return self.quit(),
            Event::Report(id, report) => self.report(id, report)?,
            Event::Done(id, result) => return self.done(id, result),
        }
        Ok(Flow::Continue)
    }

    // ------------------------------------------------------------------------------------------------ replies

    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        if let Some(line) = format_reply(reply, self.dialect, self.ranks) {
            // One write a line, so that a reader never sees half of one.
            self.output.write_all(format!("{line}\n").as_bytes())?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn message(&mut self, text: impl Into<String>) -> io::Result<()> {
        self.reply(&Reply::Message(text.into()))
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            writeln!(self.output, "{line}")?;
        }
        self.output.flush()
    }

    // ----------------------------------------------------------------------------------------------- commands

    fn command(&mut self, command: Command) -> io::Result<Flow> {
        if self.debug && command != Command::Empty {
            let state = if self.running.is_some() { "busy" } else { "idle" };
            self.message(format!("{state}: {command:?}"))?;
        }
        #[cfg(test)]
        assert!(
            command != Command::UciCyclone || self.engine.as_ref().is_none_or(|e| !e.planted_fault),
            "planted fault"
        );
        if let Some(running) = &self.running {
            let stop_pending = running.stopped;
            match command {
                Command::SetOption { .. } | Command::Debug(_) => self.queue.push_back(command),
                Command::Stop | Command::PonderHit { .. } if self.queue.iter().any(|c| matches!(c, Command::Go(_))) => {
                    self.queue.push_back(command);
                }
                Command::Stop => return self.stop(),
                Command::PonderHit { draw } => return self.ponderhit(draw),
                Command::IsReady => self.reply(&Reply::ReadyOk)?,
                Command::Probe(position) => self.probe(&position)?,
                Command::Quit => return self.quit(),
                // What is for an idle engine is dropped, unless it will be idle in a moment.
                _ if stop_pending => self.queue.push_back(command),
                _ => {}
            }
            return Ok(Flow::Continue);
        }
        match command {
            Command::Empty | Command::Unknown | Command::UciCyclone | Command::PonderHit { .. } => {}
            Command::Ucci => self.hello(Dialect::Ucci)?,
            Command::Uci => self.hello(Dialect::Uci)?,
            Command::IsReady => self.reply(&Reply::ReadyOk)?,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(text) => self.position(&text)?,
            Command::BanMoves(moves) => self.ban(&moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => {
                if self.dialect == Dialect::Ucci {
                    self.reply(&Reply::NoBestMove)?;
                }
            }
            Command::Probe(position) => self.probe(&position)?,
            Command::NewGame => self.new_game(),
            Command::Quit => return self.quit(),
            Command::Debug(on) => self.debug = on,
            Command::Display => self.display()?,
            Command::Legal => {
                let moves: Vec<String> = self.setup.position().legal_moves().iter().map(Move::to_string).collect();
                self.text(&format!("{} legal: {}", moves.len(), moves.join(" ")))?;
            }
            Command::Chases => {
                let table = self.judged().1;
                self.text(&table)?;
            }
            Command::Eval => {
                let text = self.evaluation_text();
                self.text(&text)?;
            }
            Command::Bench(words) => {
                let depth = words.first().and_then(|word| word.parse().ok()).unwrap_or(bench::DEFAULT_DEPTH);
                self.bench(depth)?;
            }
            Command::Perft(depth) => self.perft(depth)?,
            Command::Help => self.text(HELP)?,
        }
        Ok(Flow::Continue)
    }

    fn hello(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        let id = |key: &str, text: &str| Reply::Id { key: key.into(), text: text.into() };
        let version = env!("CARGO_PKG_VERSION");
        self.reply(&id("name", &format!("Chuhe {version}")))?;
        if dialect == Dialect::Ucci {
            self.reply(&id("copyright", "2026 the Chuhe authors, MIT OR Apache-2.0"))?;
        }
        self.reply(&id("author", "the Chuhe authors"))?;
        if dialect == Dialect::Ucci {
            self.reply(&id("user", "everyone"))?;
        }
        for line in self.options.lines(dialect).collect::<Vec<_>>() {
            self.reply(&Reply::Option(line))?;
        }
        self.reply(if dialect == Dialect::Ucci { &Reply::UcciOk } else { &Reply::UciOk })
    }

    fn new_game(&mut self) {
        if let Some(engine) = self.engine.as_mut() {
            engine.new_game();
            self.table = engine.table().clone();
        }
        self.draws.new_game();
    }

    fn position(&mut self, text: &PositionText) -> io::Result<()> {
        self.banned.clear();
        match self.setup.set(text, self.ranks, self.ranks_fixed) {
            Ok(set) => {
                if set.ranks != self.ranks {
                    self.ranks = set.ranks;
                    let range = if set.ranks == Ranks::One { "1-10" } else { "0-9" };
                    self.message(format!("moves are numbered with ranks {range}"))?;
                }
                if let Some((index, mv)) = set.illegal {
                    self.message(format!("illegal move {mv} (number {index} of the list), the rest is ignored"))?;
                }
                Ok(())
            }
            Err(error) => self.message(format!("bad position ignored: {error}")),
        }
    }

    fn ban(&mut self, moves: &[String]) -> io::Result<()> {
        let (mut banned, mut bad) = (Vec::new(), None);
        for text in moves {
            match parse_move(text, self.ranks) {
                Some(mv) => banned.push(mv),
                None => bad = bad.or(Some(text)),
            }
        }
        self.banned = banned;
        match bad {
            Some(text) => self.message(format!("banmoves: {text} is not a move")),
            None => Ok(()),
        }
    }

    // ------------------------------------------------------------------------------------------------- search

    fn go(&mut self, go: &Go) -> io::Result<()> {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if self.dialect == Dialect::Ucci && go.depth == Some(0) {
            let score = Some(Score::Cp(self.evaluation().evaluate(self.setup.position())));
            self.reply(&Reply::Info(Info { depth: Some(0), score, ..Info::default() }))?;
            return self.reply(&Reply::NoBestMove);
        }
        let limits = self.limits(go);
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let line = self.setup.line(engine.settings.natural_limit);
        let fallback = Engine::root_moves(&line, &limits);
        if fallback.is_empty() {
            self.engine = Some(engine);
            if self.dialect == Dialect::Uci && !self.setup.position().has_legal_move() {
                let score = Some(Score::Mate(0));
                self.reply(&Reply::Info(Info { depth: Some(0), score, ..Info::default() }))?;
            }
            return self.reply(&Reply::NoBestMove);
        }
        let book = if self.asks_book(go, &limits) { self.book_move(&line, engine.settings, &fallback)? } else { None };
        if let Some(book) = book.as_ref().filter(|_| !go.ponder || self.batch) {
            self.engine = Some(engine);
            return self.play(book);
        }
        self.searches += 1;
        self.settings = engine.settings;
        let endless = go.infinite || go.is_bare() && self.dialect == Dialect::Uci && !go.ponder;
        // Batch mode reads nothing during a search, so nothing may wait for a word from outside.
        let mut running =
            Running::new(self.searches, fallback[0], go.draw, go.ponder && !self.batch, endless && !self.batch);
        running.book = book;
        let (id, control, started) = (running.id, running.control.clone(), running.started);
        let sender = self.sender.clone();
        let work = move || {
            let reports = sender.clone();
            let search = std::panic::AssertUnwindSafe(|| {
                let mut report = |report| {
                    // A closed channel means that the session is over.
                    let _ = reports.send(Event::Report(id, report));
                };
                let outcome = engine.search(&line, &limits, &control, &WallClock(started), &mut report);
                (engine, outcome)
            });
            let result = std::panic::catch_unwind(search).map_err(|payload| panic_text(payload.as_ref()));
            let _ = sender.send(Event::Done(id, result));
        };
        self.running = Some(running);
        if std::thread::Builder::new().name("search".into()).spawn(work).is_err() {
            return self.done(id, Err("no thread to search in".into())).map(|_| ());
        }
        Ok(())
    }

    fn limits(&self, go: &Go) -> Limits {
        let milliseconds = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
        let clock = go.clock(self.setup.position().side(), self.unit);
        let time = match (go.movetime, clock) {
            (Some(ms), Some(clock)) => TimeLimit::Fixed(milliseconds(ms.min(clock.time_ms))),
            (Some(ms), None) => TimeLimit::Fixed(milliseconds(ms)),
            (None, Some(clock)) => TimeLimit::Clock {
                remaining: milliseconds(clock.time_ms),
                increment: Duration::from_millis(clock.increment_ms),
                moves_to_go: clock.movestogo,
            },
            (None, None) if go.is_bare() && self.dialect == Dialect::Ucci => TimeLimit::Fixed(BARE_GO),
            (None, None) => TimeLimit::None,
        };
        Limits {
            depth: go.depth.map(|depth| depth.clamp(1, i32::MAX as u32) as i32),
            nodes: go.nodes,
            soft_nodes: None,
            mate: match go.mate {
                Some(moves) => Some(moves.min(i32::MAX as u32) as i32),
                // Batch mode ends an infinite search with any proved mate.
                None => (self.batch && go.infinite).then_some(i32::MAX),
            },
            time: if go.infinite { TimeLimit::None } else { time },
            search_moves: go.searchmoves.iter().filter_map(|text| parse_move(text, self.ranks)).collect(),
            ban_moves: self.banned.clone(),
            multipv: if self.randomness > 0 { self.multipv.max(8) } else { self.multipv },
        }
    }

    fn stop(&mut self) -> io::Result<Flow> {
        if let Some(running) = self.running.as_mut() {
            running.stop();
        }
        self.finish_if_free()
    }

    fn ponderhit(&mut self, draw: bool) -> io::Result<Flow> {
        if let Some(running) = self.running.as_mut() {
            running.draw_offered |= draw;
            running.ponderhit();
        }
        self.finish_if_free()
    }

    /// Prints the move of a search that has ended before it was allowed to say so.
    fn finish_if_free(&mut self) -> io::Result<Flow> {
        if self.running.as_ref().is_some_and(|running| running.ending.is_some() && !running.held()) {
            return self.finish();
        }
        Ok(Flow::Continue)
    }

    fn report(&mut self, id: u64, report: Report) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else { return Ok(()) };
        running.note(&report);
        let threads = running.control.threads();
        // A UCCI client shows every message to its user, who knows how many threads he has asked for.
        if threads != self.threads_told && self.dialect == Dialect::Uci {
            self.threads_told = threads;
            self.message(format!("searching with {threads} threads"))?;
        }
        if report.multipv > self.multipv {
            return Ok(());
        }
        let ms = report.elapsed.as_millis() as u64;
        let info = Info {
            depth: Some(report.depth.unsigned_abs()),
            seldepth: Some(report.seldepth as u32),
            // UCCI clients know one line unless they asked for more.
            multipv: (self.dialect == Dialect::Uci || self.multipv > 1).then_some(report.multipv as u32),
            score: Some(report.score),
            bound: report.lower_bound.map(|lower| if lower { Bound::Lower } else { Bound::Upper }),
            nodes: Some(report.nodes),
            nps: Some((report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-6)) as u64),
            hashfull: Some(report.hashfull),
            tbhits: Some(0),
            time_ms: Some(ms),
            pv: report.pv,
            ..Info::default()
        };
        self.reply(&Reply::Info(info))
    }

    fn done(&mut self, id: u64, result: Result<(Box<Engine>, Option<Outcome>), String>) -> io::Result<Flow> {
        let outcome = match result {
            Ok((engine, outcome)) => {
                self.table = engine.table().clone();
                self.engine = Some(engine);
                outcome
            }
            Err(reason) => {
                // The search thread is gone with its engine. Another takes its place with the same settings.
                self.message(format!("internal error in the search: {reason}"))?;
                self.engine = Some(Box::new(self.new_engine()));
                None
            }
        };
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else {
            return Ok(Flow::Continue);
        };
        running.ending = Some(outcome.map_or(Ending::Lost, Ending::Found));
        self.finish_if_free()
    }

    fn finish(&mut self) -> io::Result<Flow> {
        let Some(running) = self.running.take() else { return Ok(Flow::Continue) };
        if let Some(book) = running.book.as_ref().filter(|_| running.hit) {
            self.play(book)?;
            return self.after_move();
        }
        let chosen = running.choose(self.randomness);
        let draw = self.dialect == Dialect::Ucci
            && self.draws.says_draw(self.setup.position(), chosen.score, running.draw_offered);
        let resign = self.dialect == Dialect::Ucci && !draw && self.draws.resigns(chosen.score);
        self.reply(&Reply::BestMove { mv: chosen.mv, ponder: chosen.ponder, draw, resign })?;
        self.after_move()
    }

    /// What waited for the end of the search.
    fn after_move(&mut self) -> io::Result<Flow> {
        if self.ending {
            return self.quit();
        }
        while self.running.is_none() {
            let Some(command) = self.queue.pop_front() else { break };
            if self.command(command)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        // What follows a `go` out of the queue is subject to the rules of a running search.
        if self.running.is_some() {
            for command in std::mem::take(&mut self.queue) {
                if self.command(command)? == Flow::Quit {
                    return Ok(Flow::Quit);
                }
            }
        }
        Ok(Flow::Continue)
    }

    /// Leaves: at once when idle, after the stopped search's move otherwise.
    fn quit(&mut self) -> io::Result<Flow> {
        if self.running.is_some() && !self.ending {
            self.ending = true;
            self.queue.clear();
            return self.stop();
        }
        if self.running.is_some() {
            return Ok(Flow::Continue);
        }
        if self.dialect == Dialect::Ucci {
            self.reply(&Reply::Bye)?;
        }
        Ok(Flow::Quit)
    }
}

const HELP: &str = "\
Chuhe speaks UCCI (begin with `ucci`) and UCI (begin with `uci`). For people there are also:
d        the board            legal    the legal moves
eval     the evaluation       perft N  leaves of the move tree
chases   what the last moves chase, check and threaten
bench    the fixed searches   quit     leave
Other tools: run `chuhe help` in a terminal.";

fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown reason").to_owned()
}

/// Hands the input over line by line until it ends or nobody listens.
fn read_lines(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) => {
                if events.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => {
                let _ = events.send(Event::Eof);
                return;
            }
        }
    }
}
