//! `chuhe book probe`

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use chuhe_book::names::classify_board;
use chuhe_book::{Book, BookMove, Folded, Variety, choose, open, shares};
use chuhe_movegen::{Move, Position};
use chuhe_rules::Language;
use clap::Args;
use serde_json::Value;

use super::move_json;
use crate::commands::FenArgument;
use crate::commands::language::LanguageArgument;

/// Show the moves that books know in a position
#[derive(Args)]
#[command(after_help = "\
Of several books the first one that knows the position answers. Mirror images are looked up, too. Weight, wins and the rest are
from the side of the player who moves; `share` is how often the engine would play the move.

Examples:
  chuhe book probe embedded
  chuhe book probe red.obk BOOK.DAT --moves \"h2e2\"
  chuhe book probe my.obk --fen \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\" --json")]
pub(crate) struct Probe {
    /// Books, asked in this order
    #[arg(required = true, value_name = "BOOK")]
    books: Vec<PathBuf>,
    #[command(flatten)]
    fen: FenArgument,
    /// Moves from there, as in h2e2 h9g7
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    language: LanguageArgument,
    /// A JSON list of moves, best first
    #[arg(long)]
    json: bool,
}

impl Probe {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let position = position_after(self.fen.position()?, self.moves.as_deref())?;
        let mut out = io::stdout().lock();
        let (mut found, mut opened, mut faults) = (None, Vec::new(), 0);
        for path in &self.books {
            // A book that cannot be used is named; the others are asked.
            match open(path).and_then(|book| Ok((book.probe(&position)?, book))) {
                Ok((moves, book)) => {
                    opened.push(book);
                    if !moves.is_empty() {
                        found = Some(moves);
                        break;
                    }
                }
                Err(fault) => {
                    faults += 1;
                    writeln!(io::stderr(), "{fault}")?;
                }
            }
        }
        if opened.is_empty() {
            return Ok(ExitCode::from(2));
        }
        if self.json {
            let moves: Vec<Value> = found.iter().flatten().map(move_json).collect();
            writeln!(out, "{}", Value::from(moves))?;
        } else {
            let chinese = matches!(self.language.get(), Language::Chinese);
            for book in &opened {
                writeln!(out, "{}", describe(&**book, chinese))?;
            }
            if let Some(opening) = classify_board(&position.board()) {
                let name = if chinese { opening.zh } else { opening.en };
                writeln!(out, "{} {name}", opening.code)?;
            }
            match &found {
                Some(moves) => print(&mut out, moves, chinese)?,
                None => writeln!(out, "{}", miss(&position, chinese))?,
            }
        }
        Ok(ExitCode::from(u8::from(faults > 0)))
    }
}

/// The position after moves of a command line.
pub(super) fn position_after(mut position: Position, moves: Option<&str>) -> anyhow::Result<Position> {
    for (number, text) in (1..).zip(moves.unwrap_or_default().split_whitespace()) {
        let mv: Move = text.parse().with_context(|| format!("--moves: number {number}"))?;
        if !position.is_legal(mv) {
            bail!("--moves: number {number}, {mv}, is illegal");
        }
        position.make(mv);
    }
    Ok(position)
}

fn describe(book: &dyn Book, chinese: bool) -> String {
    let info = book.info();
    let mut text = if chinese {
        format!("{}：{} 格式，{} 条记录", info.name, info.format, info.records)
    } else {
        format!("{}: {}, {} records", info.name, info.format, info.records)
    };
    for note in &info.notes {
        text += &format!("; {note}");
    }
    text
}

/// Why there is nothing, in a way that can be checked with other tools.
fn miss(position: &Position, chinese: bool) -> String {
    let (obk, mirror) = chuhe_book::obk::keys(position);
    let (lock, _) = chuhe_book::bookdat::locks(position);
    let own = Folded::new(position).key;
    if chinese {
        format!("库中没有此局面，也没有它的镜像（obk 键 {obk}，镜像 {mirror}；BOOK.DAT 锁 {lock}；本格式 {own:016x}）")
    } else {
        format!(
            "neither the position nor its mirror image is in it (obk key {obk}, mirror {mirror}; BOOK.DAT lock {lock}; own key {own:016x})"
        )
    }
}

fn print(out: &mut impl Write, moves: &[BookMove], chinese: bool) -> io::Result<()> {
    if chinese {
        writeln!(out, "着法     权重  概率     对局    胜率    分数")?;
    } else {
        writeln!(out, "move   weight  share     games  points   score")?;
    }
    let shares = shares(moves, None);
    let total: u64 = shares.iter().map(|&(_, share)| share).sum();
    let best = choose(&shares, Variety::Best, 0).map(|mv| mv.mv);
    for known in moves {
        let share = shares.iter().find(|(mv, _)| mv.mv == known.mv).map_or(0, |&(_, share)| share);
        let points = known.percent().map_or_else(|| "-".into(), |points| format!("{points:.1}%"));
        let score = known.score.map_or_else(|| "-".into(), |score| score.to_string());
        let mark = match (known.enabled, best == Some(known.mv)) {
            (false, _) => " off",
            (true, true) => " best",
            (true, false) => "",
        };
        writeln!(
            out,
            "{:<4} {:>8} {:>5.1}% {:>9} {:>7} {:>7}{mark}{}{}",
            known.mv.to_string(),
            known.weight,
            100.0 * share as f64 / total.max(1) as f64,
            known.games(),
            points,
            score,
            if known.comment.is_empty() { "" } else { "  " },
            known.comment,
        )?;
    }
    Ok(())
}
