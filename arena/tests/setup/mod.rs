//! Matches between scripted engines.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chuhe_arena::engine::EngineConfig;
use chuhe_arena::game::Conditions;
use chuhe_arena::openings::OpeningSequence;
use chuhe_arena::output::Outputs;
use chuhe_arena::schedule::System;
use chuhe_arena::tournament::{Finish, Journal, Observer, Plan, Run, prepare, run};

/// The scripted engine with its arguments.
pub(crate) fn scripted(name: &str, arguments: &[&str]) -> EngineConfig {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples/scripted-engine");
    path.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not built: run all tests of the crate", path.display());
    let mut config = EngineConfig::new(path.to_string_lossy());
    config.name = name.into();
    config.arguments = arguments.iter().map(|&argument| argument.into()).collect();
    config
}

pub(crate) struct Arena {
    pub plan: Plan,
    pub concurrency: usize,
    pub processors: Vec<usize>,
    pub stop: Arc<AtomicBool>,
}

struct Nobody;
impl Observer for Nobody {}

impl Arena {
    pub(crate) fn new(players: &[EngineConfig]) -> Arena {
        let plan = Plan {
            players: players.to_vec(),
            books: Vec::new(),
            system: System::RoundRobin { cycles: 1 },
            games: 2,
            swap: true,
            reverse: false,
            repeat: 2,
            openings: OpeningSequence::start_position(),
            conditions: Conditions::default(),
            withdrawals: Vec::new(),
            sprt: None,
            team_names: Vec::new(),
            rank_teams: Vec::new(),
            seed: 1,
            event: "test".into(),
            site: String::new(),
        };
        Arena { plan, concurrency: 1, processors: Vec::new(), stop: Arc::new(AtomicBool::new(false)) }
    }

    pub(crate) fn games(mut self, games: u32) -> Arena {
        self.plan.games = games;
        self
    }

    pub(crate) fn limit(mut self, key: &str, value: &str) -> Arena {
        for player in &mut self.plan.players {
            player.set(key, value).unwrap();
        }
        self
    }

    pub(crate) fn max_moves(mut self, moves: u32) -> Arena {
        self.plan.conditions.adjudication.max_moves = Some(moves);
        self
    }

    pub(crate) fn concurrency(mut self, concurrency: usize) -> Arena {
        self.concurrency = concurrency;
        self
    }

    pub(crate) fn play(self) -> Finish {
        self.play_with(None, &mut Nobody).0
    }

    pub(crate) fn play_with(
        mut self,
        journal: Option<Journal>,
        observer: &mut dyn Observer,
    ) -> (Finish, Option<Journal>) {
        let engines = prepare(&mut self.plan.players, None, &self.stop).unwrap();
        let settings = Run {
            concurrency: self.concurrency,
            processors: self.processors.clone(),
            engines,
            log: None,
            stop: self.stop.clone(),
            pause: Duration::ZERO,
            observer,
        };
        run(&self.plan, settings, journal, Outputs::default())
    }
}

/// The processes that this one has started and that are still there.
pub(crate) fn children() -> Vec<u32> {
    let own = std::process::id();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let status = std::fs::read_to_string(PathBuf::from("/proc").join(pid.to_string()).join("stat"));
        let Ok(status) = status else { continue };
        // `pid (name) state parent ...`
        let parent =
            status.rsplit(')').next().and_then(|rest| rest.split_ascii_whitespace().nth(1)?.parse::<u32>().ok());
        if parent == Some(own) {
            found.push(pid);
        }
    }
    found
}

/// Resident memory now and at most, in kB.
pub(crate) fn memory() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    };
    Some((value("VmRSS:")?, value("VmHWM:")?))
}
