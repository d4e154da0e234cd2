//! What a GUI says to an engine.

use crate::go::Go;
use crate::moves::{format_move, parse_move};
use crate::position::{PositionText, Start};
use crate::words::{is, number, split_word, text, trim, words, words_at};
use crate::{Dialect, Ranks};

/// A command line, in either protocol.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Command {
    /// A blank line.
    Empty,
    /// `ucci`: hello, speak UCCI.
    Ucci,
    /// `uci`: hello, speak UCI.
    Uci,
    /// `ucicyclone`: a hint some programs send before `uci`; nothing to do.
    UciCyclone,
    /// `isready`: answer `readyok`.
    IsReady,
    /// `setoption …` in either grammar.
    SetOption {
        /// The name as written, blanks single; [`OptionTable::resolve`](crate::OptionTable::resolve) finds the option.
        name: String,
        /// The value's bytes with inner blanks kept, in the GUI's code page. None when nothing was given; an empty UCI
        /// `value` gives `Some` of nothing.
        value: Option<Vec<u8>>,
    },
    /// `position …`, or `fen …` / `startpos …` alone as UCI-Cyclone has it.
    Position(PositionText),
    /// `banmoves …`: moves not to be played, as text; replaces the list.
    BanMoves(Vec<String>),
    /// `go …`.
    Go(Go),
    /// `ponderhit`: the guessed move was played.
    PonderHit {
        /// The opponent offers a draw (UCCI).
        draw: bool,
    },
    /// `stop`.
    Stop,
    /// `probe …`: what the hash table knows of a position (UCCI).
    Probe(PositionText),
    /// `ucinewgame`, and what UCCI programs send for it: `uccinewgame`, `newgame`. The standard UCCI form, `setoption
    /// newgame`, stays a [`Command::SetOption`].
    NewGame,
    /// `quit`.
    Quit,
    /// `debug on|off`.
    Debug(bool),
    /// `d`: show the board. This and those below are our own, for people at a terminal.
    Display,
    /// `legal`: list the legal moves.
    Legal,
    /// `chases`: say what chases what.
    Chases,
    /// `eval`: the evaluation term by term.
    Eval,
    /// `bench …` with its arguments.
    Bench(Vec<String>),
    /// `perft DEPTH`, 1 without a number.
    Perft(u32),
    /// `help`.
    Help,
    /// Anything else; ignored without a word.
    Unknown,
}

/// Reads a line from a GUI. Any bytes may come; keywords are whole words in any case, between any blanks.
#[must_use]
pub fn parse_command(line: &[u8]) -> Command {
    let line = trim(line);
    let (keyword, rest) = split_word(line);
    let keyword = keyword.to_ascii_lowercase();
    match &keyword[..] {
        b"" => Command::Empty,
        b"ucci" => Command::Ucci,
        b"uci" => Command::Uci,
        b"ucicyclone" => Command::UciCyclone,
        b"isready" => Command::IsReady,
        b"setoption" => set_option(rest),
        b"position" => Command::Position(PositionText::parse(rest)),
        b"fen" | b"startpos" => Command::Position(PositionText::parse(line)),
        b"banmoves" => Command::BanMoves(words(rest).map(text).collect()),
        b"go" => Command::Go(Go::parse(rest)),
        b"ponderhit" => Command::PonderHit { draw: words(rest).any(|word| is(word, "draw")) },
        b"stop" => Command::Stop,
        b"probe" => Command::Probe(PositionText::parse(rest)),
        b"ucinewgame" | b"uccinewgame" | b"newgame" => Command::NewGame,
        b"quit" => Command::Quit,
        b"debug" => match split_word(rest).0.to_ascii_lowercase().as_slice() {
            b"on" | b"true" => Command::Debug(true),
            b"off" | b"false" => Command::Debug(false),
            _ => Command::Unknown,
        },
        b"d" => Command::Display,
        b"legal" => Command::Legal,
        b"chases" => Command::Chases,
        b"eval" => Command::Eval,
        b"bench" => Command::Bench(words(rest).map(text).collect()),
        b"perft" => {
            let depth = words(rest).next().and_then(number).unwrap_or(1).max(0);
            Command::Perft(u32::try_from(depth).unwrap_or(u32::MAX))
        }
        b"help" => Command::Help,
        _ => Command::Unknown,
    }
}

