//! `chuhe analyze` and `chuhe puzzles` as scripts and people use them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use chuhe_tests::binary::{chuhe, run};
use serde_json::Value;

const MATE: &str = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w - - 0 1";
const GAME: &str =
    "[Red \"甲\"]\n[Black \"乙\"]\n[Format \"ICCS\"]\n\n1. h2e2 h9g7 2. h0g2 b9c7 3. i0h0 i9i8 4. h0h7 a6a5 *\n";

fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn filter(arguments: &[&str], input: &str) -> (i32, Vec<Value>) {
    let mut command = Command::new(chuhe());
    command.args(["analyze", "--worker", "--nodes", "1000"]).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn the_filter_answers_every_line_in_order() {
    let input = format!(
        "{MATE}\n\nbad\n{{\"id\":\"x\",\"moves\":\"h2e2\",\"move\":\"h9g7\"}}\n{{\"id\":\"y\",\"fen\":\"9/9\"}}\n"
    );
    let (code, rows) = filter(&[], &input);
    assert_eq!(code, 1, "a bad line is a problem, not an end");
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["line:1", "line:3", "x", "y"]);
    assert_eq!(
        (&rows[0]["best"], &rows[0]["score"]["kind"], &rows[0]["score"]["value"]),
        (&"f0f9".into(), &"mate".into(), &1.into())
    );
    assert!(rows[1]["error"].is_string() && rows[3]["error"].is_string());
    assert!(rows[2]["loss"].is_number() && rows[2]["class"].is_string() && rows[2]["pv"].is_array());
    let (code, again) = filter(&["--workers", "3"], &input);
    assert_eq!((code, &again), (1, &rows));
    assert_eq!(filter(&[], &format!("{MATE}\n")).0, 0);
    assert_eq!(filter(&[], "").0, 0);
}

#[test]
fn a_folder_becomes_every_output_and_what_is_damaged_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::write(games.join("good.pgn"), GAME).unwrap();
    std::fs::write(games.join("illegal.pgn"), GAME.replace("4. h0h7", "4. h0h1 a6a5 5. a0a9")).unwrap();
    std::fs::write(games.join("list.epd"), format!("{MATE}; id \"one\";\nnonsense\n")).unwrap();
    std::fs::write(games.join("damaged.xqf"), b"XQ").unwrap();
    std::fs::write(games.join("notes.txt"), "bring tea").unwrap();
    let out = folder.path().join("out");
    let (input, output) = (games.to_str().unwrap(), out.to_str().unwrap());
    let formats = "jsonl,csv,pgn,xqf,html";
    let arguments = ["analyze", input, "-o", output, "--nodes", "2000", "--format", formats, "--lang", "zh", "--json"];
    let (code, text, err) = run(&arguments);
    assert_eq!(code, 1, "{err}");
    assert!(serde_json::from_str::<Value>(&text).unwrap()["nodes"].as_u64() > Some(0), "{text}");
    let found = rows(&out.join("positions.jsonl"));
    let with_error: Vec<&str> =
        found.iter().filter(|row| row["error"].is_string()).map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(with_error.len(), 3, "{with_error:?}");
    for part in ["damaged.xqf", "illegal.pgn#1", "list.epd:2"] {
        assert!(with_error.iter().any(|id| id.contains(part)), "{part}: {with_error:?}");
    }
    assert!(found.iter().any(|row| row["title"] == "one" && row["best"] == "f0f9"));
    let blunder = found.iter().find(|row| row["move"] == "i9i8").unwrap();
    assert!(blunder["class"] == "mistake" || blunder["class"] == "blunder", "{blunder}");
    for row in &found {
        assert!(row["move"] != row["best"] || row["loss"].is_null() || row["loss"] == 0.0, "{row}");
    }
    for name in
        ["games.jsonl", "positions.csv", "games.csv", "games.pgn", "report.html", "run.json", "xqf/good-0001.xqf"]
    {
        assert!(out.join(name).is_file(), "{name}");
    }
    let pgn = out.join("games.pgn");
    let (code, listed, err) = run(&["games", pgn.to_str().unwrap(), "--json"]);
    assert_eq!((code, err.as_str()), (0, ""), "the PGN reads back");
    assert_eq!(listed.lines().count(), 3);
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("[%eval") && text.contains("应走"), "{text}");
    let table = std::fs::read_to_string(out.join("positions.csv")).unwrap();
    assert_eq!(table.lines().count(), found.len() + 1);

    // The same again: nothing is searched twice, and the files are the same.
    let before = std::fs::read(out.join("positions.jsonl")).unwrap();
    let (_, text, _) = run(&[&arguments[..], &["--resume"]].concat());
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["reused"], &report["nodes"]), (&report["positions"], &0.into()));
    assert_eq!(std::fs::read(out.join("positions.jsonl")).unwrap(), before);
}

