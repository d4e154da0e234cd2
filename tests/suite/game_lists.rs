//! `chuhe games` and the filters it shares with `chuhe convert`.

use chuhe_tests::binary::run;
use serde_json::Value;

const GAMES: &str = "\
[Red \"A\"]
[Result \"1-0\"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 5. 车二进六 炮8平9 *

[Red \"B\"]
[ECCO \"A10\"]
[Opening \"飞相局\"]
[Result \"*\"]

1. 相三进五 炮8平4 *

[Red \"C\"]
[Result \"*\"]
[FEN \"3k5/4P4/9/9/9/9/9/9/9/4KR3 w\"]

1. R4+9 *
";

#[test]
fn openings_are_recognised_where_the_file_does_not_name_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    let path = path.to_str().unwrap();

    let (code, out, _) = run(&["games", path, "--lang", "zh"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].ends_with("  C.33 中炮过河车对屏风马平炮兑车"), "{out}");
    // The file's own word comes first.
    assert!(lines[1].ends_with("  A10 飞相局"), "{out}");
    // A set-up position has no opening.
    assert!(lines[2].ends_with("1 plies"), "{out}");
    assert!(run(&["games", path, "--lang", "en"]).1.contains("C.33 Central Cannon"));

    let (_, out, _) = run(&["games", path, "--json"]);
    let games: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games[0]["opening_class"]["code"], "C.33");
    assert_eq!(games[1]["opening"], "A10 飞相局");
    assert_eq!(games[1]["opening_class"]["zh"], "飞相局对左过宫炮");
    assert!(games[2]["opening_class"].is_null());

    for (wanted, red) in [("屏风马", "A"), ("screen horses", "A"), ("C.33", "A"), ("过宫炮", "B"), ("A10", "B")] {
        let (_, out, _) = run(&["games", path, "--json", "--opening", wanted]);
        let found: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(found.iter().map(|game| game["red"].as_str().unwrap()).collect::<Vec<_>>(), [red], "{wanted}");
        let (code, out, err) = run(&["convert", path, "-o", "-", "--to", "pgn", "--opening", wanted]);
        assert_eq!((code, out.matches("[Red ").count()), (0, 1), "{wanted}: {err}");
        assert!(out.contains(&format!("[Red \"{red}\"]")), "{wanted}");
    }
}
