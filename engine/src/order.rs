//! Move ordering: statistics and the picker that uses them.

pub mod history;
pub mod picker;