/// BATCH-08: a whole game is reviewed in one command, with a score for every move and the mistakes counted.
#[test]
fn a_game_becomes_a_curve_of_scores_and_a_list_of_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (folder.path().join("game.pgn"), folder.path().join("out"));
    std::fs::write(&game, GAME).unwrap();
    let (input, output) = (game.to_str().unwrap(), out.to_str().unwrap());
    let (code, text, err) = run(&["analyze", input, "-o", output, "--nodes", "3000", "--format", "jsonl,html"]);
    assert_eq!(code, 0, "{text}{err}");
    let moves = rows(&out.join("positions.jsonl"));
    let played: Vec<&str> = moves.iter().filter_map(|row| row["move"].as_str()).collect();
    assert_eq!(played, ["h2e2", "h9g7", "h0g2", "b9c7", "i0h0", "i9i8", "h0h7", "a6a5"]);
    for row in &moves {
        assert!(row["score"]["value"].is_number(), "the curve has no gap: {row}");
    }
    let game = &rows(&out.join("games.jsonl"))[0];
    let names = ["best", "good", "inaccuracy", "mistake", "blunder"];
    for (side, first) in [(0, 0), (1, 1)] {
        let classes = game["players"][side]["classes"].as_array().unwrap();
        for (name, counted) in names.iter().zip(classes) {
            let marked = moves.iter().skip(first).step_by(2).filter(|row| row["class"] == **name).count();
            assert_eq!(counted.as_u64(), Some(marked as u64), "{name} of side {side}: {game}");
        }
    }
    let lost: u64 = game["players"][1]["classes"].as_array().unwrap()[3..].iter().filter_map(Value::as_u64).sum();
    assert!(lost >= 1, "i9i8 gives a cannon away: {game}");
    assert!(std::fs::read_to_string(out.join("report.html")).unwrap().contains("i9i8"));
}

