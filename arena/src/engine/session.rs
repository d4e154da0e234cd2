//! Speaking with a running engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chuhe_movegen::Position;
use chuhe_protocol::{
    Command, Dialect, Go, OptionLine, PositionText, Ranks, Reply, TimeUnit, format_command, parse_reply,
};

use super::answer::{Answer, Said, Thought};
use super::config::{EngineConfig, Restart};
use super::fault::{Fault, Foul};
use super::log::EngineLog;
use super::machine::process_wait;
use super::options;
use super::process::{Line, Process, excerpt};
use super::ranks::{self, Numbering};

/// A flag that many threads look at: the match is to end.
pub type SharedFlag = Arc<AtomicBool>;

/// How long an engine may take to stop, and to leave.
const GRACE: Duration = Duration::from_millis(1000);
/// Stopping within this time is no foul.
const PROMPT_STOP: Duration = Duration::from_millis(200);
/// How often a wait looks at the flag.
const SLICE: Duration = Duration::from_millis(100);
/// Lines of no protocol in one search that make a flood.
const GARBAGE_LINES: u32 = 10_000;
/// An engine that says so many bytes and no move is not silent.
const MUCH_TALK: u64 = 1 << 20;
/// Bytes in one search that make a flood at once; each second allows a megabyte more.
const FLOOD_BYTES: u64 = 16 << 20;

/// An engine: its description and, while it runs, its process.
#[derive(Debug)]
pub struct Engine {
    pub(super) config: EngineConfig,
    pub(super) process: Option<Process>,
    pub(super) dialect: Dialect,
    pub(super) unit: TimeUnit,
    pub(super) numbering: Numbering,
    /// What a former process has shown; later ones need not be asked again.
    pub(super) learnt_dialect: Option<Dialect>,
    pub(super) learnt_ranks: Option<Ranks>,
    pub(super) offered: Vec<OptionLine>,
    pub(super) identity: String,
    /// Lines of no protocol heard while starting.
    pub(super) heard: Vec<String>,
    pub(super) processors: Vec<usize>,
    pub(super) started: u32,
    pub(super) in_search: bool,
    /// The last search was told to stop, and its move may have crossed the stop: an answer to it may still come.
    told_to_stop: bool,
    /// A move said while pondering; the search is over already.
    early: Option<(Vec<u8>, Thought)>,
    thought: Thought,
    variation: Option<Vec<u8>>,
    fouls: Vec<Foul>,
    log: Option<EngineLog>,
    stop: SharedFlag,
}

/// What an engine is asked.
pub struct Search<'a> {
    /// The position as it is sent.
    pub text: &'a PositionText,
    /// The same on the board.
    pub position: &'a Position,
    /// Moves not to be played, in UCCI.
    pub banned: &'a [String],
    /// Limits and clocks.
    pub go: &'a Go,
    /// The time after which an answer is late. None: no clock runs.
    pub allowed: Option<Duration>,
}

impl Engine {
    /// An engine that does not run yet. `stop` ends every wait.
    #[must_use]
    pub fn new(config: EngineConfig, log: Option<EngineLog>, stop: SharedFlag) -> Engine {
        Engine {
            dialect: config.protocol.unwrap_or_default(),
            config,
            process: None,
            unit: TimeUnit::Milliseconds,
            numbering: Numbering::Guess(Ranks::Zero),
            learnt_dialect: None,
            learnt_ranks: None,
            offered: Vec::new(),
            identity: String::new(),
            heard: Vec::new(),
            processors: Vec::new(),
            started: 0,
            in_search: false,
            told_to_stop: false,
            early: None,
            thought: Thought::default(),
            variation: None,
            fouls: Vec::new(),
            log,
            stop,
        }
    }

    /// Runs later processes on these processors only.
    pub fn bind(&mut self, processors: Vec<usize>) {
        self.processors = processors;
    }

