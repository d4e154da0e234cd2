//! The tests of the built binary.

mod league;
mod ucci;
mod uci;
