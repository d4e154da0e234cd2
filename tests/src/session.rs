//! A conversation with a fresh process, in which nothing may go unnoticed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::binary::chuhe;
use crate::line::{Answer, Dialect, Info, Line};

/// How long a test waits for a line before it takes the engine for dead. This is the only clock in the tests.
pub const HANG: Duration = Duration::from_secs(30);

/// An engine process. Each method that reads panics, with the conversation so far, when a line is malformed or does not
/// come; so does the end of a session when anything stood on stderr or the exit code is not 0.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    dialect: Dialect,
    transcript: Vec<String>,
}

impl Session {
    /// Starts the engine without a word.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn start() -> Session {
        Session::with_stdin(Stdio::piped())
    }

    /// Starts the engine on an input of its own, such as a file.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn with_stdin(stdin: Stdio) -> Session {
        let mut child = Command::new(chuhe())
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("chuhe can be started");
        let (stdout, mut stderr) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
                let text = String::from_utf8_lossy(&line);
                let whole = text.strip_suffix('\n').map_or_else(|| format!("{text}<no line end>"), str::to_owned);
                if sender.send(whole).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let stdin = child.stdin.take();
        Session { child, stdin, lines, stderr: Some(stderr), dialect: Dialect::Uci, transcript: Vec::new() }
    }

    /// Starts the engine and says `ucci`.
    #[must_use]
    pub fn ucci() -> Session {
        let mut session = Session::start();
        session.hello(Dialect::Ucci);
        session
    }

    /// Starts the engine and says `uci`.
    #[must_use]
    pub fn uci() -> Session {
        let mut session = Session::start();
        session.hello(Dialect::Uci);
        session
    }

    /// Says hello and reads the boot lines: `id` lines first, then options, then the end. Gives back `option` lines with
    /// their names.
    pub fn hello(&mut self, dialect: Dialect) -> Vec<(String, String)> {
        self.send(if dialect == Dialect::Ucci { "ucci" } else { "uci" });
        self.boot_lines(dialect)
    }

    /// The lines that follow a hello which has been said.
    pub fn boot_lines(&mut self, dialect: Dialect) -> Vec<(String, String)> {
        self.dialect = dialect;
        let (mut ids, mut options) = (Vec::new(), Vec::new());
        loop {
            match self.line() {
                Line::Id(key) if options.is_empty() => ids.push(key),
                Line::Option(name, line) => options.push((name, line)),
                Line::UcciOk | Line::UciOk => break,
                line => self.fail(&format!("{line:?} between hello and its end")),
            }
        }
        if !(ids.contains(&"name".into()) && ids.contains(&"author".into())) {
            self.fail("no id name or id author");
        }
        options
    }

    /// The protocol in which lines are now read.
    pub fn speak(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Writes several lines at once, as a client does that does not wait.
    pub fn send_all(&mut self, lines: &[&str]) {
        self.send_bytes((lines.join("\n") + "\n").as_bytes());
    }

    /// Writes bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).lines() {
            self.note(format!("> {line}"));
        }
        let stdin = self.stdin.as_mut().expect("stdin is open");
        if let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush()) {
            self.fail(&format!("cannot write: {error}"));
        }
    }

    /// The next line as it is, if one comes before the output ends.
    pub fn try_raw(&mut self) -> Option<String> {
        match self.lines.recv_timeout(HANG) {
            Ok(line) => {
                self.note(format!("< {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => self.fail("nothing for 30 s"),
        }
    }

    /// The next line as it is.
    pub fn raw(&mut self) -> String {
        match self.try_raw() {
            Some(line) => line,
            None => self.fail("the output has ended"),
        }
    }

    /// The next line, its form checked.
    pub fn line(&mut self) -> Line {
        let line = self.raw();
        match Line::parse(&line, self.dialect) {
            Ok(line) => line,
            Err(error) => self.fail(&format!("malformed line: {error}")),
        }
    }

    /// The next line must be this one.
    pub fn expect(&mut self, wanted: &str) {
        if self.raw() != wanted {
            self.fail(&format!("expected `{wanted}`"));
        }
    }

    /// The next line must be a text for the user; gives it back.
    pub fn message(&mut self) -> String {
        match self.line() {
            Line::Message(text) => text,
            line => self.fail(&format!("expected a message, not {line:?}")),
        }
    }

    /// Nothing has been printed and the engine still listens: the next line is the answer to `isready`.
    pub fn silent(&mut self) {
        self.send("isready");
        self.expect("readyok");
    }

    /// A search is on and has not answered: nothing but figures comes before the answer to `isready`.
    pub fn thinking(&mut self) -> Vec<Info> {
        self.send("isready");
        let mut infos = Vec::new();
        loop {
            match self.line() {
                Line::Info(info) => infos.push(info),
                Line::ReadyOk => return infos,
                line => self.fail(&format!("{line:?} while thinking")),
            }
        }
    }

    /// Reads figures until one of them pleases, without an answer before.
    pub fn info(&mut self, wanted: impl Fn(&Info) -> bool) -> Info {
        loop {
            match self.line() {
                Line::Info(info) if wanted(&info) => return info,
                Line::Info(_) => {}
                line => self.fail(&format!("{line:?} while thinking")),
            }
        }
    }

    /// Reads a search to its end.
    pub fn answer(&mut self) -> Answer {
        let mut answer = Answer::default();
        loop {
            match self.line() {
                Line::Info(info) => answer.infos.push(info),
                Line::Message(text) => answer.messages.push(text),
                Line::BestMove(best) => {
                    answer.best = Some(best);
                    return answer;
                }
                Line::NoBestMove => return answer,
                line => self.fail(&format!("{line:?} in the middle of a search")),
            }
        }
    }

    /// Sends a `go` and reads the search to its end.
    pub fn go(&mut self, command: &str) -> Answer {
        self.send(command);
        self.answer()
    }

    /// Sends `probe …` and reads the answer.
    pub fn probe(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        match self.line() {
            Line::PopHash(words) => words,
            line => self.fail(&format!("expected pophash, not {line:?}")),
        }
    }

    /// Sends a command for people and reads its text up to the answer to `isready`.
    pub fn text(&mut self, command: &str) -> Vec<String> {
        self.send_all(&[command, "isready"]);
        let mut lines = Vec::new();
        loop {
            match self.raw() {
                line if line == "readyok" => return lines,
                line => lines.push(line),
            }
        }
    }

    /// The FEN of the engine's board, as `d` shows it.
    pub fn fen(&mut self) -> String {
        let lines = self.text("d");
        match lines.iter().find_map(|line| line.strip_prefix("fen ")) {
            Some(fen) => fen.to_owned(),
            None => self.fail("`d` shows no FEN"),
        }
    }

    /// Says `quit` and checks the farewell: `bye` in UCCI, nothing in UCI, exit code 0, nothing on stderr.
    pub fn quit(mut self) {
        self.send("quit");
        if self.dialect == Dialect::Ucci {
            self.expect("bye");
        }
        self.end();
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The output must have ended, with exit code 0 and nothing on stderr.
    pub fn end(mut self) {
        if let Some(line) = self.try_raw() {
            self.fail(&format!("`{line}` after the end"));
        }
        let status = self.wait();
        if status.code() != Some(0) {
            self.fail(&format!("{status}"));
        }
        let stderr = self.stderr.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        if !stderr.is_empty() {
            self.fail(&format!("on stderr: {stderr}"));
        }
    }

    /// Resident memory of the process in MiB, where the system tells.
    #[must_use]
    pub fn resident_mb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
    }

    fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status,
                Ok(None) if start.elapsed() < HANG => std::thread::sleep(Duration::from_millis(5)),
                Ok(None) => self.fail("the process does not end"),
                Err(error) => self.fail(&format!("cannot wait: {error}")),
            }
        }
    }

    fn note(&mut self, line: String) {
        // Enough to see what happened; a long test need not keep all.
        if self.transcript.len() >= 400 {
            self.transcript.drain(..200);
        }
        self.transcript.push(line);
    }

    /// Fails the test and shows the end of the conversation.
    pub fn fail(&self, why: &str) -> ! {
        let from = self.transcript.len().saturating_sub(80);
        panic!("{why}\n--- conversation ---\n{}\n---", self.transcript[from..].join("\n"));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // After a failure the engine may still be alive.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
