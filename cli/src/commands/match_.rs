//! `chuhe match`

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Args;

use super::arena::{self, Kind};

/// Play games between engines
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Match {
    /// Options in the style of cutechess-cli and fastchess; `chuhe match -help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    arguments: Vec<OsString>,
}

impl Match {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        arena::start(Kind::Match, self.arguments, arena::MATCH_HELP)
    }
}
