//! Runs of the analysis in tests.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chuhe_analysis::input::{Selection, Source};
use chuhe_analysis::output::rows;
use chuhe_analysis::run::{Analysed, Effort, Finish, Job, Wanted, run};
use chuhe_analysis::search::{EngineChoice, SearchLimit, Setup, Store, prepare};
use chuhe_analysis::{GameAnalysis, PositionRecord};
use chuhe_arena::engine::EngineConfig;
use chuhe_movegen::{Move, Position};
use chuhe_record::Game;
use chuhe_rules::Rules;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// What a test asks for.
pub(crate) struct Analysis {
    pub engines: Vec<EngineChoice>,
    pub nodes: u64,
    pub multipv: usize,
    pub workers: usize,
    pub game_order: bool,
    pub patience: Duration,
    pub wanted: Wanted,
    /// Interrupt after so many items.
    pub interrupt_after: Option<usize>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            engines: vec![EngineChoice::Inside],
            nodes: 2_000,
            multipv: 1,
            workers: 1,
            game_order: false,
            patience: Duration::from_secs(60),
            wanted: Wanted::default(),
            interrupt_after: None,
        }
    }
}

impl Analysis {
    pub(crate) fn job(&self, stop: Arc<AtomicBool>) -> Job {
        let setup = Setup {
            rules: Rules::default(),
            multipv: self.multipv,
            threads: 1,
            hash: 4,
            patience: self.patience,
            stop,
        };
        Job {
            engines: prepare(&self.engines, &setup).unwrap(),
            setup,
            effort: Effort::Limit(SearchLimit::nodes(self.nodes)),
            wanted: self.wanted.clone(),
            game_order: self.game_order,
            workers: self.workers,
        }
    }

    pub(crate) fn run(&self, source: &Source, store: Option<&Path>) -> (Finish, Vec<Analysed>) {
        let stop = Arc::new(AtomicBool::new(false));
        let job = self.job(stop.clone());
        let store = store.map(|path| Store::open(path, false).unwrap());
        let mut analysed = Vec::new();
        let finish = run(
            &job,
            source.items(&Selection::default()),
            0,
            store,
            &mut |item| {
                analysed.push(item);
                if self.interrupt_after == Some(analysed.len()) {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            },
            &mut |_| {},
        );
        (finish.unwrap(), analysed)
    }

    pub(crate) fn rows(&self, source: &Source) -> Vec<PositionRecord> {
        self.run(source, None).1.iter().flat_map(rows).collect()
    }

    /// The analysis of a game given by its moves.
    pub(crate) fn game(&self, moves: &str) -> (Game, GameAnalysis) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.pgn");
        std::fs::write(&file, format!("[Red \"甲\"]\n[Black \"乙\"]\n[Format \"ICCS\"]\n\n{moves} *\n")).unwrap();
        let (_, mut analysed) = self.run(&Source::Files(vec![file]), None);
        match analysed.pop() {
            Some(Analysed::Game(game, analysis)) => (*game, *analysis),
            other => panic!("{other:?}"),
        }
    }
}

/// The scripted engine of these tests with its arguments.
pub(crate) fn fake(arguments: &[&str]) -> EngineChoice {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples/fake-engine");
    path.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not built: run all tests of the crate", path.display());
    let mut config = EngineConfig::new(path.to_string_lossy());
    config.arguments = arguments.iter().map(|&argument| argument.into()).collect();
    EngineChoice::Outside(Box::new(config))
}

/// Positions out of random games, as lines of JSON with their history.
pub(crate) fn random_positions(count: usize, seed: u64) -> Source {
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut lines = Vec::new();
    while lines.len() < count {
        let mut position = Position::start();
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..random.random_range(2..70) {
            let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
            if legal.len() < 2 {
                break;
            }
            let mv = legal[random.random_range(0..legal.len())];
            position.make(mv);
            moves.push(mv.to_string());
        }
        let played = moves.pop().unwrap();
        lines.push(format!(r#"{{"id":{},"moves":"{}","move":"{played}"}}"#, lines.len(), moves.join(" ")));
    }
    Source::Lines("line".into(), lines)
}
