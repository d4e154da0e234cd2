//! Puzzles: positions with one winning move, out of analysed games.

mod output;
mod proof;

use chuhe_movegen::{Move, Position};
use serde::{Deserialize, Serialize};

use crate::run::Analysed;
use crate::{MoveText, PositionRecord, ScoreKind, ScoreRecord, Side, Tag};

pub use output::{PuzzleFormat, write_puzzles};
pub use proof::{ProofSettings, Prover, prove_all};

/// From here on a position counts as won, in hundredths of a pawn.
pub const WINNING: i32 = 500;
/// What any other move may promise at most.
pub const NOT_WINNING: i32 = 200;

/// Whether a score wins clearly.
#[must_use]
pub fn is_won(score: ScoreRecord) -> bool {
    match score.kind {
        ScoreKind::Cp => score.value >= WINNING,
        ScoreKind::Mate => score.value > 0,
        // A win by repetition is no puzzle.
        ScoreKind::Rule => false,
    }
}

/// A puzzle. Scores are from the view of who solves it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Where it comes from: `games.pgn#3/12`.
    pub id: String,
    /// The position.
    pub fen: String,
    /// Who moves and wins.
    pub side: Side,
    /// The only move that wins.
    pub best: MoveText,
    /// The solution: the solver's moves and the best replies in turn, ICCS. Every move of the solver but perhaps those of the
    /// last mating moves is the only one that wins.
    pub solution: Vec<String>,
    /// The same in Chinese notation.
    pub solution_zh: Vec<String>,
    /// The same in WXF notation.
    pub solution_wxf: Vec<String>,
    /// Mate in so many moves, where it is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mate: Option<i32>,
    /// Score of the solution.
    pub score: ScoreRecord,
    /// Score of the best other move.
    pub other_score: ScoreRecord,
    /// How many moves of the solver are proved to be the only ones, the first included.
    pub only_moves: usize,
    /// How hard it is, 0 to about 20: the binary logarithm of the nodes after which the search stays with the solution, in
    /// hundreds, two more when the first move is quiet, half a point more for each further move.
    pub difficulty: f64,
    /// `check`, `capture`, `quiet`, `mate` and the like.
    pub themes: Vec<Tag>,
    /// Tags of the game it comes from: Event, Date, Red, Black.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub game: Vec<(String, String)>,
    /// Nodes of the searches that prove it.
    pub proof_nodes: u64,
}

/// A position that may be a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Where it comes from.
    pub id: String,
    /// The position; what was played before does not matter to a puzzle.
    pub position: Position,
    /// The move that seems to win.
    pub best: Move,
    /// Tags of the game.
    pub game: Vec<(String, String)>,
}

/// The candidates of an analysed item: positions that are won with several moves to choose from, where the winning move
/// does not merely take back.
#[must_use]
pub fn candidates(analysed: &Analysed) -> Vec<Candidate> {
    match analysed {
        Analysed::Unreadable(_) => Vec::new(),
        Analysed::Position(_, record) => candidate(record, None, Vec::new()).into_iter().collect(),
        Analysed::Game(_, analysis) => {
            let tags = ["Event", "Date", "Red", "Black"].iter().filter_map(|name| {
                let value = analysis.summary.tag(name);
                (!value.is_empty()).then(|| ((*name).to_owned(), value.to_owned()))
            });
            let tags: Vec<(String, String)> = tags.collect();
            let mut before: Option<&PositionRecord> = None;
            let mut found = Vec::new();
            for record in analysis.moves.iter().chain(&analysis.last) {
                found.extend(candidate(record, before, tags.clone()));
                before = Some(record);
            }
            found
        }
    }
}

fn candidate(
    record: &PositionRecord,
    before: Option<&PositionRecord>,
    game: Vec<(String, String)>,
) -> Option<Candidate> {
    if !is_won(record.score?) {
        return None;
    }
    let position: Position = record.fen.parse().ok()?;
    let best: Move = record.best.as_ref()?.parse().ok()?;
    if !position.is_legal(best) || position.count_legal() < 2 {
        return None;
    }
    if let Some(before) = before {
        // Taking back what was just taken is no puzzle, unless it mates.
        let last: Option<Move> = before.mv.as_ref().and_then(|mv| mv.parse().ok());
        let took = |position: &str, mv: Move| {
            position.parse::<Position>().is_ok_and(|position| position.piece_at(mv.to()).is_some())
        };
        let takes_back = last.is_some_and(|last| last.to() == best.to() && took(&before.fen, last));
        if takes_back && record.score.is_some_and(|score| score.kind != ScoreKind::Mate) {
            return None;
        }
    }
    Some(Candidate { id: record.id.clone(), position, best, game })
}
