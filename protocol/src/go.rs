//! The `go` command: every limit and clock of both protocols.

use chuhe_movegen::Color;

use crate::words::{number, text, words};

/// The unit of the UCCI clock words `time increment opptime oppincrement`. Everything else is in milliseconds always.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum TimeUnit {
    /// `usemillisec true`: how our sessions start.
    #[default]
    Milliseconds,
    /// `usemillisec false`: the default of the UCCI text.
    Seconds,
}

/// What `go` asks for. All limits hold together; the first one reached ends the search.
///
/// Times may be zero or negative (the flag has fallen: move at once); everything else is clamped into the range of its type.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Go {
    /// Search on the guessed move; the answer waits for `ponderhit` or `stop`.
    pub ponder: bool,
    /// The opponent offers a draw (UCCI).
    pub draw: bool,
    /// No limit: the answer waits for `stop`.
    pub infinite: bool,
    /// Depth in plies. UCCI gives `depth 0` a meaning of its own: print the evaluation.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves.
    pub mate: Option<u32>,
    /// Time for this move in milliseconds, in either protocol.
    pub movetime: Option<i64>,
    /// UCCI: our clock, in the session's unit.
    pub time: Option<i64>,
    /// UCCI: what a move adds to our clock, in the session's unit.
    pub increment: Option<u64>,
    /// Moves until the next time control, at least 1; `movestogo 0` is read as none.
    pub movestogo: Option<u32>,
    /// UCCI: the opponent's clock, in the session's unit.
    pub opptime: Option<i64>,
    /// UCCI: what a move adds to the opponent's clock, in the session's unit.
    pub oppincrement: Option<u64>,
    /// UCCI: the opponent's moves until the next time control, at least 1.
    pub oppmovestogo: Option<u32>,
    /// UCI: red's clock in milliseconds.
    pub wtime: Option<i64>,
    /// UCI: black's clock in milliseconds.
    pub btime: Option<i64>,
    /// UCI: red's increment in milliseconds.
    pub winc: Option<u64>,
    /// UCI: black's increment in milliseconds.
    pub binc: Option<u64>,
    /// UCI: search these moves only; text as it came, possibly illegal. Empty means all moves.
    pub searchmoves: Vec<String>,
    /// Count the leaves of the move tree to this depth instead of searching.
    pub perft: Option<u32>,
}

/// The clock of the side to move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Clock {
    /// What is left; zero or negative when the flag has fallen.
    pub time_ms: i64,
    /// Added after each move.
    pub increment_ms: u64,
    /// Moves until more time comes. `Some(1)` means all of it may go into this move, which is also what UCCI's `time`
    /// without `movestogo` and `increment` means. None means it must last for the game.
    pub movestogo: Option<u32>,
}

