//! The ways to write a move down, in both directions (`spec/formats.md` §8, competition rules 7.5).
//!
//! Writing needs the notation, reading does not: the text shows which one it is. A text may fit several legal moves; then
//! all of them are returned and whoever reads a game lets the following moves decide (`movetext.rs`).

mod algebraic;
mod glyphs;
mod manual;
mod manual_writer;
pub mod points;

use std::fmt;

use chuhe_movegen::{Color, Move, Piece, Position, Square};
use thiserror::Error;

pub use glyphs::{Script, piece_name};

use crate::Replay;

/// A notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Notation {
    /// `h2e2`
    Iccs,
    /// `H2-E2`, as PGN files with `[Format "ICCS"]` write it.
    IccsUpper,
    /// `C2=5`; pawns in tandem as in the WXF rules of 2018 (`15=6`).
    Wxf,
    /// `C2=5`; pawns in tandem by letters (`Pa=6`).
    WxfLetters,
    /// 炮二平五, simplified characters; black's digits full width (马８进７).
    #[default]
    Chinese,
    /// As `Chinese`, black's digits half width (马8进7).
    ChineseHalfWidth,
    /// 炮二平五, traditional characters; black's digits full width (馬８進７).
    Traditional,
    /// As `Traditional`, black's digits half width (馬8進7).
    TraditionalHalfWidth,
    /// `Che2`, `Cxe6`: algebraic notation as WinBoard writes it.
    Algebraic,
    /// 炮25, 马23̅: the short record of the competition rules, a line above the last digit for 进, below for 退.
    Short,
    /// 炮25, 马2+3: the short record where a line above or below cannot be written.
    ShortAscii,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 11] = [
        Notation::Iccs,
        Notation::IccsUpper,
        Notation::Wxf,
        Notation::WxfLetters,
        Notation::Chinese,
        Notation::ChineseHalfWidth,
        Notation::Traditional,
        Notation::TraditionalHalfWidth,
        Notation::Algebraic,
        Notation::Short,
        Notation::ShortAscii,
    ];

    /// The name that commands use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Iccs => "iccs",
            Notation::IccsUpper => "iccs-upper",
            Notation::Wxf => "wxf",
            Notation::WxfLetters => "wxf-letters",
            Notation::Chinese => "zh",
            Notation::ChineseHalfWidth => "zh-half",
            Notation::Traditional => "zh-hant",
            Notation::TraditionalHalfWidth => "zh-hant-half",
            Notation::Algebraic => "san",
            Notation::Short => "short",
            Notation::ShortAscii => "short-ascii",
        }
    }

    /// The notation of a name that commands use; `chinese` and `traditional` are understood too.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Notation> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "chinese" | "zh-hans" => Some(Notation::Chinese),
            "traditional" => Some(Notation::Traditional),
            "algebraic" => Some(Notation::Algebraic),
            _ => Notation::ALL.into_iter().find(|notation| notation.name() == name),
        }
    }

    /// The value of the PGN tag `Format` for it, where there is an agreed one.
    #[must_use]
    pub const fn pgn_format(self) -> Option<&'static str> {
        match self {
            Notation::Iccs | Notation::IccsUpper => Some("ICCS"),
            Notation::Wxf | Notation::WxfLetters => Some("WXF"),
            Notation::Algebraic => Some("SAN"),
            _ => None,
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a notation needs to know of the board: a [`Position`], or a [`Replay`] where the placement may be anything.
pub trait Scene {
    /// Who moves.
    fn side(&self) -> Color;
    /// The piece on a point.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// Whether the side to move can play the move.
    fn is_playable(&self, mv: Move) -> bool;
}

impl Scene for Position {
    fn side(&self) -> Color {
        Position::side(self)
    }
    fn piece_at(&self, square: Square) -> Option<Piece> {
        Position::piece_at(self, square)
    }
    fn is_playable(&self, mv: Move) -> bool {
        mv.from() != mv.to() && self.is_legal(mv)
    }
}

impl Scene for Replay {
    fn side(&self) -> Color {
        Replay::side(self)
    }
    fn piece_at(&self, square: Square) -> Option<Piece> {
        Replay::piece_at(self, square)
    }
    fn is_playable(&self, mv: Move) -> bool {
        Replay::is_playable(self, mv)
    }
}

/// A legal move that a text may mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The move.
    pub mv: Move,
    /// Whether the text says something else first: only a short record without its mark has such readings (it prefers
    /// 平). They count where nothing else is legal, or where later moves decide for them.
    pub second: bool,
}

/// How a file counts ranks in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ranks {
    /// 0 to 9: ICCS, UCCI, WinBoard.
    #[default]
    FromZero,
    /// 1 to 10: programs of the Fairy-Stockfish family.
    FromOne,
}

