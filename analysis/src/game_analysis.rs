//! One analysed game, and many of them.

use serde::{Deserialize, Serialize};

use crate::{MoveClass, Phase, PositionRecord, Ruling, Side};

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Code, such as `C11`; empty when the name comes from the file.
    pub code: String,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// What ended it on the board, by the rules; none when the last position could be played on: somebody resigned, ran
    /// out of time, or both agreed.
    pub ruling: Option<Ruling>,
    /// The ply behind which the rules ended the game. Smaller than the number of plies when the players went on.
    pub ply: Option<u32>,
    /// Whether the result of the record is what the rules say; none where one of them says nothing.
    pub agrees: Option<bool>,
    /// The end in a line for people, English: `checkmate, red wins`, `the record gives red the win; ...`
    pub en: String,
    /// The same in Chinese.
    pub zh: String,
}

/// How one side played.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// Name; empty when not known.
    pub name: String,
    /// Moves that were analysed.
    pub moves: u32,
    /// How many of each class, best first: best, good, inaccuracy, mistake, blunder.
    pub classes: [u32; 5],
    /// Mean accuracy of the moves, 0 to 100; none without moves.
    pub accuracy: Option<f64>,
    /// Mean loss in hundredths of a pawn.
    pub average_cp_loss: Option<f64>,
    /// Mean accuracy in opening, middle game and endgame.
    pub phase_accuracy: [Option<f64>; 3],
    /// Moves analysed in opening, middle game and endgame.
    pub phase_moves: [u32; 3],
    /// Mates that were there and not played.
    pub missed_mates: u32,
    /// Time used in milliseconds, where the record says so.
    pub time_used_ms: Option<u64>,
}

impl PlayerSummary {
    /// How many moves are of a class.
    #[must_use]
    pub fn count(&self, class: MoveClass) -> u32 {
        self.classes[class as usize]
    }

    /// Mean accuracy in a part of the game.
    #[must_use]
    pub fn in_phase(&self, phase: Phase) -> Option<f64> {
        self.phase_accuracy[phase as usize]
    }
}

/// Everything known of a game but its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// `games.pgn#3`
    pub id: String,
    /// The file; empty when it comes from nowhere.
    pub file: String,
    /// Number in the file, from 1.
    pub number: usize,
    /// Tags under their PGN names, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Opening.
    pub opening: Option<OpeningRecord>,
    /// Where the game starts.
    pub start_fen: String,
    /// Plies of the main line, whether analysed or not.
    pub plies: u32,
    /// How it ended.
    pub ending: Ending,
    /// Red's play, black's play.
    pub players: [PlayerSummary; 2],
    /// What was wrong with the file or the game: each a line.
    pub warnings: Vec<String>,
    /// Why the analysis ends early: an illegal move, an impossible start; none when all is well.
    pub error: Option<String>,
}

impl GameSummary {
    /// The value of a tag; the empty text when there is none.
    #[must_use]
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    /// How a side played.
    #[must_use]
    pub fn player(&self, side: Side) -> &PlayerSummary {
        &self.players[side as usize]
    }
}

/// One analysed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameAnalysis {
    /// Everything but the moves.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// Every ply of the main line in order, also those outside the range or side asked for: these have moves, no scores.
    /// An illegal move and what follows it are left out.
    pub moves: Vec<PositionRecord>,
    /// The position behind the last move, where it was searched; its `move` is none.
    pub last: Option<PositionRecord>,
}

/// How the analysis was made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// The engines, the first one is who marks moves: `Chuhe 0.1.0 (gen0-9624e30d)`.
    pub engines: Vec<String>,
    /// The limit of a search in words: `20000 nodes`.
    pub limit: String,
    /// Name of the rule set.
    pub rules: String,
}

/// How somebody played in all games of a collection, or how all games of an opening went.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Games.
    pub games: u32,
    /// Games won (of an opening: by red).
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost (of an opening: by red).
    pub losses: u32,
    /// Moves that were analysed.
    pub moves: u32,
    /// How many of each class, as in [`PlayerSummary::classes`].
    pub classes: [u32; 5],
    /// Mean accuracy of all moves; of an opening: of both sides.
    pub accuracy: Option<f64>,
    /// Mean loss in hundredths of a pawn.
    pub average_cp_loss: Option<f64>,
    /// Mean accuracy in opening, middle game and endgame.
    pub phase_accuracy: [Option<f64>; 3],
    /// Mates missed.
    pub missed_mates: u32,
}

/// A line of the table of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerTotals {
    /// Name.
    pub name: String,
    /// With both colours, and with each.
    #[serde(flatten)]
    pub all: Totals,
    /// With red.
    pub red: Totals,
    /// With black.
    pub black: Totals,
}

/// A line of the table of openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpeningTotals {
    /// The opening.
    pub opening: OpeningRecord,
    /// Its games.
    #[serde(flatten)]
    pub all: Totals,
}

/// A file or game that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unreadable {
    /// The file, with the game's number or line where that is known.
    pub id: String,
    /// Why, in a line.
    pub error: String,
}

/// All games of a run with their tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Collection {
    /// A title for people: the inputs' names.
    pub title: String,
    /// How the analysis was made.
    pub run: RunInfo,
    /// The games in the order of the input; their moves are with [`GameAnalysis`].
    pub games: Vec<GameSummary>,
    /// The players, most games first.
    pub players: Vec<PlayerTotals>,
    /// The openings, most games first.
    pub openings: Vec<OpeningTotals>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
}