/// Reads what stands behind `setoption`. The word `name` selects UCI's grammar in either protocol.
fn set_option(rest: &[u8]) -> Command {
    let (first, behind) = split_word(rest);
    let (name, value) = if is(first, "name") {
        match words_at(behind).find(|(_, word)| is(word, "value")) {
            Some((at, word)) => (&behind[..at], Some(behind[at + word.len()..].trim_ascii())),
            None => (behind, None),
        }
    } else {
        (first, Some(behind).filter(|value| !value.is_empty()))
    };
    let name = words(name).map(text).collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Command::Unknown;
    }
    Command::SetOption { name, value: value.map(<[u8]>::to_vec) }
}

/// Writes a command for an engine, without a line end. FEN and option values are written byte for byte, so the line need
/// not be ASCII; line ends within them become blanks.
///
/// Move texts that read as moves with ranks from 0 are written with `ranks`; others as they are. A new game in UCCI is
/// `setoption newgame`, blanks in a UCCI option name become `_`, and UCI leaves draw offers out. [`Command::Unknown`] and
/// [`Command::Empty`] give an empty line.
#[must_use]
pub fn format_command(command: &Command, dialect: Dialect, ranks: Ranks) -> Vec<u8> {
    let write_move = |text: &str| match parse_move(text, Ranks::Zero) {
        Some(mv) => format_move(mv, ranks),
        None => text.to_owned(),
    };
    let mut line: Vec<u8> = match command {
        Command::Empty | Command::Unknown => String::new(),
        Command::Ucci => "ucci".into(),
        Command::Uci => "uci".into(),
        Command::UciCyclone => "ucicyclone".into(),
        Command::IsReady => "isready".into(),
        Command::SetOption { name, value } => return format_set_option(name, value.as_deref(), dialect),
        Command::Position(position) => return format_position("position", position, write_move),
        Command::Probe(position) => return format_position("probe", position, write_move),
        Command::BanMoves(moves) => {
            moves.iter().fold(String::from("banmoves"), |line, mv| line + " " + &write_move(mv))
        }
        Command::Go(go) => go.format(dialect == Dialect::Ucci, write_move),
        Command::PonderHit { draw: true } if dialect == Dialect::Ucci => "ponderhit draw".into(),
        Command::PonderHit { .. } => "ponderhit".into(),
        Command::Stop => "stop".into(),
        Command::NewGame => match dialect {
            Dialect::Ucci => "setoption newgame".into(),
            Dialect::Uci => "ucinewgame".into(),
        },
        Command::Quit => "quit".into(),
        Command::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
        Command::Display => "d".into(),
        Command::Legal => "legal".into(),
        Command::Chases => "chases".into(),
        Command::Eval => "eval".into(),
        Command::Bench(arguments) => arguments.iter().fold(String::from("bench"), |line, word| line + " " + word),
        Command::Perft(depth) => format!("perft {depth}"),
        Command::Help => "help".into(),
    }
    .into_bytes();
    one_line(&mut line);
    line
}

fn format_set_option(name: &str, value: Option<&[u8]>, dialect: Dialect) -> Vec<u8> {
    let mut line = match dialect {
        Dialect::Ucci => format!("setoption {}", name.replace(' ', "_")),
        Dialect::Uci => format!("setoption name {name}"),
    }
    .into_bytes();
    if let Some(value) = value {
        line.extend_from_slice(if dialect == Dialect::Uci { b" value " } else { b" " });
        line.extend_from_slice(value);
    }
    one_line(&mut line);
    line
}

fn format_position(keyword: &str, position: &PositionText, write_move: impl Fn(&str) -> String) -> Vec<u8> {
    let mut line = keyword.as_bytes().to_vec();
    match &position.start {
        Start::Startpos => line.extend_from_slice(b" startpos"),
        Start::Fen(fen) => {
            line.extend_from_slice(b" fen ");
            line.extend_from_slice(fen);
        }
    }
    if !position.moves.is_empty() {
        line.extend_from_slice(b" moves");
        for mv in &position.moves {
            line.push(b' ');
            line.extend_from_slice(write_move(mv).as_bytes());
        }
    }
    one_line(&mut line);
    line
}

/// Nothing that was put into a line may end it early.
fn one_line(line: &mut [u8]) {
    for byte in line.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}
