//! Files written here are read by Python's package `cchess` with the same result. Runs where `python3` has that package.

mod trees;

use std::fs;
use std::process::Command;

use chuhe_record::formats::{ccbridge, xqf};
use chuhe_record::{Game, WriteOptions};

use trees::{PLAIN, Recipe, files, random_game, tree_text};

/// What `cchess` says of a file, or none when it is not installed.
fn cchess(path: &std::path::Path) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/cchess_read.py");
    let output = Command::new("python3").env("PYTHONIOENCODING", "utf-8").arg(script).arg(path).output().ok()?;
    if output.status.code() == Some(3) {
        return None;
    }
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("the script prints UTF-8"))
}

#[test]
fn cchess_reads_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<Game> = (0..12)
        .map(|seed| {
            let mut game = random_game(seed, Recipe { nodes: 80, odd: false, characters: PLAIN });
            files::tidy(&mut game);
            game
        })
        .collect();
    let expected = |game: &Game| {
        format!("[{},{}]", serde_json::to_string(game.root_comment()).unwrap(), tree_text(game))
    };
    for (seed, game) in games.iter().enumerate() {
        let plain = WriteOptions::default();
        let newest = WriteOptions { xqf_version: Some(18), ..WriteOptions::default() };
        let written = [
            ("1.0.xqf", xqf::write(game, &plain)),
            ("1.8.xqf", xqf::write(game, &newest)),
            ("2.cbr", ccbridge::cbr::write(game, &plain)),
        ];
        for (name, bytes) in written {
            let path = folder.path().join(format!("{seed}-{name}"));
            fs::write(&path, bytes).unwrap();
            let Some(theirs) = cchess(&path) else {
                println!("python3 with cchess is not here");
                return;
            };
            assert_eq!(theirs, format!("[{}]", expected(game)), "seed {seed}, {name}");
        }
    }
    let path = folder.path().join("all.cbl");
    fs::write(&path, ccbridge::cbl::write(&games, &WriteOptions::default())).unwrap();
    let ours: Vec<String> = games.iter().map(expected).collect();
    assert_eq!(cchess(&path), Some(format!("[{}]", ours.join(","))), "library");
}
