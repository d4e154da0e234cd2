//! What an engine is sent: the position with its history, and `go`.

use std::time::Duration;

use chuhe_movegen::{Color, Move, Position};
use chuhe_protocol::{Dialect, Go, PositionText, Start, TimeUnit};

use crate::clock::Clock;
use crate::engine::Engine;
use crate::limits::Limits;

/// A game's moves as engines want them: from its start; in UCCI, where a game does not start from the start position, from
/// the last capture on (`spec/ucci.md` §4.3). No position is ever sent without the moves that led to it, for else the engine
/// could see no repetition.
#[derive(Debug)]
pub(super) struct History {
    start: Start,
    moves: Vec<String>,
    /// The position after the last capture, and how many moves were made by then.
    base: (Vec<u8>, usize),
}

impl History {
    pub(super) fn new(start: &Position) -> History {
        let fen = start.fen().to_string();
        let base = (fen.clone().into_bytes(), 0);
        let start = if fen == chuhe_movegen::START_FEN { Start::Startpos } else { Start::Fen(fen.into_bytes()) };
        History { start, moves: Vec::new(), base }
    }

    /// Adds a move that led to `position`.
    pub(super) fn push(&mut self, mv: Move, capture: bool, position: &Position) {
        self.moves.push(mv.to_string());
        if capture {
            self.base = (position.fen().to_string().into_bytes(), self.moves.len());
        }
    }

    /// The text for an engine, with one more move if it is to think about that. `letters_eh`: bishops and knights are E
    /// and H.
    pub(super) fn text(&self, dialect: Dialect, letters_eh: bool, guess: Option<Move>) -> PositionText {
        let (mut start, from) = match dialect {
            Dialect::Ucci if self.start != Start::Startpos => (Start::Fen(self.base.0.clone()), self.base.1),
            _ => (self.start.clone(), 0),
        };
        if let Start::Fen(fen) = &mut start {
            let board = fen.iter().position(|&byte| byte == b' ').unwrap_or(fen.len());
            for byte in fen[..board].iter_mut().filter(|_| letters_eh) {
                *byte = match *byte {
                    b'B' => b'E',
                    b'b' => b'e',
                    b'N' => b'H',
                    b'n' => b'h',
                    other => other,
                };
            }
        }
        let mut moves = self.moves[from..].to_vec();
        moves.extend(guess.map(|mv| mv.to_string()));
        PositionText { start, moves }
    }
}

/// How an engine wants to be told its time.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) dialect: Dialect,
    /// The unit of UCCI clocks.
    pub(super) unit: TimeUnit,
    /// Whether `movetime` is understood.
    pub(super) move_time: bool,
}

impl Manner {
    pub(super) fn of(engine: &Engine) -> Manner {
        Manner { dialect: engine.dialect(), unit: engine.unit(), move_time: engine.knows_move_time() }
    }
}

