//! Asking a running engine for a move: searching, pondering, stopping.

use std::time::{Duration, Instant};

use chuhe_movegen::Position;
use chuhe_protocol::{Command, Dialect, Go, PositionText, Ranks, Reply, format_command, parse_reply};

use super::answer::{Answer, Said, Thought};
use super::fault::{Fault, Foul};
use super::machine::process_wait;
use super::process::{Line, excerpt};
use super::ranks::{self, Numbering};
use super::session::{Engine, GARBAGE_LINES, GRACE};

/// Stopping within this time is no foul.
const PROMPT_STOP: Duration = Duration::from_millis(200);
/// An engine that says so many bytes and no move is not silent.
const MUCH_TALK: u64 = 1 << 20;
/// Bytes in one search that make a flood at once; each second allows a megabyte more.
const FLOOD_BYTES: u64 = 16 << 20;

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
        // Perhaps the engine has read the moves in the wrong numbering: ask once more in the other one.
        self.numbering = Numbering::Guess(ranks::other(guess));
        match self.search_once(search) {
            Ok((second, best)) if sense(self, &best, ranks::other(guess)) => {
                self.know(ranks::other(guess));
                return Ok(second);
            }
            Ok(_) => {}
            Err(fault @ Fault::Interrupted) => return Err(fault),
            // An engine may break on moves that it cannot read, and that is no fault: its first answer stands.
            Err(_) => self.kill(),
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
                late_by: Duration::ZERO,
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
    pub(super) fn end_search(&mut self) -> Result<(), Fault> {
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
        let late_by = allowed.map_or(Duration::ZERO, |allowed| used.saturating_sub(allowed));
        let said = self.said(&line.bytes);
        Answer { said, start, used, machine_wait, late_by, thought: std::mem::take(&mut self.thought) }
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
}

fn is_end_of_search(line: &[u8]) -> bool {
    let first = line.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    first.eq_ignore_ascii_case(b"bestmove") || first.eq_ignore_ascii_case(b"nobestmove")
}
