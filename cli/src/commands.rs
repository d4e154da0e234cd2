//! The tools, one file each.

mod analyze;
mod arena;
mod bench;
mod book;
mod check_engine;
mod convert;
mod eval;
mod game_filter;
mod games;
mod go;
mod judge;
mod language;
mod match_;
mod opening_name;
mod perft;
mod puzzles;
mod search_options;
mod search_progress;
mod show;
mod tournament;

use std::process::ExitCode;

use chuhe_movegen::{Position, START_FEN};
use clap::{Args, Subcommand};

/// A tool with its arguments.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the best move of a position
    Go(go::Go),
    /// Count the leaves of the move tree
    Perft(perft::Perft),
    /// Search a fixed set of positions: speed, and a node count that is the same on every machine
    Bench(bench::Bench),
    /// Explain the static evaluation of a position
    Eval(eval::Eval),
    /// Judge a game by the rules: repetition (棋例), natural limit, mate
    Judge(judge::Judge),
    /// Convert game files, folders and libraries into another format
    Convert(convert::Convert),
    /// List and search the games of files, folders and libraries
    Games(games::Games),
    /// Show a position or a game as a board: text, SVG, PNG or a page to step through
    Show(show::Show),
    /// Opening books: build, probe, convert, edit and check them
    Book(book::Book),
    /// Play games between engines
    Match(match_::Match),
    /// Play a tournament of engines
    Tournament(tournament::Tournament),
    /// Analyse games and positions: scores, mistakes, better lines, tables, annotated games, reports
    Analyze(Box<analyze::Analyze>),
    /// Make puzzles out of games: positions in which one move wins and no other does
    Puzzles(Box<puzzles::Puzzles>),
    /// Check whether an engine keeps its protocol
    CheckEngine(check_engine::CheckEngine),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Go(go) => go.run(),
            Command::Perft(perft) => perft.run(),
            Command::Bench(bench) => bench.run(),
            Command::Eval(eval) => eval.run(),
            Command::Judge(judge) => judge.run(),
            Command::Convert(convert) => convert.run(),
            Command::Games(games) => games.run(),
            Command::Show(show) => show.run(),
            Command::Book(book) => book.run(),
            Command::Match(games) => games.run(),
            Command::Tournament(games) => games.run(),
            Command::Analyze(analyze) => analyze.run(),
            Command::Puzzles(puzzles) => puzzles.run(),
            Command::CheckEngine(check) => check.run(),
        }
    }
}

/// The position a tool works on.
#[derive(Args)]
pub(crate) struct FenArgument {
    /// Position as FEN [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl FenArgument {
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        let fen = self.fen.as_deref().unwrap_or(START_FEN);
        fen.parse().map_err(|error| anyhow::anyhow!("--fen \"{fen}\": {error}"))
    }
}
