//! How far a run that makes games is.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use chuhe_train::produce::Progress;

/// Progress on stderr: one line that is rewritten on a terminal, a line a minute elsewhere.
pub(crate) struct Display {
    terminal: bool,
    last: Option<Instant>,
}

impl Display {
    pub(crate) fn new() -> Display {
        Display { terminal: std::io::stderr().is_terminal(), last: None }
    }

    pub(crate) fn show(&mut self, progress: &Progress) {
        let pause = if self.terminal { Duration::from_secs(1) } else { Duration::from_secs(60) };
        if self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        self.print(progress);
    }

    fn print(&self, progress: &Progress) {
        let hour = |positions| progress.per_second(positions) * 3600.0 / 1e6;
        let (start, end) = if self.terminal { ("\r", "") } else { ("", "\n") };
        eprint!(
            "{start}{} games, {} positions of this run, {:.0}/s, {:.2} M/h, {:.2} M/h after the filter ({:.0} %){end}",
            progress.games,
            progress.positions,
            progress.per_second(progress.positions),
            hour(progress.positions),
            hour(progress.kept),
            100.0 * progress.kept as f64 / progress.positions.max(1) as f64,
        );
        let _ = std::io::stderr().flush();
    }

    pub(crate) fn finish(&self, progress: &Progress) {
        self.print(progress);
        if self.terminal {
            eprintln!();
        }
    }
}
