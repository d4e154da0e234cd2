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
    // Who begins anew although a run was not finished is told where its games are.
    let other = killed.path().join("other");
    std::fs::create_dir(&other).unwrap();
    openings(&other);
    let arguments = twenty_games("-jsonout games.jsonl");
    let mut child = command(&other, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_games(&mut child, &other.join("games.jsonl"), 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let output = command(&other, &arguments).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("was not finished; its games are kept in") && stderr.contains(".old"), "{stderr}");
    std::fs::remove_dir_all(&other).unwrap();
    // Nothing is left but the outputs.
    let mut names: Vec<String> = std::fs::read_dir(killed.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["games.jsonl", "games.pgn", "openings.txt"]);
}

/// The programs that run in a folder, as far as the system tells.
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let here = processes.filter(|entry| std::fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == folder));
    here.map(|entry| std::fs::read_to_string(entry.path().join("comm")).unwrap_or_default()).collect()
}

/// An engine that dies in the middle of a search: the game is lost by name, the match goes on, the exit code tells.
#[test]
fn a_crashing_engine_loses_by_name_and_the_exit_code_tells() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read -r line; do case $line in
        ucci) echo 'id name crash'; echo ucciok;;
        isready) echo readyok;;
        go*) echo 'info depth 1 score 3 pv h2e2'; kill -ABRT $$;;
        quit) exit 0;;
    esac; done";
    std::fs::write(folder.path().join("crash.sh"), script).unwrap();
    let arguments =
        format!("match -engine cmd={CHUHE} name=good -engine name=bad cmd=sh arg=crash.sh -each nodes=5000 -games 2");
    let output = command(folder.path(), &arguments).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("Score of good vs bad: W 2  D 0  L 0"), "{stdout}");
    assert!(stdout.contains("bad disconnects: it was ended by signal 6"), "{stdout}");
    assert!(stdout.contains("faults of bad: disconnect 2"), "{stdout}");
}

/// What depends on no clock is right for chuhe itself; an engine that dies fails, a program that is none does not start.
#[test]
fn check_engine_tells_good_from_bad() {
    let folder = tempfile::tempdir().unwrap();
    for proto in ["ucci", "uci"] {
        let output = command(folder.path(), &format!("check-engine {CHUHE} --proto {proto} --json")).output().unwrap();
        let checks: Vec<Value> = serde_json::from_slice(&output.stdout).expect("a JSON list");
        assert_eq!(checks.len(), 25);
        for name in ["hello", "options", "history", "stray-stop", "mated", "stalemated", "restricted", "bad-position"] {
            let check = checks.iter().find(|check| check["name"] == name).unwrap();
            assert_eq!(check["ok"], true, "{proto}: {check}");
        }
    }
    let script = "while read -r line; do case $line in
        uci) echo 'id name crash'; echo uciok;;
        isready) echo readyok;;
        go*) exit 3;;
        quit) exit 0;;
    esac; done";
    std::fs::write(folder.path().join("crash.sh"), script).unwrap();
    let mut crash = command(folder.path(), "check-engine --proto uci");
    let output = crash.arg("sh crash.sh").output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    assert!(
        stdout.contains("ok   hello crash speaks UCI") && stdout.contains("FAIL depth it exited with code 3"),
        "{stdout}"
    );
    let output = command(folder.path(), "check-engine cat --set startup=0.3").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output = command(folder.path(), "check-engine no-such-program").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot run `no-such-program`"));
}

