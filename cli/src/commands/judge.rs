//! `chuhe judge`

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use chuhe_movegen::Position;
use chuhe_record::{Game, ReadOptions, Summary, open_file};
use chuhe_rules::{Language, Line, ReplayError, Report, RuleSet, Rules};
use clap::Args;
use serde::Serialize;

use super::FenArgument;
use super::language::LanguageArgument;

/// Judge a game by the rules: repetition (棋例), natural limit, mate
#[derive(Args)]
#[command(after_help = "\
Moves are ICCS: h2e2 or H2-E2. Without --moves and FILE they are read from standard input. Of a game file the main lines of
all its games are judged.

Examples:
  chuhe judge --fen \"4k4/9/9/9/9/9/9/9/4K4/R8 w\" --moves \"a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9\"
  chuhe judge --rules all --json --moves \"h2e2 h9g7\"
  echo h2e2 h9g7 | chuhe judge --rules cxa2020 --lang zh")]
pub(crate) struct Judge {
    /// A game file of any format
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,
    /// Rule set: axf, cxa1999, cxa2020, wxf, computer, league, checkban, alwaysdraw, natural60, or all
    #[arg(long, value_name = "NAME", default_value = "axf")]
    rules: String,
    #[command(flatten)]
    fen: FenArgument,
    /// Moves from there
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// How often a position must have stood for a verdict [default: as the rule set has it]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=10))]
    occurrences: Option<u8>,
    /// Plies without a capture that make a draw, 0 = never [default: as the rule set has it]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(0..=1000))]
    natural_limit: Option<u16>,
    #[command(flatten)]
    language: LanguageArgument,
    /// One JSON line a rule set
    #[arg(long)]
    json: bool,
}

/// A report with the game and the position it is about.
#[derive(Serialize)]
struct JsonReport<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Number of the game in the file, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    fen: &'a str,
    #[serde(flatten)]
    report: &'a Report,
}

impl Judge {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sets = self.rule_sets()?;
        let mut out = io::stdout().lock();
        if let Some(path) = &self.file {
            let opened = open_file(path, &ReadOptions::default()).with_context(|| path.display().to_string())?;
            for game in opened.games {
                let game = game.with_context(|| path.display().to_string())?;
                self.judge_game(path, &game, &sets, &mut out)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let text = match &self.moves {
            Some(moves) => moves.clone(),
            None => {
                let mut text = String::new();
                io::stdin().lock().read_to_string(&mut text).context("standard input")?;
                text
            }
        };
        let start = self.fen.position()?;
        let lines: Result<Vec<Line>, ReplayError> =
            sets.iter().map(|rules| Line::replay(start.clone(), rules.limit, text.split_whitespace())).collect();
        self.print(None, &lines?, &sets, &mut out)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Judges the main line of a game of a file.
    fn judge_game(&self, path: &Path, game: &Game, sets: &[Rules], out: &mut impl Write) -> anyhow::Result<()> {
        let place = || format!("{}#{}", path.display(), game.index + 1);
        let start = Position::try_from(&game.start).with_context(place)?;
        let moves: Vec<String> = game.mainline_moves().map(|mv| mv.to_string()).collect();
        let replay = |rules: &Rules| Line::replay(start.clone(), rules.limit, moves.iter().map(String::as_str));
        let lines: Result<Vec<Line>, ReplayError> = sets.iter().map(replay).collect();
        self.print(Some((path, game)), &lines.with_context(place)?, sets, out)
    }

    fn print(
        &self,
        game: Option<(&Path, &Game)>,
        lines: &[Line],
        sets: &[Rules],
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let language = self.language.get();
        for (index, (line, rules)) in lines.iter().zip(sets).enumerate() {
            let fen = line.position().to_string();
            let report = Report::new(line, rules);
            if self.json {
                let file = game.map(|(path, _)| path.display().to_string());
                let index = game.map(|(_, game)| game.index);
                let report = JsonReport { file: file.as_deref(), index, fen: &fen, report: &report };
                writeln!(out, "{}", serde_json::to_string(&report)?)?;
                continue;
            }
            if index == 0 {
                if let Some((_, game)) = game {
                    writeln!(out, "{}", Summary::new(game, None))?;
                }
                writeln!(out, "{}", state(line, language))?;
            }
            writeln!(out, "\n[{}]\n{}", report.rules, report.table(language).trim_end())?;
        }
        Ok(())
    }

    fn rule_sets(&self) -> anyhow::Result<Vec<Rules>> {
        let mut sets = if self.rules == "all" {
            RuleSet::ALL.map(Rules::new).to_vec()
        } else {
            vec![self.rules.parse::<Rules>().context("--rules")?]
        };
        for rules in &mut sets {
            if let Some(occurrences) = self.occurrences {
                rules.occurrences = occurrences.into();
            }
            if let Some(plies) = self.natural_limit {
                rules.limit.plies = plies;
            }
        }
        Ok(sets)
    }
}

/// The position reached and what can be played there.
fn state(line: &Line, language: Language) -> String {
    let position = line.position();
    let moves = position.legal_moves().len();
    let check = match (line.in_check(), language) {
        (false, _) => "",
        (true, Language::English) => ", in check",
        (true, Language::Chinese) => "，被将军",
    };
    match language {
        Language::English => format!("{position}\n{moves} legal moves{check}"),
        Language::Chinese => format!("{position}\n{moves} 个合法着法{check}"),
    }
}
