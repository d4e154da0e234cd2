//! Evaluation by a small neural network.
//!
//! Both sides see the board as their own: their back rank at the bottom, and mirrored when their king stands to the right
//! of the middle file. Every piece on the board switches on one row of the first layer ([`features`]); the sum of these
//! rows is the side's accumulator. A move changes two or three rows, so [`State`] follows a search along its path and adds
//! and subtracts only what was moved, and that only when an evaluation is asked for. The two accumulators, the side to
//! move first, pass a squared clipped ramp (SCReLU) into one output neuron; which one depends on the material
//! ([`Architecture::output_bucket`]).
//!
//! ```
//! use std::sync::Arc;
//! use chuhe_eval::nnue::{Architecture, Network, Parameters, State};
//! use chuhe_movegen::Position;
//!
//! let architecture = Architecture::plain(32);
//! let network = Network::new("nothing", architecture.clone(), &Parameters::zeros(&architecture)).unwrap();
//! let mut state = State::new(Arc::new(network));
//!
//! let mut position = Position::start();
//! assert_eq!(state.evaluate(&position), 0);
//! let mv = "h2e2".parse().unwrap();
//! state.push(&position, mv); // before the move is made
//! position.make(mv);
//! assert_eq!(state.evaluate(&position), 0);
//! state.pop(); // when it is taken back
//! ```
//!
//! The layout follows what small chess and shogi engines do ("(768 → N)x2 → 1"); numbers are integers of 16 bits, the
//! first layer in units of 1/[`QA`], the second of 1/[`QB`].

mod accumulator;
mod architecture;
pub mod backend;
mod embedded;
pub mod features;
mod format;
mod lane;
mod network;
mod refresh;
#[cfg(test)]
mod tests;

pub use accumulator::State;
pub use architecture::{Architecture, ArchitectureError, MAX_WIDTH};
pub use embedded::embedded;
pub use format::{FormatError, VERSION};
pub use lane::Lane;
pub use network::{Network, Parameters, ParametersError, QA, QB, SCALE};