/// Why a text is no move here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The text is in none of the notations.
    #[error("`{0}` is not a move in any notation")]
    Unknown(String),
    /// The text is a move, but not one that can be played here.
    #[error("`{0}` is no legal move here")]
    Illegal(String),
    /// The text fits several legal moves.
    #[error("`{text}` may mean {}", list(readings))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves it fits.
        readings: Vec<Move>,
    },
}

pub(crate) fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" or ")
}

/// All legal moves that a text may mean, in any notation. Never empty when it is `Ok`.
///
/// # Errors
/// [`NotationError::Unknown`] or [`NotationError::Illegal`].
pub fn readings(scene: &impl Scene, text: &str, ranks: Ranks) -> Result<Vec<Reading>, NotationError> {
    let shown = || text.chars().take(40).collect::<String>();
    let normal = normalise(text).ok_or_else(|| NotationError::Unknown(shown()))?;
    let mut known = false;
    let mut found = Vec::new();
    let coordinates = algebraic::coordinates(&normal, ranks);
    // `C1d3` is a cannon of rank 1 that goes to d3; only where there is none it is c1d3.
    let algebraic_first = normal.starts_with(|c: char| c.is_ascii_uppercase())
        && normal.contains(|c: char| c.is_ascii_lowercase())
        && algebraic::readings(scene, &normal, ranks, &mut found)
        && !found.is_empty();
    if let Some(mv) = coordinates.filter(|_| !algebraic_first) {
        known = true;
        if mv.is_some() && scene.is_playable(mv) {
            return Ok(vec![Reading { mv, second: false }]);
        }
    }
    if found.is_empty() {
        known |= manual::readings(scene, &normal, &mut found);
    }
    if found.is_empty() {
        known |= algebraic::readings(scene, &normal, ranks, &mut found);
    }
    match (known, found.is_empty()) {
        (_, false) => Ok(found),
        (true, true) => Err(NotationError::Illegal(shown())),
        (false, true) => Err(NotationError::Unknown(shown())),
    }
}

/// The one legal move that a text means.
///
/// ```
/// use chuhe_movegen::Position;
/// use chuhe_record::notation::{self, Notation};
///
/// let position = Position::start();
/// let mv = notation::read(&position, "炮二平五").unwrap();
/// assert_eq!(mv.to_string(), "h2e2");
/// assert_eq!(notation::write(&position, mv, Notation::Wxf).unwrap(), "C2=5");
/// ```
///
/// # Errors
/// As [`readings`], and [`NotationError::Ambiguous`] with all that fit.
pub fn read(scene: &impl Scene, text: &str) -> Result<Move, NotationError> {
    let all = readings(scene, text, Ranks::FromZero)?;
    let first: Vec<Move> = all.iter().filter(|r| !r.second).map(|r| r.mv).collect();
    let best = if first.is_empty() { all.iter().map(|r| r.mv).collect() } else { first };
    match best[..] {
        [mv] => Ok(mv),
        _ => Err(NotationError::Ambiguous { text: text.chars().take(40).collect(), readings: best }),
    }
}

/// Whether a text has the shape of a move in some notation, on whatever board.
#[must_use]
pub fn looks_like_move(text: &str) -> bool {
    normalise(text).is_some_and(|text| {
        manual::has_shape(&text)
            || algebraic::coordinates(&text, Ranks::FromOne).is_some()
            || algebraic::has_shape(&text)
    })
}

/// The move in a notation. None when no piece of the side to move stands where it begins, or the piece does not move that
/// way: such moves have no text but in coordinates.
#[must_use]
pub fn write(scene: &impl Scene, mv: Move, notation: Notation) -> Option<String> {
    match notation {
        Notation::Iccs => Some(mv.to_string()),
        Notation::IccsUpper => {
            let (from, to) = (mv.from().to_string(), mv.to().to_string());
            Some(format!("{}-{}", from.to_uppercase(), to.to_uppercase()))
        }
        Notation::Algebraic => algebraic::write(scene, mv),
        _ => manual_writer::write(scene, mv, notation),
    }
}

/// Full-width ASCII becomes ASCII, blanks go, and what follows a move as praise or check goes too. None for texts that are
/// empty or too long for a move.
fn normalise(text: &str) -> Option<String> {
    let mut normal = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            '\u{FF01}'..='\u{FF5E}' => normal.extend(char::from_u32(c as u32 - 0xFEE0)),
            '\u{2212}' | '\u{2013}' | '\u{2014}' | '\u{2010}' | '\u{2011}' => normal.push('-'),
            c if c.is_whitespace() || c == '\u{3000}' => {}
            c => normal.push(c),
        }
    }
    let kept = normal.trim_end_matches(['!', '?', '#', '.', ',', ';']).len();
    normal.truncate(kept);
    (!normal.is_empty() && normal.len() <= 40).then_some(normal)
}
