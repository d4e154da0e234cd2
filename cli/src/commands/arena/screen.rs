//! What is seen while games are played: on a terminal a table that is drawn anew, elsewhere plain lines.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use chuhe_arena::game::GameRecord;
use chuhe_arena::stats::Sprt;
use chuhe_arena::tournament::{Observer, PlannedGame, Report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::final_report;
use super::settings::Settings;

/// The observer of a run.
pub(super) struct Screen {
    names: Vec<String>,
    json: bool,
    interval: u32,
    paired: bool,
    sprt: Option<Sprt>,
    /// The table on a terminal.
    table: Option<ProgressBar>,
    /// Games that are being played.
    playing: BTreeMap<usize, String>,
    standing: String,
}

impl Screen {
    pub(super) fn new(settings: &Settings, resumed: usize) -> Screen {
        let live = io::stderr().is_terminal() && !settings.plain;
        let table = live.then(|| {
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(4));
            let style = "{msg}\n[{elapsed_precise}] {bar:30} {pos}/{len} games, {eta_precise} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_position(resumed as u64);
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let screen = Screen {
            names: settings.plan.players.iter().map(|player| player.name.clone()).collect(),
            json: settings.json,
            interval: settings.interval,
            paired: settings.plan.repeat == 2,
            sprt: settings.plan.sprt,
            table,
            playing: BTreeMap::new(),
            standing: String::new(),
        };
        if resumed > 0 {
            screen.line(&format!("resumed: {resumed} games are played already"));
        }
        screen
    }

    /// People's lines go to stdout, unless that is for a machine or a table stands on the screen.
    fn line(&self, text: &str) {
        // Who does not read any more does not stop a match.
        let _ = match &self.table {
            Some(table) if io::stdout().is_terminal() => {
                table.println(text);
                Ok(())
            }
            _ if self.json => writeln!(io::stderr(), "{text}"),
            _ => writeln!(io::stdout(), "{text}"),
        };
    }

    fn draw(&self) {
        if let Some(table) = &self.table {
            let games: Vec<&str> = self.playing.values().map(String::as_str).collect();
            table.set_message(format!("{}\nplaying: {}", self.standing, games.join(", ")));
        }
    }

    /// Takes the table off the screen.
    pub(super) fn end(&mut self) {
        if let Some(table) = self.table.take() {
            table.finish_and_clear();
        }
    }
}

impl Observer for Screen {
    fn started(&mut self, game: &PlannedGame, known_games: usize) {
        let (red, black) = (&self.names[game.red], &self.names[game.black]);
        if let Some(table) = &self.table {
            table.set_length(known_games as u64);
            self.playing.insert(game.game, format!("{} ({red} - {black})", game.game + 1));
            self.draw();
        } else {
            self.line(&format!("Started game {} of {known_games} ({red} vs {black})", game.game + 1));
        }
    }

    fn finished(&mut self, record: &GameRecord, report: &Report, known_games: usize) {
        self.line(&format!(
            "Finished game {} ({} vs {}): {} {{{}}} {} plies",
            record.game + 1,
            record.red.name,
            record.black.name,
            record.result,
            record.text,
            record.moves.len()
        ));
        let standing = || final_report::standing(report, self.sprt.as_ref(), self.paired);
        if let Some(table) = &self.table {
            table.set_length(known_games as u64);
            table.inc(1);
            self.standing = standing();
            self.playing.remove(&record.game);
            self.draw();
        } else if report.games.is_multiple_of(self.interval) && (report.games as usize) < known_games {
            self.line(&standing());
        }
    }
}
