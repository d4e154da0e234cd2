//! What is seen while games are played.

use std::io::{self, Write};
use std::time::Instant;

use chuhe_arena::game::GameRecord;
use chuhe_arena::tournament::{Observer, PlannedGame, Report};

use super::final_report;
use super::settings::Settings;

/// Plain lines: one a finished game, and the score now and then.
pub(super) struct Screen {
    names: Vec<String>,
    json: bool,
    interval: u32,
    began: Instant,
    resumed: usize,
    paired: bool,
    sprt: Option<chuhe_arena::stats::Sprt>,
}

impl Screen {
    pub(super) fn new(settings: &Settings, resumed: usize) -> Screen {
        let screen = Screen {
            names: settings.plan.players.iter().map(|player| player.name.clone()).collect(),
            json: settings.json,
            interval: settings.interval,
            began: Instant::now(),
            resumed,
            paired: settings.plan.repeat == 2,
            sprt: settings.plan.sprt,
        };
        if resumed > 0 {
            screen.line(&format!("resumed: {resumed} games are played already"));
        }
        screen
    }

    /// People's lines go to stdout, unless that is for a machine.
    fn line(&self, text: &str) {
        // Who does not read any more does not stop a match.
        if self.json {
            let _ = writeln!(io::stderr(), "{text}");
        } else {
            let _ = writeln!(io::stdout(), "{text}");
        }
    }

    pub(super) fn end(&mut self) {
        let _ = self.began;
        let _ = self.resumed;
    }
}

impl Observer for Screen {
    fn started(&mut self, game: &PlannedGame, known_games: usize) {
        let (red, black) = (&self.names[game.red], &self.names[game.black]);
        self.line(&format!("Started game {} of {known_games} ({red} vs {black})", game.game + 1));
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
        if report.games.is_multiple_of(self.interval) && (report.games as usize) < known_games {
            self.line(&final_report::standing(report, self.sprt.as_ref(), self.paired));
        }
    }
}
