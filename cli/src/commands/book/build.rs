//! `chuhe book build`

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use chuhe_book::{CountOptions, Counted, Counter, Players, Weighting, prune};
use chuhe_movegen::Color;
use chuhe_record::sources::files;
use chuhe_record::{ReadOptions, SourceGames};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::say;
use super::score::Scoring;
use super::target::Target;
use crate::commands::game_filter::GameFilter;

/// Whose moves are counted.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Side {
    Both,
    Red,
    Black,
    /// Of decided games the winner's
    NotLoser,
}

impl Side {
    pub(super) const fn players(self) -> Players {
        match self {
            Side::Both => Players::Both,
            Side::Red => Players::One(Color::Red),
            Side::Black => Players::One(Color::Black),
            Side::NotLoser => Players::NotLosers,
        }
    }
}

/// How moves are weighed.
#[derive(Clone, Copy, ValueEnum)]
enum Weight {
    /// Two for a win, one for a draw
    Points,
    /// One for each game
    Games,
}

/// Make a book from games
#[derive(Args)]
#[command(after_help = "\
Games of every format that `chuhe games` reads; those from other positions than the start are left out, and games with the same
moves count once. A position and its mirror image are one. With --nodes the moves are scored by search, too: see
`chuhe help book score`, which does the same later.

Examples:
  chuhe book build games.pgn library.cbl -o mine.book
  chuhe book build games/ -o red.obk --side red --player 胡荣华 --min-games 2
  chuhe book build games.iccs.txt.zst -o big.book --min-games 4 --plies 30 --nodes 20000")]
pub(crate) struct Build {
    /// Files and folders with games
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// Plies of a game that are counted
    #[arg(long, value_name = "N", default_value_t = 40)]
    plies: usize,
    /// Leave out moves played in fewer games
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_games: u64,
    /// Whose moves are counted
    #[arg(long, value_enum, default_value = "both")]
    side: Side,
    /// How moves are weighed
    #[arg(long, value_enum, default_value = "points")]
    weight: Weight,
    /// Count games with the same moves each
    #[arg(long)]
    duplicates: bool,
    /// What the book says of itself, such as where its games come from
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    #[command(flatten)]
    scoring: Scoring,
    #[command(flatten)]
    filter: GameFilter,
}

impl Build {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let format = self.target.format()?;
        let filter = self.filter.get()?;
        let (sources, failed) = files(&self.inputs);
        let mut problems = failed.len();
        for error in failed {
            writeln!(io::stderr(), "{error}")?;
        }
        let bar = if io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{spinner} {pos} games, {per_sec}, {elapsed}")?);
        bar.enable_steady_tick(Duration::from_millis(200));
        let weighting = match self.weight {
            Weight::Points => Weighting::Points,
            Weight::Games => Weighting::Games,
        };
        let mut counter = Counter::new(CountOptions {
            plies: self.plies,
            players: self.side.players(),
            weighting,
            duplicates: self.duplicates,
        });
        let [mut read, mut counted, mut filtered, mut other_start, mut same, mut empty] = [0u64; 6];
        for (file, game) in SourceGames::new(sources, ReadOptions::default()) {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    // Files that were only found in a folder may be anything.
                    if file.named || error.error.offset > 0 || error.error.line.is_some() {
                        problems += 1;
                        bar.suspend(|| {
                            let _ = writeln!(io::stderr(), "{error}");
                        });
                    }
                    continue;
                }
            };
            read += 1;
            bar.set_position(read);
            if !filter.accepts(&game, None) {
                filtered += 1;
                continue;
            }
            match counter.add(&game) {
                Counted::Yes => counted += 1,
                Counted::OtherStart => other_start += 1,
                Counted::Duplicate => same += 1,
                Counted::Empty => empty += 1,
            }
        }
        bar.finish_and_clear();
        let mut contents = counter.contents();
        prune(&mut contents, self.min_games)?;
        contents.description = self.description.clone().unwrap_or_default();
        let mut text = format!("{counted} games counted of {read}");
        for (count, what) in [
            (filtered, "filtered out"),
            (other_start, "not from the start position"),
            (same, "with the moves of another"),
            (empty, "without moves"),
        ] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        say(&text);
        if contents.is_empty() {
            bail!("no move was played in {} games: nothing to write", self.min_games);
        }
        if let Some(interrupted) = self.scoring.score(&mut contents, &self.target.output)? {
            return Ok(interrupted);
        }
        let positions = contents.len();
        let written = self.target.save(contents, format)?;
        say(&format!(
            "{} moves of {positions} positions written into {}",
            written.records,
            self.target.output.display()
        ));
        Ok(ExitCode::from(u8::from(problems > 0)))
    }
}
