//! `chuhe judge`

use std::io::{self, Read, Write};
use std::process::ExitCode;

use anyhow::Context;
use chuhe_rules::{Language, Line, Report, RuleSet, Rules};
use clap::Args;
use serde::Serialize;

use super::FenArgument;
use super::language::LanguageArgument;

/// Judge a game by the rules: repetition (棋例), natural limit, mate
#[derive(Args)]
#[command(after_help = "\
Moves are ICCS: h2e2 or H2-E2. Without --moves they are read from standard input.

Examples:
  chuhe judge --fen \"4k4/9/9/9/9/9/9/9/4K4/R8 w\" --moves \"a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9\"
  chuhe judge --rules all --json --moves \"h2e2 h9g7\"
  echo h2e2 h9g7 | chuhe judge --rules cxa2020 --lang zh")]
pub(crate) struct Judge {
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

/// A report with the position it is about.
#[derive(Serialize)]
struct JsonReport<'a> {
    fen: &'a str,
    #[serde(flatten)]
    report: &'a Report,
}

impl Judge {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sets = self.rule_sets()?;
        let text = match &self.moves {
            Some(moves) => moves.clone(),
            None => {
                let mut text = String::new();
                io::stdin().lock().read_to_string(&mut text).context("standard input")?;
                text
            }
        };
        let start = self.fen.position()?;
        let mut out = io::stdout().lock();
        for (index, rules) in sets.iter().enumerate() {
            let line = Line::replay(start.clone(), rules.limit, text.split_whitespace())?;
            let fen = line.position().to_string();
            let report = Report::new(&line, rules);
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&JsonReport { fen: &fen, report: &report })?)?;
                continue;
            }
            let language = self.language.get();
            if index == 0 {
                writeln!(out, "{}", state(&line, language))?;
            }
            writeln!(out, "\n[{}]\n{}", report.rules, report.table(language).trim_end())?;
        }
        Ok(ExitCode::SUCCESS)
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
