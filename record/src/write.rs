//! Writing games in whatever format, one after the other.

use std::io::{self, Write};

use thiserror::Error;

use crate::formats::{ccbridge, dhtmlxq, fen_list, iccs_lines, json, pgn, xqf};
use crate::{Format, Game, Loss, WriteOptions};

/// Why a game was not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// There is no writer.
    #[error("the format {0} can be read, not written")]
    ReadOnly(Format),
    /// The format holds one game a file.
    #[error("a file of the format {0} holds one game")]
    OneGame(Format),
    /// The sink failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Format {
    /// Whether there is a writer.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(
            self,
            Format::Pgn
                | Format::Xqf
                | Format::DhtmlXq
                | Format::Cbr
                | Format::Cbl
                | Format::Fen
                | Format::Iccs
                | Format::Json
        )
    }

    /// Whether a file holds more than one game.
    #[must_use]
    pub const fn holds_many(self) -> bool {
        !matches!(self, Format::Xqf | Format::Cbr | Format::Cbf | Format::Pfc)
    }

    /// The usual ending of file names, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::DhtmlXq => "ubb",
            Format::CblLegacy => "cbl",
            Format::Iccs => "txt",
            Format::Json => "jsonl",
            Format::WxfText => "wxf",
            Format::ChnOld => "chn",
            Format::CcmOld => "ccm",
            format => format.name(),
        }
    }

    /// The format a user names, or the one that the ending of a file name stands for.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Some(match name.to_ascii_lowercase().as_str() {
            "pgn" => Format::Pgn,
            "xqf" | "xqn" => Format::Xqf,
            "dhtmlxq" | "ubb" | "html" | "htm" => Format::DhtmlXq,
            "cbr" => Format::Cbr,
            "cbl" => Format::Cbl,
            "fen" | "epd" => Format::Fen,
            "iccs" | "txt" => Format::Iccs,
            "json" | "jsonl" => Format::Json,
            _ => return None,
        })
    }
}

/// What would be lost by writing a game in a format.
#[must_use]
pub fn losses(game: &Game, format: Format, options: &WriteOptions) -> Vec<Loss> {
    match format {
        Format::Pgn => pgn::losses(game, options),
        Format::Xqf => xqf::losses(game, options),
        Format::DhtmlXq => dhtmlxq::losses(game, options),
        Format::Cbr => ccbridge::cbr::losses(game, options),
        Format::Cbl => ccbridge::cbl::losses(game, options),
        Format::Fen => fen_list::losses(game, options),
        Format::Iccs => iccs_lines::losses(game, options),
        _ => Vec::new(),
    }
}

/// Writes games into a file of a format.
pub struct GameWriter<W: Write> {
    state: State<W>,
    format: Format,
    options: WriteOptions,
    count: usize,
}

enum State<W: Write> {
    Pgn(pgn::PgnWriter<W>),
    Plain(W),
    /// A library has its list of games before the games: all are kept until the end.
    Library(W, Vec<Game>),
}

impl<W: Write> GameWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// [`WriteError::ReadOnly`] when the format has no writer.
    pub fn new(format: Format, sink: W, options: WriteOptions) -> Result<GameWriter<W>, WriteError> {
        if !format.is_writable() {
            return Err(WriteError::ReadOnly(format));
        }
        let state = match format {
            Format::Pgn => State::Pgn(pgn::PgnWriter::new(sink, options.clone())),
            Format::Cbl => State::Library(sink, Vec::new()),
            _ => State::Plain(sink),
        };
        Ok(GameWriter { state, format, options, count: 0 })
    }

    /// How many games have been written.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Writes a game; what the format cannot hold is left out ([`losses`] says what).
    ///
    /// # Errors
    /// When the sink fails, or for a second game in a format that holds one.
    pub fn write(&mut self, game: &Game) -> Result<(), WriteError> {
        if self.count > 0 && !self.format.holds_many() {
            return Err(WriteError::OneGame(self.format));
        }
        match &mut self.state {
            State::Pgn(writer) => writer.write(game)?,
            State::Library(_, games) => games.push(game.clone()),
            State::Plain(sink) => {
                let options = &self.options;
                let (bytes, end): (Vec<u8>, &[u8]) = match self.format {
                    Format::Xqf => (xqf::write(game, options), b""),
                    Format::Cbr => (ccbridge::cbr::write(game, options), b""),
                    Format::DhtmlXq => (dhtmlxq::write(game, options), b"\n"),
                    Format::Fen => (fen_list::write(game, options), b"\n"),
                    Format::Iccs => (iccs_lines::write(game, options), b"\n"),
                    _ => (json::write(game), b"\n"),
                };
                sink.write_all(&bytes)?;
                sink.write_all(end)?;
            }
        }
        self.count += 1;
        Ok(())
    }

    /// Ends the file and gives the sink back.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(self) -> Result<W, WriteError> {
        let mut sink = match self.state {
            State::Pgn(writer) => writer.finish()?,
            State::Plain(sink) => sink,
            State::Library(mut sink, games) => {
                sink.write_all(&ccbridge::cbl::write(&games, &self.options))?;
                sink
            }
        };
        sink.flush()?;
        Ok(sink)
    }
}