#[test]
fn wrong_use_of_analyze_is_one_line_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for arguments in [
        &["analyze"][..],
        &["analyze", "x.pgn"],
        &["analyze", "x.pgn", "-o", out, "--format", "doc"],
        &["analyze", "x.pgn", "-o", out, "--nodes", "0"],
        &["analyze", "x.pgn", "-o", out, "--nodes", "1", "--budget", "3"],
        &["analyze", "x.pgn", "--worker"],
    ] {
        let (code, stdout, _) = run(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
    }
    for arguments in [
        &["analyze", "x.pgn", "-o", out, "--rules", "nonsense"][..],
        &["analyze", "x.pgn", "-o", out, "--moves", "9-3"],
        &["analyze", "x.pgn", "-o", out, "--engine", "/nowhere/engine"],
        &["analyze", "-", "x.pgn", "-o", out],
    ] {
        let (code, stdout, err) = run(arguments);
        assert_eq!((code, stdout.as_str(), err.lines().count()), (2, "", 1), "{arguments:?}: {err}");
    }
    let missing = folder.path().join("none.pgn");
    let (code, _, _) = run(&["analyze", missing.to_str().unwrap(), "-o", out]);
    assert_eq!(code, 2, "nothing was done");
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (code, _, err) = run(&["analyze", missing.to_str().unwrap(), "-o", file.join("below").to_str().unwrap()]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
}

/// Runs, is interrupted by a signal as soon as something is in the store, and goes on.
#[cfg(unix)]
fn interrupted_by(signal: &str, expected: Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let (list, out, whole) = (folder.path().join("list.jsonl"), folder.path().join("out"), folder.path().join("whole"));
    let openings =
        ["h2e2 h9g7", "b2e2 b9c7", "h0g2 c6c5", "c3c4 g6g5", "g3g4 h7e7", "h2f2 h9g7", "h2d2 i9i8", "b0c2 a6a5"];
    let lines: Vec<String> = openings.iter().map(|moves| format!("{{\"moves\":\"{moves}\"}}\n")).collect();
    std::fs::write(&list, lines.concat()).unwrap();
    let arguments = |out: &Path| {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        ["analyze", &text(&list), "-o", &text(out), "--format", "jsonl", "--nodes", "300000", "--workers", "1"]
            .map(str::to_owned)
    };
    let mut child =
        Command::new(chuhe()).args(arguments(&out)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let store = out.join("searches.jsonl");
    let searched = || std::fs::read_to_string(&store).map_or(0, |text| text.lines().count());
    while searched() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it should still be at work");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), expected);
    assert!(!out.join("positions.jsonl").exists(), "a file appears when it is whole");
    let resume: Vec<String> = arguments(&out).into_iter().chain(["--resume".into(), "--json".into()]).collect();
    let (code, text, err) = run(&resume.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert!(report["reused"].as_u64().unwrap() >= 2, "{report}");
    let alone = arguments(&whole);
    assert_eq!(run(&alone.each_ref().map(String::as_str)).0, 0);
    assert_eq!(rows(&out.join("positions.jsonl")), rows(&whole.join("positions.jsonl")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_exit_code_3_and_the_run_goes_on_later() {
    interrupted_by("-INT", Some(3));
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_later() {
    interrupted_by("-KILL", None);
}

#[test]
fn puzzles_have_one_solution_and_come_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.epd");
    // A mate in one, and every other move is mated; the start position, where nothing wins; one where everything wins.
    let easy = "3k5/9/9/9/9/9/9/9/4K4/R7R w - - 0 1";
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let threat = "3k5/4P4/9/9/9/9/9/9/r7r/4KR3 w - - 0 1";
    std::fs::write(&list, format!("{threat}\n{start}\n{easy}\n")).unwrap();
    let out = folder.path().join("puzzles");
    let (input, output) = (list.to_str().unwrap(), out.to_str().unwrap());
    let (code, _, err) =
        run(&["puzzles", input, "-o", output, "--format", "epd,pgn,json", "--nodes", "5000", "--proof-nodes", "50000"]);
    assert_eq!(code, 0, "{err}");
    let puzzles: Value = serde_json::from_str(&std::fs::read_to_string(out.with_extension("json")).unwrap()).unwrap();
    assert_eq!(puzzles.as_array().unwrap().len(), 1, "{puzzles}");
    assert!(puzzles[0]["id"].as_str().unwrap().ends_with(":1"), "{puzzles}");
    assert_eq!((&puzzles[0]["best"]["iccs"], &puzzles[0]["mate"]), (&"f0f9".into(), &1.into()));
    let epd = std::fs::read_to_string(out.with_extension("epd")).unwrap();
    assert!(epd.starts_with(&format!("{threat}; bm f0f9; dm 1; pv f0f9; id \"")), "{epd}");
    assert_eq!(run(&["games", out.with_extension("pgn").to_str().unwrap()]).0, 0);
    assert!(!folder.path().join("puzzles.searches.jsonl").exists());
}
