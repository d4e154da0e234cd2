//! From the command line to the last game.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use chuhe_arena::engine::EngineLog;
use chuhe_arena::output::Outputs;
use chuhe_arena::tournament::{Journal, Run, prepare, run};

use super::arguments::divide;
use super::report_json;
use super::report_text;
use super::screen::Screen;
use super::settings::{self, Kind, Settings};

/// Plays what the command line says.
pub(in super::super) fn start(kind: Kind, arguments: Vec<OsString>, help: &str) -> anyhow::Result<ExitCode> {
    let given = divide(arguments)?;
    if given.iter().any(|option| option.name == "help") {
        io::stdout().write_all(help.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut settings = settings::read(kind, &given)?;
    let stop = Arc::new(AtomicBool::new(false));
    {
        let stop = stop.clone();
        ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed)).context("signals")?;
    }
    let log = match &settings.run.log {
        None => None,
        Some(choice) => {
            let create = if choice.folder { EngineLog::create_in } else { EngineLog::create };
            Some(create(&choice.path, choice.real_time).with_context(|| choice.path.display().to_string())?)
        }
    };
    let state = settings.run.state.clone().unwrap_or_else(|| default_state(kind, &settings));
    let fingerprint = settings.plan.fingerprint();
    let journal = if settings.run.resume {
        Journal::resume(&state, fingerprint)?
    } else {
        Journal::create(&state, fingerprint, settings.run.files.lengths())?
    };
    // What is wrong with an engine or an output is said before the first game.
    let prepared = prepare(&mut settings.plan.players, log.as_ref(), &stop)
        .map_err(anyhow::Error::from)
        .and_then(|engines| Ok((engines, Outputs::open(settings.run.files.clone(), &settings.plan, Some(&journal))?)));
    let (engines, outputs) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            if !settings.run.resume {
                journal.remove();
            }
            return Err(error);
        }
    };
    if let Some(kept) = journal.earlier() {
        let kept = kept.display();
        settings
            .notes
            .push(format!("an earlier run of this {} was not finished; its games are kept in {kept}", kind.name()));
    }
    for note in &settings.notes {
        writeln!(io::stderr(), "chuhe: note: {note}")?;
    }
    let resumed = journal.records().len();
    let mut screen = Screen::new(&settings, resumed);
    let running = Run {
        concurrency: settings.run.concurrency,
        processors: settings.run.processors.clone(),
        engines,
        log: log.clone(),
        stop: stop.clone(),
        pause: settings.run.pause,
        observer: &mut screen,
    };
    let (finish, journal) = run(&settings.plan, running, Some(journal), outputs);
    screen.end();
    let log_error = log.as_ref().and_then(|log| log.finish().err());
    if settings.run.json {
        let value = report_json::json(kind, &settings.plan, &finish);
        writeln!(io::stdout(), "{value}")?;
    } else {
        io::stdout().write_all(report_text::text(&settings.plan, &finish).as_bytes())?;
    }
    if let Some((path, error)) = &log_error {
        writeln!(io::stderr(), "chuhe: {}: {error}; the log is not complete", path.display())?;
    }
    if let Some(error) = &finish.error {
        writeln!(io::stderr(), "chuhe: stopped: {error}; the games played are kept in {}", state.display())?;
        return Ok(ExitCode::from(1));
    }
    if !finish.complete {
        writeln!(
            io::stderr(),
            "chuhe: interrupted after {} games; the same command with --resume goes on",
            finish.report.games
        )?;
        return Ok(ExitCode::from(3));
    }
    if let Some(journal) = journal.filter(|_| settings.run.state.is_none()) {
        journal.remove();
    }
    Ok(ExitCode::from(u8::from(finish.report.faults() > 0 || log_error.is_some())))
}

/// The journal of this very tournament in the folder where it is played.
fn default_state(kind: Kind, settings: &Settings) -> PathBuf {
    format!("chuhe-{}-{:08x}.journal", kind.name(), settings.plan.fingerprint() >> 32).into()
}
