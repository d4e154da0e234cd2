//! Every sample file of the shared folder is read as its `*.expected.json` says.
//!
//! Runs when `CHUHE_SHARED` names the shared folder. The expected files are one reading among many: where the
//! specification decides otherwise, the deviation stands in [`DEVIATIONS`] with its reason, and the test fails when a
//! deviation named there does not occur.

mod trees;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chuhe_record::{Game, ReadError, ReadOptions, open_file};
use serde_json::Value;

use trees::samples::FOLDERS;
use trees::tree_text;

/// File, field, why ours is right.
const DEVIATIONS: &[(&str, &str, &str)] = &[
    (
        "xqf/synthetic_bad_checksum.xqf",
        "root_comment",
        "the end of the comment is no text, and decoders differ in how many U+FFFD they make of it",
    ),
    ("pgn/ccpd_big5_broken_tag.pgn", "tags", "brackets inside a value do not end the tag (formats.md §2)"),
    ("pgn/ccpd_tiny_225.pgn", "tags", "the text is Big5 (`結論`), which the oracle read as GB18030"),
    ("pgn/winboard_san_unfinished.pgn", "mainline_iccs", "the oracle does not read WinBoard's notation"),
    ("pgn/winboard_san_unfinished.pgn", "mainline_plies", "as above"),
    ("pgn/winboard_san_unfinished.pgn", "nodes", "as above"),
    ("pgn/winboard_san_unfinished.pgn", "comments", "as above"),
    ("pgn/winboard_san_unfinished.pgn", "root_comment", "as above"),
    ("pgn/winboard_san_unfinished.pgn", "tree", "as above"),
    ("pgn/zf_04x_ccbridge_text.txt", "tags", "the headings `标题：…` are tags"),
    (
        "pgn/zf_04x_ccbridge_text.txt",
        "comments",
        "the line between headings and moves is the comment that zf_02.pgn has",
    ),
    ("pgn/zf_04x_ccbridge_text.txt", "root_comment", "as above"),
    ("other/movesky.mxq", "result", "the title says 负 between the names, and the ending that Red resigned"),
];

#[test]
fn samples_are_read_as_expected() {
    let Some(samples) = std::env::var_os("CHUHE_SHARED").map(|shared| PathBuf::from(shared).join("samples")) else {
        return;
    };
    let mut problems = Vec::new();
    let mut seen = BTreeMap::new();
    let mut files = 0;
    for folder in FOLDERS {
        let mut paths: Vec<_> = std::fs::read_dir(samples.join(folder))
            .expect("the samples have this folder")
            .map(|entry| entry.expect("a folder can be listed").path())
            .filter(|path| path.to_string_lossy().ends_with(".expected.json"))
            .collect();
        paths.sort();
        for path in paths {
            let name = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
            let name = name.trim_end_matches(".expected.json");
            files += 1;
            for (field, text) in compare(&samples.join(name), &path) {
                let key = (name.to_owned(), field.clone());
                if DEVIATIONS.iter().any(|&(file, f, _)| file == name && f == field) {
                    seen.insert(key, ());
                } else {
                    problems.push(format!("{name}: {field}: {text}"));
                }
            }
        }
    }
    for &(file, field, _) in DEVIATIONS {
        if !seen.contains_key(&(file.to_owned(), field.to_owned())) {
            problems.push(format!("{file}: {field}: is named as a deviation but agrees"));
        }
    }
    assert!(problems.is_empty(), "{} problems in {files} files:\n{}", problems.len(), problems.join("\n"));
    println!("{files} files agree, {} named deviations", DEVIATIONS.len());
}

fn read(path: &Path) -> Result<Vec<Game>, ReadError> {
    let options = ReadOptions { deleted: true, ..ReadOptions::default() };
    open_file(path, &options)?.games.collect()
}

