//! The tests of the built binary.

mod analyze;
mod book;
mod cases_covered;
mod cases_fen;
mod cases_net;
mod cases_protocol;
mod cases_scores;
mod command_line;
mod game_lists;
mod league;
mod noise;
mod rapid;
mod ucci;
mod uci;
