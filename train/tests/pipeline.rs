//! The program from an empty folder to a network, and what it says when something is wrong.

use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe-train"))
        .args(words.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn done(folder: &Path, words: &str) -> String {
    let output = run(folder, words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Exit code and the line on stderr that names the problem.
fn failed(folder: &Path, words: &str) -> (i32, String) {
    let output = run(folder, words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), said)
}

const GAMES: &str = "--soft-nodes 20 --hash 1 --threads 2";

#[test]
fn from_an_empty_folder_to_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &format!("selfplay games --games 30 {GAMES}"));
    assert!(done(folder, "pack verify games/games.pack").starts_with("30 games"));
    let count: serde_json::Value = serde_json::from_str(&done(folder, "pack count --json games/games.pack")).unwrap();
    assert_eq!(count["games"], 30);
    let bytes_a_position = count["bytes"].as_f64().unwrap() / count["positions"].as_f64().unwrap();
    assert!((4.0..4.8).contains(&bytes_a_position), "{bytes_a_position}");

    done(folder, "pack shuffle games/games.pack -o shuffled");
    done(folder, "pack merge games/games.pack shuffled -o twice");
    assert!(done(folder, "pack count twice").starts_with("games          60"));
    done(folder, "pack filter twice -o once --distinct");
    assert!(done(folder, "pack count once").starts_with("games          30"));
    done(folder, "pack filter once -o long --min-plies 90 --without mate");
    let long: serde_json::Value = serde_json::from_str(&done(folder, "pack count --json long")).unwrap();
    assert_eq!(long["endings"]["mate"], 0);
    assert!(long["games"].as_u64() < Some(30));

    let training =
        "train net --data games/games.pack --width 32 --epochs 2 --batch 256 --validation-every 5 --threads 2";
    done(folder, training);
    let log = std::fs::read_to_string(folder.join("net/log.csv")).unwrap();
    assert_eq!(log.lines().count(), 2, "{log}");
    let file = done(folder, "quantise net --name first -o nets");
    let inspected = done(folder, &format!("inspect {} --data games/games.pack --validation-every 5", file.trim()));
    assert!(inspected.contains("name            first") && inspected.contains("loss"), "{inspected}");
    done(folder, &format!("relabel games/games.pack -o new --network {}", file.trim()));
    assert!(done(folder, "pack verify new").starts_with("30 games"));

    assert_eq!(failed(folder, &training.replace("width 32", "width 64")).0, 2, "another recipe, the same folder");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &format!("selfplay games --games 60 {GAMES}"));
    let (code, said) = failed(folder, "selfplay games --games 70 --soft-nodes 21 --hash 1");
    assert!(code == 2 && said.contains("another recipe"), "{said}");

    let path = folder.join("games/games.pack");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let output = run(folder, "pack verify games/games.pack");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("damage from byte 0"), "{said}");
    let good = String::from_utf8(output.stdout).unwrap();
    let good: u32 = good.split(' ').next().unwrap().parse().unwrap();
    assert!((20..60).contains(&good), "{good} good games");
    let (code, said) = failed(folder, &format!("selfplay games --games 70 {GAMES}"));
    assert!(code == 2 && said.contains("damage at byte 0 with sound games behind it"), "{said}");
    assert_eq!(run(folder, "pack merge games/games.pack -o sound").status.code(), Some(1));
    assert!(done(folder, "pack verify sound").starts_with(&format!("{good} games")));
    let (code, said) = failed(folder, "pack merge sound -o games/games.pack");
    assert!(code == 2 && said.contains("exists already"), "{said}");

    for (words, part) in [
        ("pack count nothing", "reading nothing"),
        ("train net --data nothing", "reading nothing"),
        ("train net --data sound --width 33", "width 33"),
        ("inspect sound", "no network file"),
        ("quantise sound --name x -o y", "checkpoint is damaged"),
        ("relabel sound -o sound", "onto itself"),
        ("selfplay x --min-random 9 --max-random 3", "--min-random 9"),
    ] {
        let (code, said) = failed(folder, words);
        assert!(code == 2 && said.contains(part), "{words}: {said}");
    }
}
