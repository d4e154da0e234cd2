//! New scores for old games.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use chuhe_engine::limits::Limits;
use chuhe_engine::{Engine, Evaluation};
use chuhe_eval::nnue::{Network, State};
use chuhe_movegen::Score;
use chuhe_rules::NaturalLimit;

use crate::pack::{Game, GameError, PackWriter, Score16};
use crate::produce::{Progress, Stop, produce};

/// Where the new scores come from.
#[derive(Clone, Debug)]
pub enum Scorer {
    /// A search by the engine, which also says the best move.
    Search {
        /// What judges the positions at the leaves.
        evaluation: Evaluation,
        /// Nodes after which no new iteration begins.
        soft_nodes: u64,
        /// Table in MiB.
        hash_mb: usize,
    },
    /// The evaluation of a network, without a search.
    Network(Arc<Network>),
}

/// Rescores games on `threads` threads and appends them to `writer`, which already holds the first `done` of them.
///
/// # Errors
/// When a game is illegal, cannot be written, or no memory is left for the engines.
pub fn relabel(
    games: &[Game],
    scorer: &Scorer,
    threads: usize,
    writer: &mut PackWriter,
    done: u64,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> io::Result<Progress> {
    let illegal = |error: GameError| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
    for game in games {
        let mut replay = game.replay(NaturalLimit::default());
        while replay.advance().map_err(illegal)? {}
    }
    let workers: Option<Vec<_>> = (0..threads.max(1)).map(|_| Worker::new(scorer)).collect();
    let workers = workers.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
    let workers = workers
        .into_iter()
        .map(|mut worker| move |number: u64| games.get(number as usize).map(|game| worker.rescore(game)))
        .collect();
    produce(workers, writer, done, Stop::default(), watch)
}

enum Worker {
    Search { engine: Box<Engine>, limits: Limits },
    Network(Box<State>),
}

impl Worker {
    fn new(scorer: &Scorer) -> Option<Worker> {
        Some(match scorer {
            Scorer::Search { evaluation, soft_nodes, hash_mb } => {
                let mut engine = Box::new(Engine::new(*hash_mb)?);
                engine.set_evaluation(evaluation.clone());
                let limits = Limits { soft_nodes: Some(*soft_nodes), ..Limits::default() };
                Worker::Search { engine, limits }
            }
            Scorer::Network(network) => Worker::Network(Box::new(State::new(Arc::clone(network)))),
        })
    }

    fn rescore(&mut self, game: &Game) -> Game {
        match self {
            Worker::Search { engine, .. } => engine.new_game(),
            Worker::Network(state) => state.reset(),
        }
        let mut rescored = game.clone();
        let mut replay = game.replay(NaturalLimit::default());
        for ply in &mut rescored.plies {
            let line = replay.line();
            match self {
                Worker::Search { engine, limits } => {
                    if let Some(found) = engine.go(line, limits, &mut |_| {}) {
                        ply.score = Score16::from(found.score);
                    }
                }
                Worker::Network(state) => {
                    ply.score = Score16::from(Score::Cp(state.evaluate(line.position())));
                    state.push(line.position(), ply.mv);
                }
            }
            if !matches!(replay.advance(), Ok(true)) {
                break;
            }
        }
        rescored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Ending, Outcome, PackReader, PlayedPly};
    use chuhe_eval::nnue::{Architecture, Parameters};
    use chuhe_movegen::Position;

    #[test]
    fn moves_stay_and_scores_change() {
        let ply = |mv: &str| PlayedPly { mv: mv.parse().unwrap(), score: Score16(777) };
        let plies = ["h2e2", "h9g7", "e2e6"].map(ply).to_vec();
        let game =
            Game { start: Position::start(), outcome: Outcome::RedWins, ending: Ending::Mate, plies: plies.clone() };
        let architecture = Architecture::plain(32);
        let parameters = Parameters { output_bias: vec![255 * 64 / 4], ..Parameters::zeros(&architecture) };
        let network = Arc::new(Network::new("constant", architecture, &parameters).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        let search = Scorer::Search { evaluation: Evaluation::default(), soft_nodes: 200, hash_mb: 1 };
        for (scorer, expected) in [(Scorer::Network(network), Some(100)), (search, None)] {
            let mut writer = PackWriter::create(&path).unwrap();
            let games = vec![game.clone(); 3];
            relabel(&games, &scorer, 2, &mut writer, 0, &mut |_| ControlFlow::Continue(())).unwrap();
            let mut reader = PackReader::open(&path).unwrap();
            for _ in 0..3 {
                let found = reader.next_game().unwrap().unwrap();
                assert!(found.plies.iter().zip(&plies).all(|(new, old)| new.mv == old.mv && new.score != old.score));
                assert!(expected.is_none_or(|score| found.plies.iter().all(|ply| ply.score.0 == score)));
            }
            assert!(reader.next_game().unwrap().is_none());
        }
    }
}