/// All differences between what is read and what is expected: field and explanation.
fn compare(file: &Path, expected: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(expected).expect("an expected file can be read");
    let (text, trees) = take_trees(&text);
    let expected: Value = serde_json::from_str(&text).expect("an expected file is JSON");
    let mut out = Vec::new();
    let games = match (read(file), expected.get("error")) {
        (Err(_), Some(_)) => return out,
        (Err(error), None) => return vec![("error".to_owned(), error.to_string())],
        (Ok(_), Some(error)) => return vec![("error".to_owned(), format!("expected {error}"))],
        (Ok(games), None) => games,
    };
    let expected: Vec<&Value> = match expected.get("games").and_then(Value::as_array) {
        Some(list) => list.iter().collect(),
        None => vec![&expected],
    };
    if games.len() != expected.len() {
        return vec![("games".to_owned(), format!("{} instead of {}", games.len(), expected.len()))];
    }
    for (i, (game, expected)) in games.iter().zip(expected).enumerate() {
        compare_game(game, expected, &trees, &mut |field, text| {
            out.push((field.to_owned(), format!("game {i}: {text}")))
        });
    }
    out
}

fn compare_game(game: &Game, expected: &Value, trees: &[String], report: &mut dyn FnMut(&str, String)) {
    let mut field = |name: &str, ours: Value| {
        let theirs = expected.get(name).unwrap_or(&ours);
        if *theirs != ours {
            report(name, format!("{} instead of {}", shorten(&ours.to_string()), shorten(&theirs.to_string())));
        }
    };
    field("start_fen", game.start.to_string().into());
    field("mainline_iccs", game.mainline_moves().map(|mv| mv.to_string()).collect::<Vec<_>>().into());
    field("mainline_plies", game.mainline_plies().into());
    field("nodes", game.nodes().into());
    field("variations", game.variations().into());
    field("comments", game.comments().into());
    field("illegal_moves", game.illegal_moves().into());
    field("root_comment", game.root_comment().into());
    if expected_result(expected) != game.result.pgn() {
        field("result", game.result.pgn().into());
    }
    if expected.get("tags").is_some() {
        let tags: BTreeMap<&str, &str> = game.source_tags.iter().collect();
        field("tags", serde_json::to_value(tags).expect("tags are plain text"));
    }
    if let Some(index) = expected.get("tree").and_then(Value::as_u64) {
        let (ours, theirs) = (tree_text(game), &trees[index as usize]);
        if ours != *theirs {
            let at = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
            let from =
                (0..=at.saturating_sub(40)).rev().find(|&i| ours.is_char_boundary(i) && theirs.is_char_boundary(i));
            let from = from.unwrap_or(0);
            report("tree", format!("…{} instead of …{}", shorten(&ours[from..]), shorten(&theirs[from..])));
        }
    }
}

/// The expected result, better known where the oracle shows what stands in the file and does not read it: W, L and D of
/// English DhtmlXQ pages (formats.md §4) and the codes of old libraries (§3.4).
fn expected_result(expected: &Value) -> &str {
    let code = expected.pointer("/header/result_code").and_then(Value::as_u64);
    let text = expected.get("result_text").and_then(Value::as_str);
    match (code, text) {
        (Some(1), _) | (_, Some("W")) => "1-0",
        (Some(2), _) | (_, Some("L")) => "0-1",
        (Some(3), _) | (_, Some("D")) => "1/2-1/2",
        _ => expected.get("result").and_then(Value::as_str).unwrap_or("*"),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(160).collect()
}

/// Replaces each tree of an expected file by its number: the trees nest deeper than a JSON reader should follow.
fn take_trees(text: &str) -> (String, Vec<String>) {
    const KEY: &str = "\"tree\":";
    let mut rest = text;
    let (mut out, mut trees) = (String::new(), Vec::new());
    while let Some(at) = rest.find(KEY) {
        let (before, tail) = rest.split_at(at + KEY.len());
        out.push_str(before);
        let tail = tail.trim_start();
        let (mut depth, mut in_text, mut escaped, mut end) = (0, false, false, tail.len());
        for (i, byte) in tail.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_text => escaped = true,
                b'"' => in_text = !in_text,
                b'[' if !in_text => depth += 1,
                b']' if !in_text => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = i + 1;
                break;
            }
        }
        write!(out, "{}", trees.len()).expect("a text grows");
        trees.push(tail[..end].to_owned());
        rest = &tail[end..];
    }
    out.push_str(rest);
    (out, trees)
}
