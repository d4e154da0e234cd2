//! Reports as pages.
