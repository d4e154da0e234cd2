//! Options that choose games.

use anyhow::Context;
use chuhe_record::{Filter, GameResult, WantedPosition};
use clap::Args;

/// Which games; everything given must fit.
#[derive(Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct GameFilter {
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", allow_hyphen_values = true)]
    result: Option<String>,
    /// Part of the opening's name or code, the file's or ours (顺炮, screen, C.33)
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Position that occurs, as FEN; without a side to move either fits
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Fewest plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// Most plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
}

impl GameFilter {
    pub(crate) fn get(&self) -> anyhow::Result<Filter> {
        let result = match self.result.as_deref() {
            None => None,
            Some("*") => Some(GameResult::Unknown),
            Some(text) => Some(GameResult::parse(text).with_context(|| format!("--result {text}: not a result"))?),
        };
        let position =
            self.fen.as_deref().map(|fen| WantedPosition::parse(fen).with_context(|| format!("--fen \"{fen}\"")));
        Ok(Filter {
            player: self.player.clone(),
            result,
            opening: self.opening.clone(),
            position: position.transpose()?,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
        })
    }
}
