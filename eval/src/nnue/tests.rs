//! The fast evaluation against the slow one, back-ends against each other, files against damage.

use std::sync::Arc;

use chuhe_movegen::{Move, Position, Undo};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::backend::Backend;
use super::*;

fn random_network(architecture: Architecture, seed: u64) -> Network {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut parameters = Parameters::zeros(&architecture);
    parameters.rows.iter_mut().for_each(|weight| *weight = rng.random_range(-120..=120));
    parameters.bias.iter_mut().for_each(|weight| *weight = rng.random_range(-60..=200));
    parameters.output.iter_mut().for_each(|weight| *weight = rng.random_range(-60..=60));
    parameters.output_bias.iter_mut().for_each(|weight| *weight = rng.random_range(-9000..=9000));
    Network::new("random", architecture, &parameters).unwrap()
}

fn bucketed(width: usize) -> Architecture {
    Architecture::new(width, [0, 1, 2, 3, 2, 1], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]).unwrap()
}

/// A random walk through games: steps forward more often than back.
struct Walk {
    rng: StdRng,
    position: Position,
    path: Vec<(Move, Undo)>,
}

enum Step {
    Forward(Move),
    Back,
    NewGame,
}

impl Walk {
    fn new(seed: u64) -> Walk {
        Walk { rng: StdRng::seed_from_u64(seed), position: Position::start(), path: Vec::new() }
    }

    fn next(&mut self) -> Step {
        if !self.path.is_empty() && self.rng.random_range(0..10) < 4 {
            return Step::Back;
        }
        let moves = self.position.legal_moves();
        if moves.is_empty() || self.path.len() > 300 {
            return Step::NewGame;
        }
        // King moves change the view: they come up more often than chance would have it.
        let kings: Vec<Move> =
            moves.iter().copied().filter(|mv| mv.from() == self.position.king(self.position.side())).collect();
        let pool: &[Move] = if !kings.is_empty() && self.rng.random_range(0..5) == 0 { &kings } else { &moves };
        Step::Forward(pool[self.rng.random_range(0..pool.len())])
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Forward(mv) => {
                let undo = self.position.make(*mv);
                self.path.push((*mv, undo));
            }
            Step::Back => {
                let (mv, undo) = self.path.pop().unwrap();
                self.position.unmake(mv, undo);
            }
            Step::NewGame => {
                self.position = Position::start();
                self.path.clear();
            }
        }
    }
}

/// Walks `steps` steps and calls `check` now and then: evaluations are lazy, so they must come at every distance.
fn walk(steps: usize, seed: u64, state: &mut State, mut check: impl FnMut(&mut State, &Position)) {
    let mut walk = Walk::new(seed);
    for _ in 0..steps {
        let step = walk.next();
        match &step {
            Step::Forward(mv) => state.push(&walk.position, *mv),
            Step::Back => state.pop(),
            Step::NewGame => state.reset(),
        }
        walk.take(&step);
        if walk.rng.random_range(0..3) > 0 {
            check(state, &walk.position);
        }
    }
}

#[test]
fn following_a_path_gives_what_building_from_scratch_gives() {
    let network = Arc::new(random_network(bucketed(32), 1));
    let mut values = std::collections::HashSet::new();
    walk(100_000, 2, &mut State::new(Arc::clone(&network)), |state, position| {
        let value = state.evaluate(position);
        assert_eq!(value, network.evaluate(position).clamp(-crate::LIMIT, crate::LIMIT), "seed 2, {position}");
        values.insert(value);
    });
    assert!(values.len() > 1000, "the walk sees many values, not {}", values.len());
}

#[test]
fn all_back_ends_give_the_same_numbers() {
    for width in [32, 96, 256] {
        let network = Arc::new(random_network(bucketed(width), 3));
        let mut states: Vec<State> = Backend::available()
            .into_iter()
            .map(|backend| State::with_backend(Arc::clone(&network), backend))
            .collect();
        let mut walk = Walk::new(4);
        let mut positions = 0;
        while positions < 10_000 / 3 + 1 {
            let step = walk.next();
            for state in &mut states {
                match &step {
                    Step::Forward(mv) => state.push(&walk.position, *mv),
                    Step::Back => state.pop(),
                    Step::NewGame => state.reset(),
                }
            }
            walk.take(&step);
            if walk.rng.random_range(0..3) == 0 {
                continue;
            }
            positions += 1;
            let values: Vec<i32> = states.iter_mut().map(|state| state.evaluate(&walk.position)).collect();
            assert!(
                values.iter().all(|value| *value == values[0]),
                "width {width}, {}: {values:?} of {:?}",
                walk.position,
                Backend::available()
            );
        }
    }
}

#[test]
fn back_ends_agree_at_the_edges_of_their_numbers() {
    let edges = [i16::MIN, -1, 0, 1, 254, 255, 256, i16::MAX];
    let lane = |shift: usize| Lane(std::array::from_fn(|i| edges[(i + shift) % edges.len()]));
    let weights = [128, -128, 0, 77].map(|weight| Lane([weight; Lane::LEN]));
    let (us, them) = ([lane(0), lane(3)], [lane(1), lane(2)]);
    let expected = (Backend::available()[0].output)(&us, &them, &weights);
    for backend in Backend::available() {
        assert_eq!((backend.output)(&us, &them, &weights), expected, "{backend:?}");
    }
}

#[test]
fn a_file_gives_the_same_network_back() {
    let network = random_network(bucketed(64), 5);
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
    let hash = u64::from_le_bytes(*bytes[42 + network.name().len()..].first_chunk().unwrap());
    assert_eq!(network.hash(), hash);
}

#[test]
fn every_damage_to_a_file_is_named() {
    let network = random_network(Architecture::plain(32), 6);
    let bytes = network.to_bytes();
    let error = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
    let changed = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        error(&bytes)
    };
    assert_eq!(error(b""), "this is no network file of Chuhe");
    assert_eq!(error(b"GIF89a and more"), "this is no network file of Chuhe");
    assert_eq!(changed(8, 9), "the network file has format version 9, this program reads version 1");
    assert!(changed(12, 127).contains("units of 127, 64"));
    assert!(changed(18, 0).contains("input planes instead of 689"));
    assert!(changed(20, 33).contains("width 33"));
    assert!(changed(20, 0).contains("width 0"));
    assert!(changed(22, 2).contains("king buckets"));
    assert!(changed(29, 200).contains("output buckets"));
    assert!(error(&bytes[..bytes.len() - 1]).ends_with("it is cut off"));
    assert!(error(&bytes[..30]).ends_with("it is cut off"));
    assert!(error(&[&bytes[..], b"x"].concat()).ends_with("it is too long"));
    assert!(changed(bytes.len() / 2, !bytes[bytes.len() / 2]).contains("damaged"));
    for len in 0..bytes.len().min(200) {
        let _ = error(&bytes[..len]);
    }
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let architecture = Architecture::plain(512);
    let error = |change: &dyn Fn(&mut Parameters)| {
        let mut parameters = Parameters::zeros(&architecture);
        change(&mut parameters);
        Network::new("bad", architecture.clone(), &parameters).unwrap_err().to_string()
    };
    assert_eq!(error(&|p| p.rows[7] = 991), "first layer: 991 is beyond ±990");
    assert_eq!(error(&|p| p.output[7] = -129), "output weights: -129 is beyond ±128");
    assert_eq!(error(&|p| p.output.fill(60)), "sum of the output weights: 61440 is beyond ±33025");
    assert_eq!(error(&|p| p.bias.truncate(5)), "first layer's biases: 5 numbers instead of 512");
}