impl Go {
    /// Whether neither a limit nor `infinite` was given, as in bare `go`, `go draw` or `go ponder`.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        !self.infinite
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.mate.is_none()
            && self.movetime.is_none()
            && self.time.is_none()
            && self.wtime.is_none()
            && self.btime.is_none()
            && self.perft.is_none()
    }

    /// The clock of the side to move: UCCI's `time` in `unit`, else `wtime` for red and `btime` for black; where only the
    /// opponent's of these two is given, that one. None without any clock.
    #[must_use]
    pub fn clock(&self, side: Color, unit: TimeUnit) -> Option<Clock> {
        if let Some(time) = self.time {
            let (time_scale, increment_scale) = match unit {
                TimeUnit::Milliseconds => (1, 1),
                TimeUnit::Seconds => (1000, 1000),
            };
            let this_move_only = self.movestogo.is_none() && self.increment.is_none();
            return Some(Clock {
                time_ms: time.saturating_mul(time_scale),
                increment_ms: self.increment.unwrap_or(0).saturating_mul(increment_scale),
                movestogo: if this_move_only { Some(1) } else { self.movestogo },
            });
        }
        let (red, black) = ((self.wtime, self.winc), (self.btime, self.binc));
        let (own, other) = match side {
            Color::Red => (red, black),
            Color::Black => (black, red),
        };
        let (time, increment) = if own.0.is_some() { own } else { other };
        time.map(|time_ms| Clock { time_ms, increment_ms: increment.unwrap_or(0), movestogo: self.movestogo })
    }

    /// Reads what stands behind `go`: words in any order, unknown ones skipped, the last of a doubled one counting. A
    /// limit without a number is no limit.
    pub(crate) fn parse(line: &[u8]) -> Go {
        let mut go = Go::default();
        let mut words = words(line).peekable();
        while let Some(word) = words.next() {
            let Some(key) = Key::from_word(word) else { continue };
            match key {
                Key::Ponder => go.ponder = true,
                Key::Draw => go.draw = true,
                Key::Infinite => go.infinite = true,
                Key::SearchMoves => {
                    while let Some(word) = words.next_if(|word| Key::from_word(word).is_none()) {
                        go.searchmoves.push(text(word));
                    }
                }
                _ => {
                    if let Some(value) = words.peek().copied().and_then(number) {
                        words.next();
                        go.set(key, value);
                    }
                }
            }
        }
        go
    }

    fn set(&mut self, key: Key, value: i64) {
        let small = u32::try_from(value.max(0)).unwrap_or(u32::MAX);
        let large = value.max(0).unsigned_abs();
        let moves = (small > 0).then_some(small);
        match key {
            Key::Depth => self.depth = Some(small),
            Key::Nodes => self.nodes = Some(large),
            Key::Mate => self.mate = Some(small),
            Key::MoveTime => self.movetime = Some(value),
            Key::Time => self.time = Some(value),
            Key::Increment => self.increment = Some(large),
            Key::MovesToGo => self.movestogo = moves,
            Key::OppTime => self.opptime = Some(value),
            Key::OppIncrement => self.oppincrement = Some(large),
            Key::OppMovesToGo => self.oppmovestogo = moves,
            Key::WTime => self.wtime = Some(value),
            Key::BTime => self.btime = Some(value),
            Key::WInc => self.winc = Some(large),
            Key::BInc => self.binc = Some(large),
            Key::Perft => self.perft = Some(small),
            Key::Ponder | Key::Draw | Key::Infinite | Key::SearchMoves => {}
        }
    }

    /// The words behind `go`. `with_draw` is false in UCI, which has no draw offers.
    pub(crate) fn format(&self, with_draw: bool, write_move: impl Fn(&str) -> String) -> String {
        let mut line = String::from("go");
        let flags = [(self.ponder, " ponder"), (self.draw && with_draw, " draw"), (self.infinite, " infinite")];
        line.extend(flags.into_iter().filter_map(|(set, word)| set.then_some(word)));
        let mut value = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                line += &format!(" {key} {value}");
            }
        };
        value("wtime", self.wtime.map(|n| n.to_string()));
        value("btime", self.btime.map(|n| n.to_string()));
        value("winc", self.winc.map(|n| n.to_string()));
        value("binc", self.binc.map(|n| n.to_string()));
        value("depth", self.depth.map(|n| n.to_string()));
        value("nodes", self.nodes.map(|n| n.to_string()));
        value("time", self.time.map(|n| n.to_string()));
        value("movestogo", self.movestogo.map(|n| n.to_string()));
        value("increment", self.increment.map(|n| n.to_string()));
        value("opptime", self.opptime.map(|n| n.to_string()));
        value("oppmovestogo", self.oppmovestogo.map(|n| n.to_string()));
        value("oppincrement", self.oppincrement.map(|n| n.to_string()));
        value("mate", self.mate.map(|n| n.to_string()));
        value("movetime", self.movetime.map(|n| n.to_string()));
        value("perft", self.perft.map(|n| n.to_string()));
        if !self.searchmoves.is_empty() {
            line += " searchmoves";
            for mv in &self.searchmoves {
                line += " ";
                line += &write_move(mv);
            }
        }
        line
    }
}

/// The words `go` knows.
#[derive(Clone, Copy)]
enum Key {
    Ponder,
    Draw,
    Infinite,
    Depth,
    Nodes,
    Mate,
    MoveTime,
    Time,
    Increment,
    MovesToGo,
    OppTime,
    OppIncrement,
    OppMovesToGo,
    WTime,
    BTime,
    WInc,
    BInc,
    SearchMoves,
    Perft,
}

impl Key {
    fn from_word(word: &[u8]) -> Option<Key> {
        Some(match &word.to_ascii_lowercase()[..] {
            b"ponder" => Key::Ponder,
            b"draw" => Key::Draw,
            b"infinite" => Key::Infinite,
            b"depth" => Key::Depth,
            b"nodes" => Key::Nodes,
            b"mate" => Key::Mate,
            b"movetime" => Key::MoveTime,
            b"time" => Key::Time,
            b"increment" => Key::Increment,
            b"movestogo" => Key::MovesToGo,
            b"opptime" => Key::OppTime,
            b"oppincrement" => Key::OppIncrement,
            b"oppmovestogo" => Key::OppMovesToGo,
            b"wtime" => Key::WTime,
            b"btime" => Key::BTime,
            b"winc" => Key::WInc,
            b"binc" => Key::BInc,
            b"searchmoves" => Key::SearchMoves,
            b"perft" => Key::Perft,
            _ => return None,
        })
    }
}
