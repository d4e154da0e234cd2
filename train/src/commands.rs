//! The subcommands. Each returns its exit code.

pub(crate) mod inspect;
pub(crate) mod pack;
mod progress;
pub(crate) mod quantise;
pub(crate) mod relabel;
pub(crate) mod selfplay;
pub(crate) mod train;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Done.
pub(crate) const DONE: u8 = 0;
/// Done, with problems that were named.
pub(crate) const WITH_PROBLEMS: u8 = 1;
/// Interrupted; started again it goes on.
pub(crate) const INTERRUPTED: u8 = 3;

/// A flag that an interrupt or the end of the session raises.
pub(crate) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
