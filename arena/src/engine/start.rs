//! Starting an engine: hello, protocol, options.

use std::io;
use std::time::{Duration, Instant};

use chuhe_movegen::Position;
use chuhe_protocol::{Command, Dialect, Go, PositionText, Ranks, Reply, Start, TimeUnit, parse_reply};
use thiserror::Error;

use super::fault::Fault;
use super::options::{self, OptionError};
use super::process::{Process, excerpt};
use super::ranks::Numbering;
use super::search::Search;
use super::session::Engine;

/// Why an engine does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program cannot be run.
    #[error("engine {name}: cannot run `{command}`: {error}")]
    Spawn {
        /// The engine.
        name: String,
        /// Its program.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// It answers no hello.
    #[error("engine {name}: no answer to {asked} within {seconds} s{said}")]
    NoProtocol {
        /// The engine.
        name: String,
        /// The hellos.
        asked: &'static str,
        /// How long was waited.
        seconds: f64,
        /// What it said instead.
        said: String,
    },
    /// An option cannot be set.
    #[error("engine {name}: {error}")]
    Option {
        /// The engine.
        name: String,
        /// Why.
        error: OptionError,
    },
    /// It fails while it starts.
    #[error("engine {name}: {fault}")]
    Fault {
        /// The engine.
        name: String,
        /// How.
        fault: Fault,
    },
}

/// How long an engine whose protocol is unknown may think about `ucci` before it is asked `uci`.
const FIRST_HELLO: Duration = Duration::from_millis(2000);

impl Engine {
    /// Starts the process, agrees on the protocol and sets the options. Nothing happens when it runs already.
    ///
    /// # Errors
    /// When the program cannot be run or does not behave like an engine.
    pub fn start(&mut self) -> Result<(), StartError> {
        if self.process.as_mut().is_some_and(Process::is_running) {
            return Ok(());
        }
        self.process = None;
        self.begin_process()?;
        let dialect = self.hello()?;
        self.dialect = dialect;
        self.numbering = match (self.config.ranks, self.learnt_ranks) {
            (Some(ranks), _) | (None, Some(ranks)) => Numbering::Known(ranks),
            (None, None) => Numbering::guess(dialect, &self.offered),
        };
        let lines = self.option_lines()?;
        let patience = Duration::from_millis(self.config.startup_ms);
        self.write_lines(&lines)
            .and_then(|()| self.wait_until_ready(patience))
            .map_err(|fault| StartError::Fault { name: self.config.label(), fault })?;
        self.in_search = false;
        if matches!(self.numbering, Numbering::Guess(_)) && options::plays_many_games(&self.offered) {
            self.probe_ranks()?;
        }
        Ok(())
    }

    /// Asks an engine that may number ranks either way for a move of the start position, which is sent without moves.
    /// One that gives no sensible answer is started again and keeps the first guess.
    fn probe_ranks(&mut self) -> Result<(), StartError> {
        let position = Position::start();
        let text = PositionText { start: Start::Startpos, moves: Vec::new() };
        let go = Go { depth: Some(1), ..Go::default() };
        let allowed = Some(Duration::from_millis(self.config.startup_ms));
        let search = Search { text: &text, position: &position, banned: &[], go: &go, allowed };
        match self.search(&search) {
            Ok(_) => Ok(()),
            Err(fault @ Fault::Interrupted) => Err(StartError::Fault { name: self.config.label(), fault }),
            Err(_) => {
                self.learnt_ranks = Some(self.numbering.ranks());
                self.start()
            }
        }
    }

    fn begin_process(&mut self) -> Result<(), StartError> {
        let process = Process::spawn(&self.config, &self.processors).map_err(|error| StartError::Spawn {
            name: self.config.label(),
            command: self.config.command.clone(),
            error,
        })?;
        self.process = Some(process);
        self.started += 1;
        Ok(())
    }

