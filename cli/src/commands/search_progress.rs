//! The progress of many searches on stderr.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use chuhe_analysis::run::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on a terminal, a line a minute in a file.
pub(crate) struct SearchProgress {
    bar: Option<ProgressBar>,
    total: u64,
    start: Instant,
    /// How far it was when the bar began to count: what a store knew already says nothing about the speed.
    last_line: Instant,
}

const LINES_EVERY: Duration = Duration::from_secs(60);

impl SearchProgress {
    /// Begins; `total` searches are expected.
    pub(crate) fn new(total: u64) -> anyhow::Result<SearchProgress> {
        let bar = if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(4));
            bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} positions  {msg}")?);
            Some(bar)
        } else {
            None
        };
        Ok(SearchProgress { bar, total, start: Instant::now(), last_line: Instant::now() })
    }

    /// Shows how far it is.
    pub(crate) fn show(&mut self, progress: &Progress) {
        let text = || {
            let seconds = self.start.elapsed().as_secs_f64();
            let searched = progress.searches - progress.reused;
            let speed = searched as f64 / seconds.max(1e-3);
            let mut text = format!("{speed:.1} a second");
            if searched > 0 {
                let left = self.total.saturating_sub(progress.searches) as f64 / speed;
                text += &format!(", {} left", duration(left));
            }
            for (count, what) in [(progress.reused, "known"), (progress.failed, "failed")] {
                if count > 0 {
                    text += &format!(", {count} {what}");
                }
            }
            text
        };
        match &self.bar {
            Some(bar) => {
                bar.set_position(progress.searches);
                bar.set_message(text());
            }
            None if self.last_line.elapsed() >= LINES_EVERY => {
                let _ = writeln!(io::stderr(), "{}/{} positions, {}", progress.searches, self.total, text());
                self.last_line = Instant::now();
            }
            None => {}
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// `2:05:10`, `5:10`
fn duration(seconds: f64) -> String {
    let seconds = seconds.min(1e8) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
