//! Packs: files of whole games at about four bytes a position.
//!
//! A pack is a row of blocks and nothing else, so packs may be joined by joining their bytes and a pack that was cut in
//! the middle of a block loses that block alone. All numbers are little-endian.
//!
//! | block | bytes |
//! |---|---|
//! | magic `CPK1` | 4 |
//! | length of the games in bytes, at most [`MAX_BLOCK`] | 4 |
//! | number of games | 4 |
//! | CRC-32 of the games and the two numbers before | 4 |
//! | the games | |
//!
//! | game | bytes |
//! |---|---|
//! | bits 0-1: 0 black won, 1 draw, 2 red won; bits 2-7: [`Ending`] | 1 |
//! | number of plies | 2 |
//! | start: bits 0-89 the occupied points, bit 90 black moves | 12 |
//! | start: the pieces on them from a0 to i9, four bits each ([`chuhe_movegen::Piece::index`]), padded to a byte | 2-16 |
//! | start: plies since the last capture, number of the move | 2 + 2 |
//! | a ply: the move (`from`, and `to` << 7) and its score for the side that moves | 2 + 2 |
//!
//! Scores are hundredths of a pawn; above them lie wins by rule and mates as [`Score16`] says.

mod block;
mod filter;
mod game;
mod reader;
mod score;
mod shuffle;
mod writer;

pub use block::{HEADER, MAX_BLOCK};
pub use filter::PositionFilter;
pub use game::{Ending, Game, GameError, Outcome, PlayedPly, Replay};
pub use reader::{Damage, PackReader, Tail, tail};
pub use score::Score16;
pub use shuffle::shuffle;
pub use writer::PackWriter;