/// The limits of a move as `go` says them, and the time after which the answer is late.
pub(super) fn go(limits: &Limits, clocks: &[Option<Clock>; 2], side: Color, manner: Manner) -> (Go, Option<Duration>) {
    let Manner { dialect, unit, move_time } = manner;
    let mut go = Go { nodes: limits.nodes, depth: limits.depth, ..Go::default() };
    let own = clocks[side.index()].as_ref();
    let other = clocks[(!side).index()].as_ref();
    let per_unit = if unit == TimeUnit::Seconds { 1000 } else { 1 };
    let time = |clock: &Clock| (clock.left_ms() / per_unit) as i64;
    let increment = |clock: &Clock| clock.increment_ms() / per_unit;
    match dialect {
        Dialect::Ucci => {
            if let Some(clock) = own {
                go.time = Some(time(clock));
                go.movestogo = clock.moves_to_go();
                go.increment = (go.movestogo.is_none() || clock.increment_ms() > 0).then(|| increment(clock));
                if let Some(other) = other {
                    go.opptime = Some(time(other));
                    go.oppmovestogo = other.moves_to_go();
                    let both = go.oppmovestogo.is_none() || other.increment_ms() > 0;
                    go.oppincrement = both.then(|| increment(other));
                }
            } else if move_time {
                go.movetime = limits.move_ms.map(|ms| ms as i64);
            } else if let Some(ms) = limits.move_ms {
                // UCCI has no time for a single move: it is a period of one move.
                go.time = Some(ms.div_ceil(per_unit) as i64);
                go.movestogo = Some(1);
            }
        }
        Dialect::Uci => {
            if let Some(clock) = own {
                let (red, black) = match side {
                    Color::Red => (clock, other.unwrap_or(clock)),
                    Color::Black => (other.unwrap_or(clock), clock),
                };
                go.wtime = Some(red.left_ms() as i64);
                go.btime = Some(black.left_ms() as i64);
                go.winc = Some(red.increment_ms());
                go.binc = Some(black.increment_ms());
                go.movestogo = clock.moves_to_go();
            }
            go.movetime = limits.move_ms.map(|ms| ms as i64);
        }
    }
    let margin = limits.margin() * 1000;
    let by_clock = own.map(|clock| clock.left_us() + margin);
    let by_move = limits.move_ms.map(|ms| ms * 1000 + margin);
    let allowed = by_clock.into_iter().chain(by_move).min().map(Duration::from_micros);
    (go, allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{Command, Ranks, format_command};

    fn line(command: &Command, dialect: Dialect) -> String {
        String::from_utf8(format_command(command, dialect, Ranks::Zero)).unwrap()
    }

    #[test]
    fn the_history_reaches_back_to_what_can_repeat() {
        let play = |start: &str| {
            let mut position: Position = start.parse().unwrap();
            let mut history = History::new(&position);
            for mv in ["h2e2", "h9g7", "e2e6", "a6a5"] {
                let mv: Move = mv.parse().unwrap();
                let undo = position.make(mv);
                history.push(mv, undo.captured().is_some(), &position);
            }
            history
        };
        let text = |history: &History, dialect, guess: Option<&str>| {
            line(&Command::Position(history.text(dialect, false, guess.map(|mv| mv.parse().unwrap()))), dialect)
        };
        let game = play(chuhe_movegen::START_FEN);
        assert_eq!(text(&game, Dialect::Uci, None), "position startpos moves h2e2 h9g7 e2e6 a6a5");
        assert_eq!(text(&game, Dialect::Ucci, None), "position startpos moves h2e2 h9g7 e2e6 a6a5");
        let start = chuhe_movegen::START_FEN.replace("0 1", "0 9");
        let study = play(&start);
        assert_eq!(text(&study, Dialect::Uci, None), format!("position fen {start} moves h2e2 h9g7 e2e6 a6a5"));
        let base = "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 10";
        assert_eq!(text(&study, Dialect::Ucci, None), format!("position fen {base} moves a6a5"));
        assert_eq!(text(&study, Dialect::Ucci, Some("h0g2")), format!("position fen {base} moves a6a5 h0g2"));
        let other = Command::Position(study.text(Dialect::Ucci, true, None));
        assert!(
            line(&other, Dialect::Ucci).contains("fen rheakae1r/9/1c4hc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RHEAKAEHR b")
        );
    }

    #[test]
    fn go_lines_are_those_of_the_protocol() {
        let clock = |text: &str| Some(Clock::new(text.parse().unwrap()));
        let limits = |settings: &[(&str, &str)]| {
            let mut limits = Limits::default();
            for (key, value) in settings {
                assert!(limits.set(key, value).unwrap());
            }
            limits
        };
        let text = |limits: &Limits, clocks: [Option<Clock>; 2], side, dialect, unit| {
            let manner = Manner { dialect, unit, move_time: dialect == Dialect::Uci };
            let (go, allowed) = go(limits, &clocks, side, manner);
            (line(&Command::Go(go), dialect), allowed.map(|allowed| allowed.as_millis()))
        };
        let (ms, s) = (TimeUnit::Milliseconds, TimeUnit::Seconds);
        let tc = limits(&[("tc", "10+0.1"), ("timemargin", "20")]);
        let both = || [clock("10+0.1"), clock("10+0.1")];
        assert_eq!(
            text(&tc, both(), Color::Red, Dialect::Ucci, ms),
            ("go time 10000 increment 100 opptime 10000 oppincrement 100".into(), Some(10_020))
        );
        assert_eq!(
            text(&tc, both(), Color::Red, Dialect::Ucci, s),
            ("go time 10 increment 0 opptime 10 oppincrement 0".into(), Some(10_020))
        );
        assert_eq!(text(&tc, both(), Color::Black, Dialect::Uci, ms).0, "go wtime 10000 btime 10000 winc 100 binc 100");
        let periods = [clock("cxa-rapid"), clock("60")];
        assert_eq!(
            text(&tc, periods, Color::Red, Dialect::Ucci, ms).0,
            "go time 600000 movestogo 40 opptime 60000 oppincrement 0"
        );
        let st = limits(&[("st", "0.5"), ("timemargin", "0")]);
        assert_eq!(
            text(&st, [None, None], Color::Red, Dialect::Ucci, ms),
            ("go time 500 movestogo 1".into(), Some(500))
        );
        assert_eq!(text(&st, [None, None], Color::Red, Dialect::Ucci, s).0, "go time 1 movestogo 1");
        assert_eq!(text(&st, [None, None], Color::Red, Dialect::Uci, ms).0, "go movetime 500");
        let nodes = limits(&[("nodes", "5k")]);
        assert_eq!(text(&nodes, [None, None], Color::Red, Dialect::Uci, ms), ("go nodes 5000".into(), None));
    }
}
