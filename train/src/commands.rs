//! The subcommands. Each returns its exit code.

pub(crate) mod inspect;
pub(crate) mod pack;
mod progress;
pub(crate) mod quantise;
pub(crate) mod relabel;
pub(crate) mod selfplay;
pub(crate) mod train;
#[cfg(feature = "tune")]
pub(crate) mod tune;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use chuhe_engine::Evaluation;
use chuhe_eval::nnue::Network;

/// Done.
pub(crate) const DONE: u8 = 0;
/// Done, with problems that were named.
pub(crate) const WITH_PROBLEMS: u8 = 1;
/// Interrupted; started again it goes on.
pub(crate) const INTERRUPTED: u8 = 3;

/// Reads what `--evaluation` says.
pub(crate) fn evaluation(text: &str) -> anyhow::Result<Evaluation> {
    Ok(match text {
        "handcrafted" => Evaluation::Handcrafted,
        "embedded" => Evaluation::default(),
        path => {
            let bytes = fs::read(path).with_context(|| format!("reading {path}"))?;
            Evaluation::Nnue(Arc::new(Network::from_bytes(&bytes)?))
        }
    })
}

/// A flag that an interrupt or the end of the session raises.
pub(crate) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
