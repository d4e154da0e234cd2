//! How much of the clock a move gets.

use std::time::Duration;

use crate::limits::TimeLimit;

/// When to stop: no new iteration after `soft` (scaled by how settled the search is), nothing at all after `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Wanted time of an average move; none when the hard limit is to be used up.
    pub soft: Option<Duration>,
    /// Never longer than this.
    pub hard: Duration,
}

/// How many more moves a game without move count is planned to last.
const HORIZON: u32 = 32;

impl Budget {
    /// The budget for a limit, or none when time does not matter. `overhead` is what a move costs outside the search;
    /// `ply` is the number of the half-move in the game, from 0; `ponder` allows more, since the opponent's time will
    /// give some back.
    #[must_use]
    pub fn new(limit: TimeLimit, overhead: Duration, ply: usize, ponder: bool) -> Option<Budget> {
        match limit {
            TimeLimit::None => None,
            TimeLimit::Fixed(time) => Some(Budget { soft: None, hard: safe(time, overhead) }),
            TimeLimit::Clock { remaining, moves_to_go: Some(0 | 1), .. } => {
                Some(Budget { soft: None, hard: safe(remaining, overhead) })
            }
            TimeLimit::Clock { remaining, increment, moves_to_go } => {
                let time = safe(remaining, overhead);
                let moves = moves_to_go.unwrap_or(HORIZON).min(HORIZON);
                // The first moves are worth less time than the middle game.
                let opening = 0.7 + 0.3 * (ply as f64 / 24.0).min(1.0);
                let share = time.as_secs_f64() / f64::from(moves) + 0.8 * increment.as_secs_f64();
                let patience = if ponder { 1.25 } else { 1.0 };
                // With a refill close by, more of the rest may go into one move.
                let most = time.as_secs_f64() * if moves < 6 { 0.75 } else { 0.4 };
                let soft = (share * opening * patience).min(most);
                let hard = (soft * 4.0).min(most);
                Some(Budget { soft: Some(Duration::from_secs_f64(soft)), hard: Duration::from_secs_f64(hard) })
            }
        }
    }
}

/// The time less what is lost on the way, but at least nine tenths of it when it is short, and never nothing.
fn safe(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead.min(time / 20)).max(Duration::from_millis(1))
}

/// Scales the soft limit by what the finished iterations showed, each factor around 1.
#[derive(Clone, Copy, Debug)]
pub struct Confidence {
    /// Iterations for which the best move has not changed.
    pub stable: u32,
    /// How much the value fell since the last iteration and the last move, hundredths of a pawn, negative when it rose.
    pub falling: i32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub effort: f64,
}

impl Confidence {
    /// Factor for the soft limit.
    #[must_use]
    pub fn factor(self) -> f64 {
        let stable = 1.35 - 0.08 * f64::from(self.stable.min(8));
        let falling = (1.0 + f64::from(self.falling) / 145.0).clamp(0.75, 1.6);
        let effort = (1.75 - 1.1 * self.effort).clamp(0.6, 1.5);
        stable * falling * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let limit = TimeLimit::Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Budget::new(limit, OVERHEAD, 30, false).unwrap()
    }

    #[test]
    fn a_fixed_time_is_used_up_and_never_passed() {
        for ms in [0, 1, 100, 5000] {
            let time = Duration::from_millis(ms);
            for limit in [
                TimeLimit::Fixed(time),
                TimeLimit::Clock { remaining: time, increment: Duration::ZERO, moves_to_go: Some(1) },
            ] {
                let budget = Budget::new(limit, OVERHEAD, 0, false).unwrap();
                assert_eq!(budget.soft, None);
                assert!(budget.hard <= time.max(Duration::from_millis(1)) && budget.hard >= time * 9 / 10);
            }
        }
    }

    #[test]
    fn a_clock_is_never_used_up_by_one_move() {
        for remaining in [0, 5, 200, 60_000, 600_000] {
            for increment in [0, 3000] {
                for moves in [None, Some(2), Some(40)] {
                    let budget = budget(remaining, increment, moves);
                    assert!(budget.hard <= Duration::from_millis(remaining.max(2)) * 3 / 4, "{remaining} {moves:?}");
                    assert!(budget.soft.unwrap() <= budget.hard);
                }
            }
        }
        assert!(budget(60_000, 3000, None).soft > budget(60_000, 0, None).soft);
        assert!(budget(60_000, 0, Some(5)).soft > budget(60_000, 0, Some(30)).soft);
    }
}
