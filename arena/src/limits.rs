//! What a move may cost: time, nodes, depth.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock::{TimeControl, parse_time};

/// The limits of an engine. All that are given hold together.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// Time for each move, in milliseconds.
    pub move_ms: Option<u64>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search in plies.
    pub depth: Option<u32>,
    /// How many milliseconds beyond its time an engine may take. None: [`DEFAULT_MARGIN_MS`].
    pub margin_ms: Option<u64>,
}

/// The margin unless one is given. Pipes and schedulers cost a little, and nobody's flag should fall for that.
pub const DEFAULT_MARGIN_MS: u64 = 10;

/// A limit that cannot be used.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{key}={value}: expected {expected}")]
pub struct LimitError {
    /// The limit.
    pub key: String,
    /// What was given.
    pub value: String,
    /// What would do.
    pub expected: String,
}

impl Limits {
    /// Sets a limit by name: `tc` (a [`TimeControl`] or `inf`), `st` (seconds a move), `movetime` (milliseconds a move),
    /// `nodes`, `depth` or `plies`, `timemargin` (milliseconds). False when there is no limit of that name.
    ///
    /// # Errors
    /// When the value is none for it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, LimitError> {
        let error =
            |expected: &str| LimitError { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() };
        match key {
            "tc" if matches!(value, "inf" | "infinite" | "none") => self.clock = None,
            "tc" => self.clock = Some(value.parse().map_err(|expected: String| error(&expected))?),
            "st" | "movetime" => {
                let unit = if key == "st" { 1000.0 } else { 1.0 };
                let ms = parse_time(value, unit).filter(|&ms| ms > 0);
                self.move_ms = Some(ms.ok_or_else(|| error("a time such as 0.5 or 500ms"))?);
            }
            "nodes" => self.nodes = Some(parse_count(value).ok_or_else(|| error("a number of nodes"))?),
            "depth" | "plies" => {
                let depth = value.parse().ok().filter(|&depth| depth > 0);
                self.depth = Some(depth.ok_or_else(|| error("a depth in plies"))?);
            }
            "timemargin" => self.margin_ms = Some(value.parse().map_err(|_| error("milliseconds"))?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether nothing ends a search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.clock.is_none() && self.move_ms.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// These limits, and those of `other` where none of these four is given.
    #[must_use]
    pub fn or(&self, other: &Limits) -> Limits {
        let mut limits = if self.is_unlimited() { other.clone() } else { self.clone() };
        limits.margin_ms = self.margin_ms.or(other.margin_ms);
        limits
    }

    /// The margin in force, in milliseconds.
    #[must_use]
    pub fn margin(&self) -> u64 {
        self.margin_ms.unwrap_or(DEFAULT_MARGIN_MS)
    }

    /// In one short text, as PGN's tag `TimeControl` and tables show it.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.clock.as_ref().map(ToString::to_string));
        parts.extend(self.move_ms.map(|ms| format!("{}/move", crate::clock::format_ms(ms))));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() { "no limit".into() } else { parts.join(", ") }
    }
}

/// `20000`, `20k`, `1.5M`.
fn parse_count(text: &str) -> Option<u64> {
    let (number, unit) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1e3),
        b'm' | b'M' => (&text[..text.len() - 1], 1e6),
        _ => return text.parse().ok().filter(|&n| n > 0),
    };
    let value = number.parse::<f64>().ok()? * unit;
    (1.0..1e18).contains(&value).then_some(value as u64)
}
