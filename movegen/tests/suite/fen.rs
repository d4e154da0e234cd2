//! FEN texts of every quality.

use chuhe_movegen::{Fen, Position};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::games::{random_games, set_up};

/// A runner that draws the same cases in every run and leaves no files behind.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config.clone(), TestRng::deterministic_rng(config.rng_algorithm))
}

/// Whatever can be read has one canonical text, which reads back the same.
fn check(text: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(fen) = Fen::parse(text) {
        let canonical = fen.to_string();
        prop_assert_eq!(canonical.parse::<Fen>(), Ok(fen));
        prop_assert_eq!(fen.mirror().mirror(), fen);
    }
    if let Ok(position) = Position::from_fen(text) {
        let again: Position = position.to_string().parse().map_err(|error| TestCaseError::fail(format!("{error}")))?;
        prop_assert_eq!(&again, &position);
        prop_assert_eq!((again.key(), again.fen()), (position.key(), position.fen()));
        // A position that is accepted can be played on.
        let mut walker = position.clone();
        for &mv in &position.legal_moves() {
            let undo = walker.make(mv);
            prop_assert!(Position::try_from(&walker.fen()).is_ok(), "{} in {}", mv, position);
            walker.unmake(mv, undo);
        }
    }
    Ok(())
}

#[test]
fn any_bytes_are_read_or_refused() {
    let bytes = prop::collection::vec(any::<u8>(), 0..120);
    runner(20_000).run(&bytes, |text| check(&text)).unwrap();
    let board_bytes = prop::collection::vec(prop::sample::select(b"/123456789KABNRCPEHkabnrcp wb-".to_vec()), 0..120);
    runner(20_000).run(&board_bytes, |text| check(&text)).unwrap();
}

#[test]
fn mutated_fens_are_read_or_refused() {
    let set_ups = any::<u64>().prop_map(|seed| set_up(&mut StdRng::seed_from_u64(seed)).to_string().into_bytes());
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>(), any::<bool>()), 0..6);
    let mutated = (set_ups, edits).prop_map(|(mut text, edits)| {
        for (at, edit, byte, likely) in edits {
            let alphabet = b"/123456789KABNRCPEHkabnrcp wbr-0";
            let byte = if likely { alphabet[usize::from(byte) % alphabet.len()] } else { byte };
            let place = at.index(text.len() + 1);
            match edit {
                0 => text.insert(place, byte),
                1 => text.truncate(place.max(1)),
                _ if place == text.len() => text.push(byte),
                2 => drop(text.remove(place)),
                _ => text[place] = byte,
            }
        }
        text
    });
    runner(30_000).run(&mutated, |text| check(&text)).unwrap();
}

#[test]
fn positions_of_games_read_back_the_same() {
    random_games(0x5eed_0030, 5_000, |position, _| {
        let text = position.to_string();
        assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        check(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    });
}
