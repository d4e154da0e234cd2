//! What is to be known about an engine before it runs.

use std::fs;
use std::path::{Path, PathBuf};

use chuhe_protocol::{Dialect, Ranks};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{LimitError, Limits};

/// When an engine's process is started anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// Only after a fault.
    #[default]
    Auto,
    /// For every game.
    On,
    /// Never: an engine that failed loses its remaining games.
    Off,
}

/// What becomes of an engine's own words about the result: resignations and draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claims {
    /// They count.
    #[default]
    Trust,
    /// A resignation counts when the other side's last score sees it winning, a draw when both scores are within half a
    /// pawn; otherwise the move is played.
    Verify,
    /// The move is played.
    Ignore,
}

/// An engine as a user describes it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineConfig {
    /// The name in tables and records. Empty: what the engine calls itself.
    pub name: String,
    /// The program, found as a shell finds it.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory. None: that of this process.
    pub directory: Option<PathBuf>,
    /// The protocol. None: found out.
    #[serde(with = "names::protocol")]
    pub protocol: Option<Dialect>,
    /// How it numbers ranks. None: found out.
    #[serde(with = "names::ranks")]
    pub ranks: Option<Ranks>,
    /// Whether its UCCI clock counts milliseconds. None: as it offers.
    pub milliseconds: Option<bool>,
    /// Whether positions are written with the letters E and H for bishops and knights.
    pub letters_eh: bool,
    /// Options to be set, in order.
    pub options: Vec<(String, String)>,
    /// Lines to be sent as they are after the options.
    pub init: Vec<String>,
    /// Where its standard error goes. None: nowhere.
    pub stderr: Option<PathBuf>,
    /// When it is started anew.
    pub restart: Restart,
    /// Its time, nodes and depth.
    pub limits: Limits,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether moves that would lose by the rules of repetition are banned to it (`banmoves` in UCCI, `searchmoves` in UCI).
    pub ban_moves: bool,
    /// What becomes of its resignations and draws.
    pub claims: Claims,
    /// How long it may be silent without a clock before it counts as hanging, in milliseconds.
    pub stall_ms: u64,
    /// How long it may take to answer a hello or `isready`, in milliseconds.
    pub startup_ms: u64,
    /// Opening books of its own, with red and with black: moves from these lines are played for it.
    pub books: [Option<PathBuf>; 2],
    /// How many plies of the game its book may be used.
    pub book_plies: u32,
}

impl EngineConfig {
    /// An engine that is started by this command.
    #[must_use]
    pub fn new(command: impl Into<String>) -> EngineConfig {
        EngineConfig {
            command: command.into(),
            stall_ms: DEFAULT_STALL_MS,
            startup_ms: DEFAULT_STARTUP_MS,
            book_plies: u32::MAX,
            ..EngineConfig::default()
        }
    }

