//! The command line: which games are played is a [`Draft`] that becomes a plan, how they are played stands here.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use chuhe_arena::output::OutputFiles;
use chuhe_arena::tournament::Plan;
use chuhe_record::Notation;
use chuhe_rules::Language;

use super::super::language;
use super::arguments::Given;
use super::draft::Draft;

/// Which command it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Kind {
    /// `chuhe match`
    Match,
    /// `chuhe tournament`
    Tournament,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Match => "match",
            Kind::Tournament => "tournament",
        }
    }
}

/// Everything on the command line.
pub(super) struct Settings {
    pub(super) plan: Plan,
    pub(super) run: RunSettings,
    /// What the user may not have meant, a line each.
    pub(super) notes: Vec<String>,
}

/// How games are played and what is written; nothing of it changes which games they are.
pub(super) struct RunSettings {
    pub(super) files: OutputFiles,
    pub(super) concurrency: usize,
    pub(super) processors: Vec<usize>,
    pub(super) log: Option<LogChoice>,
    pub(super) pause: Duration,
    pub(super) json: bool,
    pub(super) plain: bool,
    pub(super) interval: u32,
    pub(super) state: Option<PathBuf>,
    pub(super) resume: bool,
    pub(super) language: Language,
}

/// `-log`: where the dialogue with engines goes.
pub(super) struct LogChoice {
    /// A file, or a folder with a file for each engine.
    pub(super) path: PathBuf,
    pub(super) folder: bool,
    pub(super) real_time: bool,
}

pub(super) fn read(kind: Kind, given: &[Given]) -> anyhow::Result<Settings> {
    let mut draft = Draft::default();
    let mut run = RunSettings {
        files: OutputFiles::default(),
        concurrency: 1,
        processors: Vec::new(),
        log: None,
        pause: Duration::ZERO,
        json: false,
        plain: false,
        interval: 10,
        state: None,
        resume: false,
        language: language::of_locale(),
    };
    // The rule set first: its parameters are changed by other options.
    for option in given.iter().filter(|option| option.name == "rules") {
        draft.rules = option.context(option.one()?.parse())?;
    }
    for option in given {
        if !draft.take(option)? {
            run.take(option)?;
        }
    }
    let mut notes = Vec::new();
    let mut plan = draft.plan(kind, &mut notes)?;
    plan.conditions.language = run.language;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if run.concurrency > processors {
        notes.push(format!(
            "{} games at a time on {processors} processor{}: engines will wait for each other",
            run.concurrency,
            if processors == 1 { "" } else { "s" }
        ));
    }
    Ok(Settings { plan, run, notes })
}

impl RunSettings {
    fn take(&mut self, option: &Given) -> anyhow::Result<()> {
        match option.name {
            "concurrency" => {
                self.concurrency = option.number()?;
                if !(1..=1024).contains(&self.concurrency) {
                    bail!("-concurrency {}: expected 1 to 1024", self.concurrency);
                }
            }
            "affinity" => {
                self.processors = match option.optional()? {
                    Some(list) => processors(list)
                        .ok_or_else(|| anyhow!("-affinity {list}: expected processors such as 0-3 or 0,2,4"))?,
                    None => (0..std::thread::available_parallelism().map_or(1, usize::from)).collect(),
                }
            }
            "log" => {
                let mut log = LogChoice { path: "chuhe-engines.log".into(), folder: false, real_time: false };
                for (key, value) in option.pairs("file")? {
                    match key {
                        "file" | "dir" => (log.path, log.folder) = (value.into(), key == "dir"),
                        "realtime" => log.real_time = value != "false" && value != "off",
                        _ => return Err(option.no_key(key, "file, dir, realtime")),
                    }
                }
                self.log = Some(log);
            }
            "wait" => self.pause = Duration::from_millis(option.number()?),
            "json" => {
                option.none()?;
                self.json = true;
            }
            "plain" => {
                option.none()?;
                self.plain = true;
            }
            "lang" => {
                let word = option.one()?;
                self.language = language::named(word).ok_or_else(|| anyhow!("-lang {word}: expected en or zh"))?;
            }
            "ratinginterval" => self.interval = option.number()?,
            "state" => self.state = Some(option.one()?.into()),
            "resume" => {
                option.none()?;
                self.resume = true;
            }
            "recover" => option.none()?,
            "pgnout" => self.pgn(option)?,
            "jsonout" => self.files.json = Some(file(option)?),
            "epdout" => self.files.epd = Some(file(option)?),
            "htmlout" => self.files.html = Some(file(option)?),
            name => bail!("-{name} has no use here"),
        }
        Ok(())
    }

    fn pgn(&mut self, option: &Given) -> anyhow::Result<()> {
        for (key, value) in option.pairs("file")? {
            match (key, value) {
                ("file", "min") if self.files.pgn.is_some() => self.files.pgn_minimal = true,
                // Unfinished games are never written.
                ("file", "fi") if self.files.pgn.is_some() => {}
                ("file", _) => self.files.pgn = Some(value.into()),
                ("min", _) => self.files.pgn_minimal = !matches!(value, "false" | "off" | "no"),
                ("notation", _) => {
                    let names: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
                    let notation = Notation::from_name(value)
                        .with_context(|| format!("-pgnout notation={value}: expected one of {}", names.join(", ")))?;
                    self.files.notation = Some(notation);
                }
                _ => return Err(option.no_key(key, "file, notation, min")),
            }
        }
        if self.files.pgn.is_none() {
            bail!("-pgnout: no file=");
        }
        Ok(())
    }
}

/// The only key of an option: `file=`, which may be left out.
fn file(option: &Given) -> anyhow::Result<PathBuf> {
    match option.pairs("file")?[..] {
        [("file", path)] if !path.is_empty() => Ok(path.into()),
        [("file", _)] | [] => bail!("-{}: no file=", option.name),
        [("file", _), (_, extra), ..] => bail!("-{}: `{extra}` is one value too many", option.name),
        [(key, _), ..] => Err(option.no_key(key, "file")),
    }
}

fn processors(list: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for part in list.split(',') {
        match part.split_once('-') {
            Some((from, to)) => all.extend(from.parse::<usize>().ok()?..=to.parse::<usize>().ok()?.min(4096)),
            None => all.push(part.parse().ok()?),
        }
    }
    (!all.is_empty()).then_some(all)
}
