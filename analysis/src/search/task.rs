//! One position to be searched, and what was found.

use chuhe_movegen::{Fen, Move, Position, Score};
use chuhe_rules::{Line, NaturalLimit};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a search is identified by in a store: 128 bits of the engine, its settings, the limit and the position with the
/// moves that matter to repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(pub u128);

impl Key {
    /// The key of a text (FNV-1a).
    #[must_use]
    pub fn of(text: &str) -> Key {
        const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        Key(text.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME)))
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:032x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Key).map_err(D::Error::custom)
    }
}

/// A position with the moves since the last capture, which is all of the game that matters to its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Where the moves start: behind the last capture. Its move number is always 1.
    pub start: Fen,
    /// The moves to the position.
    pub moves: Vec<Move>,
}

impl Task {
    /// The last position of a line.
    #[must_use]
    pub fn of(line: &Line) -> Task {
        let plies = &line.plies()[line.floor()..];
        let mut start = line.position().clone();
        for ply in plies.iter().rev() {
            start.unmake(ply.mv, ply.undo());
        }
        Task { start: Fen { fullmove: 1, ..start.fen() }, moves: plies.iter().map(|ply| ply.mv).collect() }
    }

    /// The line again; none when it cannot be played, which cannot happen to a task that came from one.
    #[must_use]
    pub fn line(&self, limit: NaturalLimit) -> Option<Line> {
        let mut line = Line::new(Position::try_from(&self.start).ok()?, limit);
        for &mv in &self.moves {
            if !line.position().is_legal(mv) {
                return None;
            }
            line.make(mv);
        }
        Some(line)
    }

    /// Its key for a searcher that is identified by a text.
    #[must_use]
    pub fn key(&self, searcher: &str) -> Key {
        Key::of(&format!("{searcher}\n{}", self.text()))
    }

    /// FEN and moves.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.start.to_string();
        for mv in &self.moves {
            text.push(' ');
            text += &mv.to_string();
        }
        text
    }
}

/// A line that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// Its score for the side to move.
    pub score: Score,
    /// Depth in plies.
    pub depth: i32,
    /// The moves, never none, all legal.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// The lines, the best first. None when the position has no legal move.
    #[serde(rename = "l")]
    pub lines: Vec<FoundLine>,
    /// Nodes searched.
    #[serde(rename = "n")]
    pub nodes: u64,
    /// Time in microseconds.
    #[serde(rename = "t")]
    pub time_us: u64,
    /// Nodes after which the best move stayed the best; 0 when it was so from the first iteration, or is not known.
    #[serde(rename = "s", default, skip_serializing_if = "is_zero")]
    pub settled: u64,
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

impl Found {
    /// The best line.
    #[must_use]
    pub fn best(&self) -> Option<&FoundLine> {
        self.lines.first()
    }
}

/// In a store: `"c35/12 h2e2 h9g7"`; `m` and `r` for mates and rules, in plies.
impl Serialize for FoundLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, value) = match self.score {
            Score::Cp(value) => ('c', value),
            Score::Mate(value) => ('m', value),
            Score::Rule(value) => ('r', value),
        };
        let mut text = format!("{kind}{value}/{}", self.depth);
        for mv in &self.pv {
            text.push(' ');
            text += &mv.to_string();
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for FoundLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FoundLine, D::Error> {
        let text = String::deserialize(deserializer)?;
        FoundLine::parse(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no line of a search")))
    }
}

impl FoundLine {
    fn parse(text: &str) -> Option<FoundLine> {
        let mut words = text.split(' ');
        let (score, depth) = words.next()?.split_once('/')?;
        let (kind, value) = (score.chars().next()?, score.get(1..)?.parse().ok()?);
        let score = match kind {
            'c' => Score::Cp(value),
            'm' => Score::Mate(value),
            'r' => Score::Rule(value),
            _ => return None,
        };
        let pv: Option<Vec<Move>> = words.map(|word| word.parse().ok()).collect();
        Some(FoundLine { score, depth: depth.parse().ok()?, pv: pv.filter(|pv| !pv.is_empty())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(moves: &str) -> Line {
        let mut line = Line::new(Position::start(), NaturalLimit::default());
        for mv in moves.split_whitespace() {
            line.make(mv.parse().unwrap());
        }
        line
    }

    #[test]
    fn moves_before_a_capture_do_not_matter_and_those_behind_it_do() {
        let one = Task::of(&play("h2e2 h9g7 e2e6 a6a5"));
        let other = Task::of(&play("h2e2 h9g7 h0g2 a6a5 g2h0 a5a4 e2e6 a9a8"));
        assert_eq!(one.moves.len(), 1);
        assert_eq!(other.moves.len(), 1);
        let round = Task::of(&play("h2e2 h9g7 e2h2 g7h9"));
        let start = Task::of(&play(""));
        assert_ne!(round.key("x"), start.key("x"), "a position seen before is not the same to search");
        assert_ne!(start.key("x"), start.key("y"));
        let again = one.line(NaturalLimit::default()).unwrap();
        assert_eq!(Task::of(&again), one);
    }

    #[test]
    fn what_is_found_survives_the_store() {
        let line =
            |score, pv: &str| FoundLine { score, depth: 9, pv: pv.split(' ').map(|mv| mv.parse().unwrap()).collect() };
        let lines =
            vec![line(Score::Mate(-4), "h2e2 h9g7"), line(Score::Rule(3), "b2e2"), line(Score::Cp(-12), "a0a1")];
        let found = Found { lines, nodes: 20_000, time_us: 17, settled: 5 };
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<Found>(&text).unwrap(), found);
        assert!(serde_json::from_str::<Found>(&text.replace("c-12", "x-12")).is_err());
    }
}
