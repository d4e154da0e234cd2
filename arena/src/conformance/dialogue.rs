//! Talking to an engine line by line.

use std::time::{Duration, Instant};

use chuhe_movegen::{Move, Position};
use chuhe_protocol::{Command, Dialect, Ranks, Reply, format_command, parse_reply};

use crate::engine::Engine;

/// How a check ends: what was seen, or what is wrong.
pub(super) type Seen<T = String> = Result<T, String>;

/// An engine and the lines exchanged with it.
pub(super) struct Dialogue {
    pub(super) engine: Engine,
    exchange: Vec<String>,
}

/// The longest exchange that is kept, in lines.
const MOST_LINES: usize = 200;

impl Dialogue {
    pub(super) fn new(engine: Engine) -> Dialogue {
        Dialogue { engine, exchange: Vec::new() }
    }

    pub(super) fn begin(&mut self) {
        self.exchange.clear();
    }

    pub(super) fn take_exchange(&mut self) -> Vec<String> {
        std::mem::take(&mut self.exchange)
    }

    pub(super) fn restart(&mut self) {
        self.engine.kill();
        // If this fails the next check says so.
        let _ = self.engine.start();
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.engine.dialect()
    }

    pub(super) fn ranks(&self) -> Ranks {
        self.engine.ranks().unwrap_or_default()
    }

    fn note(&mut self, direction: char, text: &[u8]) {
        if self.exchange.len() < MOST_LINES {
            self.exchange.push(format!("{direction} {}", String::from_utf8_lossy(text)));
        }
    }

    /// Sends a line as it is.
    pub(super) fn raw(&mut self, line: &str) -> Seen<()> {
        self.note('>', line.as_bytes());
        self.engine.write_lines(&[line.as_bytes().to_vec()]).map_err(|fault| fault.to_string())
    }

    /// Sends a command in the engine's protocol and numbering.
    pub(super) fn say(&mut self, command: &Command) -> Seen<()> {
        let line = format_command(command, self.dialect(), self.ranks());
        let text = String::from_utf8_lossy(&line).into_owned();
        self.raw(&text)
    }

    /// The next line within a time; none when it is up.
    pub(super) fn line(&mut self, until: Instant) -> Seen<Option<(Vec<u8>, Instant)>> {
        let line = self.engine.read_line(until).map_err(|fault| fault.to_string())?;
        if let Some((bytes, _)) = &line {
            let bytes = bytes.clone();
            self.note('<', &bytes);
        }
        Ok(line)
    }

    /// Reads until a line is what is waited for, and says how long that took.
    pub(super) fn wait(
        &mut self,
        what: &str,
        patience: Duration,
        mut wanted: impl FnMut(&Reply, &[u8]) -> bool,
    ) -> Seen<(Reply, Duration)> {
        let start = Instant::now();
        let until = start + patience;
        while let Some((bytes, at)) = self.line(until)? {
            let reply = parse_reply(&bytes, self.dialect(), self.ranks());
            if wanted(&reply, &bytes) {
                return Ok((reply, at.saturating_duration_since(start)));
            }
        }
        Err(format!("no {what} within {} ms", patience.as_millis()))
    }

    /// Nothing may remain from the check before.
    pub(super) fn ready(&mut self) -> Seen<()> {
        if self.engine.process_id().is_none() {
            self.engine.start().map_err(|error| error.to_string())?;
        }
        self.say(&Command::IsReady)?;
        self.wait("readyok", Duration::from_secs(5), |reply, _| *reply == Reply::ReadyOk).map(|_| ())
    }

    /// Waits for the end of a search.
    pub(super) fn best(&mut self, patience: Duration) -> Seen<(Reply, Duration)> {
        self.wait("bestmove", patience, |reply, _| {
            matches!(reply, Reply::BestMove { .. } | Reply::NoBestMove | Reply::BadBestMove(_))
        })
    }

    /// The move that ends a search; it must be legal in the position.
    pub(super) fn legal_move(
        &mut self,
        position: &Position,
        patience: Duration,
    ) -> Seen<(Move, Option<Move>, Duration)> {
        match self.best(patience)? {
            (Reply::BestMove { mv, .. }, _) if !position.is_legal(mv) => {
                Err(format!("bestmove {mv} is illegal in {}", position.fen()))
            }
            (Reply::BestMove { mv, ponder, .. }, took) => Ok((mv, ponder, took)),
            (Reply::BadBestMove(text), _) => Err(format!("bestmove `{text}` cannot be read")),
            _ => Err(format!("no move although {} are legal", position.count_legal())),
        }
    }

    /// That there is no line of some kind for a while.
    pub(super) fn silence(&mut self, time: Duration, unwanted: impl Fn(&Reply) -> bool) -> Seen<()> {
        let until = Instant::now() + time;
        while let Some((bytes, _)) = self.line(until)? {
            if unwanted(&parse_reply(&bytes, self.dialect(), self.ranks())) {
                return Err(format!("`{}` comes too early", String::from_utf8_lossy(&bytes)));
            }
        }
        Ok(())
    }
}
