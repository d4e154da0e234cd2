//! `chuhe-train`: from an empty folder to a network.
#![forbid(unsafe_code)]

mod commands;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Self-play data, packs, training and quantising of Chuhe's networks.
///
/// Exit codes: 0 done, 1 done with problems named, 2 wrong use or nothing done, 3 interrupted and resumable.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games of the engine with itself into a folder; started again it goes on where it stopped
    Selfplay(commands::selfplay::Arguments),
    /// Verifies, counts, merges, filters and shuffles packs of games
    Pack(commands::pack::Arguments),
    /// Trains a network on packs; started again it goes on where it stopped
    Train(commands::train::Arguments),
    /// Makes the engine's integer network of a checkpoint
    Quantise(commands::quantise::Arguments),
    /// Says what a network file holds, and its loss on packs
    Inspect(commands::inspect::Arguments),
    /// Gives the positions of packs new scores, by a search or by a network
    Relabel(commands::relabel::Arguments),
    /// Tunes the numbers of the search by games; started again it goes on where it stopped
    #[cfg(feature = "tune")]
    Tune(commands::tune::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Selfplay(arguments) => commands::selfplay::run(&arguments),
        Command::Pack(arguments) => commands::pack::run(&arguments),
        Command::Train(arguments) => commands::train::run(&arguments),
        Command::Quantise(arguments) => commands::quantise::run(&arguments),
        Command::Inspect(arguments) => commands::inspect::run(&arguments),
        Command::Relabel(arguments) => commands::relabel::run(&arguments),
        #[cfg(feature = "tune")]
        Command::Tune(arguments) => commands::tune::run(&arguments),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        // Whoever read the output has seen enough.
        Err(error)
            if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("chuhe-train: {error:#}");
            ExitCode::from(2)
        }
    }
}
