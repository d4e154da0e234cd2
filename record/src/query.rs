//! Choosing games and describing them in a line: what `chuhe games` and the filters of `chuhe convert` do.

use std::fmt;

use chuhe_movegen::{Fen, FenError};
use serde::Serialize;

use crate::{Game, GameResult, Replay};

/// Which games are wanted; everything that is set must fit.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// A part of the name of either player, in any case.
    pub player: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// A part of the opening's name or code, in any case.
    pub opening: Option<String>,
    /// A position that occurs in the game or one of its variations.
    pub position: Option<WantedPosition>,
    /// Fewest plies of the main line.
    pub min_plies: Option<usize>,
    /// Most plies of the main line.
    pub max_plies: Option<usize>,
}

/// A position to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedPosition {
    fen: Fen,
    any_side: bool,
}

impl WantedPosition {
    /// Reads a FEN; without a side to move either side fits.
    ///
    /// # Errors
    /// When the text is no FEN.
    pub fn parse(text: &str) -> Result<WantedPosition, FenError> {
        let any_side = text.split_whitespace().nth(1).is_none_or(|side| !matches!(side, "w" | "b" | "r"));
        Ok(WantedPosition { fen: text.parse()?, any_side })
    }

    /// The ply at which the position first occurs, in the order of the tree; 0 is the start.
    #[must_use]
    pub fn ply_in(&self, game: &Game) -> Option<u32> {
        let fits = |replay: &Replay| {
            (self.any_side || replay.side() == self.fen.side)
                && self.fen.board.pieces().all(|(square, piece)| replay.piece_at(square) == Some(piece))
                && replay.board() == self.fen.board
        };
        let mut replay = Replay::new(&game.start);
        if fits(&replay) {
            return Some(0);
        }
        game.visit().find_map(|visit| {
            replay.before(visit);
            replay.play(game.node(visit.id).mv);
            fits(&replay).then_some(visit.ply)
        })
    }
}

impl Filter {
    /// Whether a game is wanted. `opening` is its opening's name where somebody knows it better than the tags.
    #[must_use]
    pub fn accepts(&self, game: &Game, opening: Option<&str>) -> bool {
        let has = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
        let plies = || game.mainline_plies();
        self.result.is_none_or(|result| game.result == result)
            && self
                .player
                .as_ref()
                .is_none_or(|player| ["Red", "Black"].iter().any(|side| has(game.tags.text(side), player)))
            && self.opening.as_ref().is_none_or(|wanted| {
                let tags = ["Opening", "Variation", "ECCO"].map(|name| game.tags.text(name));
                tags.into_iter().chain(opening).any(|text| has(text, wanted))
            })
            && self.min_plies.is_none_or(|least| plies() >= least)
            && self.max_plies.is_none_or(|most| plies() <= most)
            && self.position.is_none_or(|position| position.ply_in(game).is_some())
    }
}

/// A game in a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// The file it is in.
    pub file: String,
    /// Its number in the file, from 0.
    pub index: usize,
    /// Format of the file.
    pub format: Option<&'static str>,
    /// Title.
    pub title: String,
    /// Red player.
    pub red: String,
    /// Black player.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// Event.
    pub event: String,
    /// Date as the file has it.
    pub date: String,
    /// Plies of the main line.
    pub plies: usize,
    /// Variations.
    pub variations: usize,
    /// Comments.
    pub comments: usize,
    /// Name of the opening.
    pub opening: String,
    /// How many warnings reading gave.
    pub warnings: usize,
}

impl Summary {
    /// Describes a game. `opening` is its opening's name where somebody knows it better than the tags.
    #[must_use]
    pub fn new(game: &Game, opening: Option<&str>) -> Summary {
        let tag = |name: &str| game.tags.text(name).to_owned();
        let opening = opening.map_or_else(
            || {
                [tag("ECCO"), tag("Opening"), tag("Variation")]
                    .join(" ")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            },
            str::to_owned,
        );
        Summary {
            file: game.file.clone(),
            index: game.index,
            format: game.format.map(crate::Format::name),
            title: tag("Title"),
            red: tag("Red"),
            black: tag("Black"),
            result: game.result.pgn(),
            event: tag("Event"),
            date: tag("Date"),
            plies: game.mainline_plies(),
            variations: game.variations(),
            comments: game.comments(),
            opening,
            warnings: game.warnings.len(),
        }
    }
}

impl fmt::Display for Summary {
    /// `file#n  red – black  1-0  75 plies  opening`, leaving out what is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}  ", self.file, self.index + 1)?;
        let unknown = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        match (self.red.is_empty() && self.black.is_empty(), self.title.is_empty()) {
            (true, false) => write!(f, "{}", self.title)?,
            (true, true) => write!(f, "{}", unknown(&self.event))?,
            (false, _) => write!(f, "{} – {}", unknown(&self.red), unknown(&self.black))?,
        }
        write!(f, "  {}  {} plies", self.result, self.plies)?;
        for (count, what) in [(self.variations, "variations"), (self.comments, "comments"), (self.warnings, "warnings")]
        {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        for text in [&self.opening, &self.date] {
            if !text.is_empty() {
                write!(f, "  {text}")?;
            }
        }
        Ok(())
    }
}
