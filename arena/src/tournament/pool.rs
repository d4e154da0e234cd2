//! The engines of one worker: processes stay alive from game to game.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::engine::{Engine, EngineConfig, EngineLog, SharedFlag};

/// Engines by player, at most the two of the last game.
pub(super) struct Pool<'a> {
    players: &'a [EngineConfig],
    /// What other workers' processes have shown about protocol and ranks.
    shown: &'a Mutex<HashMap<usize, Engine>>,
    log: Option<EngineLog>,
    stop: SharedFlag,
    processors: Vec<usize>,
    engines: HashMap<usize, Engine>,
}

impl<'a> Pool<'a> {
    pub(super) fn new(
        players: &'a [EngineConfig],
        shown: &'a Mutex<HashMap<usize, Engine>>,
        log: Option<EngineLog>,
        stop: SharedFlag,
        processors: Vec<usize>,
    ) -> Pool<'a> {
        Pool { players, shown, log, stop, processors, engines: HashMap::new() }
    }

    /// The engines of two players; those of others leave.
    pub(super) fn take(&mut self, a: usize, b: usize) -> (Engine, Engine) {
        let others: Vec<usize> = self.engines.keys().copied().filter(|player| ![a, b].contains(player)).collect();
        for player in others {
            if let Some(mut engine) = self.engines.remove(&player) {
                engine.quit();
            }
        }
        (self.engine(a), self.engine(b))
    }

    fn engine(&mut self, player: usize) -> Engine {
        if let Some(engine) = self.engines.remove(&player) {
            return engine;
        }
        let mut engine = Engine::new(self.players[player].clone(), self.log.clone(), self.stop.clone());
        engine.bind(self.processors.clone());
        if let Ok(shown) = self.shown.lock()
            && let Some(other) = shown.get(&player)
        {
            engine.learn_from(other);
        }
        engine
    }

    /// Adds an engine that runs already.
    pub(super) fn put(&mut self, player: usize, engine: Engine) {
        self.engines.insert(player, engine);
    }

    /// Gives engines back after a game.
    pub(super) fn give_back(&mut self, a: (usize, Engine), b: (usize, Engine)) {
        self.engines.extend([a, b]);
    }

    pub(super) fn quit_all(&mut self) {
        for (_, mut engine) in self.engines.drain() {
            engine.quit();
        }
    }
}
