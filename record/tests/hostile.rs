//! Damaged files: every reader survives thousands of mutations of small generated files, and of the samples when
//! `CHUHE_SHARED` names the shared folder. What must not happen is a panic, a hang or a heap full of nothing.

mod trees;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use chuhe_record::formats::{ccbridge, dhtmlxq, pfc, sites, xqf};
use chuhe_record::{Game, Games, ReadError, ReadOptions, WriteOptions};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use trees::{AWKWARD, PLAIN, Recipe, files, random_game};

type Read = fn(Vec<u8>, &ReadOptions) -> Result<Games, ReadError>;

const READERS: [(&str, Read); 13] = [
    ("xqf", xqf::read),
    ("cbr", ccbridge::cbr::read),
    ("cbl", ccbridge::cbl::read),
    ("cbl_legacy", ccbridge::cbl_legacy::read),
    ("cbf", ccbridge::cbf::read),
    ("pfc", pfc::read),
    ("dhtmlxq", dhtmlxq::read),
    ("che", sites::qq::read),
    ("chn", sites::ourgame::read),
    ("chn_old", sites::ourgame::read_old),
    ("ccm", sites::ccm::read),
    ("ccm_old", sites::ccm::read_old),
    ("mxq", sites::mxq::read),
];

fn reader(name: &str) -> Read {
    READERS.iter().find(|(n, _)| *n == name).unwrap().1
}

/// Reads to the end, and writes what came out in every format.
fn exercise(name: &str, data: Vec<u8>) {
    let length = data.len() as u64;
    let options = ReadOptions { deleted: true, ..ReadOptions::default() };
    let counts_in_file = name != "cbl_legacy";
    let games = match reader(name)(data, &options) {
        Ok(games) => games,
        Err(error) => return assert!(!counts_in_file || error.offset <= length, "{error}"),
    };
    for game in games.take(200) {
        let game: Game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(!counts_in_file || error.offset <= length, "{error}");
                continue;
            }
        };
        // A text that is not UTF-8 grows when it is decoded, and its warnings count there.
        assert!(game.warnings.iter().all(|w| !counts_in_file || w.offset <= 3 * length), "{:?}", game.warnings);
        let options = WriteOptions::default();
        for write in [xqf::write, ccbridge::cbr::write, dhtmlxq::write] {
            assert!(!write(&game, &options).is_empty());
        }
        let _ =
            (xqf::losses(&game, &options), ccbridge::cbr::losses(&game, &options), dhtmlxq::losses(&game, &options));
    }
}

fn mutate(rng: &mut StdRng, data: &mut Vec<u8>) {
    for _ in 0..rng.random_range(1..=6) {
        if data.is_empty() {
            return;
        }
        let at = rng.random_range(0..data.len());
        // Near the beginning and the end there is most to break.
        let at = if rng.random_ratio(1, 3) { at % 64.min(data.len()) } else { at };
        let until = (at + rng.random_range(1..64)).min(data.len());
        match rng.random_range(0..9) {
            0 => data[at] ^= 1 << rng.random_range(0..8),
            1 => data[at] = *[0, 0xFF, 0x7F, 0x80, b'"', b'<', b'[', b'|'].get(rng.random_range(0..8)).unwrap(),
            2 => data[at] = rng.random(),
            3 => data.truncate(at),
            4 => drop(data.drain(at..until)),
            5 => {
                let piece = data[at..until].to_vec();
                let to = rng.random_range(0..=data.len());
                data.splice(to..to, piece);
            }
            6 => data[at..until].fill(rng.random()),
            7 => {
                let number: u32 = [u32::MAX, i32::MAX as u32, 1 << 24, 0, 1, 4096][rng.random_range(0..6)];
                for (byte, new) in data[at..].iter_mut().zip(number.to_le_bytes()) {
                    *byte = new;
                }
            }
            _ => {
                let noise: Vec<u8> = (0..rng.random_range(1..16)).map(|_| rng.random()).collect();
                data.splice(at..at, noise);
            }
        }
    }
}

/// A file of every format from a seed.
fn generated(seed: u64) -> Vec<(&'static str, Vec<u8>)> {
    let awkward = random_game(seed, Recipe { nodes: 40, odd: true, characters: AWKWARD });
    let mut plain = random_game(seed, Recipe { nodes: 40, odd: false, characters: PLAIN });
    files::tidy(&mut plain);
    let options = WriteOptions::default();
    vec![
        ("xqf", xqf::write(&awkward, &options)),
        ("xqf", xqf::write(&awkward, &WriteOptions { xqf_version: Some(18), ..options.clone() })),
        ("cbr", ccbridge::cbr::write(&awkward, &options)),
        ("cbr", files::cbr_v1(&plain)),
        ("cbl_legacy", files::legacy_library(&files::legacy_contents(&[plain.clone(), plain.clone()]))),
        ("cbf", files::cbf(&plain)),
        ("pfc", files::pfc(&plain)),
        ("dhtmlxq", dhtmlxq::write(&awkward, &options)),
        ("che", files::che(&plain)),
        ("chn", files::chn(&plain)),
        ("chn_old", files::chn_old(&plain, true)),
        ("ccm", files::ccm(&plain)),
        ("ccm_old", files::ccm_old(&plain, true)),
        ("mxq", files::mxq(&plain)),
    ]
}

