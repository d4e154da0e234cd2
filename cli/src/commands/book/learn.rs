//! `chuhe book learn`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use chuhe_book::{Counted, LearnOptions, Lesson, Players};
use chuhe_record::sources::files;
use chuhe_record::{ReadOptions, SourceGames};
use clap::Args;

use super::build::Side;
use super::say;
use crate::commands::game_filter::GameFilter;

/// Add the results of played games to a book
#[derive(Args)]
#[command(after_help = "\
Wins, draws and losses of the moves played go up, and their weights by two for a win and one for a draw. Moves that are switched
off stay so. The book as it was stays as BOOK.bak.

Examples:
  chuhe book learn mine.book match.pgn
  chuhe book learn mine.obk games/ --side red --plies 20 --known")]
pub(crate) struct Learn {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Files and folders with games
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// Plies of a game that are learnt
    #[arg(long, value_name = "N", default_value_t = 30)]
    plies: usize,
    /// Whose moves
    #[arg(long, value_enum, default_value = "both")]
    side: Side,
    /// Only update what the book knows, add nothing
    #[arg(long)]
    known: bool,
    #[command(flatten)]
    filter: GameFilter,
}

impl Learn {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let filter = self.filter.get()?;
        let color = match self.side.players() {
            Players::Both => None,
            Players::One(color) => Some(color),
            Players::NotLosers => bail!("--side: both, red or black; what loses teaches, too"),
        };
        let options = LearnOptions { plies: self.plies, color, new_moves: !self.known };
        let (sources, failed) = files(&self.inputs);
        let mut problems = failed.len();
        for error in failed {
            writeln!(io::stderr(), "{error}")?;
        }
        let mut lesson = Lesson::default();
        let (mut read, mut learnt) = (0, 0);
        for (file, game) in SourceGames::new(sources, ReadOptions::default()) {
            match game {
                Ok(game) => {
                    read += 1;
                    if filter.accepts(&game, None) && lesson.add(&game, options) == Counted::Yes {
                        learnt += 1;
                    }
                }
                Err(error) if file.named || error.error.offset > 0 || error.error.line.is_some() => {
                    problems += 1;
                    writeln!(io::stderr(), "{error}")?;
                }
                Err(_) => {}
            }
        }
        if lesson.is_empty() {
            bail!("{read} games read, none of which teaches anything: the book stays as it is");
        }
        let (moves, backup) = lesson.apply(&self.book, options)?;
        say(&format!(
            "{learnt} games of {read} learnt, {moves} moves of {} updated; as it was: {}",
            self.book.display(),
            backup.display()
        ));
        Ok(ExitCode::from(u8::from(problems > 0)))
    }
}
