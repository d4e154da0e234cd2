//! Speaking with a running engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chuhe_protocol::{Command, Dialect, OptionLine, Ranks, Reply, TimeUnit, format_command, parse_reply};

use super::answer::Thought;
use super::config::{EngineConfig, Restart};
use super::fault::{Fault, Foul};
use super::log::EngineLog;
use super::options;
use super::process::{Line, Process, excerpt};
use super::ranks::Numbering;

/// A flag that many threads look at: the match is to end.
pub type SharedFlag = Arc<AtomicBool>;

/// How long an engine may take to stop, and to leave.
pub(super) const GRACE: Duration = Duration::from_millis(1000);
/// How often a wait looks at the flag.
const SLICE: Duration = Duration::from_millis(100);
/// Lines of no protocol that make a flood.
pub(super) const GARBAGE_LINES: u32 = 10_000;

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
    pub(super) told_to_stop: bool,
    /// A move said while pondering; the search is over already.
    pub(super) early: Option<(Vec<u8>, Thought)>,
    pub(super) thought: Thought,
    /// The last line with a variation, while the numbering of ranks is a guess.
    pub(super) variation: Option<Vec<u8>>,
    pub(super) fouls: Vec<Foul>,
    log: Option<EngineLog>,
    stop: SharedFlag,
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

    /// Whether it understands `movetime`: it speaks UCI, or UCCI only as a second language.
    #[must_use]
    pub fn knows_move_time(&self) -> bool {
        self.dialect == Dialect::Uci || options::has_uci_inside(&self.offered)
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

    pub(super) fn note(&self, line: &Line) {
        if let (Some(log), Some(process)) = (&self.log, &self.process) {
            log.line(&self.config.label(), process.id(), '<', &line.bytes);
        }
    }
}
