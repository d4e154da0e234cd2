//! Puzzles as files.

use std::io::{self, Write};
use std::str::FromStr;

use chuhe_movegen::{Fen, Move};
use chuhe_record::{Game, GameResult, WriteOptions, formats::pgn};
use chuhe_rules::Language;

use super::Puzzle;
use crate::Side;

/// A format of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleFormat {
    /// A line each: FEN, `bm`, `dm` for mates, `id`, `pv`, difficulty in `c0`.
    Epd,
    /// A game each, the solution as moves.
    Pgn,
    /// A list of [`Puzzle`] values.
    Json,
}

impl PuzzleFormat {
    /// The name, which is also the ending of files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleFormat::Epd => "epd",
            PuzzleFormat::Pgn => "pgn",
            PuzzleFormat::Json => "json",
        }
    }
}

impl FromStr for PuzzleFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<PuzzleFormat, String> {
        [PuzzleFormat::Epd, PuzzleFormat::Pgn, PuzzleFormat::Json]
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| format!("`{text}`: expected epd, pgn or json"))
    }
}

/// Writes puzzles.
///
/// # Errors
/// When the sink fails.
pub fn write_puzzles(
    out: &mut dyn Write,
    puzzles: &[Puzzle],
    format: PuzzleFormat,
    language: Language,
    options: &WriteOptions,
) -> io::Result<()> {
    match format {
        PuzzleFormat::Epd => puzzles.iter().try_for_each(|puzzle| writeln!(out, "{}", epd(puzzle))),
        PuzzleFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, puzzles)?;
            writeln!(out)
        }
        PuzzleFormat::Pgn => {
            let mut writer = pgn::PgnWriter::new(out, options.clone());
            for (number, puzzle) in puzzles.iter().enumerate() {
                writer.write(&game(puzzle, number + 1, language))?;
            }
            writer.finish().map(|_| ())
        }
    }
}

fn epd(puzzle: &Puzzle) -> String {
    let mut line = format!("{}; bm {}; ", puzzle.fen, puzzle.best.iccs);
    if let Some(mate) = puzzle.mate {
        line += &format!("dm {mate}; ");
    }
    let id = puzzle.id.replace(['"', ';'], "'");
    line += &format!("pv {}; id \"{id}\"; c0 \"difficulty {:.1}\";", puzzle.solution.join(" "), puzzle.difficulty);
    line
}

fn game(puzzle: &Puzzle, number: usize, language: Language) -> Game {
    let mut game = puzzle.fen.parse::<Fen>().map_or_else(|_| Game::default(), Game::new);
    for (name, value) in &puzzle.game {
        game.tags.set(name, value.clone());
    }
    let (title, what) = match (language, puzzle.mate) {
        (Language::English, Some(mate)) => (format!("Puzzle {number}"), format!("mate in {mate}")),
        (Language::English, None) => (format!("Puzzle {number}"), "win".to_owned()),
        (Language::Chinese, Some(mate)) => (format!("第{number}题"), format!("{mate}步杀")),
        (Language::Chinese, None) => (format!("第{number}题"), "胜".to_owned()),
    };
    let side = match (language, puzzle.side) {
        (Language::English, Side::Red) => "red to move",
        (Language::English, Side::Black) => "black to move",
        (Language::Chinese, Side::Red) => "红先",
        (Language::Chinese, Side::Black) => "黑先",
    };
    game.tags.set("Title", format!("{title}: {side}, {what}"));
    game.tags.set("Source", puzzle.id.clone());
    game.tags.set("Difficulty", format!("{:.1}", puzzle.difficulty));
    game.result = match puzzle.side {
        Side::Red => GameResult::RedWins,
        Side::Black => GameResult::BlackWins,
    };
    let mut node = game.root();
    for mv in puzzle.solution.iter().filter_map(|mv| mv.parse::<Move>().ok()) {
        node = game.add(node, mv);
    }
    game
}