    /// Sets a property by its name on the command line, in engine files and in `-each`: `name`, `cmd`, `dir`, `arg`,
    /// `args`, `proto`, `ranks`, `timeunit`, `letters`, `option.X`, `initstr`, `stderr`, `restart`, `ponder`, `banmoves`, `claims`, `stall`,
    /// `startup`, `book`, `bookred`, `bookblack`, `bookplies`, `bookdepth`, and those of [`Limits::set`].
    ///
    /// # Errors
    /// When there is no such property or the value is none for it; one line.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), PropertyError> {
        let bad =
            |expected: &'static str| PropertyError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        let switch = || match value.to_ascii_lowercase().as_str() {
            "" | "on" | "true" | "yes" | "1" => Ok(true),
            "off" | "false" | "no" | "0" => Ok(false),
            _ => Err(bad("on or off")),
        };
        let seconds = || match value.parse::<f64>() {
            Ok(seconds) if seconds.is_finite() && seconds > 0.0 && seconds < 1e7 => {
                Ok((seconds * 1000.0).ceil() as u64)
            }
            _ => Err(bad("seconds")),
        };
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" | "command" => {
                let mut words =
                    shlex::split(value).filter(|words| !words.is_empty()).ok_or_else(|| bad("a command"))?;
                // A path with blanks may also stand there as it is.
                if Path::new(value).is_file() {
                    words = vec![value.to_owned()];
                }
                self.command = words.remove(0);
                self.arguments.splice(0..0, words);
            }
            "dir" => self.directory = Some(value.into()),
            "arg" => self.arguments.push(value.to_owned()),
            "args" => self.arguments.extend(shlex::split(value).ok_or_else(|| bad("words as a shell reads them"))?),
            "proto" | "protocol" => self.protocol = parse_protocol(value).ok_or_else(|| bad("ucci, uci or auto"))?,
            "ranks" => self.ranks = parse_ranks(value).ok_or_else(|| bad("0, 1 or auto"))?,
            "timeunit" => {
                self.milliseconds = match value {
                    "ms" => Some(true),
                    "s" => Some(false),
                    "auto" => None,
                    _ => return Err(bad("ms, s or auto")),
                }
            }
            "letters" => {
                self.letters_eh = match value {
                    "eh" => true,
                    "bn" => false,
                    _ => return Err(bad("bn or eh")),
                }
            }
            "initstr" | "init" => self.init.extend(value.split("\\n").map(str::to_owned)),
            "stderr" => self.stderr = Some(value.into()),
            "restart" => {
                self.restart = match value {
                    "auto" => Restart::Auto,
                    "on" => Restart::On,
                    "off" => Restart::Off,
                    _ => return Err(bad("auto, on or off")),
                }
            }
            "ponder" => self.ponder = switch()?,
            "banmoves" => self.ban_moves = switch()?,
            "claims" | "trust" => {
                self.claims = match value {
                    "" | "trust" | "on" | "true" => Claims::Trust,
                    "verify" => Claims::Verify,
                    "ignore" | "off" | "false" => Claims::Ignore,
                    _ => return Err(bad("trust, verify or ignore")),
                }
            }
            "stall" => self.stall_ms = seconds()?,
            "startup" => self.startup_ms = seconds()?,
            "book" => self.books = [Some(value.into()), Some(value.into())],
            "bookred" => self.books[0] = Some(value.into()),
            "bookblack" => self.books[1] = Some(value.into()),
            "bookplies" => self.book_plies = value.parse().map_err(|_| bad("a number of plies"))?,
            "bookdepth" => {
                self.book_plies = value.parse::<u32>().map_err(|_| bad("a number of moves"))?.saturating_mul(2);
            }
            _ => match key.strip_prefix("option.") {
                Some("") => return Err(bad("an option's name behind `option.`")),
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => {
                    if !self.limits.set(key, value)? {
                        return Err(PropertyError::Unknown { key: key.to_owned() });
                    }
                }
            },
        }
        Ok(())
    }

    /// The name in messages before the engine has said its own.
    #[must_use]
    pub fn label(&self) -> String {
        if !self.name.is_empty() {
            return self.name.clone();
        }
        Path::new(&self.command).file_stem().map_or_else(|| self.command.clone(), |s| s.to_string_lossy().into_owned())
    }
}

/// How long an engine may be silent without a clock.
const DEFAULT_STALL_MS: u64 = 60_000;
/// How long an engine may take to answer a hello.
const DEFAULT_STARTUP_MS: u64 = 10_000;

/// A property that an engine does not have, or a value that is none for it.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PropertyError {
    /// No such property.
    #[error(
        "engines have no property `{key}` (name, cmd, dir, arg, proto, ranks, timeunit, letters, option.X, initstr, stderr, restart, tc, st, nodes, depth, timemargin, ponder, banmoves, claims, stall, startup, book, bookred, bookblack, bookplies)"
    )]
    Unknown {
        /// Its name.
        key: String,
    },
    /// A value that cannot be used.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The property.
        key: String,
        /// What was given.
        value: String,
        /// What would do.
        expected: &'static str,
    },
    /// A limit that cannot be used.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

fn parse_protocol(text: &str) -> Option<Option<Dialect>> {
    match text.to_ascii_lowercase().as_str() {
        "ucci" => Some(Some(Dialect::Ucci)),
        "uci" => Some(Some(Dialect::Uci)),
        "auto" => Some(None),
        _ => None,
    }
}

fn parse_ranks(text: &str) -> Option<Option<Ranks>> {
    match text {
        "0" | "0-9" => Some(Some(Ranks::Zero)),
        "1" | "1-10" => Some(Some(Ranks::One)),
        "auto" => Some(None),
        _ => None,
    }
}