    /// Gives it another name for messages and logs.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.config.name);
    }

    /// Its description.
    #[must_use]
    pub fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// The protocol it speaks, once it runs.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The unit of UCCI clocks that it was told.
    #[must_use]
    pub fn unit(&self) -> TimeUnit {
        self.unit
    }

    /// How it numbers ranks, if that is known.
    #[must_use]
    pub fn ranks(&self) -> Option<Ranks> {
        match self.numbering {
            Numbering::Known(ranks) => Some(ranks),
            Numbering::Guess(_) => None,
        }
    }

    /// What it calls itself; empty before it has started.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The options it offers.
    #[must_use]
    pub fn offered(&self) -> &[OptionLine] {
        &self.offered
    }

    /// Its process number while it runs.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// How many processes have been started for it.
    #[must_use]
    pub fn started(&self) -> u32 {
        self.started
    }

    /// The fouls since this was last asked.
    pub fn take_fouls(&mut self) -> Vec<Foul> {
        std::mem::take(&mut self.fouls)
    }

    /// Takes over what another process of the same engine has shown about its protocol and ranks.
    pub fn learn_from(&mut self, other: &Engine) {
        self.learnt_dialect = other.learnt_dialect.or(Some(other.dialect));
        self.learnt_ranks = other.learnt_ranks;
    }

    /// Prepares a new game: ends what is left of the last one, starts the process where needed, says that a new game
    /// begins and waits until the engine is ready.
    ///
    /// # Errors
    /// The fault, and the process is ended. A process that cannot be started counts as disconnected.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.fouls.clear();
        let result = self.try_new_game();
        if result.is_err() {
            self.kill();
        }
        result
    }

    fn try_new_game(&mut self) -> Result<(), Fault> {
        if self.config.restart == Restart::On && self.process.is_some() {
            self.quit();
        }
        if self.process.as_mut().is_some_and(|process| !process.is_running()) {
            self.process = None;
        }
        if self.process.is_none() {
            if self.config.restart == Restart::Off && self.started > 0 {
                return Err(Fault::Disconnect("it ended earlier and is not to be started again".into()));
            }
            self.start().map_err(|error| match error {
                super::StartError::Fault { fault, .. } => fault,
                other => Fault::Disconnect(other.to_string()),
            })?;
        } else {
            self.end_search()?;
        }
        self.early = None;
        let line = if self.dialect == Dialect::Ucci && options::find(&self.offered, "newgame").is_none() {
            b"uccinewgame".to_vec()
        } else {
            format_command(&Command::NewGame, self.dialect, Ranks::Zero)
        };
        self.write_lines(&[line])?;
        self.wait_until_ready(Duration::from_millis(self.config.startup_ms))
    }

    /// Asks `isready` and reads up to the answer. Moves that come before it are stale.
    pub(super) fn wait_until_ready(&mut self, patience: Duration) -> Result<(), Fault> {
        self.send(&Command::IsReady)?;
        let until = Instant::now() + patience;
        let mut lines = 0u32;
        let mut last = None;
        while let Some(line) = self.read(until)? {
            match parse_reply(&line.bytes, self.dialect, Ranks::Zero) {
                Reply::ReadyOk => return Ok(()),
                Reply::BestMove { .. } => self.fouls.push(Foul::StrayMove),
                Reply::Other(text) if !text.is_empty() => last = Some(line.bytes),
                _ => {}
            }
            lines += 1;
            if lines > GARBAGE_LINES {
                return Err(Fault::Flood(format!("{lines} lines instead of readyok")));
            }
        }
        Err(Fault::Stall(match last {
            Some(line) => {
                format!("no readyok within {} s, only `{}`", patience.as_secs_f64(), excerpt(&line))
            }
            None => format!("no readyok within {} s", patience.as_secs_f64()),
        }))
    }

    /// Lets the engine think and waits for its answer.
    ///
    /// # Errors
    /// The fault, and the process is ended.
    pub fn search(&mut self, search: &Search<'_>) -> Result<Answer, Fault> {
        let result = self.try_search(search);
        if result.is_err() {
            self.kill();
        }
        result
    }

    fn try_search(&mut self, search: &Search<'_>) -> Result<Answer, Fault> {
        self.end_search()?;
        let answer = self.search_once(search)?;
        let Numbering::Guess(guess) = self.numbering else { return Ok(answer.0) };
        let (answer, best) = answer;
        let sense = |engine: &Engine, best: &[u8], ranks| {
            ranks::makes_sense(search.position, best, engine.variation.as_deref(), ranks)
        };
        let (here, there) = (sense(self, &best, guess), sense(self, &best, ranks::other(guess)));
        if here {
            if !there {
                self.know(guess);
            }
            return Ok(answer);
        }
        let unmoved = search.text.moves.is_empty();
        if there && unmoved {
            self.know(ranks::other(guess));
            let said = self.said(&best);
            return Ok(Answer { said, ..answer });
        }
        if unmoved || !search.position.has_legal_move() {
            return Ok(answer);
        }
        // The engine has read the moves in the wrong numbering: ask once more in the other one.
        self.numbering = Numbering::Guess(ranks::other(guess));
        let (second, best) = self.search_once(search)?;
        if sense(self, &best, ranks::other(guess)) {
            self.know(ranks::other(guess));
            return Ok(second);
        }
        self.numbering = Numbering::Guess(guess);
        Ok(answer)
    }

    fn know(&mut self, ranks: Ranks) {
        self.numbering = Numbering::Known(ranks);
        self.learnt_ranks = Some(ranks);
    }

    fn search_once(&mut self, search: &Search<'_>) -> Result<(Answer, Vec<u8>), Fault> {
        let waited = self.engine_wait();
        self.begin(search)?;
        let start = Instant::now();
        let line = self.await_move(start, search.allowed)?;
        Ok((self.answer(&line, start, search.allowed, waited), line.bytes))
    }

    /// Sends position, banned moves and `go` in one piece.
    fn begin(&mut self, search: &Search<'_>) -> Result<(), Fault> {
        let ranks = self.numbering.ranks();
        let mut lines = vec![format_command(&Command::Position(search.text.clone()), self.dialect, ranks)];
        if !search.banned.is_empty() && self.dialect == Dialect::Ucci {
            lines.push(format_command(&Command::BanMoves(search.banned.to_vec()), self.dialect, ranks));
        }
        lines.push(format_command(&Command::Go(search.go.clone()), self.dialect, ranks));
        self.thought = Thought::default();
        self.variation = None;
        self.early = None;
        self.in_search = true;
        self.write_lines(&lines)
    }

    /// Starts thinking in the opponent's time; `search.go` carries `ponder`.
    ///
    /// # Errors
    /// The fault, and the process is ended.
    pub fn ponder(&mut self, search: &Search<'_>) -> Result<(), Fault> {
        let result = self.end_search().and_then(|()| self.begin(search));
        if result.is_err() {
            self.kill();
        }
        result
    }

    /// Tells a pondering engine that its guess was right and waits for its answer.
    ///
    /// # Errors
    /// The fault, and the process is ended.
    pub fn ponder_hit(&mut self, draw: bool, allowed: Option<Duration>) -> Result<Answer, Fault> {
        let result = self.try_ponder_hit(draw, allowed);
        if result.is_err() {
            self.kill();
        }
        result
    }

    fn try_ponder_hit(&mut self, draw: bool, allowed: Option<Duration>) -> Result<Answer, Fault> {
        self.catch_early_move()?;
        if let Some((best, thought)) = self.early.take() {
            // The search is over; the move that was said too early is the answer.
            let said = self.said(&best);
            let start = Instant::now();
            return Ok(Answer {
                said,
                start,
                used: Duration::ZERO,
                machine_wait: Duration::ZERO,
                late: false,
                thought,
            });
        }
        let waited = self.engine_wait();
        let before = Instant::now();
        self.send(&Command::PonderHit { draw })?;
        let start = Instant::now();
        let line = self.await_move(start, allowed)?;
        if line.at < before {
            self.fouls.push(Foul::MoveWhilePondering);
        }
        Ok(self.answer(&line, start, allowed, waited))
    }

    /// Ends pondering on a wrong guess. Returns how long the engine took to stop: its own time.
    ///
    /// # Errors
    /// The fault, and the process is ended.
    pub fn ponder_miss(&mut self) -> Result<Duration, Fault> {
        let start = Instant::now();
        let result = self.end_search();
        if result.is_err() {
            self.kill();
        }
        let took = start.elapsed();
        if took > PROMPT_STOP {
            self.fouls.push(Foul::SlowStop);
        }
        result.map(|()| took)
    }

    /// Stops a search that nobody wants any more, and throws its move away.
    fn end_search(&mut self) -> Result<(), Fault> {
        self.catch_early_move()?;
        self.early = None;
        if std::mem::take(&mut self.told_to_stop) && !self.in_search {
            return self.wait_until_ready(GRACE);
        }
        if !self.in_search {
            return Ok(());
        }
        self.send(&Command::Stop)?;
        let until = Instant::now() + GRACE;
        while let Some(line) = self.read(until)? {
            if is_end_of_search(&line.bytes) {
                self.in_search = false;
                // A move that crossed the stop leaves a UCCI engine idle, and it answers the stop with `nobestmove`.
                return match self.dialect {
                    Dialect::Ucci => self.wait_until_ready(GRACE),
                    Dialect::Uci => Ok(()),
                };
            }
        }
        Err(Fault::Stall(format!("no bestmove within {} s of stop", GRACE.as_secs_f64())))
    }

    /// Notices a move that came without being asked for while the engine pondered.
    fn catch_early_move(&mut self) -> Result<(), Fault> {
        let Some(process) = self.process.as_mut() else { return Err(Fault::Disconnect("it does not run".into())) };
        let mut lines = Vec::new();
        while let Some(line) = process.waiting_line()? {
            lines.push(line);
        }
        for line in lines {
            self.note(&line);
            if !is_end_of_search(&line.bytes) {
                self.hear(&line.bytes);
            } else if self.in_search {
                self.fouls.push(Foul::MoveWhilePondering);
                self.in_search = false;
                self.early = Some((line.bytes, std::mem::take(&mut self.thought)));
            } else if line.bytes.starts_with(b"bestmove") {
                // `nobestmove` is what UCCI engines say to a stop that crossed their move.
                self.fouls.push(Foul::StrayMove);
            }
        }
        Ok(())
    }

    /// Reads until the search ends. When the time is up the engine is told to stop and gets a moment to say its move.
    fn await_move(&mut self, start: Instant, allowed: Option<Duration>) -> Result<Line, Fault> {
        let patience = Duration::from_millis(self.config.stall_ms);
        let mut until = start + allowed.unwrap_or(patience);
        let mut told_to_stop = false;
        let (mut garbage, mut bytes) = (0u32, 0u64);
        let mut last_garbage: Option<Vec<u8>> = None;
        loop {
            let Some(line) = self.read(until)? else {
                if !told_to_stop {
                    told_to_stop = true;
                    self.told_to_stop = true;
                    until = Instant::now() + GRACE;
                    self.send(&Command::Stop)?;
                    continue;
                }
                let seconds = start.elapsed().as_secs_f64();
                if bytes > MUCH_TALK {
                    return Err(Fault::Flood(format!(
                        "no bestmove in {seconds:.1} s, but {} kB of lines",
                        bytes >> 10
                    )));
                }
                return Err(match last_garbage {
                    Some(line) => {
                        Fault::IllegalOutput(format!("no bestmove in {seconds:.1} s, but `{}`", excerpt(&line)))
                    }
                    None => Fault::Stall(format!("no bestmove in {seconds:.1} s")),
                });
            };
            if is_end_of_search(&line.bytes) {
                self.in_search = false;
                // To an engine that says `nobestmove` to a stop the search had ended: what it said then was its answer.
                return match last_garbage.filter(|_| told_to_stop && !line.bytes.starts_with(b"bestmove")) {
                    Some(said) => Err(Fault::IllegalOutput(format!("no bestmove, but `{}`", excerpt(&said)))),
                    None => Ok(line),
                };
            }
            bytes += line.bytes.len() as u64;
            if !self.hear(&line.bytes) {
                garbage += 1;
                last_garbage = Some(line.bytes);
            }
            let seconds = start.elapsed().as_secs();
            if garbage > GARBAGE_LINES || bytes > FLOOD_BYTES + (seconds << 20) {
                return Err(Fault::Flood(format!("{} kB in one search without a move", bytes >> 10)));
            }
            if allowed.is_none() && !told_to_stop {
                until = Instant::now() + patience;
            }
        }
    }

    /// Takes over what a line says. False when it is of no protocol.
    fn hear(&mut self, line: &[u8]) -> bool {
        match parse_reply(line, self.dialect, self.numbering.ranks()) {
            Reply::Info(info) => {
                self.thought.add(&info);
                if matches!(self.numbering, Numbering::Guess(_)) && line.windows(4).any(|window| window == b" pv ") {
                    self.variation = Some(line.to_vec());
                }
                true
            }
            Reply::Other(text) => text.is_empty(),
            _ => true,
        }
    }

    fn answer(&mut self, line: &Line, start: Instant, allowed: Option<Duration>, waited: Duration) -> Answer {
        let used = line.at.saturating_duration_since(start);
        let machine_wait = (self.engine_wait().saturating_sub(waited) + line.reader_waited).min(used);
        let late = allowed.is_some_and(|allowed| used - machine_wait > allowed);
        let said = self.said(&line.bytes);
        Answer { said, start, used, machine_wait, late, thought: std::mem::take(&mut self.thought) }
    }

    fn said(&self, line: &[u8]) -> Said {
        match parse_reply(line, self.dialect, self.numbering.ranks()) {
            Reply::BestMove { mv, ponder, draw, resign } => Said::Move { mv, ponder, draw, resign },
            Reply::NoBestMove => Said::NoMove,
            Reply::BadBestMove(text) => Said::Unreadable(excerpt(text.as_bytes())),
            _ => Said::Unreadable(excerpt(line)),
        }
    }

    /// How long the engine's main thread has waited for a processor so far.
    fn engine_wait(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, |process| process_wait(process.id()))
    }

    /// Lets the engine leave by itself, and ends it when it does not.
    pub fn quit(&mut self) {
        if self.process.is_none() {
            return;
        }
        if self.in_search {
            let _ = self.send(&Command::Stop);
        }
        let sent = self.send(&Command::Quit).is_ok();
        let Some(mut process) = self.process.take() else { return };
        if sent && !process.leaves(GRACE) {
            self.fouls.push(Foul::IgnoredQuit);
        }
        drop(process);
        self.in_search = false;
        if let Some(log) = &self.log {
            log.flush();
        }
    }

    /// Ends the process at once.
    pub fn kill(&mut self) {
        self.process = None;
        self.in_search = false;
        self.early = None;
    }

    /// Sends a command.
    ///
    /// # Errors
    /// The fault; the process is not ended.
    pub fn send(&mut self, command: &Command) -> Result<(), Fault> {
        let line = format_command(command, self.dialect, self.numbering.ranks());
        self.write_lines(&[line])
    }

    /// Sends lines as they are, in one piece.
    ///
    /// # Errors
    /// The fault; the process is not ended.
    pub fn write_lines(&mut self, lines: &[Vec<u8>]) -> Result<(), Fault> {
        let Some(process) = self.process.as_mut() else { return Err(Fault::Disconnect("it does not run".into())) };
        let mut text = Vec::new();
        for line in lines {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        if let Some(log) = &self.log {
            let name = self.config.label();
            lines.iter().for_each(|line| log.line(&name, process.id(), '>', line));
        }
        process.write(&text)
    }

    /// The next line; none when the time is up.
    pub(super) fn read(&mut self, until: Instant) -> Result<Option<Line>, Fault> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            let Some(process) = self.process.as_mut() else { return Err(Fault::Disconnect("it does not run".into())) };
            let slice = until.min(Instant::now() + SLICE);
            if let Some(line) = process.line(slice)? {
                self.note(&line);
                return Ok(Some(line));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// The next line as bytes, with the time at which it was read; none when the time is up.
    ///
    /// # Errors
    /// The fault; the process is not ended.
    pub fn read_line(&mut self, until: Instant) -> Result<Option<(Vec<u8>, Instant)>, Fault> {
        Ok(self.read(until)?.map(|line| (line.bytes, line.at)))
    }

    fn note(&self, line: &Line) {
        if let (Some(log), Some(process)) = (&self.log, &self.process) {
            log.line(&self.config.label(), process.id(), '<', &line.bytes);
        }
    }
}

fn is_end_of_search(line: &[u8]) -> bool {
    let first = line.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    first.eq_ignore_ascii_case(b"bestmove") || first.eq_ignore_ascii_case(b"nobestmove")
}
