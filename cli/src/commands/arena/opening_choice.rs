//! `-openings`: which file, in which order, how far.

use std::path::PathBuf;

use anyhow::bail;
use chuhe_arena::openings::{OpeningError, OpeningFormat, OpeningOrder, OpeningSequence, read_openings};
use chuhe_rules::Rules;

use super::arguments::Given;

/// A choice of openings.
pub(super) struct OpeningChoice {
    path: PathBuf,
    format: OpeningFormat,
    order: OpeningOrder,
    plies: Option<usize>,
    /// How many are passed over.
    first: usize,
}

impl OpeningChoice {
    /// All of a file.
    pub(super) fn of_file(path: &str, order: OpeningOrder) -> OpeningChoice {
        OpeningChoice { path: path.into(), format: OpeningFormat::Auto, order, plies: None, first: 0 }
    }

    /// `-openings file=FILE [KEY=VALUE...]`
    pub(super) fn read(option: &Given) -> anyhow::Result<OpeningChoice> {
        let mut choice = OpeningChoice::of_file("", OpeningOrder::Sequential);
        for (key, value) in option.pairs("file")? {
            match key {
                "file" => choice.path = value.into(),
                "format" => {
                    choice.format = match value.to_ascii_lowercase().as_str() {
                        "auto" => OpeningFormat::Auto,
                        "epd" | "fen" | "lines" | "iccs" | "txt" => OpeningFormat::Lines,
                        "pgn" => OpeningFormat::Pgn,
                        "games" | "tsv" => OpeningFormat::Games,
                        "json" => OpeningFormat::Json,
                        "book" => OpeningFormat::Book,
                        _ => bail!("-openings format={value}: expected auto, epd, fen, iccs, pgn, games, json or book"),
                    }
                }
                "order" => {
                    choice.order = match value {
                        "random" => OpeningOrder::Random,
                        "sequential" => OpeningOrder::Sequential,
                        _ => bail!("-openings order={value}: expected random or sequential"),
                    }
                }
                "plies" => choice.plies = Some(option.parse(key, value)?),
                "start" => choice.first = option.parse::<usize>(key, value)?.saturating_sub(1),
                // Openings change with each pair of games; nothing else is offered.
                "policy" if matches!(value, "round" | "default") => {}
                "policy" => bail!("-openings policy={value}: expected round; -repeat says how many games share one"),
                _ => return Err(option.no_key(key, "file, format, order, plies, start")),
            }
        }
        if choice.path.as_os_str().is_empty() {
            bail!("-openings: no file=");
        }
        Ok(choice)
    }

    /// Reads the openings and puts them in order. What the user may not have meant goes to `notes`.
    pub(super) fn sequence(
        &self,
        rules: &Rules,
        seed: u64,
        notes: &mut Vec<String>,
    ) -> Result<OpeningSequence, OpeningError> {
        let list = read_openings(&self.path, self.format, self.plies, rules)?;
        let sequence = OpeningSequence::new(list, self.order, seed, self.first);
        match sequence.duplicates() {
            0 => {}
            1 => notes.push(format!("{}: 1 opening is there twice", self.path.display())),
            n => notes.push(format!("{}: {n} openings repeat earlier ones", self.path.display())),
        }
        Ok(sequence)
    }
}
