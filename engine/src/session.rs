//! The conversation with a GUI: UCCI and UCI over bytes.
//!
//! One thread reads lines, one searches, and the session itself, on the calling thread, does nothing but answer: it never
//! waits for either. Everything reaches it as an `Event` through one channel, so replies keep their order.

mod book;
mod counting;
mod draw_offer;
mod inspect;
mod named_file;
mod running;
mod set_option;
mod setup;
#[cfg(test)]
mod tests;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use chuhe_eval::nnue::{self, Network};
use chuhe_movegen::Move;
use chuhe_protocol::{
    Command, Dialect, OptionTable, PositionText, Ranks, Reply, TimeUnit, format_reply, parse_command, parse_move,
};

use crate::bench;
use crate::engine::{DEFAULT_HASH, Engine, Settings};
use crate::evaluation::Evaluation;
use crate::options::{self, Key};
use crate::search::{Outcome, Report};
use crate::tt::TranspositionTable;

use book::BookPlay;
use counting::{Counted, Counting};
use draw_offer::DrawPolicy;
use running::Running;
use setup::Setup;

/// What reaches a session.
enum Event {
    /// A line from the GUI, without its line end.
    Line(Vec<u8>),
    /// The GUI has closed its end.
    Eof,
    /// A search has found a line.
    Report(u64, Report),
    /// A perft or a bench is over.
    Counted(Counted),
    /// A search is over; the engine comes back, or what it said when it failed.
    Done(u64, Result<(Box<Engine>, Option<Outcome>), String>),
}

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
    /// A perft or a bench under way; never together with a search.
    counting: Option<Counting>,
    /// Searches and counts so far: their numbers.
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
            counting: None,
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
                Some(event) if !self.busy() => event,
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

    /// Whether a search or a count is under way.
    fn busy(&self) -> bool {
        self.running.is_some() || self.counting.is_some()
    }

    /// After a failed command: an engine and a position are there again.
    fn recover(&mut self) {
        if self.engine.is_none() && !self.busy() {
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
            Event::Line(_) | Event::Eof if self.batch && self.busy() => self.unread.push_back(event),
            Event::Line(line) => return self.command(parse_command(&line)),
            // Who asked for a count and sends no more still wants to read it.
            Event::Eof if self.counting.is_some() => self.queue.push_back(Command::Quit),
            Event::Counted(counted) => return self.counted(counted),
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
            let state = if self.busy() { "busy" } else { "idle" };
            self.message(format!("{state}: {command:?}"))?;
        }
        #[cfg(test)]
        assert!(
            command != Command::UciCyclone || self.engine.as_ref().is_none_or(|e| !e.planted_fault),
            "planted fault"
        );
        if let Some(counting) = &self.counting {
            match command {
                Command::Stop => counting.stop(),
                Command::IsReady => self.reply(&Reply::ReadyOk)?,
                Command::Probe(position) => self.probe(&position)?,
                Command::Quit => return self.quit(),
                // People type on while they wait.
                _ => self.queue.push_back(command),
            }
            return Ok(Flow::Continue);
        }
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

    // ---------------------------------------------------------------------------------------------------- end

    /// Takes up what has waited for the end of a search or a count.
    fn go_on(&mut self) -> io::Result<Flow> {
        if self.ending {
            return self.quit();
        }
        while !self.busy() {
            let Some(command) = self.queue.pop_front() else { break };
            if self.command(command)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        // What follows a `go` out of the queue is subject to the rules of a running search.
        if self.busy() {
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
        if self.busy() && !self.ending {
            self.ending = true;
            self.queue.clear();
            if let Some(counting) = &self.counting {
                counting.stop();
                return Ok(Flow::Continue);
            }
            return self.stop();
        }
        if self.busy() {
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
