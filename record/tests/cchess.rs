//! Files written here are read by Python's package `cchess` with the same result. Runs where `python3` has that package.

mod trees;

use std::fs;
use std::process::Command;

use chuhe_record::formats::{ccbridge, pgn, xqf};
use chuhe_record::notation::Notation;
use chuhe_record::{Game, WriteOptions};

use trees::{PLAIN, Recipe, files, random_game, tree_text};

/// What `cchess` should say of a game.
fn expected(game: &Game) -> String {
    format!("[{},{}]", serde_json::to_string(game.root_comment()).unwrap(), tree_text(game))
}

/// The same without comments. The package does not find those of CCBridge's own files either: it looks for a zero behind
/// them.
fn silent(game: &Game) -> String {
    let mut game = game.clone();
    let ids: Vec<_> = game.all_nodes().map(|(id, _)| id).collect();
    ids.into_iter().for_each(|id| game.node_mut(id).comment.clear());
    expected(&game)
}

#[test]
fn cchess_reads_the_same() {
    let games: Vec<Game> = (0..40)
        .map(|seed| {
            let mut game = random_game(seed, Recipe { nodes: 80, odd: false, characters: PLAIN });
            files::tidy(&mut game);
            game
        })
        .collect();
    let plain = WriteOptions::default();
    let newest = WriteOptions { xqf_version: Some(18), ..WriteOptions::default() };
    let mut written = Vec::new();
    for (seed, game) in games.iter().enumerate() {
        written.push((format!("{seed}-1.0.xqf"), xqf::write(game, &plain), expected(game)));
        written.push((format!("{seed}-1.8.xqf"), xqf::write(game, &newest), expected(game)));
        written.push((format!("{seed}-2.cbr"), ccbridge::cbr::write(game, &plain), silent(game)));
    }
    let all: Vec<String> = games.iter().map(silent).collect();
    written.push(("all.cbl".to_owned(), ccbridge::cbl::write(&games, &plain), all.join(",")));

    // Of PGN the package reads the main line of one game.
    for (seed, game) in games.iter().enumerate().filter(|(_, game)| game.illegal_moves() == 0) {
        let mut line = Game::new(game.start);
        let mut at = line.root();
        for mv in game.mainline_moves() {
            at = line.add(at, mv);
        }
        for notation in [Notation::Chinese, Notation::IccsUpper] {
            let options = WriteOptions { notation: Some(notation), ..WriteOptions::default() };
            written.push((format!("{seed}-{notation}.pgn"), pgn::write(&line, &options), expected(&line)));
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let paths = written.iter().map(|(name, bytes, _)| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/cchess_read.py");
    let run = Command::new("python3")
        .env("PYTHONIOENCODING", "utf-8")
        .env("PYTHONUTF8", "1")
        .arg(script)
        .args(paths)
        .output();
    let Ok(output) = run else { return };
    if output.status.code() == Some(3) {
        println!("python3 has no package cchess");
        return;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("the script prints UTF-8");
    assert_eq!(text.lines().count(), written.len());
    for ((name, _, expected), theirs) in written.iter().zip(text.lines()) {
        assert_eq!(theirs, format!("[{expected}]"), "{name}");
    }
    println!("cchess agrees on {} files", written.len());
}
