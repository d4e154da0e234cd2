//! The tests of the built binary.

mod cases_covered;
mod cases_fen;
mod cases_protocol;
mod cases_scores;
mod league;
mod ucci;
mod uci;
