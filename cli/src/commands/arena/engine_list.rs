//! The engines on the command line: `-engine`, `-engines`, `-each`, `-quick`.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use chuhe_arena::engine::{EngineConfig, read_engine_file};

use super::arguments::Given;

/// The engines so far, and what all of them get where they have nothing of their own.
#[derive(Default)]
pub(super) struct EngineList {
    engines: Vec<EngineConfig>,
    each: Vec<(String, String)>,
}

impl EngineList {
    /// `-engine KEY=VALUE...`
    pub(super) fn engine(&mut self, option: &Given) -> anyhow::Result<()> {
        let pairs = option.pairs("ponder")?;
        let file = pairs.iter().find(|(key, _)| matches!(*key, "conf" | "file"));
        let mut config = match file {
            Some((_, path)) => {
                let mut engines = read_engine_file(Path::new(path))?;
                if engines.len() > 1 && pairs.len() > 1 {
                    bail!("-engine: {path} holds {} engines; other keys fit one only", engines.len());
                }
                let last = engines.pop();
                self.engines.append(&mut engines);
                last.unwrap_or_else(|| EngineConfig::new(""))
            }
            None => EngineConfig::new(""),
        };
        for &(key, value) in pairs.iter().filter(|(key, _)| !matches!(*key, "conf" | "file")) {
            option.context(config.set(key, switch(key, value)))?;
        }
        if config.command.is_empty() {
            bail!("{}: no cmd=", format!("-engine {}", option.words().join(" ")).trim_end());
        }
        self.engines.push(config);
        Ok(())
    }

    /// `-engines FILE`
    pub(super) fn file(&mut self, option: &Given) -> anyhow::Result<()> {
        self.engines.extend(read_engine_file(Path::new(option.one()?))?);
        Ok(())
    }

    /// `-each KEY=VALUE...`
    pub(super) fn each(&mut self, option: &Given) -> anyhow::Result<()> {
        let pairs = option.pairs("ponder")?;
        if pairs.is_empty() {
            bail!("-each needs a value");
        }
        self.each.extend(pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())));
        Ok(())
    }

    /// Two engines by their commands, on a short clock.
    pub(super) fn quick(&mut self, commands: [&str; 2]) -> anyhow::Result<()> {
        for command in commands {
            let mut config = EngineConfig::new("");
            config.set("cmd", command).context("-quick")?;
            self.engines.push(config);
        }
        self.each.push(("tc".into(), "10+0.1".into()));
        Ok(())
    }

    /// The engine of a name, or of a number from 1.
    pub(super) fn find(&self, name: &str) -> anyhow::Result<usize> {
        let named = self.engines.iter().position(|config| config.name == name || config.label() == name);
        let numbered = || name.parse().ok().filter(|n| (1..=self.engines.len()).contains(n)).map(|n: usize| n - 1);
        named.or_else(numbered).ok_or_else(|| anyhow!("no engine is called `{name}`"))
    }

    pub(super) fn len(&self) -> usize {
        self.engines.len()
    }

    /// The engines with what they have in common filled in.
    pub(super) fn complete(&self) -> anyhow::Result<Vec<EngineConfig>> {
        let mut each = EngineConfig::new("");
        for (key, value) in &self.each {
            if matches!(key.as_str(), "cmd" | "name" | "command") {
                bail!("-each: `{key}` belongs to one engine");
            }
            each.set(key, switch(key, value)).context("-each")?;
        }
        let mut engines = self.engines.clone();
        engines.iter_mut().for_each(|config| apply(config, &each));
        Ok(engines)
    }
}

/// A bare word is a switch.
fn switch<'a>(key: &str, value: &'a str) -> &'a str {
    if key == "ponder" && value == "ponder" { "on" } else { value }
}

/// Fills in what an engine has not set itself.
fn apply(config: &mut EngineConfig, each: &EngineConfig) {
    let plain = EngineConfig::new("");
    config.limits = config.limits.or(&each.limits);
    config.protocol = config.protocol.or(each.protocol);
    config.ranks = config.ranks.or(each.ranks);
    config.milliseconds = config.milliseconds.or(each.milliseconds);
    config.letters_eh |= each.letters_eh;
    config.directory = config.directory.take().or_else(|| each.directory.clone());
    config.stderr = config.stderr.take().or_else(|| each.stderr.clone());
    for (book, common) in config.books.iter_mut().zip(&each.books) {
        *book = book.take().or_else(|| common.clone());
    }
    config.ponder |= each.ponder;
    config.ban_moves |= each.ban_moves;
    let named: Vec<String> = config.options.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    let common = each.options.iter().filter(|(name, _)| !named.contains(&name.to_ascii_lowercase()));
    let mut options: Vec<(String, String)> = common.cloned().collect();
    options.append(&mut config.options);
    config.options = options;
    let mut init = each.init.clone();
    init.append(&mut config.init);
    config.init = init;
    config.arguments.extend(each.arguments.iter().cloned());
    if config.restart == plain.restart {
        config.restart = each.restart;
    }
    if config.claims == plain.claims {
        config.claims = each.claims;
    }
    if config.stall_ms == plain.stall_ms {
        config.stall_ms = each.stall_ms;
    }
    if config.startup_ms == plain.startup_ms {
        config.startup_ms = each.startup_ms;
    }
    if config.book_plies == plain.book_plies {
        config.book_plies = each.book_plies;
    }
}
