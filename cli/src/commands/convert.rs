//! `chuhe convert`

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use chuhe_record::convert::{Conversion, Event, Output, convert};
use chuhe_record::{Format, Game, Notation, ReadOptions, TextEncoding, WriteOptions};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::game_filter::GameFilter;
use super::opening_name;

/// Convert game files, folders and libraries into another format
#[derive(Args)]
#[command(after_help = "\
Formats are found by content. Read: pgn, xqf, dhtmlxq (ubb, html), cbr, cbl, cbf, pfc, fen/epd lists, iccs lines (also
.zst), json, wxf text, winboard, che, chn, xqi, ccm, mxq. Written: pgn, xqf, dhtmlxq, cbr, cbl, fen, iccs, json.

Examples:
  chuhe convert games/ -o all.pgn
  chuhe convert library.cbl -o out/ --to xqf
  chuhe convert game.xqf -o - --to pgn --notation iccs
  chuhe convert all.pgn -o wins.pgn --player 胡荣华 --result 1-0 --encoding gbk")]
pub(crate) struct Convert {
    /// Files and folders
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// File, folder (an existing one, or a name ending in /), or - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: String,
    /// Format [default: as the output's name ends, else pgn]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Notation of moves: iccs, iccs-upper, wxf, zh, zh-half, zh-hant, zh-hant-half, san
    #[arg(long, value_name = "NOTATION")]
    notation: Option<String>,
    /// Encoding of the written text: utf-8, utf-8-bom, gbk, big5, utf-16
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<String>,
    /// Encoding of the files read, where the detection fails
    #[arg(long, value_name = "ENCODING")]
    from_encoding: Option<String>,
    /// Version of XQF: 10 or 18
    #[arg(long, value_name = "VERSION", value_parser = clap::value_parser!(u8).range(10..=18))]
    xqf_version: Option<u8>,
    /// Write games also when the format cannot hold all of them
    #[arg(long)]
    lossy: bool,
    /// Read games that a library marks as deleted
    #[arg(long)]
    deleted: bool,
    /// Leave out games with the same start and moves as an earlier one
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    filter: GameFilter,
}

impl Convert {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let job = self.conversion()?;
        let bar = if io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{spinner} {pos} games, {per_sec}, {elapsed}")?);
        bar.enable_steady_tick(Duration::from_millis(200));
        let done = convert(&job, &mut |event| {
            if let Event::Progress(games) = event {
                bar.set_position(games);
            } else if let Some(line) = describe(&event) {
                bar.suspend(|| {
                    let _ = writeln!(io::stderr(), "{line}");
                });
            }
        });
        bar.finish_and_clear();
        let done = done?;
        if job.output != Output::Stdout {
            println!("{}", summary(&done));
        }
        Ok(ExitCode::from(done.exit_code() as u8))
    }

    fn conversion(&self) -> anyhow::Result<Conversion> {
        let output = match self.output.as_str() {
            "-" => Output::Stdout,
            path if path.ends_with(['/', '\\']) || PathBuf::from(path).is_dir() => Output::Folder(path.into()),
            path => Output::File(path.into()),
        };
        let format = match (&self.to, &output) {
            (Some(name), _) => Format::from_name(name).with_context(|| format!("--to {name}: no such format"))?,
            (None, Output::File(path)) => {
                let name = path.to_string_lossy();
                let name = name.strip_suffix(".zst").unwrap_or(&name);
                let extension = name.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
                Format::from_name(extension).with_context(|| {
                    format!("`{}`: the format is not clear from the name, say it with --to", self.output)
                })?
            }
            (None, _) => Format::Pgn,
        };
        let encoding = |label: &Option<String>, option: &str| {
            label
                .as_ref()
                .map(|label| {
                    TextEncoding::from_label(label).with_context(|| format!("{option} {label}: no such encoding"))
                })
                .transpose()
        };
        let notation = match &self.notation {
            Some(name) => {
                Some(Notation::from_name(name).with_context(|| format!("--notation {name}: no such notation"))?)
            }
            None => None,
        };
        if self.xqf_version.is_some_and(|version| version != 10 && version != 18) {
            bail!("--xqf-version: 10 or 18");
        }
        Ok(Conversion {
            inputs: self.inputs.clone(),
            output,
            format,
            read: ReadOptions { encoding: encoding(&self.from_encoding, "--from-encoding")?, deleted: self.deleted },
            write: WriteOptions {
                notation,
                encoding: encoding(&self.encoding, "--encoding")?,
                xqf_version: self.xqf_version,
            },
            filter: self.filter.get()?,
            opening_name: |game| opening_name::recognise(game).map(opening_name::every_name),
            lossy: self.lossy,
            unique: self.unique,
        })
    }
}

/// One line about something that went wrong.
fn describe(event: &Event<'_>) -> Option<String> {
    let place = |path: &std::path::Path, game: &Game| format!("{}#{}", path.display(), game.index + 1);
    Some(match event {
        Event::Unreadable(error) => error.to_string(),
        Event::NoGames(_) | Event::Progress(_) => return None,
        Event::Damaged(path, game, warning) => {
            format!("{}: {} (at byte {})", place(path, game), warning.text, warning.offset)
        }
        Event::Loss { path, game, losses, written } => {
            let what: Vec<String> = losses.iter().map(ToString::to_string).collect();
            let what = what.join("; ");
            if *written {
                format!("{}: written without {what}", place(path, game))
            } else {
                format!("{}: not written, it would lose {what} (--lossy writes it)", place(path, game))
            }
        }
    })
}

fn summary(done: &chuhe_record::convert::Done) -> String {
    let mut text = format!("{} games written into {} files, {} read", done.written, done.files, done.read);
    for (count, what) in [
        (done.filtered, "filtered out"),
        (done.refused, "not written for what they would lose"),
        (done.unreadable, "unreadable"),
        (done.warnings, "warnings"),
    ] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    text
}
