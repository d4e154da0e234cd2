//! Time controls and clocks.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A stretch of a game with its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Period {
    /// Moves that must be made in it; none for the rest of the game.
    pub moves: Option<u32>,
    /// Its time in milliseconds.
    pub ms: u64,
}

/// How much time a game gives: periods one after the other, the last one repeating if it has a number of moves, and an
/// increment for each move. Unused time is carried into the next period, extra moves are not (`spec/systems.md` §C).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    periods: Vec<Period>,
    increment_ms: u64,
}

const MINUTE: u64 = 60_000;

/// The clocks of the competition rules (arts. 6.1 to 6.4) and of the older rules, by name. Sudden death (6.5) has a name,
/// too, but its time is the organiser's: `cxa-sudden:20m`.
const COMPETITION: [(&str, &[(u32, u64)]); 5] = [
    ("cxa-classic", &[(40, 90), (10, 15)]),
    ("cxa-short", &[(30, 60), (10, 10)]),
    ("cxa-rapid", &[(40, 10), (30, 5)]),
    ("cxa-blitz", &[(30, 5)]),
    ("cxa-1990", &[(40, 90), (20, 30)]),
];

impl TimeControl {
    /// A game of this time and increment in milliseconds.
    #[must_use]
    pub fn sudden_death(ms: u64, increment_ms: u64) -> TimeControl {
        TimeControl { periods: vec![Period { moves: None, ms }], increment_ms }
    }

    /// The periods.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// What each move adds, in milliseconds.
    #[must_use]
    pub fn increment_ms(&self) -> u64 {
        self.increment_ms
    }

    fn period(&self, index: usize) -> Period {
        self.periods[index.min(self.periods.len() - 1)]
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `[MOVES/]TIME[+INCREMENT]`, several periods with commas between (`40/90m,10/15m`), and the names of the
    /// competition clocks. Times are seconds, `minutes:seconds`, or carry a unit: `ms`, `s`, `m`, `h`. The error says what
    /// was expected.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let expected = "a time control such as 10+0.1, 40/60, 40/90m,10/15m, 500ms or cxa-rapid";
        if let Some((_, periods)) = COMPETITION.iter().find(|(name, _)| text.eq_ignore_ascii_case(name)) {
            let periods =
                periods.iter().map(|&(moves, minutes)| Period { moves: Some(moves), ms: minutes * MINUTE }).collect();
            return Ok(TimeControl { periods, increment_ms: 0 });
        }
        if let Some(time) = text.strip_prefix("cxa-sudden") {
            let ms = parse_time(time.trim_start_matches([':', '=']), 1000.0).filter(|&ms| ms > 0);
            return ms
                .map(|ms| TimeControl::sudden_death(ms, 0))
                .ok_or_else(|| "cxa-sudden with its time, such as cxa-sudden:20m".into());
        }
        if text.starts_with("cxa-") {
            let names: Vec<&str> = COMPETITION.iter().map(|(name, _)| *name).collect();
            return Err(format!("one of {}, cxa-sudden:TIME", names.join(", ")));
        }
        let mut periods = Vec::new();
        let mut increment_ms = 0;
        for part in text.split(',') {
            let (part, increment) = part.split_once('+').map_or((part, None), |(part, inc)| (part, Some(inc)));
            let (moves, time) = part.split_once('/').map_or((None, part), |(moves, time)| (Some(moves), time));
            let moves = match moves {
                None => None,
                Some(moves) => Some(moves.parse::<u32>().ok().filter(|&n| n > 0).ok_or(expected)?),
            };
            let ms = parse_time(time, 1000.0).ok_or(expected)?;
            if let Some(increment) = increment {
                increment_ms = parse_time(increment, 1000.0).ok_or(expected)?;
            }
            if ms == 0 && increment_ms == 0 {
                return Err(expected.into());
            }
            periods.push(Period { moves, ms });
        }
        if periods.iter().rev().skip(1).any(|period| period.moves.is_none()) {
            return Err("a number of moves for every period but the last".into());
        }
        Ok(TimeControl { periods, increment_ms })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, period) in self.periods.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", seconds(period.ms))?;
        }
        if self.increment_ms > 0 {
            write!(f, "+{}", seconds(self.increment_ms))?;
        }
        Ok(())
    }
}

fn seconds(ms: u64) -> String {
    format!("{}", ms as f64 / 1000.0)
}

