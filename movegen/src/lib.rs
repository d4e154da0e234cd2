#![doc = include_str!("../README.md")]

pub mod attacks;
mod bitboard;
mod board;
mod fen;
mod moves;
pub mod perft;
mod piece;
mod position;
mod score;
pub mod see;
mod square;
pub mod zobrist;

pub use attacks::{Lines, Tables};
pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use fen::{Fen, FenError, MAX_HALFMOVE, START_FEN};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub use piece::{Color, Piece, PieceKind};
pub use position::{ParsePositionError, Position, PositionError, Undo};
pub use score::Score;
pub use square::{ParseSquareError, Square};
