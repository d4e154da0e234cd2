//! Which static evaluation the search asks.

use std::sync::Arc;

use chuhe_eval::nnue::{self, Network, State};
use chuhe_movegen::Position;

use crate::value::Value;

/// What judges the positions at the leaves.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Terms and weights that people can read.
    Handcrafted,
    /// A neural network.
    Nnue(Arc<Network>),
}

impl Default for Evaluation {
    /// The network inside the program.
    fn default() -> Self {
        Evaluation::Nnue(nnue::embedded())
    }
}

impl Evaluation {
    /// Whether both judge alike without having to compare numbers.
    #[must_use]
    pub fn is(&self, other: &Evaluation) -> bool {
        match (self, other) {
            (Evaluation::Handcrafted, Evaluation::Handcrafted) => true,
            (Evaluation::Nnue(one), Evaluation::Nnue(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }

    /// `handcrafted`, or the network's name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Evaluation::Handcrafted => "handcrafted",
            Evaluation::Nnue(network) => network.name(),
        }
    }

    /// The value of a position for the side to move, in hundredths of a pawn; computed from scratch.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Value {
        match self {
            Evaluation::Handcrafted => chuhe_eval::evaluate(position),
            Evaluation::Nnue(network) => {
                // In the order of the search, whose state bounds the value by itself.
                let value = network.evaluate(position).clamp(-chuhe_eval::LIMIT, chuhe_eval::LIMIT);
                chuhe_eval::scaled(position, value)
            }
        }
    }

    /// What one search thread needs to follow its path; nothing for the handcrafted evaluation.
    pub(crate) fn state(&self) -> Option<State> {
        match self {
            Evaluation::Handcrafted => None,
            Evaluation::Nnue(network) => Some(State::new(Arc::clone(network))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_win_is_worth_nothing_to_either() {
        for evaluation in [Evaluation::Handcrafted, Evaluation::default()] {
            for fen in ["2bakab2/9/9/9/9/9/9/9/9/3K5 w", "3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 b"] {
                assert_eq!(evaluation.evaluate(&fen.parse().unwrap()), 0, "{fen} by {}", evaluation.name());
            }
        }
    }
}
