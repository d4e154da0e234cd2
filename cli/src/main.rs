//! `chuhe`: a GUI session without arguments, a tool with one.

#![forbid(unsafe_code)]

mod commands;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use commands::Command;

/// Xiangqi engine and tools. Without a command: a UCCI or UCI session on standard input and output, as a GUI starts it.
#[derive(Parser)]
#[command(
    name = "chuhe",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  chuhe                         the engine, for a GUI (UCCI or UCI)
  chuhe go --movetime 2000      the best move from the start position
  chuhe perft 5                 count the moves of the start position
  chuhe help go                 more about a command

Exit codes: 0 done, 1 done with problems named, 2 wrong use or nothing done, 3 interrupted and resumable."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are what was asked for; anything else is wrong use.
            let _ = error.print();
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            return ExitCode::from(if asked { 0 } else { 2 });
        }
    };
    let Some(command) = cli.command else { return session() };
    match command.run() {
        Ok(code) => code,
        Err(error) => {
            // A reader that has had enough is no error.
            if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            let _ = writeln!(io::stderr(), "chuhe: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// A GUI session. Several GUIs read stderr as protocol, so nothing is written there unless a person sits at a terminal.
fn session() -> ExitCode {
    if io::stdin().is_terminal() {
        let name = Cli::command().get_name().to_owned();
        let _ =
            writeln!(io::stderr(), "{name} waits for a GUI's commands; `{name} help` lists the tools, `quit` leaves.");
    }
    // The session reports a failed search in its own words.
    std::panic::set_hook(Box::new(|_| {}));
    // An error means that the GUI has closed its end: there is nobody to tell.
    let _ = chuhe_engine::session::run(io::stdin(), io::stdout());
    ExitCode::SUCCESS
}
