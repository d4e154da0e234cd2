//! The formats of 象棋桥 (CCBridge): records, libraries old and new, and its XML (formats.md §3).

mod layout;
mod library;
mod record;

pub mod cbf;
pub mod cbl;
pub mod cbl_legacy;
pub mod cbr;
