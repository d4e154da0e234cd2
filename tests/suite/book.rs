//! Opening books: in a session, and `chuhe book`.

use std::collections::BTreeSet;
use std::fs;

use chuhe_tests::binary::run;
use chuhe_tests::{Session, position};
use serde_json::Value;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const GAMES: &str = "\
1-0\tstartpos\tc3c4 g6g5 h0g2 h9g7 a0a1
1-0\tstartpos\tc3c4 g6g5 h0g2 b9c7 a0a1
1/2\tstartpos\tc3c4 b7c7 g0e2 h9g7
0-1\tstartpos\tg0e2 h7d7 h0g2 h9g7
1-0\tstartpos\th0g2 g6g5
";

struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with a book of [`GAMES`] in it.
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        fs::write(folder.path("games.txt"), GAMES).unwrap();
        let (code, out, err) =
            run(&["book", "build", &folder.path("games.txt"), "-o", &folder.path("a.book"), "--min-games", "1"]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

fn probe(arguments: &[&str]) -> Vec<Value> {
    let (code, out, err) = run(&[&["book", "probe", "--json"], arguments].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str::<Value>(&out).unwrap().as_array().unwrap().clone()
}

fn moves(found: &[Value]) -> Vec<&str> {
    found.iter().map(|mv| mv["move"].as_str().unwrap()).collect()
}

/// The replies of so many fresh games in one session.
fn replies(session: &mut Session, games: usize) -> Vec<String> {
    (0..games)
        .map(|_| {
            session.send_all(&["setoption newgame", "position startpos"]);
            session.go("go time 60000 increment 0").check_in(&position("startpos", "")).mv().to_owned()
        })
        .collect()
}

#[test]
fn a_ucci_session_plays_from_its_books_and_says_so_in_one_line() {
    let folder = Folder::new();
    let mut session = Session::ucci();
    let book = folder.path("a.book");
    session.send(&format!("setoption bookfiles {book}"));
    session.expect(&format!("info message book {book}: book, 16 records"));
    session.send("position startpos");
    let answer = session.go("go time 60000 increment 0");
    answer.check_in(&position("startpos", ""));
    assert_eq!((answer.infos.len(), answer.last().depth, answer.last().nodes), (1, 0, Some(0)));
    // The move that the book would answer is what is expected.
    session.send("position startpos moves c3c4");
    let answer = session.go("go time 60000 increment 0");
    assert!(answer.check_in(&position("startpos", "c3c4")).best.as_ref().unwrap().ponder.is_some());
    session.send("setoption usebook false");
    assert!(session.go("go time 100").last().depth > 0, "without books it searches");
    session.send_all(&["setoption usebook true", "setoption bookfiles"]);
    assert!(session.go("go time 100").last().depth > 0, "an empty list is no book");
    session.quit();
}

#[test]
fn whoever_asks_for_a_search_gets_one() {
    let folder = Folder::new();
    for go in ["go depth 3", "go nodes 2000", "go depth 3 time 1000", "go movetime 200 searchmoves c3c4 h2e2"] {
        let mut session = Session::ucci();
        session.send(&format!("setoption bookfiles {}", folder.path("a.book")));
        session.line();
        session.send("position startpos");
        let answer = session.go(go);
        assert!(answer.check_in(&position("startpos", "")).last().depth > 0, "{go}");
        session.quit();
    }
    // UCI engines use a book when they are told to.
    let mut session = Session::uci();
    session.send(&format!("setoption name Book File value {}", folder.path("a.book")));
    session.line();
    session.send("position startpos");
    assert!(session.go("go movetime 100").last().depth > 0);
    session.send("setoption name OwnBook value true");
    assert_eq!(session.go("go movetime 100").last().depth, 0);
    session.send("setoption name MultiPV value 2");
    assert!(session.go("go movetime 100").last().depth > 0);
    session.quit();
}

/// BOOK-11
#[test]
fn a_book_does_not_end_a_search_without_end() {
    let folder = Folder::new();
    let mut session = Session::uci();
    session.send_all(&[
        &format!("setoption name BookFile value {}", folder.path("a.book")),
        "setoption name OwnBook value true",
    ]);
    session.line();
    session.send_all(&["position startpos", "go infinite"]);
    session.info(|info| info.depth >= 3);
    session.thinking();
    session.send("stop");
    session.answer().check_in(&position("startpos", ""));
    // While the opponent thinks, the engine does; his move then brings the book's at once.
    session.send_all(&["position startpos moves c3c4", "go ponder wtime 600000 btime 600000"]);
    session.info(|info| info.depth >= 2);
    session.thinking();
    session.send("ponderhit");
    let answer = session.answer();
    answer.check_in(&position("startpos", "c3c4"));
    assert_eq!(answer.last().depth, 0);
    assert!(["g6g5", "b7c7"].contains(&answer.mv()), "{}", answer.mv());
    session.quit();
}

/// BOOK-06 and BOOK-10
#[test]
fn colours_depth_lots_and_seed_are_options() {
    let folder = Folder::new();
    let mut session = Session::ucci();
    session.send_all(&["setoption bookfiles", &format!("setoption bookfilesred {}", folder.path("a.book"))]);
    session.line();
    let mut same = || {
        session.send("setoption bookseed 7");
        replies(&mut session, 40)
    };
    let first = same();
    assert_eq!(first, same(), "a seed repeats its lots");
    let kinds: BTreeSet<&String> = first.iter().collect();
    assert!(kinds.len() >= 3, "{kinds:?}");
    // A move that lost its only game has no weight.
    assert!(!first.iter().any(|mv| mv == "g0e2" || mv == "c0e2"));
    session.send("setoption bookvariety best");
    assert_eq!(replies(&mut session, 10).iter().collect::<BTreeSet<_>>().len(), 1);
    session.send("position startpos moves c3c4");
    assert!(session.go("go time 100").last().depth > 0, "the book is red's alone");
    session.send_all(&["setoption bookdepth 1", "position startpos moves c3c4 g6g5"]);
    assert!(session.go("go time 100").last().depth > 0, "the second move is beyond the depth");
    session.send("setoption bookdepth 2");
    assert_eq!(session.go("go time 100").last().depth, 0);
    session.quit();
}

/// BOOK-05
#[test]
fn the_engine_leaves_the_book_before_it_repeats() {
    let folder = Folder::new();
    let book = folder.path("a.book");
    let loop_moves = "h2e2 h9g7 e2h2 g7h9";
    let mut before = String::new();
    for mv in loop_moves.split(' ') {
        let (code, _, err) = run(&["book", "edit", &book, "--moves", &before, "--move", mv, "--weight", "1000"]);
        assert_eq!(code, 0, "{err}");
        before += &format!(" {mv}");
    }
    let mut session = Session::ucci();
    session.send(&format!("setoption bookfiles {book}"));
    session.line();
    session.send_all(&["setoption bookvariety best", &format!("position startpos moves {loop_moves}")]);
    let answer = session.go("go time 100");
    assert_ne!(answer.check_in(&position("startpos", loop_moves)).mv(), "h2e2");
    session.quit();
}

#[test]
fn a_book_that_is_none_is_one_line_and_the_game_goes_on() {
    let folder = Folder::new();
    fs::write(folder.path("x.obk"), b"not a book").unwrap();
    let mut session = Session::ucci();
    session.send(&format!("setoption bookfiles {};{}", folder.path("x.obk"), folder.path("a.book")));
    session.expect(&format!(
        "info message {}: not an opening book: 10 bytes are no whole number of BOOK.DAT records, and no other format is recognised",
        folder.path("x.obk")
    ));
    session.line();
    session.send("position startpos");
    assert_eq!(session.go("go time 1000").last().depth, 0);
    session.quit();
}

#[test]
fn probe_shows_moves_best_first_and_says_why_there_are_none() {
    let folder = Folder::new();
    let found = probe(&[&folder.path("a.book")]);
    assert_eq!(moves(&found), ["c3c4", "g3g4", "b0c2", "h0g2", "c0e2", "g0e2"]);
    assert_eq!(
        found[0].to_string(),
        r#"{"move":"c3c4","weight":5,"win":2,"draw":1,"loss":0,"score":null,"enabled":true}"#
    );
    // The mirror image is known, too.
    assert_eq!(moves(&probe(&[&folder.path("a.book"), "--moves", "g3g4"])), ["h7g7", "c6c5"]);
    assert!(probe(&[&folder.path("a.book"), "--moves", "a0a2"]).is_empty());
    let (code, out, _) = run(&["book", "probe", &folder.path("a.book"), "--moves", "a0a2", "--lang", "en"]);
    assert!(
        code == 0 && out.contains("16 records") && out.contains("neither the position nor its mirror image"),
        "{out}"
    );
    // Of several books the first that knows the position answers; one that cannot be used is named.
    let (code, out, err) = run(&["book", "probe", &folder.path("none"), &folder.path("a.book"), "--json"]);
    assert!(code == 1 && out.starts_with("[{") && err.lines().count() == 1 && err.contains("none: "), "{err}");
    let (code, out, err) = run(&["book", "probe", &folder.path("none")]);
    assert!(code == 2 && out.is_empty() && err.lines().count() == 1, "{err}");
}

#[test]
fn books_are_converted_edited_merged_and_checked() {
    let folder = Folder::new();
    let (book, obk) = (folder.path("a.book"), folder.path("a.obk"));
    let done = |arguments: &[&str]| {
        let (code, out, err) = run(&[&["book"], arguments].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}: {out}");
        out
    };
    done(&["convert", &book, "-o", &obk]);
    assert_eq!(probe(&[&book]), probe(&[&obk]));
    let (code, out, err) = run(&["book", "convert", &obk, "-o", &folder.path("BOOK.DAT")]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("wins, draws and losses of") && err.contains("--lossy"), "{err}");
    let (code, _, err) = run(&["book", "convert", &obk, "-o", &folder.path("BOOK.DAT"), "--lossy"]);
    assert!(code == 0 && err.contains("written without"), "{err}");
    assert_eq!(moves(&probe(&[&folder.path("BOOK.DAT")])), ["c3c4", "g3g4", "b0c2", "h0g2"]);

    // BOOK-07
    let before = fs::read(&obk).unwrap();
    done(&["edit", &obk, "--fen", START, "--move", "h0g2", "--weight", "50"]);
    assert_eq!(fs::read(format!("{obk}.bak")).unwrap(), before);
    assert_eq!(moves(&probe(&[&obk]))[..2], ["b0c2", "h0g2"]);
    done(&["edit", &obk, "--move", "h0g2", "--disable"]);
    assert_eq!(moves(&probe(&[&obk]))[..2], ["c3c4", "g3g4"]);
    assert_eq!(probe(&[&obk]).last().unwrap()["enabled"], false);
    done(&["edit", &obk, "--move", "c3c4", "--comment", "仙人指路"]);
    assert_eq!(probe(&[&obk])[0]["comment"], "仙人指路");
    done(&["edit", &obk, "--move", "h0g2", "--remove"]);
    assert_eq!(moves(&probe(&[&obk])), ["c3c4", "g3g4", "c0e2", "g0e2"]);
    assert_eq!(probe(&[&book, "--moves", "c3c4"]), probe(&[&obk, "--moves", "c3c4"]), "only this position changes");

    done(&["merge", &book, &obk, "-o", &folder.path("m.book")]);
    assert_eq!(probe(&[&folder.path("m.book")])[0]["weight"], 10);
    done(&["merge", &obk, &book, "-o", &folder.path("f.book"), "--first"]);
    assert_eq!(moves(&probe(&[&folder.path("f.book")])), ["c3c4", "g3g4", "c0e2", "g0e2"]);
    done(&["learn", &book, &folder.path("games.txt"), "--plies", "1"]);
    assert_eq!(probe(&[&book])[0]["win"], 4);

    assert_eq!(done(&["lint", &obk]), format!("{obk}: 0 faults\n"));
    let dump = done(&["dump", &folder.path("m.book"), "--json"]);
    let first: Value = serde_json::from_str(dump.lines().next().unwrap()).unwrap();
    assert_eq!(first["fen"], START);
    let stats: Value = serde_json::from_str(&done(&["stats", &folder.path("m.book"), "--json"])).unwrap();
    assert_eq!(stats["positions"], dump.lines().count());
}

#[test]
fn a_book_is_scored_and_its_bad_moves_are_switched_off() {
    let folder = Folder::new();
    // The cannon takes a knight and is lost for it.
    fs::write(folder.path("bad.txt"), "1-0\tstartpos\tb2b9 a9b9 h2e2\n1-0\tstartpos\th2e2 h9g7\n").unwrap();
    let scored = folder.path("s.book");
    let (code, out, err) = run(&[
        "book",
        "build",
        &folder.path("bad.txt"),
        "-o",
        &scored,
        "--min-games",
        "1",
        "--nodes",
        "10000",
        "--handcrafted",
        "--max-loss",
        "80",
    ]);
    assert!(code == 0 && err.is_empty() && out.contains("positions searched"), "{out}{err}");
    let found = probe(&[&scored]);
    let of = |name: &str| found.iter().find(|mv| mv["move"] == name).unwrap();
    assert_eq!((&of("h2e2")["enabled"], &of("b2b9")["enabled"]), (&Value::from(true), &Value::from(false)));
    assert!(of("b2b9")["score"].as_i64().unwrap() < of("h2e2")["score"].as_i64().unwrap() - 80);
    let (code, out, _) = run(&["book", "lint", &scored, "--max-loss", "80"]);
    assert!(code == 0 && out.ends_with("0 faults\n"), "{out}");
    assert!(!folder.0.path().join("s.book.journal").exists());
}

#[test]
fn a_match_takes_its_openings_from_a_book() {
    let folder = Folder::new();
    let engine = chuhe_tests::binary::chuhe().display().to_string();
    let engine = format!("cmd={engine}");
    let pgn = folder.path("games.pgn");
    let (code, _, err) = run(&[
        "match",
        "-engine",
        &engine,
        "name=a",
        "-engine",
        &engine,
        "name=b",
        "-each",
        "nodes=500",
        "-games",
        "4",
        "-openings",
        &format!("file={}", folder.path("a.book")),
        "plies=3",
        "-maxmoves",
        "6",
        "-pgnout",
        &pgn,
        "notation=iccs",
        "-state",
        &folder.path("j"),
    ]);
    assert_eq!(code, 0, "{err}");
    let text = fs::read_to_string(&pgn).unwrap().to_lowercase();
    // The other line of the book ends before, and a move that only lost is not played from it.
    assert_eq!(text.matches("1. c3c4 b7c7 2. g0e2 ").count(), 4, "{text}");
}