/// An engine file that cannot be used.
#[derive(Debug, Error)]
pub enum EngineFileError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The text is no TOML.
    #[error("{}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What and where, in one line.
        message: String,
    },
    /// A property is wrong.
    #[error("{}: engine {number}: {error}", path.display())]
    Property {
        /// The file.
        path: PathBuf,
        /// Which engine of the file, from 1.
        number: usize,
        /// What is wrong.
        error: PropertyError,
    },
    /// An engine has no program.
    #[error("{}: engine {number}: no cmd", path.display())]
    NoCommand {
        /// The file.
        path: PathBuf,
        /// Which engine of the file, from 1.
        number: usize,
    },
    /// There is no engine in it.
    #[error("{}: no [[engine]] in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// Reads a TOML file with one or more `[[engine]]` tables (or one engine at the top level). The properties are those of
/// [`EngineConfig::set`]; options stand in a table `option`; several values of a property are an array; relative `cmd`
/// paths with a separator and `dir` are taken from the file's folder.
///
/// ```toml
/// [[engine]]
/// name = "Chuhe"
/// cmd = "./chuhe"
/// proto = "ucci"
/// tc = "10+0.1"
/// option = { hashsize = 64, threads = 1 }
/// ```
///
/// # Errors
/// When the file cannot be read or says something that cannot be used.
pub fn read_engine_file(path: &Path) -> Result<Vec<EngineConfig>, EngineFileError> {
    let text = fs::read_to_string(path).map_err(|error| EngineFileError::Read { path: path.into(), error })?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        EngineFileError::Syntax { path: path.into(), message: format!("line {line}: {}", error.message()) }
    })?;
    let tables: Vec<toml::Table> = match table.get("engine") {
        Some(toml::Value::Array(list)) => list.iter().filter_map(|value| value.as_table().cloned()).collect(),
        Some(toml::Value::Table(one)) => vec![one.clone()],
        _ if table.contains_key("cmd") || table.contains_key("command") => vec![table],
        _ => Vec::new(),
    };
    if tables.is_empty() {
        return Err(EngineFileError::Empty { path: path.into() });
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let engine = |(i, table): (usize, &toml::Table)| {
        let mut config = EngineConfig::new("");
        let mut set = |key: &str, value: &toml::Value| {
            config.set(key, &plain(value)).map_err(|error| EngineFileError::Property {
                path: path.into(),
                number: i + 1,
                error,
            })
        };
        for (key, value) in table {
            match (key.as_str(), value) {
                ("option" | "options", toml::Value::Table(options)) => {
                    for (name, value) in options {
                        set(&format!("option.{name}"), value)?;
                    }
                }
                (_, toml::Value::Array(list)) => {
                    for value in list {
                        set(key, value)?;
                    }
                }
                _ => set(key, value)?,
            }
        }
        if config.command.is_empty() {
            return Err(EngineFileError::NoCommand { path: path.into(), number: i + 1 });
        }
        if let Some(folder) = folder {
            if Path::new(&config.command).is_relative() && config.command.contains(['/', '\\']) {
                config.command = folder.join(&config.command).to_string_lossy().into_owned();
            }
            config.directory = config.directory.map(|dir| folder.join(dir));
        }
        Ok(config)
    };
    tables.iter().enumerate().map(engine).collect()
}

fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Protocol and ranks as words in saved files.
mod names {
    macro_rules! by_name {
        ($module:ident, $type:ty, $($name:literal = $value:expr),+) => {
            pub(super) mod $module {
                use serde::{Deserialize, Deserializer, Serialize, Serializer};
                pub(in super::super) fn serialize<S: Serializer>(value: &Option<$type>, s: S) -> Result<S::Ok, S::Error> {
                    let name = match value { None => "auto", $(Some(v) if *v == $value => $name,)+ Some(_) => "auto" };
                    name.serialize(s)
                }
                pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<$type>, D::Error> {
                    Ok(match String::deserialize(d)?.as_str() { $($name => Some($value),)+ _ => None })
                }
            }
        };
    }
    by_name!(
        protocol,
        chuhe_protocol::Dialect,
        "ucci" = chuhe_protocol::Dialect::Ucci,
        "uci" = chuhe_protocol::Dialect::Uci
    );
    by_name!(ranks, chuhe_protocol::Ranks, "0" = chuhe_protocol::Ranks::Zero, "1" = chuhe_protocol::Ranks::One);
}