/// Books of any format are openings for all, and one engine's own.
#[test]
fn books_are_openings_and_engines_own() {
    let folder = tempfile::tempdir().unwrap();
    let play = |arguments: &str| -> Vec<Value> {
        let arguments = format!(
            "match -engine name=a cmd={CHUHE} {arguments} -engine name=b cmd={CHUHE} -each nodes=50 -games 2 -maxmoves 6 \
             -jsonout games.jsonl"
        );
        let output = command(folder.path(), &arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
        std::fs::remove_file(folder.path().join("games.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    for game in play("-openings file=embedded plies=5 order=random") {
        assert_eq!(game["match"]["opening_plies"], 5);
    }
    for game in play("book=embedded bookplies=4") {
        let first = if game["match"]["red"] == "a" { 0 } else { 1 };
        let from_book: Vec<bool> =
            game["match"]["moves"].as_array().unwrap().iter().map(|mv| mv["book"] == true).take(6).collect();
        // The other engine thinks for itself and may leave the book.
        assert!(from_book[first], "{game}");
        assert!((0..6).all(|ply| !from_book[ply] || ply < 4 && ply % 2 == first), "{game}");
    }
}

#[test]
fn the_report_speaks_chinese_where_asked() {
    let folder = tempfile::tempdir().unwrap();
    openings(folder.path());
    let arguments = format!(
        "tournament -type swiss -rounds 2 -games 1 -maxmoves 4 -lang zh -log dir=logs -htmlout page.html -epdout ends.epd -pgnout games.pgn min \
         -team 甲队 a b -team 乙队 c d -engine name=a cmd={CHUHE} -engine name=b cmd={CHUHE} -engine name=c cmd={CHUHE} \
         -engine name=d cmd={CHUHE} -each nodes=50"
    );
    let output = command(folder.path(), &arguments).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    for text in ["== 结果", "对手分", "团体", "名次和", "甲队", "满回合数", "按先后手"] {
        assert!(stdout.contains(text), "no {text} in {stdout}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let page = read("page.html");
    assert!(page.contains("<html lang=\"zh-Hans\">") && page.contains("对战表") && page.contains("满回合数判和"));
    // Four games of eight plies: the final positions, and moves without remarks.
    let ends = read("ends.epd");
    assert_eq!(ends.lines().count(), 4);
    assert!(ends.lines().all(|line| line.split(' ').nth(1) == Some("w") && line.ends_with(" 5")), "{ends}");
    let pgn = read("games.pgn");
    assert_eq!(pgn.matches("[Result ").count(), 4);
    assert!(!pgn.contains('{'), "{pgn}");
    for name in ["a", "b", "c", "d"] {
        assert!(read(&format!("logs/{name}.log")).contains(" > go nodes 50"), "the log of {name}");
    }
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
    assert_eq!(processes_in(folder.path()), Vec::<String>::new(), "engines are left");
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
    std::fs::write(folder.path().join("book.epd.gz"), b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x2b\x4a\xcc\x4b")
        .unwrap();
    std::fs::write(folder.path().join("engines.toml"), "[[engine]]\ncmd = \"x\"\n[[engine]]\nname = \"y\"\n").unwrap();
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
        (&format!("{two} -openings file=none.obk"), "none.obk"),
        (&format!("{two} -openings file=bad.txt format=book"), "bad.txt"),
        (&format!("{two} -openings file=bad.txt"), "bad.txt:2: move 2, h2e2, is illegal"),
        (&format!("{two} -openings file=book.epd.gz format=epd"), "book.epd.gz:1: not text; is the file compressed?"),
        ("match -engine -engine cmd=x -each nodes=1", "-engine: no cmd="),
        ("match -engine name=a nodes=1 -engine cmd=x", "-engine name=a nodes=1: no cmd="),
        ("match -engine cmd= -each nodes=1", "-engine: cmd=: expected a command"),
        ("match -engine cmd=x -engine cmd=y -each", "-each needs a value"),
        ("match -engine cmd=x -engine cmd=y -each cmd=z nodes=1", "-each: `cmd` belongs to one engine"),
        ("match -engines engines.toml -each nodes=1", "engines.toml: engine 2: no cmd"),
        (
            "tournament -type circle -engine cmd=x -engine cmd=y -each nodes=1",
            "-tournament circle: expected round-robin",
        ),
        (&format!("{two} -team A a c"), "no engine is called `c`"),
        (&format!("{two} -variant chess"), "-variant chess: there is xiangqi and nothing else"),
        (&format!("{two} -lang fr"), "-lang fr: expected en or zh"),
        (&format!("{two} -pgnout"), "-pgnout: no file="),
        (&format!("{two} -frobnicate"), "no option -frobnicate"),
        (&format!("{two} -sprt elo0=5 elo1=0"), "elo0 must be smaller than elo1"),
        (&format!("{two} --resume"), "nothing to resume"),
        (&format!("{two} -pgnout no/such/folder.pgn"), "no/such/folder.pgn: "),
        (&format!("{two} -state /dev/null"), "/dev/null: not a file of its own"),
        (&format!("{two} -state /dev/null --resume"), "/dev/null: not a file of its own"),
    ];
    for (arguments, expected) in cases {
        let output = command(folder.path(), arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {stderr}");
        assert!(stderr.contains(expected) && stderr.trim_end().lines().count() == 1, "{arguments}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 4, "nothing is left behind: {names:?}");
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
    // A log that cannot be written is no reason to stop, but it is told.
    let output = command(folder.path(), &twenty_games("-log /dev/full")).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("/dev/full: ") && stderr.contains("the log is not complete"), "{stderr}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("(20 games)"));
}
