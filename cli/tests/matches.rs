//! `chuhe match` as a user runs it, with chuhe itself as both engines.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(CHUHE);
    command.current_dir(folder).args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

/// A match of twenty games that two runs play alike: fixed nodes, one thread, a process for each game.
fn twenty_games(outputs: &str) -> String {
    format!(
        "match -engine name=a cmd={CHUHE} nodes=300 -engine name=b cmd={CHUHE} nodes=500 -each restart=on -games 20 \
         -openings file=openings.txt order=random -srand 5 -maxmoves 30 {outputs}"
    )
}

fn openings(folder: &Path) {
    let text = "h2e2 h9g7\r\nb2e2 b9c7\r\nc3c4 g6g5\r\ng3g4 h9g7\r\nh2d2 h9g7\r\n";
    std::fs::write(folder.join("openings.txt"), text).unwrap();
}

/// Game number, players, result and moves of every line, in order of the games.
fn games(path: &Path) -> Vec<(u64, String, String, String, Vec<Value>)> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games: Vec<_> = text
        .lines()
        .map(|line| {
            let game: Value = serde_json::from_str(line).unwrap();
            let about = &game["match"];
            let text = |key: &str| about[key].as_str().unwrap().to_owned();
            let moves = game["mainline_iccs"].as_array().unwrap().clone();
            (about["game"].as_u64().unwrap(), text("red"), text("black"), text("result"), moves)
        })
        .collect();
    games.sort_by_key(|game| game.0);
    games
}

fn wait_for_games(child: &mut Child, path: &Path, count: usize) {
    let start = Instant::now();
    while std::fs::read_to_string(path).unwrap_or_default().lines().count() < count {
        assert!(start.elapsed() < Duration::from_secs(120), "no games");
        assert!(child.try_wait().unwrap().is_none(), "the match is over too early");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The lines of the result that do not tell times.
fn table(stdout: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(stdout);
    let result = text.split("== result").nth(1).expect("there is a result");
    let timeless = |line: &&str| !line.contains(" ms");
    result.lines().filter(timeless).map(str::to_owned).collect()
}

#[test]
fn a_killed_match_ends_as_if_nothing_had_happened() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    openings(whole.path());
    openings(killed.path());
    let arguments = twenty_games("-jsonout games.jsonl -pgnout games.pgn");
    let expected = command(whole.path(), &arguments).output().unwrap();
    assert_eq!(expected.status.code(), Some(0), "{}", String::from_utf8_lossy(&expected.stderr));
    // What stood in a file before is left alone.
    std::fs::write(killed.path().join("games.pgn"), "; mine\n").unwrap();
    let json = killed.path().join("games.jsonl");
    for round in 1..=2 {
        let arguments = if round == 1 { arguments.clone() } else { format!("{arguments} --resume") };
        let mut child = command(killed.path(), &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_games(&mut child, &json, 5 * round);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = command(killed.path(), &format!("{arguments} --resume")).output().unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(table(&resumed.stdout), table(&expected.stdout));
    assert_eq!(games(&json), games(&whole.path().join("games.jsonl")));
    let pgn = std::fs::read_to_string(killed.path().join("games.pgn")).unwrap();
    assert!(pgn.starts_with("; mine\n"));
    assert_eq!(pgn.matches("[Result ").count(), 20);
    // Nothing is left but the outputs.
    let mut names: Vec<String> = std::fs::read_dir(killed.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["games.jsonl", "games.pgn", "openings.txt"]);
}

#[test]
fn ctrl_c_stops_the_engines_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    openings(folder.path());
    let arguments = twenty_games("-jsonout games.jsonl -concurrency 2");
    let mut child = command(folder.path(), &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_games(&mut child, &folder.path().join("games.jsonl"), 3);
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let resumed = command(folder.path(), &format!("{arguments} --resume --json")).output().unwrap();
    assert_eq!(resumed.status.code(), Some(0));
    let result: Value = serde_json::from_slice(&resumed.stdout).expect("stdout is one JSON value");
    assert_eq!((result["games"].as_u64(), result["complete"].as_bool()), (Some(20), Some(true)));
    assert_eq!(games(&folder.path().join("games.jsonl")).len(), 20);
}

#[test]
fn what_cannot_be_played_is_one_line_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    openings(folder.path());
    std::fs::write(folder.path().join("bad.txt"), "h2e2\nh2e2 h2e2\n").unwrap();
    let two = format!("match -engine name=a cmd={CHUHE} -engine name=b cmd={CHUHE} -each nodes=100");
    let cases = [
        ("match", "0 engines given; a match needs two or more -engine"),
        ("match -engine cmd=x -engine cmd=y", "engine x: no limit"),
        (
            &format!("match -engine cmd={CHUHE} -engine cmd=/no/such -each nodes=1"),
            "engine such: cannot run `/no/such`",
        ),
        (
            &format!("match -engine cmd={CHUHE} -engine cmd=cat -each nodes=1 startup=0.3"),
            "engine cat: no answer to ucci",
        ),
        (&format!("{two} -each option.nonsense=1"), "engine a: it offers no option `nonsense`"),
        (&format!("{two} -openings file=none.txt"), "none.txt: "),
        (&format!("{two} -openings file=bad.txt"), "bad.txt:2: move 2, h2e2, is illegal"),
        (&format!("{two} -frobnicate"), "no option -frobnicate"),
        (&format!("{two} -sprt elo0=5 elo1=0"), "elo0 must be smaller than elo1"),
        (&format!("{two} --resume"), "nothing to resume"),
        (&format!("{two} -pgnout no/such/folder.pgn"), "no/such/folder.pgn: "),
    ];
    for (arguments, expected) in cases {
        let output = command(folder.path(), arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {stderr}");
        assert!(stderr.contains(expected) && stderr.trim_end().lines().count() == 1, "{arguments}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "nothing is left behind: {names:?}");
}

#[test]
fn a_full_disk_stops_the_match_and_keeps_what_was_played() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    openings(folder.path());
    let output = command(folder.path(), &twenty_games("-pgnout /dev/full -state kept")).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("/dev/full") && stderr.contains("kept in kept"), "{stderr}");
    assert!(std::fs::read_to_string(folder.path().join("kept")).unwrap().lines().count() >= 2);
}
