//! What is seen while games are played: on a terminal a table that is drawn anew, elsewhere plain lines.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use chuhe_arena::game::GameRecord;
use chuhe_arena::stats::Sprt;
use chuhe_arena::tournament::{Observer, PlannedGame, Report};
use chuhe_rules::Language;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report_text;
use super::settings::Settings;

/// The observer of a run.
pub(super) struct Screen {
    names: Vec<String>,
    json: bool,
    interval: u32,
    paired: bool,
    sprt: Option<Sprt>,
    language: Language,
    /// The table on a terminal.
    table: Option<ProgressBar>,
    /// Games that are being played.
    playing: BTreeMap<usize, String>,
    standing: String,
}

impl Screen {
    pub(super) fn new(settings: &Settings, resumed: usize) -> Screen {
        let run = &settings.run;
        let live = io::stderr().is_terminal() && !run.plain;
        let table = live.then(|| {
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(4));
            let style = match run.language {
                Language::English => "{msg}\n[{elapsed_precise}] {bar:30} {pos}/{len} games, {eta_precise} left",
                Language::Chinese => "{msg}\n[{elapsed_precise}] {bar:30} {pos}/{len} 局，尚需 {eta_precise}",
            };
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
            json: run.json,
            interval: run.interval,
            paired: settings.plan.repeat == 2,
            sprt: settings.plan.sprt,
            language: run.language,
            table,
            playing: BTreeMap::new(),
            standing: String::new(),
        };
        if resumed > 0 {
            screen.line(&match run.language {
                Language::English => format!("resumed: {resumed} games are played already"),
                Language::Chinese => format!("继续：已下{resumed}局"),
            });
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
            let playing = self.language.pick("playing", "进行中");
            table.set_message(format!("{}\n{playing}: {}", self.standing, games.join(", ")));
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
            let number = game.game + 1;
            self.line(&match self.language {
                Language::English => format!("Started game {number} of {known_games} ({red} vs {black})"),
                Language::Chinese => format!("开始第{number}局，共{known_games}局（{red} 对 {black}）"),
            });
        }
    }

    fn finished(&mut self, record: &GameRecord, report: &Report, known_games: usize) {
        let (number, red, black) = (record.game + 1, &record.red.name, &record.black.name);
        let (result, text, plies) = (record.result, &record.text, record.moves.len());
        self.line(&match self.language {
            Language::English => {
                format!("Finished game {number} ({red} vs {black}): {result} {{{text}}} {plies} plies")
            }
            Language::Chinese => format!("结束第{number}局（{red} 对 {black}）：{result} {{{text}}} {plies}着"),
        });
        let standing = || report_text::standing(report, self.sprt.as_ref(), self.paired, self.language);
        if let Some(table) = &self.table {
            table.set_length(known_games as u64);
            table.inc(1);
            self.standing = standing();
            self.playing.remove(&record.game);
            self.draw();
        } else if self.interval > 0
            && report.games.is_multiple_of(self.interval)
            && (report.games as usize) < known_games
        {
            self.line(&standing());
        }
    }
}
