//! Which of a book's moves is played.

use std::fmt;
use std::str::FromStr;

use chuhe_movegen::Move;
use chuhe_rules::{Line, Rules, Verdict, judge};

use crate::BookMove;

/// How much the replies of a book vary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variety {
    /// The first move, always.
    Best,
    /// A move by lot, each as often as its weight says.
    #[default]
    Weighted,
    /// A move by lot, each as often as any other.
    Uniform,
}

impl Variety {
    /// All.
    pub const ALL: [Variety; 3] = [Variety::Best, Variety::Weighted, Variety::Uniform];

    /// `best`, `weighted` or `uniform`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variety::Best => "best",
            Variety::Weighted => "weighted",
            Variety::Uniform => "uniform",
        }
    }
}

impl fmt::Display for Variety {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variety {
    type Err = String;
    fn from_str(text: &str) -> Result<Variety, String> {
        let found = Variety::ALL.into_iter().find(|variety| variety.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("`{text}` is not a variety (best, weighted, uniform)"))
    }
}

/// The moves that may be played, with how often each: switched on, and not worse than the best score by more than `bound`
/// where scores are known. Moves of weight 0 and less are played only where no move has more.
#[must_use]
pub fn shares(moves: &[BookMove], bound: Option<i32>) -> Vec<(&BookMove, u64)> {
    let mut moves: Vec<&BookMove> = moves.iter().filter(|mv| mv.enabled).collect();
    if let (Some(bound), Some(best)) = (bound, moves.iter().filter_map(|mv| mv.score).max()) {
        moves.retain(|mv| mv.score.is_some_and(|score| best.saturating_sub(score) <= bound));
    }
    let (least, most) = moves.iter().fold((i32::MAX, i32::MIN), |(l, m), mv| (l.min(mv.weight), m.max(mv.weight)));
    let share = |mv: &BookMove| {
        // Where every weight is a negative score, what counts is the distance from the worst.
        let base = if most > 0 { 0 } else { i64::from(least) - 1 };
        (i64::from(mv.weight) - base).max(0) as u64
    };
    moves.into_iter().map(|mv| (mv, share(mv))).filter(|&(_, share)| share > 0).collect()
}

/// A move of those that may be played. `random` is a random number; the same one gives the same move.
#[must_use]
pub fn choose<'a>(shares: &[(&'a BookMove, u64)], variety: Variety, random: u64) -> Option<&'a BookMove> {
    match variety {
        Variety::Best => {
            shares.iter().max_by(|a, b| a.1.cmp(&b.1).then(std::cmp::Ordering::Greater)).map(|&(mv, _)| mv)
        }
        Variety::Uniform => {
            let count = shares.len() as u64;
            shares.get((random % count.max(1)) as usize).map(|&(mv, _)| mv)
        }
        Variety::Weighted => {
            let total: u64 = shares.iter().map(|&(_, share)| share).sum();
            let mut at = random % total.max(1);
            shares
                .iter()
                .find(|&&(_, share)| {
                    at < share || {
                        at -= share;
                        false
                    }
                })
                .map(|&(mv, _)| mv)
        }
    }
}

/// Whether a move keeps clear of repetition and of an immediate loss: it repeats no position of the game, and no answer to it
/// ends the game against its player, be it by the rules of repetition or by mate. Where repetition begins, a book knows less
/// than the search.
#[must_use]
pub fn is_safe(line: &Line, mv: Move, rules: &Rules) -> bool {
    let side = line.position().side();
    let mut line = line.clone();
    line.make(mv);
    if line.last_repetition().is_some() {
        return false;
    }
    line.position().legal_moves().iter().all(|&answer| {
        line.make(answer);
        let lost = judge(&line, rules).is_some_and(|outcome| outcome.verdict == Verdict::Loss(side));
        line.unmake();
        !lost
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_movegen::Position;

    fn moves(weights: &[(&str, i32)]) -> Vec<BookMove> {
        weights
            .iter()
            .map(|&(mv, weight)| BookMove { weight, score: Some(weight), ..BookMove::new(mv.parse().unwrap()) })
            .collect()
    }

    fn frequencies(moves: &[BookMove], bound: Option<i32>, variety: Variety) -> Vec<(String, u32)> {
        let shares = shares(moves, bound);
        let mut counts = std::collections::BTreeMap::new();
        let mut random = 1u64;
        for _ in 0..10_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = choose(&shares, variety, random >> 11).unwrap();
            *counts.entry(mv.mv.to_string()).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    #[test]
    fn replies_vary_as_their_weights_say() {
        let moves = moves(&[("h2e2", 60), ("c3c4", 30), ("g0e2", 10), ("a0a1", 0), ("i0i1", -5)]);
        for (mv, count) in frequencies(&moves, None, Variety::Weighted) {
            let share = match mv.as_str() {
                "h2e2" => 6000,
                "c3c4" => 3000,
                "g0e2" => 1000,
                other => panic!("{other} has no weight"),
            };
            assert!(count.abs_diff(share) < 300, "{mv}: {count}");
        }
        assert_eq!(frequencies(&moves, None, Variety::Best), [("h2e2".to_owned(), 10_000)]);
        assert_eq!(frequencies(&moves, None, Variety::Uniform).len(), 3);
        assert_eq!(frequencies(&moves, Some(30), Variety::Uniform).len(), 2);
    }

    #[test]
    fn scores_below_zero_are_played_all_the_same() {
        let mut negative = moves(&[("h2e2", -40), ("c3c4", -10)]);
        let counts = frequencies(&negative, None, Variety::Weighted);
        assert!(counts[0].0 == "c3c4" && counts[0].1 > 9000 && counts[1].1 > 0, "{counts:?}");
        assert_eq!(frequencies(&negative, None, Variety::Best), [("c3c4".to_owned(), 10_000)]);
        let zeros = moves(&[("h2e2", 0), ("c3c4", 0)]);
        assert_eq!(frequencies(&zeros, None, Variety::Weighted).len(), 2);
        negative.iter_mut().for_each(|mv| mv.enabled = false);
        assert!(choose(&shares(&negative, None), Variety::Weighted, 7).is_none());
    }

    #[test]
    fn a_move_that_repeats_or_lets_the_opponent_win_is_not_safe() {
        let rules = Rules::default();
        let mut line = Line::new(Position::start(), rules.limit);
        for mv in ["h2e2", "h9g7", "e2h2", "g7h9"] {
            line.make(mv.parse().unwrap());
        }
        assert!(!is_safe(&line, "h2e2".parse().unwrap(), &rules), "the position stood before");
        assert!(is_safe(&line, "c3c4".parse().unwrap(), &rules));
        // Black mates on the bottom rank unless red does something about it.
        let position: Position = "3k5/9/9/9/9/9/9/r8/7r1/4K3R w".parse().unwrap();
        let line = Line::new(position, rules.limit);
        assert!(!is_safe(&line, "i0i5".parse().unwrap(), &rules));
    }
}
