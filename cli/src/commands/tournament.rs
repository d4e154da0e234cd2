//! `chuhe tournament`

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Args;

use super::arena::{self, Kind};

/// Play a tournament of engines: round robin, gauntlet, knock-out, groups, Swiss, teams
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Tournament {
    /// Options in the style of cutechess-cli and fastchess; `chuhe tournament -help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    arguments: Vec<OsString>,
}

impl Tournament {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        arena::start(Kind::Tournament, self.arguments, arena::TOURNAMENT_HELP)
    }
}