/// A time for people: `500ms`, `2.5s`.
pub(crate) fn format_ms(ms: u64) -> String {
    if ms < 1000 { format!("{ms}ms") } else { format!("{}s", seconds(ms)) }
}

/// A time in milliseconds from `1.5`, `1:30`, `90m`, `500ms`; without a unit it is multiplied by `unit`.
pub(crate) fn parse_time(text: &str, unit: f64) -> Option<u64> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite() && *x >= 0.0);
    let ms = if let Some((minutes, seconds)) = text.split_once(':') {
        number(minutes)? * 60_000.0 + number(seconds)? * 1000.0
    } else {
        let units = [("ms", 1.0), ("s", 1000.0), ("m", 60_000.0), ("h", 3_600_000.0)];
        match units.iter().find_map(|(suffix, unit)| Some((text.strip_suffix(suffix)?, unit))) {
            Some((value, unit)) => number(value)? * unit,
            None => number(text)? * unit,
        }
    };
    (ms < 1e12).then_some(ms.round() as u64)
}

/// A player's clock.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    period: usize,
    moves_made: u32,
    /// Microseconds left; may go below zero within the margin.
    left_us: i64,
}

impl Clock {
    /// At the beginning of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let left_us = control.period(0).ms as i64 * 1000;
        Clock { control, period: 0, moves_made: 0, left_us }
    }

    /// Microseconds left, not below zero.
    #[must_use]
    pub fn left_us(&self) -> u64 {
        self.left_us.max(0) as u64
    }

    /// Milliseconds left, not below zero.
    #[must_use]
    pub fn left_ms(&self) -> u64 {
        self.left_us() / 1000
    }

    /// Milliseconds that each move adds.
    #[must_use]
    pub fn increment_ms(&self) -> u64 {
        self.control.increment_ms
    }

    /// Moves to be made in this period; none when it lasts for the game.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.period(self.period).moves.map(|moves| moves - self.moves_made)
    }

    /// Charges a move. False when it took more than what was left and the margin; the clock then shows zero.
    pub fn charge(&mut self, used_us: u64, margin_us: u64) -> bool {
        self.left_us -= used_us as i64;
        let in_time = self.left_us >= -(margin_us as i64);
        self.left_us = self.left_us.max(0) + self.control.increment_ms as i64 * 1000;
        self.moves_made += 1;
        if self.moves_to_go() == Some(0) {
            self.period += 1;
            self.moves_made = 0;
            self.left_us += self.control.period(self.period).ms as i64 * 1000;
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_spelling_of_a_time_is_read() {
        assert_eq!(parse("10+0.1"), TimeControl::sudden_death(10_000, 100));
        assert_eq!(parse("1:30"), TimeControl::sudden_death(90_000, 0));
        assert_eq!(parse("500ms+20ms"), TimeControl::sudden_death(500, 20));
        assert_eq!(parse("0+1"), TimeControl::sudden_death(0, 1000));
        assert_eq!(parse("40/90m,10/15m"), parse("cxa-classic"));
        assert_eq!(parse("40/90m,20/30m"), parse("CXA-1990"));
        assert_eq!(parse("30/5:00"), parse("cxa-blitz"));
        assert_eq!(parse("cxa-sudden:20m"), TimeControl::sudden_death(20 * MINUTE, 0));
        assert_eq!(parse("40/600,30/300").to_string(), "40/600,30/300");
        for text in ["", "x", "10+", "/10", "0/10", "-5", "10,20", "0", "nan", "cxa-nine", "cxa-sudden", "1e300"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn periods_roll_and_carry_time_but_no_moves() {
        let mut clock = Clock::new(parse("cxa-rapid"));
        assert_eq!((clock.left_ms(), clock.moves_to_go()), (600_000, Some(40)));
        for _ in 0..40 {
            assert!(clock.charge(10_000_000, 0));
        }
        assert_eq!((clock.left_ms(), clock.moves_to_go()), (500_000, Some(30)));
        for _ in 0..30 {
            assert!(clock.charge(0, 0));
        }
        assert_eq!((clock.left_ms(), clock.moves_to_go()), (800_000, Some(30)));
    }

    #[test]
    fn the_margin_forgives_but_gives_no_time() {
        let mut clock = Clock::new(parse("1+0.5"));
        assert!(clock.charge(1_010_000, 20_000));
        assert_eq!(clock.left_ms(), 500);
        assert!(!clock.charge(521_000, 20_000));
    }
}
