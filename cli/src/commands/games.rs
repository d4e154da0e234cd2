//! `chuhe games`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::names::Opening;
use chuhe_record::sources::files;
use chuhe_record::{ReadOptions, SourceGames, Summary};
use clap::Args;
use serde::Serialize;

use super::game_filter::GameFilter;
use super::language::LanguageArgument;
use super::opening_name;

/// List and search the games of files, folders and libraries
#[derive(Args)]
#[command(after_help = "\
Where a file does not name the opening it is recognised from the moves. With --json, `opening` is the text as shown and
`opening_class` what was recognised: code, Chinese and English name.

Examples:
  chuhe games library.cbl
  chuhe games games/ --player 许银川 --min-plies 60
  chuhe games games/ --opening 屏风马 --lang zh
  chuhe games games/ --fen \"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w\" --json")]
pub(crate) struct Games {
    /// Files and folders
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    filter: GameFilter,
    /// Show games that a library marks as deleted
    #[arg(long)]
    deleted: bool,
    /// One JSON line a game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageArgument,
}

/// A game in JSON.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    summary: Summary,
    opening_class: Option<&'static Opening>,
}

impl Games {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let filter = self.filter.get()?;
        let language = self.language.get();
        let (sources, failed) = files(&self.inputs);
        let mut problems = failed.len();
        for error in failed {
            writeln!(io::stderr(), "{error}")?;
        }
        let mut out = io::stdout().lock();
        let (mut read, mut shown) = (0, 0);
        for (file, game) in SourceGames::new(sources, ReadOptions { deleted: self.deleted, ..ReadOptions::default() }) {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    // Files that were only found in a folder may be anything.
                    if file.named || error.error.offset > 0 || error.error.line.is_some() {
                        problems += 1;
                        writeln!(io::stderr(), "{error}")?;
                    }
                    continue;
                }
            };
            read += 1;
            let class = opening_name::recognise(&game);
            if !filter.accepts(&game, class.map(opening_name::every_name).as_deref()) {
                continue;
            }
            shown += 1;
            let recognised = class.filter(|_| !opening_name::is_tagged(&game));
            let name = recognised.map(|opening| opening_name::text(opening, language));
            let summary = Summary::new(&game, name.as_deref());
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&Line { summary, opening_class: class })?)?;
            } else {
                writeln!(out, "{summary}")?;
            }
        }
        if !self.json {
            writeln!(io::stderr(), "{shown} of {read} games")?;
        }
        Ok(ExitCode::from(match (read, problems) {
            (_, 0) => 0,
            (0, _) => 2,
            _ => 1,
        }))
    }
}
