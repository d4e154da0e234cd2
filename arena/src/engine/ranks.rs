//! Finding out how an engine numbers ranks.
//!
//! A first guess comes from the protocol and the options. The engine's first answers decide: its move and its whole
//! principal variation must be legal, and read the other way they are not.

use chuhe_movegen::Position;
use chuhe_protocol::{Dialect, OptionLine, Ranks, Reply, parse_reply};

use super::options;

/// What is known about an engine's ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbering {
    Known(Ranks),
    Guess(Ranks),
}

impl Numbering {
    /// Before the engine has said a move. Engines of many variants number ranks from 1 in UCI.
    pub(crate) fn guess(dialect: Dialect, offered: &[OptionLine]) -> Numbering {
        let many = options::plays_many_games(offered);
        Numbering::Guess(if many && dialect == Dialect::Uci { Ranks::One } else { Ranks::Zero })
    }

    pub(crate) fn ranks(self) -> Ranks {
        match self {
            Numbering::Known(ranks) | Numbering::Guess(ranks) => ranks,
        }
    }
}

pub(crate) fn other(ranks: Ranks) -> Ranks {
    match ranks {
        Ranks::Zero => Ranks::One,
        Ranks::One => Ranks::Zero,
    }
}

/// Whether an answer makes sense in a numbering: the move and all of the variation are legal.
pub(crate) fn makes_sense(position: &Position, best: &[u8], variation: Option<&[u8]>, ranks: Ranks) -> bool {
    // The dialect only matters for scores.
    let Reply::BestMove { mv, .. } = parse_reply(best, Dialect::Uci, ranks) else { return false };
    if !position.is_legal(mv) {
        return false;
    }
    let Some(line) = variation else { return true };
    let Reply::Info(info) = parse_reply(line, Dialect::Uci, ranks) else { return true };
    // A word that is no move in this numbering ends the list too early.
    let words = line.split(|&b| b == b' ').filter(|word| !word.is_empty());
    let behind = words.skip_while(|word| !word.eq_ignore_ascii_case(b"pv")).skip(1);
    let shaped = behind.take_while(|word| word[0].is_ascii_lowercase() && word.iter().any(u8::is_ascii_digit)).count();
    if info.pv.len() < shaped {
        return false;
    }
    let mut position = position.clone();
    info.pv.iter().all(|&mv| {
        let legal = position.is_legal(mv);
        if legal {
            let _ = position.make(mv);
        }
        legal
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_answer_tells_the_numbering() {
        let start = Position::start();
        let tells = |best: &[u8], pv: Option<&[u8]>, ranks| makes_sense(&start, best, pv, ranks);
        assert!(tells(b"bestmove h2e2", Some(b"info depth 1 pv h2e2 h9g7"), Ranks::Zero));
        assert!(!tells(b"bestmove h2e2", None, Ranks::One));
        assert!(tells(b"bestmove b1c3 ponder h10g8", Some(b"info depth 3 score cp 41 pv b1c3 h10g8 h1g3"), Ranks::One));
        assert!(!tells(b"bestmove b1c3 ponder h10g8", None, Ranks::Zero));
        assert!(!tells(b"bestmove h2e2", Some(b"info depth 1 pv h2e2 h10g8"), Ranks::Zero));
    }
}
