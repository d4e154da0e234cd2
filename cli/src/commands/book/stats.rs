//! `chuhe book stats`

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use chuhe_book::{BookFormat, BookMove, ObkBook, open_in_memory, walk};
use chuhe_rules::Language;
use clap::Args;
use serde_json::json;

use crate::commands::language::LanguageArgument;

/// Describe a book
#[derive(Args)]
#[command(after_help = "Example: chuhe book stats my.obk")]
pub(crate) struct Stats {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    language: LanguageArgument,
    /// One JSON value
    #[arg(long)]
    json: bool,
}

impl Stats {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let book = open_in_memory(&self.book)?;
        let info = book.info().clone();
        let [mut positions, mut moves, mut off, mut scored, mut commented, mut choices] = [0u64; 6];
        let (mut plies, mut start) = (Vec::new(), Vec::<BookMove>::new());
        walk(&*book, &mut |visit| {
            positions += 1;
            plies.resize(plies.len().max(visit.path.len() + 1), 0u64);
            plies[visit.path.len()] += 1;
            choices += u64::from(visit.moves.iter().filter(|mv| mv.enabled).count() > 1);
            if visit.path.is_empty() {
                start = visit.moves.to_vec();
            }
            for known in visit.moves {
                moves += 1;
                off += u64::from(!known.enabled);
                scored += u64::from(known.score.is_some());
                commented += u64::from(!known.comment.is_empty());
            }
            ControlFlow::Continue(())
        })?;
        let unreachable = book.unmet();
        // The start position is its own mirror image: of a move and its twin one counts.
        let twice = |mv: &BookMove| mv.mv.mirror() != mv.mv && start.iter().any(|other| other.mv == mv.mv.mirror());
        let games: u64 = start.iter().map(|mv| mv.games() * if twice(mv) { 1 } else { 2 }).sum::<u64>() / 2;
        let keys = match info.format {
            BookFormat::Obk | BookFormat::PfBook | BookFormat::Yfk => {
                Some(ObkBook::open(&self.book, false)?.key_storage()?)
            }
            _ => None,
        };
        let mut out = io::stdout().lock();
        if self.json {
            let value = json!({
                "name": info.name, "format": info.format.name(), "records": info.records, "positions": positions,
                "moves": moves, "off": off, "scored": scored, "commented": commented, "choices": choices,
                "unreachable": unreachable, "deepest": plies.len().saturating_sub(1), "positions_by_ply": plies,
                "real_keys": keys.map(|keys| keys.0), "negative_keys": keys.map(|keys| keys.1), "notes": info.notes,
            });
            writeln!(out, "{value}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let chinese = matches!(self.language.get(), Language::Chinese);
        let mut line = |english: &str, chinese_text: &str, value: String| {
            writeln!(out, "{:<12} {value}", if chinese { chinese_text } else { english })
        };
        line("name", "名称", info.name.clone())?;
        line("format", "格式", info.format.name().into())?;
        line("records", "记录", info.records.to_string())?;
        line("positions", "局面", format!("{positions}"))?;
        line("moves", "着法", format!("{moves}"))?;
        line("choices", "多种应着", format!("{choices}"))?;
        line("off", "停用", format!("{off}"))?;
        line("scored", "有分数", format!("{scored}"))?;
        line("comments", "注释", format!("{commented}"))?;
        line("deepest", "最深（半回合）", plies.len().saturating_sub(1).to_string())?;
        if games > 0 {
            line("start games", "起始局面对局", games.to_string())?;
        }
        if let Some(count) = unreachable {
            line("unreachable", "不可达记录", count.to_string())?;
        }
        if let Some((real, negative)) = keys {
            line("large keys", "大键", format!("{real} REAL, {negative} INTEGER"))?;
        }
        for note in &info.notes {
            line("note", "说明", note.clone())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
