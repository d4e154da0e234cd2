//! A child process that speaks lines.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::config::EngineConfig;
use super::fault::Fault;
use super::machine::ThreadWait;

/// Lines that wait to be read; an engine that writes more is held back by its pipe.
const QUEUE: usize = 2048;
/// The longest line that is kept.
const LONGEST_LINE: usize = 1 << 16;

/// A line from an engine.
#[derive(Debug)]
pub(crate) struct Line {
    /// Without its end.
    pub(crate) bytes: Vec<u8>,
    /// When it was read.
    pub(crate) at: Instant,
    /// For a `bestmove`: how long the reading thread has waited for a processor since the one before.
    pub(crate) reader_waited: Duration,
}

#[derive(Debug)]
enum Event {
    Line(Line),
    /// The output ended, perhaps in the middle of a line.
    End(Vec<u8>),
}

/// A running engine. Dropping it ends the process and its group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    stdin: ChildStdin,
    events: Receiver<Event>,
    ended: Option<Vec<u8>>,
}

impl Process {
    /// Starts the program in a process group of its own, so that neither a Ctrl-C at the terminal nor a child of the
    /// engine gets between it and its end.
    pub(crate) fn spawn(config: &EngineConfig, processors: &[usize]) -> io::Result<Process> {
        let stderr = match &config.stderr {
            None => Stdio::null(),
            Some(path) => std::fs::File::options().create(true).append(true).open(path)?.into(),
        };
        let mut command = Command::new(&config.command);
        command.args(&config.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        if let Some(directory) = &config.directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = spawn_on(&mut command, processors)?;
        let missing = || io::Error::other("the process has no pipes");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        // An engine that does not read must not stop the match: a full pipe is an error, not a wait.
        #[cfg(unix)]
        rustix::fs::fcntl_setfl(&stdin, rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::WRONLY)?;
        let (sender, events) = sync_channel(QUEUE);
        thread::Builder::new().name("engine-reader".into()).spawn(move || read_lines(stdout, &sender))?;
        Ok(Process { child, stdin, events, ended: None })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines that carry their ends, in one piece.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Fault> {
        self.stdin.write_all(text).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => Fault::Stall("it does not read its input".into()),
            _ => Fault::Disconnect(self.how_it_ended()),
        })
    }

    /// The next line; none when the time is up.
    pub(crate) fn line(&mut self, until: Instant) -> Result<Option<Line>, Fault> {
        if self.ended.is_some() {
            return Err(Fault::Disconnect(self.how_it_ended()));
        }
        let wait = until.saturating_duration_since(Instant::now());
        match self.events.recv_timeout(wait) {
            Ok(Event::Line(line)) => Ok(Some(line)),
            Ok(Event::End(rest)) => self.end(rest),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => self.end(Vec::new()),
        }
    }

    /// A line that is already there.
    pub(crate) fn waiting_line(&mut self) -> Result<Option<Line>, Fault> {
        if self.ended.is_some() {
            return Err(Fault::Disconnect(self.how_it_ended()));
        }
        match self.events.try_recv() {
            Ok(Event::Line(line)) => Ok(Some(line)),
            Ok(Event::End(rest)) => self.end(rest),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => self.end(Vec::new()),
        }
    }

    fn end<T>(&mut self, rest: Vec<u8>) -> Result<T, Fault> {
        self.ended = Some(rest);
        Err(Fault::Disconnect(self.how_it_ended()))
    }

    /// Whether the process runs, as far as is known without waiting.
    pub(crate) fn is_running(&mut self) -> bool {
        self.ended.is_none() && matches!(self.child.try_wait(), Ok(None))
    }

    fn how_it_ended(&mut self) -> String {
        let mut text = match self.wait(Duration::from_millis(200)) {
            Some(status) => describe(status),
            None => "it closed its output".into(),
        };
        if let Some(rest) = self.ended.as_ref().filter(|rest| !rest.is_empty()) {
            text += &format!(" in the middle of the line `{}`", excerpt(rest));
        }
        text
    }

    /// Waits for the end of the process.
    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(pause),
                _ => return None,
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Whether the process leaves within this time; what it still says is thrown away.
    pub(crate) fn leaves(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while self.ended.is_none() {
            match self.line(until) {
                Ok(Some(_)) if Instant::now() < until => {}
                Ok(_) => return false,
                Err(_) => break,
            }
        }
        self.wait(until.saturating_duration_since(Instant::now()).max(Duration::from_millis(20))).is_some()
    }

    /// Ends the process and all of its group.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(pid) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // While the child has not been waited for, its number cannot belong to anybody else.
            if matches!(self.child.try_wait(), Ok(None)) {
                let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a process on these processors, where the system can; none = wherever it likes.
///
/// The process inherits them from the thread that starts it, so that no thread of its own is ever elsewhere.
fn spawn_on(command: &mut Command, processors: &[usize]) -> io::Result<Child> {
    #[cfg(target_os = "linux")]
    if !processors.is_empty()
        && let Ok(before) = rustix::thread::sched_getaffinity(None)
    {
        let mut set = rustix::thread::CpuSet::new();
        for &processor in processors.iter().filter(|&&n| n < rustix::thread::CpuSet::MAX_CPU) {
            set.set(processor);
        }
        // A processor that does not exist leaves the engine unbound.
        let _ = rustix::thread::sched_setaffinity(None, &set);
        let child = command.spawn();
        let _ = rustix::thread::sched_setaffinity(None, &before);
        return child;
    }
    let _ = processors;
    command.spawn()
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Bytes as text in a message: one line, not too long.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    let mut short: String = text.trim_end().chars().take(80).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().count() > 80 || bytes.len() > 200 {
        short.push('…');
    }
    short
}

fn describe(status: std::process::ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("it exited with code {code}"),
        None => "it exited".into(),
    }
}

fn read_lines(mut stdout: ChildStdout, events: &SyncSender<Event>) {
    let waits = ThreadWait::of_this_thread();
    let mut waited = waits.total();
    let mut buffer = vec![0; 1 << 16];
    let mut rest: Vec<u8> = Vec::new();
    loop {
        let length = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for piece in buffer[..length].split_inclusive(|&byte| byte == b'\n') {
            if rest.len() < LONGEST_LINE {
                rest.extend_from_slice(&piece[..piece.len().min(LONGEST_LINE)]);
            }
            if piece.last() != Some(&b'\n') {
                continue;
            }
            let mut bytes = std::mem::take(&mut rest);
            while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r' | b' ')) {
                bytes.pop();
            }
            let mut reader_waited = Duration::ZERO;
            if bytes.starts_with(b"bestmove") {
                let total = waits.total();
                reader_waited = total.saturating_sub(waited);
                waited = total;
            }
            if events.send(Event::Line(Line { bytes, at, reader_waited })).is_err() {
                return;
            }
        }
    }
    let _ = events.send(Event::End(rest));
}