/// Runs one case and names it when it panics.
fn guarded(what: &str, case: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(case)).is_ok(), "failed: {what}");
}

#[test]
fn mutated_files() {
    for seed in 0..150 {
        for (i, (name, file)) in generated(seed).into_iter().enumerate() {
            for round in 0..6u64 {
                let mut data = file.clone();
                let mut rng = StdRng::seed_from_u64(seed << 16 | (i as u64) << 8 | round);
                mutate(&mut rng, &mut data);
                guarded(&format!("{name}, seed {seed}, round {round}"), || exercise(name, data));
            }
        }
    }
}

#[test]
fn mutated_contents_of_packed_libraries() {
    for seed in 0..150 {
        let mut plain = random_game(seed, Recipe { nodes: 40, odd: false, characters: PLAIN });
        files::tidy(&mut plain);
        let contents = files::legacy_contents(&[plain.clone(), plain]);
        for round in 0..6 {
            let mut data = contents.clone();
            mutate(&mut StdRng::seed_from_u64(seed << 8 | round), &mut data);
            guarded(&format!("seed {seed}, round {round}"), || exercise("cbl_legacy", files::legacy_library(&data)));
        }
    }
}

#[test]
fn mutated_libraries() {
    let games: Vec<Game> =
        (0..20).map(|seed| random_game(seed, Recipe { nodes: 300, odd: true, characters: AWKWARD })).collect();
    let library = ccbridge::cbl::write(&games, &WriteOptions::default());
    for seed in 0..60 {
        let mut data = library.clone();
        for _ in 0..4 {
            mutate(&mut StdRng::seed_from_u64(seed), &mut data);
        }
        guarded(&format!("seed {seed}"), || exercise("cbl", data));
    }
}

#[test]
fn any_file_by_any_reader() {
    for seed in 0..4 {
        for (_, file) in generated(seed) {
            for (name, _) in READERS {
                guarded(&format!("{name}, seed {seed}"), || exercise(name, file.clone()));
            }
        }
    }
    for (name, _) in READERS {
        for data in [vec![], vec![0], vec![0xFF; 5000], vec![0; 100_000], b"[DhtmlXQ]<n [DhtmlXQ_".repeat(1000)] {
            guarded(name, || exercise(name, data));
        }
    }
}

#[test]
fn mutated_samples() {
    let Some(samples) = std::env::var_os("CHUHE_SHARED").map(|shared| PathBuf::from(shared).join("samples")) else {
        return;
    };
    for path in trees::samples::files(&samples) {
        let Ok(file) = std::fs::read(&path) else { continue };
        // The largest files tell nothing that the smaller ones do not.
        let rounds = if file.len() > 100_000 { 4 } else { 60 };
        for round in 0..rounds {
            let mut data = file.clone();
            mutate(&mut StdRng::seed_from_u64(round), &mut data);
            guarded(&format!("{}, round {round}", path.display()), || {
                if let Ok(games) = trees::samples::read(data) {
                    games.take(200).for_each(drop);
                }
            });
        }
    }
}

#[test]
fn files_made_to_hurt() {
    // Elements nested a million deep.
    let deep = "<n m=\"h2e2\">".repeat(300_000);
    exercise("pfc", format!("<n m=\"9/9/9/9/9/9/9/9/9/9 w\">{deep}").into_bytes());
    // Each branch leaves the one before, and the comment sends the search down the whole chain.
    let mut chain = String::from("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]");
    for i in 1..60_000 {
        chain += &format!(
            "[DhtmlXQ_move_{}_1_{i}]7747[DhtmlXQ_comment{i}_0]x[DhtmlXQ_move_{i}_2_{}]7062",
            i - 1,
            70_000 + i
        );
    }
    exercise("dhtmlxq", chain.into_bytes());
    // Branches listed back to front.
    let mut backwards = String::from("[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]");
    for i in (1..60_000).rev() {
        backwards += &format!("[DhtmlXQ_move_{}_{}_{i}]7747", i - 1, i + 1);
    }
    exercise("dhtmlxq", backwards.into_bytes());
    // A packed library that unpacks to much more than it says.
    let mut contents = files::legacy_contents(&[Game::default()]);
    let end = contents.len();
    contents.resize(end + (64 << 20), 0);
    exercise("cbl_legacy", files::legacy_library(&contents));
    // An index of four thousand million entries.
    let mut library = ccbridge::cbl::write(&[Game::default()], &WriteOptions::default());
    library[60..64].fill(0xFF);
    let games: Vec<_> = ccbridge::cbl::read(library, &ReadOptions::default()).unwrap().collect();
    assert_eq!(games.len(), 1);
}
