//! What a search says about a position.

/// A verdict of the search, from the side to move. The three kinds never mix: a loss by the rules of repetition is not a
/// mate, and neither is an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Score {
    /// Evaluation in hundredths of a pawn.
    Cp(i32),
    /// Mate or stalemate in this many plies: positive when the side to move gives it, negative or zero when it suffers
    /// it (0 = it is mated already).
    Mate(i32),
    /// Won or lost by a rule (perpetual check or chase) in this many plies: positive when the side to move wins,
    /// negative or zero when it loses.
    Rule(i32),
}

impl Score {
    /// The score seen from the other side at the same position. A mate or rule loss in 0 plies has no
    /// counterpart and becomes a win in 1.
    #[must_use]
    pub const fn negate(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(0) => Score::Mate(1),
            Score::Mate(plies) => Score::Mate(-plies),
            Score::Rule(0) => Score::Rule(1),
            Score::Rule(plies) => Score::Rule(-plies),
        }
    }

    /// Mate distance in moves of the mating side as UCI counts it: `(plies + 1) / 2`, negative when mated.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        match self {
            Score::Mate(plies) if plies > 0 => Some((plies + 1) / 2),
            Score::Mate(plies) => Some(plies / 2),
            _ => None,
        }
    }
}
