//! The formats, and what a reader and a writer of one look like.
//!
//! Each format has a module of its own. A reader is a function
//! `read(bytes: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError>`: it fails only when nothing can be read; what
//! is damaged inside a game becomes a [`crate::Warning`] of that game. A writer of one game a file is
//! `write(game: &Game, options: &WriteOptions) -> Vec<u8>` beside `losses(game: &Game, options: &WriteOptions) -> Vec<Loss>`,
//! which says beforehand what the format cannot hold; the caller decides whether to write all the same. A writer of a
//! library takes `&[Game]`.

use std::fmt;

use thiserror::Error;

use crate::{Game, Notation, TextEncoding};

/// A file format of games or positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Format {
    /// Xiangqi PGN, any notation, several games a file.
    Pgn,
    /// XQStudio 象棋演播室.
    Xqf,
    /// 东萍 `[DhtmlXQ]` blocks in pages, forum posts and texts.
    DhtmlXq,
    /// 象棋桥 record, versions 1 and 2.
    Cbr,
    /// 象棋桥 library.
    Cbl,
    /// 象棋桥 library of 2001 to 2006, zlib inside.
    CblLegacy,
    /// 象棋桥 XML.
    Cbf,
    /// 鹏飞 XML.
    Pfc,
    /// Lists of FEN or EPD lines.
    Fen,
    /// Lines `RESULT<TAB>startpos|FEN<TAB>moves`.
    Iccs,
    /// One JSON object a game and line.
    Json,
    /// WXF text of XieXie and PlayOK: `START{ … }END`.
    WxfText,
    /// QQ 象棋.
    Che,
    /// 联众, old: 32-byte records.
    ChnOld,
    /// 联众 of 2016: `.chn`, `.xqi`.
    Chn,
    /// 中游, old: 7-byte records.
    CcmOld,
    /// 17pk of 2016.
    Ccm,
    /// 弈天.
    Mxq,
}

impl Format {
    /// The name that commands and JSON use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Xqf => "xqf",
            Format::DhtmlXq => "dhtmlxq",
            Format::Cbr => "cbr",
            Format::Cbl => "cbl",
            Format::CblLegacy => "cbl-legacy",
            Format::Cbf => "cbf",
            Format::Pfc => "pfc",
            Format::Fen => "fen",
            Format::Iccs => "iccs",
            Format::Json => "json",
            Format::WxfText => "wxf",
            Format::Che => "che",
            Format::ChnOld => "chn-old",
            Format::Chn => "chn",
            Format::CcmOld => "ccm-old",
            Format::Ccm => "ccm",
            Format::Mxq => "mxq",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The games of a file, one after the other. An error concerns one game; the iterator goes on behind it.
pub type Games = Box<dyn Iterator<Item = Result<Game, ReadError>> + Send>;

/// The [`Games`] of a file that holds a single one.
#[must_use]
pub fn one_game(game: Game) -> Games {
    Box::new(std::iter::once(Ok(game)))
}

/// Why nothing could be read at some point of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{reason} (at byte {offset})")]
pub struct ReadError {
    /// Bytes from the beginning of the file.
    pub offset: u64,
    /// The line of a text file, from 1.
    pub line: Option<u64>,
    /// What is wrong, in one line without the offset.
    pub reason: String,
}

impl ReadError {
    /// An error at a byte of the file.
    #[must_use]
    pub fn new(offset: usize, reason: impl Into<String>) -> ReadError {
        ReadError { offset: offset as u64, line: None, reason: reason.into() }
    }
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The text encoding where the user knows better than the detection.
    pub encoding: Option<TextEncoding>,
    /// Whether to read games that a library marks as deleted.
    pub deleted: bool,
}

/// How to write.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Notation of moves, where the format leaves a choice.
    pub notation: Option<Notation>,
    /// Text encoding, where the format leaves a choice; none is the format's usual one.
    pub encoding: Option<TextEncoding>,
    /// XQF version byte, 10 or 18; none is 10.
    pub xqf_version: Option<u8>,
}

/// What a format cannot hold of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// Comments have no place.
    Comments(usize),
    /// Variations have no place.
    Variations(usize),
    /// Glyphs, marks, scores or clocks have no place.
    Annotations(usize),
    /// Moves that cannot be played have no text in this notation; they and what follows them are left out.
    IllegalMoves(usize),
    /// A tag has no place.
    Tag(String),
    /// A text is longer than its field: name, bytes there are, bytes it has.
    LongText(String, usize, usize),
    /// Characters that the encoding does not have: where, and the first such character.
    Characters(String, char),
    /// Something else, said in one line.
    Other(String),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Comments(n) => write!(f, "{n} comments"),
            Loss::Variations(n) => write!(f, "{n} variations"),
            Loss::Annotations(n) => write!(f, "glyphs, marks, scores or clocks of {n} moves"),
            Loss::IllegalMoves(n) => write!(f, "{n} illegal moves and what follows them"),
            Loss::Tag(name) => write!(f, "the tag {name}"),
            Loss::LongText(name, room, length) => {
                write!(f, "the end of {name}: {length} bytes, and the field holds {room}")
            }
            Loss::Characters(name, first) => write!(f, "characters of {name}, the first is `{first}`"),
            Loss::Other(text) => f.write_str(text),
        }
    }
}
