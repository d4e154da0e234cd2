//! `chuhe-train pack`.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chuhe_rules::NaturalLimit;
use chuhe_train::pack::{self, Ending, Game, Outcome, PackReader, PackWriter, PositionFilter};
use clap::{Subcommand, ValueEnum};

use super::{DONE, WITH_PROBLEMS};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replays every game and names every damaged stretch
    Verify {
        /// Packs
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
    },
    /// Counts games, positions, results and endings
    Count {
        /// Packs
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// One JSON value on stdout
        #[arg(long)]
        json: bool,
    },
    /// Joins packs, leaving out what is damaged
    Merge {
        /// Packs
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// The joined pack; must not exist
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Keeps some of the games
    Filter {
        /// Packs
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// The pack to write; must not exist
        #[arg(short, long)]
        output: PathBuf,
        /// Only games with at least this many plies
        #[arg(long, default_value_t = 0)]
        min_plies: usize,
        /// Only games with at most this many plies
        #[arg(long, default_value_t = usize::MAX)]
        max_plies: usize,
        /// Only games that did not end so (may be repeated)
        #[arg(long, value_enum)]
        without: Vec<EndingName>,
        /// Only games whose first score is at most this (hundredths of a pawn)
        #[arg(long)]
        max_opening_score: Option<i16>,
        /// Only the first of games with the same moves from the same position
        #[arg(long)]
        distinct: bool,
    },
    /// Puts the games of packs into random order
    Shuffle {
        /// Packs
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// The pack to write; must not exist
        #[arg(short, long)]
        output: PathBuf,
        /// The order depends on it alone
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct EndingName(Ending);

impl ValueEnum for EndingName {
    fn value_variants<'a>() -> &'a [Self] {
        const NAMES: [EndingName; 7] = {
            let mut names = [EndingName(Ending::Mate); 7];
            let mut i = 0;
            while i < names.len() {
                names[i] = EndingName(Ending::ALL[i]);
                i += 1;
            }
            names
        };
        &NAMES
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(self.0.name().into())
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    match &arguments.command {
        Command::Verify { inputs } => verify(inputs),
        Command::Count { inputs, json } => count(inputs, *json),
        Command::Merge { inputs, output } => copy(inputs, output, |_| true),
        Command::Filter { inputs, output, min_plies, max_plies, without, max_opening_score, distinct } => {
            let mut seen = HashSet::new();
            copy(inputs, output, |game| {
                let first = game.plies.first().map_or(0, |ply| ply.score.0.saturating_abs());
                (*min_plies..=*max_plies).contains(&game.plies.len())
                    && !without.contains(&EndingName(game.ending))
                    && max_opening_score.is_none_or(|limit| first <= limit)
                    && (!distinct || seen.insert(fingerprint(game)))
            })
        }
        Command::Shuffle { inputs, output, seed } => {
            refuse_existing(output)?;
            let (games, damage) =
                pack::shuffle(inputs, output, *seed).with_context(|| format!("shuffling into {}", output.display()))?;
            for (path, damage) in &damage {
                eprintln!("{}: {damage}", path.display());
            }
            eprintln!("{}: {games} games", output.display());
            Ok(if damage.is_empty() { DONE } else { WITH_PROBLEMS })
        }
    }
}

fn fingerprint(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.start.key().hash(&mut hasher);
    game.plies.iter().for_each(|ply| ply.mv.hash(&mut hasher));
    hasher.finish()
}

fn refuse_existing(output: &Path) -> Result<()> {
    if output.exists() {
        bail!("{} exists already", output.display());
    }
    Ok(())
}

/// Reads all games of packs and names the damage; whether there was any.
fn for_each_game(inputs: &[PathBuf], mut each: impl FnMut(&Path, Game) -> Result<()>) -> Result<bool> {
    let mut damaged = false;
    for path in inputs {
        let context = || format!("reading {}", path.display());
        let mut reader = PackReader::open(path).with_context(context)?;
        while let Some(game) = reader.next_game().with_context(context)? {
            each(path, game)?;
        }
        for damage in reader.damage() {
            eprintln!("{}: {damage}", path.display());
            damaged = true;
        }
    }
    Ok(damaged)
}

fn copy(inputs: &[PathBuf], output: &Path, mut keep: impl FnMut(&Game) -> bool) -> Result<u8> {
    refuse_existing(output)?;
    let context = || format!("writing {}", output.display());
    let mut writer = PackWriter::create(output).with_context(context)?;
    let (mut all, mut kept) = (0u64, 0u64);
    let damaged = for_each_game(inputs, |_, game| {
        all += 1;
        if keep(&game) {
            kept += 1;
            writer.push(&game).with_context(context)?;
        }
        Ok(())
    })?;
    writer.flush().with_context(context)?;
    eprintln!("{}: {kept} of {all} games", output.display());
    Ok(if damaged { WITH_PROBLEMS } else { DONE })
}

fn verify(inputs: &[PathBuf]) -> Result<u8> {
    let (mut games, mut positions, mut bad) = (0u64, 0u64, 0u64);
    let damaged = for_each_game(inputs, |path, game| {
        games += 1;
        positions += game.plies.len() as u64;
        let mut replay = game.replay(NaturalLimit::default());
        loop {
            match replay.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => {
                    bad += 1;
                    eprintln!("{}: game {games}: {error}", path.display());
                    return Ok(());
                }
            }
        }
    })?;
    writeln!(std::io::stdout(), "{games} games, {positions} positions, {bad} games with illegal moves")?;
    Ok(if damaged || bad > 0 { WITH_PROBLEMS } else { DONE })
}

#[derive(Default, serde::Serialize)]
struct Count {
    games: u64,
    positions: u64,
    /// Positions left by the standard filter.
    after_filter: u64,
    bytes: u64,
    red_wins: u64,
    draws: u64,
    black_wins: u64,
    endings: serde_json::Map<String, serde_json::Value>,
}

fn count(inputs: &[PathBuf], json: bool) -> Result<u8> {
    let filter = PositionFilter::default();
    let mut count = Count::default();
    let mut endings = [0u64; Ending::ALL.len()];
    for path in inputs {
        count.bytes += path.metadata().with_context(|| format!("reading {}", path.display()))?.len();
    }
    let damaged = for_each_game(inputs, |_, game| {
        count.games += 1;
        count.positions += game.plies.len() as u64;
        match game.outcome {
            Outcome::RedWins => count.red_wins += 1,
            Outcome::Draw => count.draws += 1,
            Outcome::BlackWins => count.black_wins += 1,
        }
        endings[game.ending as usize] += 1;
        let mut replay = game.replay(NaturalLimit::default());
        while let Some(ply) = replay.next_ply() {
            count.after_filter += u64::from(filter.takes(replay.line(), ply));
            if replay.advance().is_err() {
                break;
            }
        }
        Ok(())
    })?;
    for ending in Ending::ALL {
        count.endings.insert(ending.name().to_owned(), endings[ending as usize].into());
    }
    if json {
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&count)?)?;
    } else {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(std::io::stdout(), "games          {}", count.games)?;
        writeln!(std::io::stdout(), "positions      {}", count.positions)?;
        writeln!(
            std::io::stdout(),
            "after filter   {} ({:.1} %)",
            count.after_filter,
            share(count.after_filter, count.positions)
        )?;
        writeln!(std::io::stdout(), "bytes/position {:.2}", count.bytes as f64 / count.positions.max(1) as f64)?;
        writeln!(std::io::stdout(), "plies/game     {:.1}", count.positions as f64 / count.games.max(1) as f64)?;
        for (name, number) in [("red wins", count.red_wins), ("draws", count.draws), ("black wins", count.black_wins)] {
            writeln!(std::io::stdout(), "{name:<14} {number} ({:.1} %)", share(number, count.games))?;
        }
        for ending in Ending::ALL {
            let number = endings[ending as usize];
            writeln!(std::io::stdout(), "  {:<12} {number} ({:.1} %)", ending.name(), share(number, count.games))?;
        }
    }
    Ok(if damaged { WITH_PROBLEMS } else { DONE })
}
