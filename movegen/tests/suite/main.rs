//! The fast board against slow and obvious versions of itself, and against counts that others have published.

mod exchange;
mod fen;
mod games;
mod generator;
mod incremental;
mod naive;
mod perft;