    /// Says hello in the protocol named or learnt; in UCCI and then UCI where neither is. An engine that leaves at the
    /// first hello is started again for the second.
    fn hello(&mut self) -> Result<Dialect, StartError> {
        let patience = Duration::from_millis(self.config.startup_ms);
        if let Some(dialect) = self.config.protocol.or(self.learnt_dialect) {
            return match self.ask(&[dialect], dialect, patience) {
                Ok(Some(found)) => Ok(found),
                Ok(None) => Err(self.no_protocol(if dialect == Dialect::Ucci { "ucci" } else { "uci" })),
                Err(fault) => Err(StartError::Fault { name: self.config.label(), fault }),
            };
        }
        let both = [Dialect::Ucci, Dialect::Uci];
        let found = match self.ask(&both, Dialect::Ucci, FIRST_HELLO.min(patience)) {
            Ok(Some(found)) => Some(found),
            Ok(None) => self.ask(&both, Dialect::Uci, patience).unwrap_or(None),
            Err(Fault::Interrupted) => {
                return Err(StartError::Fault { name: self.config.label(), fault: Fault::Interrupted });
            }
            Err(_) => {
                self.process = None;
                self.begin_process()?;
                self.ask(&[Dialect::Uci], Dialect::Uci, patience)
                    .map_err(|fault| StartError::Fault { name: self.config.label(), fault })?
            }
        };
        self.learnt_dialect = found;
        found.ok_or_else(|| self.no_protocol("ucci and uci"))
    }

    fn no_protocol(&self, asked: &'static str) -> StartError {
        let said = match self.heard.last() {
            Some(line) => format!("; its last line was `{line}`"),
            None => "; it said nothing".into(),
        };
        let seconds = self.config.startup_ms as f64 / 1000.0;
        StartError::NoProtocol { name: self.config.label(), asked, seconds, said }
    }

    /// Sends a hello and reads until one of the protocols is confirmed.
    fn ask(&mut self, accepted: &[Dialect], hello: Dialect, patience: Duration) -> Result<Option<Dialect>, Fault> {
        let command = if hello == Dialect::Ucci { Command::Ucci } else { Command::Uci };
        self.offered.clear();
        self.heard.clear();
        self.identity.clear();
        self.send(&command)?;
        let until = Instant::now() + patience;
        while let Some(line) = self.read(until)? {
            match parse_reply(&line.bytes, hello, Ranks::Zero) {
                Reply::Option(option) => self.offered.push(option),
                Reply::Id { key, text } if key.eq_ignore_ascii_case("name") => self.identity = text,
                Reply::UcciOk if accepted.contains(&Dialect::Ucci) => return Ok(Some(Dialect::Ucci)),
                Reply::UciOk if accepted.contains(&Dialect::Uci) => return Ok(Some(Dialect::Uci)),
                _ if line.bytes.is_empty() => {}
                _ => {
                    self.heard.push(excerpt(&line.bytes));
                    // Most engines name a command they do not know; no need to wait for more.
                    let lower = line.bytes.to_ascii_lowercase();
                    let unknown = lower.windows(7).any(|window| window == b"unknown");
                    if unknown && accepted.len() > 1 && hello == Dialect::Ucci {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The lines that set the options: those of the session, the user's, the user's own lines.
    fn option_lines(&mut self) -> Result<Vec<Vec<u8>>, StartError> {
        let mut wanted: Vec<(String, Option<String>)> = Vec::new();
        let chosen = |name: &str| {
            self.config
                .options
                .iter()
                .any(|(n, _)| chuhe_protocol::normalise_name(n) == chuhe_protocol::normalise_name(name))
        };
        self.unit = TimeUnit::Milliseconds;
        if self.dialect == Dialect::Ucci {
            match options::find(&self.offered, "usemillisec") {
                Some(option) => wanted.push((option.name.clone(), Some("true".into()))),
                None if options::has_uci_inside(&self.offered) => {}
                None => self.unit = TimeUnit::Seconds,
            }
        }
        if let Some(milliseconds) = self.config.milliseconds {
            self.unit = if milliseconds { TimeUnit::Milliseconds } else { TimeUnit::Seconds };
        }
        if let Some(option) = options::needs_variant(&self.offered).filter(|option| !chosen(&option.name)) {
            wanted.push((option.name.clone(), Some("xiangqi".into())));
        }
        if let Some(option) = options::find(&self.offered, "ponder").filter(|option| !chosen(&option.name)) {
            wanted.push((option.name.clone(), Some(self.config.ponder.to_string())));
        }
        for (name, value) in &self.config.options {
            wanted.push(
                options::check(&self.offered, name, value)
                    .map_err(|error| StartError::Option { name: self.config.label(), error })?,
            );
        }
        let set = |(name, value): (String, Option<String>)| {
            let command = Command::SetOption { name, value: value.map(String::into_bytes) };
            chuhe_protocol::format_command(&command, self.dialect, Ranks::Zero)
        };
        let mut lines: Vec<Vec<u8>> = wanted.into_iter().map(set).collect();
        lines.extend(self.config.init.iter().map(|line| line.clone().into_bytes()));
        Ok(lines)
    }
}
