//! What GUIs send, read as an engine must read it. The lines are those of `spec/ucci.md` §5, §11 and §13 (T1 to T21).

use chuhe_movegen::{Color, Fen, Move, Position};
use chuhe_protocol::{
    Clock, Command, Dialect, Go, PositionText, Ranks, Start, TimeUnit, format_command, format_move, parse_command,
    parse_move,
};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn go(line: &str) -> Go {
    match parse_command(line.as_bytes()) {
        Command::Go(go) => go,
        other => panic!("{line}: {other:?}"),
    }
}

fn position(line: &[u8]) -> PositionText {
    match parse_command(line) {
        Command::Position(position) => position,
        other => panic!("{}: {other:?}", line.escape_ascii()),
    }
}

fn option(line: &[u8]) -> (String, Option<Vec<u8>>) {
    match parse_command(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{}: {other:?}", line.escape_ascii()),
    }
}

fn fen(text: &str) -> Start {
    Start::Fen(text.as_bytes().to_vec())
}

#[test]
fn plain_words_in_any_case_and_between_any_blanks() {
    let cases: [(&[u8], Command); 30] = [
        (b"ucci", Command::Ucci),
        (b"UCI\r\n", Command::Uci),
        (b"\xEF\xBB\xBFucci\r\n", Command::Ucci),
        (b"ucicyclone", Command::UciCyclone),
        (b"\t isReady \r\r\n", Command::IsReady),
        (b"stop", Command::Stop),
        (b"stop now", Command::Stop),
        (b"stopXYZ", Command::Unknown),
        (b"quit", Command::Quit),
        (b"ponderhit", Command::PonderHit { draw: false }),
        (b"ponderhit  DRAW ", Command::PonderHit { draw: true }),
        (b"ucinewgame", Command::NewGame),
        (b"uccinewgame", Command::NewGame),
        (b"newgame", Command::NewGame),
        (b"debug on", Command::Debug(true)),
        (b"debug OFF", Command::Debug(false)),
        (b"debug", Command::Unknown),
        (b"d", Command::Display),
        (b"legal", Command::Legal),
        (b"chases", Command::Chases),
        (b"eval", Command::Eval),
        (b"perft 5", Command::Perft(5)),
        (b"perft", Command::Perft(1)),
        (b"bench 8 1", Command::Bench(vec!["8".into(), "1".into()])),
        (b"help", Command::Help),
        (b"", Command::Empty),
        (b" \t \r\n", Command::Empty),
        (b"pause", Command::Unknown),
        (b"register later", Command::Unknown),
        (b"foo bar \xC4\xE3\xFF", Command::Unknown),
    ];
    for (line, expected) in cases {
        assert_eq!(parse_command(line), expected, "{}", line.escape_ascii());
    }
}

#[test]
fn options_in_both_grammars() {
    type Case = (&'static [u8], &'static str, Option<&'static [u8]>);
    let cases: [Case; 22] = [
        (b"setoption guiname XQWizard", "guiname", Some(b"XQWizard")),
        (b"setoption bookfiles D:\\XQ\\BOOK.DAT", "bookfiles", Some(b"D:\\XQ\\BOOK.DAT")),
        (b"setoption bookfiles C:\\My  Books\\a b.dat;c.dat ", "bookfiles", Some(b"C:\\My  Books\\a b.dat;c.dat")),
        (b"setoption bookfiles \xC6\xE5\xC6\xD7 1.obk\r", "bookfiles", Some(b"\xC6\xE5\xC6\xD7 1.obk")),
        (b"setoption bookfiles", "bookfiles", None),
        (b"setoption bookfiles ", "bookfiles", None),
        (b"setoption newgame", "newgame", None),
        (b"setoption pruning  large", "pruning", Some(b"large")),
        (b"SETOPTION   UseMilliSec   TRUE", "UseMilliSec", Some(b"TRUE")),
        (b"setoption usemillisec on", "usemillisec", Some(b"on")),
        (b"setoption Threads 2", "Threads", Some(b"2")),
        (b"setoption hashsize\t128", "hashsize", Some(b"128")),
        (b"setoption name Hash value 32", "Hash", Some(b"32")),
        (b"setoption NAME MultiPV VALUE 2", "MultiPV", Some(b"2")),
        (b"setoption name Clear Hash", "Clear Hash", None),
        (b"setoption name  Clear \t Hash ", "Clear Hash", None),
        (b"setoption name Repetition Rule value ChineseRule", "Repetition Rule", Some(b"ChineseRule")),
        (b"setoption name EvalFile value", "EvalFile", Some(b"")),
        (b"setoption name BookFile value D:/a  value b", "BookFile", Some(b"D:/a  value b")),
        (b"setoption name BookFile value \xB0\x5C\xB0\x7C.dat", "BookFile", Some(b"\xB0\x5C\xB0\x7C.dat")),
        (b"setoption name Skill_Level value 3", "Skill_Level", Some(b"3")),
        (b"setoption Value 3", "Value", Some(b"3")),
    ];
    for (line, name, value) in cases {
        assert_eq!(option(line), (name.to_owned(), value.map(<[u8]>::to_vec)), "{}", line.escape_ascii());
    }
    for line in ["setoption", "setoption ", "setoption name", "setoption name value 3"] {
        assert_eq!(parse_command(line.as_bytes()), Command::Unknown, "{line}");
    }
}

#[test]
fn positions_of_every_client() {
    let start = fen(START);
    let cases: [(&str, Start, &[&str]); 16] = [
        ("position startpos", Start::Startpos, &[]),
        ("position startpos moves h2e2 h9g7", Start::Startpos, &["h2e2", "h9g7"]),
        ("position STARTPOS MOVES H2-E2", Start::Startpos, &["H2-E2"]),
        ("position startpos moves", Start::Startpos, &[]),
        ("startpos moves h2e2", Start::Startpos, &["h2e2"]),
        ("startpos", Start::Startpos, &[]),
        ("position startpos moves h3e3 h10g8", Start::Startpos, &["h3e3", "h10g8"]),
        ("position startpos moves zz99 h2e2", Start::Startpos, &["zz99", "h2e2"]),
        (&format!("position fen {START}"), start.clone(), &[]),
        // QBoard: the keyword always, a blank at the end.
        (&format!("position fen {START} moves "), start.clone(), &[]),
        (&format!("position fen {START} moves h2e2 h9g7"), start.clone(), &["h2e2", "h9g7"]),
        // Sylvan sends this behind the proper line.
        (&format!("fen {START} moves h2e2"), start.clone(), &["h2e2"]),
        // uci2wb without flags.
        (
            "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2 h9g7",
            fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r"),
            &["h2e2", "h9g7"],
        ),
        // No keyword at all: whoever reads the FEN says what is wrong with it.
        (&format!("position {START} moves h2e2"), start, &["h2e2"]),
        ("position", fen(""), &[]),
        ("position fen 9/9/9 w", fen("9/9/9 w"), &[]),
    ];
    for (line, start, moves) in cases {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        assert_eq!(position(line.as_bytes()), PositionText { start, moves }, "{line}");
    }
}

#[test]
fn malformed_tails_leave_a_fen_that_can_be_read() {
    let lines: [&[u8]; 6] = [
        // gmchess.
        b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1  moves h2e2  h9g7",
        b"position  fen  rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR  r  --  0 1   moves  h2e2  h9g7\r",
        // The league's doubled tail, a comment in GBK, and words that look like the keyword.
        b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1   ;C72 \xD6\xD0\xC5\xDA - - 0 1 moves h2e2 h9g7",
        b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 ;two moves known - - 0 1 moves h2e2 h9g7",
        b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ;premoves removes - - 0 1 moves h2e2 h9g7",
        b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR moves h2e2 h9g7",
    ];
    for line in lines {
        let PositionText { start: Start::Fen(text), moves } = position(line) else { panic!("{}", line.escape_ascii()) };
        let fen = Fen::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", line.escape_ascii()));
        assert_eq!(Position::try_from(&fen).unwrap().fen(), Position::start().fen(), "{}", line.escape_ascii());
        assert_eq!(moves, ["h2e2", "h9g7"], "{}", line.escape_ascii());
    }
    // A bad first move is the reader's to complain about, not part of the FEN.
    assert_eq!(position(b"position startpos moves e4 e5").moves, ["e4", "e5"]);
}

#[test]
fn bans_and_probes() {
    assert_eq!(parse_command(b"banmoves a8a9  h2e2"), Command::BanMoves(vec!["a8a9".into(), "h2e2".into()]));
    assert_eq!(parse_command(b"banmoves"), Command::BanMoves(vec![]));
    let probed = PositionText { start: Start::Startpos, moves: vec!["h2e2".into()] };
    assert_eq!(parse_command(b"probe startpos moves h2e2"), Command::Probe(probed));
}

#[test]
fn go_with_every_parameter_in_any_order() {
    assert_eq!(
        go("go time 300000 increment 3000 opptime 300000 oppincrement 3000"),
        Go {
            time: Some(300_000),
            increment: Some(3000),
            opptime: Some(300_000),
            oppincrement: Some(3000),
            ..Go::default()
        }
    );
    assert_eq!(
        go("go draw time 10 movestogo 2 opptime 10 oppmovestogo 2"),
        Go {
            draw: true,
            time: Some(10),
            movestogo: Some(2),
            opptime: Some(10),
            oppmovestogo: Some(2),
            ..Go::default()
        }
    );
    // uci2wb -x.
    assert_eq!(
        go("go ponder time 100 opptime 200 movetime 300 movestogo 4 oppincrement 5 increment 6 depth 7"),
        Go {
            ponder: true,
            time: Some(100),
            opptime: Some(200),
            movetime: Some(300),
            movestogo: Some(4),
            oppincrement: Some(5),
            increment: Some(6),
            depth: Some(7),
            ..Go::default()
        }
    );
    assert_eq!(
        go("go btime 300000 wtime 298000 binc 1 winc 2 movestogo 40"),
        Go {
            btime: Some(300_000),
            wtime: Some(298_000),
            binc: Some(1),
            winc: Some(2),
            movestogo: Some(40),
            ..Go::default()
        }
    );
    assert_eq!(
        go("GO depth 5 Nodes 1000000 MOVETIME 1000 mate 3"),
        Go { depth: Some(5), nodes: Some(1_000_000), movetime: Some(1000), mate: Some(3), ..Go::default() }
    );
    assert_eq!(go("go perft 4"), Go { perft: Some(4), ..Go::default() });
    assert_eq!(go("go ponder infinite"), Go { ponder: true, infinite: true, ..Go::default() });
    assert_eq!(go("go depth 8 "), Go { depth: Some(8), ..Go::default() });
    let listed = vec!["a3a4".to_owned(), "zz99".to_owned()];
    assert_eq!(
        go("go searchmoves a3a4 zz99 depth 3"),
        Go { depth: Some(3), searchmoves: listed.clone(), ..Go::default() }
    );
    assert_eq!(go("go infinite searchmoves a3a4 zz99"), Go { infinite: true, searchmoves: listed, ..Go::default() });
}

#[test]
fn go_skips_what_it_does_not_know_and_clamps() {
    assert_eq!(go("go future 3 depth 4 x"), Go { depth: Some(4), ..Go::default() });
    assert_eq!(go("go depth movetime 500"), Go { movetime: Some(500), ..Go::default() });
    assert_eq!(go("go depth x nodes"), Go::default());
    assert_eq!(go("go depth -3 nodes -1"), Go { depth: Some(0), nodes: Some(0), ..Go::default() });
    assert_eq!(go("go depth 99999999999999999999"), Go { depth: Some(u32::MAX), ..Go::default() });
    assert_eq!(go("go time -150 increment -7"), Go { time: Some(-150), increment: Some(0), ..Go::default() });
    assert_eq!(go("go wtime -20 btime 0"), Go { wtime: Some(-20), btime: Some(0), ..Go::default() });
    assert_eq!(go("go movetime 1500.75"), Go { movetime: Some(1500), ..Go::default() });
    assert_eq!(go("go time 60000 movestogo 0"), Go { time: Some(60_000), ..Go::default() });
}

#[test]
fn bare_go_is_recognised() {
    for line in ["go", "go ", "go draw", "go ponder", "go foo", "go opptime 5", "go searchmoves h2e2"] {
        assert!(go(line).is_bare(), "{line}");
    }
    for line in ["go depth 0", "go infinite", "go time 0", "go wtime 5", "go nodes 9", "go mate 1", "go perft 1"] {
        assert!(!go(line).is_bare(), "{line}");
    }
}

#[test]
fn clocks_in_either_unit() {
    let clock = |line: &str, side, unit| go(line).clock(side, unit);
    let ms = TimeUnit::Milliseconds;
    let left = |time_ms, increment_ms, movestogo| Some(Clock { time_ms, increment_ms, movestogo });
    assert_eq!(clock("go time 10 movestogo 2", Color::Red, TimeUnit::Seconds), left(10_000, 0, Some(2)));
    assert_eq!(clock("go time 10 increment 3", Color::Black, TimeUnit::Seconds), left(10_000, 3000, None));
    assert_eq!(clock("go time 1000 movestogo 1", Color::Red, ms), left(1000, 0, Some(1)));
    // Time alone is for this move; with an increment of nothing it is for the game.
    assert_eq!(clock("go time 1000", Color::Red, ms), left(1000, 0, Some(1)));
    assert_eq!(clock("go time 1000 increment 0", Color::Red, ms), left(1000, 0, None));
    assert_eq!(clock("go time -5 increment 0", Color::Red, TimeUnit::Seconds), left(-5000, 0, None));
    // Red is w, black is b, always in milliseconds.
    let line = "go btime 300000 wtime 298000 winc 10 binc 20 movestogo 40";
    assert_eq!(clock(line, Color::Red, TimeUnit::Seconds), left(298_000, 10, Some(40)));
    assert_eq!(clock(line, Color::Black, TimeUnit::Seconds), left(300_000, 20, Some(40)));
    assert_eq!(clock("go wtime 9 winc 2", Color::Black, ms), left(9, 2, None));
    assert_eq!(clock("go movetime 9", Color::Red, ms), None);
    let endless = clock("go time 9999999999999999999 increment 9999999999999999999", Color::Red, TimeUnit::Seconds);
    assert_eq!(endless, left(i64::MAX, u64::MAX, None));
}

#[test]
fn moves_in_both_numberings() {
    for (text, zero, one) in [
        ("h2e2", Some("h2e2"), Some("h1e1")),
        ("H2-E2", Some("h2e2"), Some("h1e1")),
        ("a0a9", Some("a0a9"), None),
        ("h10g8", None, Some("h9g7")),
        ("H10-G8", None, Some("h9g7")),
        ("g8h10", None, Some("g7h9")),
        ("a10i10", None, Some("a9i9")),
        ("a1a10", None, Some("a0a9")),
        ("a1a1", None, None),
        ("a11a2", None, None),
        ("j1a1", None, None),
        ("h2e", None, None),
        ("h2e2q", None, None),
        ("", None, None),
        ("(none)", None, None),
        ("0000", None, None),
        ("马八进七", None, None),
    ] {
        for (ranks, expected) in [(Ranks::Zero, zero), (Ranks::One, one)] {
            let expected = expected.map(|mv| mv.parse::<Move>().unwrap());
            assert_eq!(parse_move(text, ranks), expected, "{text} {ranks:?}");
        }
    }
    let mv: Move = "h9g7".parse().unwrap();
    assert_eq!(format_move(mv, Ranks::Zero), "h9g7");
    assert_eq!(format_move(mv, Ranks::One), "h10g8");
    assert_eq!(format_move(Move::NONE, Ranks::One), "0000");
}

/// What the match runner writes is what engines of each kind read.
#[test]
fn commands_are_written_in_the_dialect() {
    let write = |command: &Command, dialect, ranks| String::from_utf8(format_command(command, dialect, ranks)).unwrap();
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(|value| value.as_bytes().to_vec()),
    };
    let played = Command::Position(PositionText { start: Start::Startpos, moves: vec!["h2e2".into(), "h9g7".into()] });
    let clock = Command::Go(go("go oppincrement 4 opptime 3 increment 2 time 1 draw"));
    let cases = [
        (set("hashsize", Some("64")), "setoption hashsize 64", "setoption name hashsize value 64"),
        (set("Clear Hash", None), "setoption Clear_Hash", "setoption name Clear Hash"),
        (Command::NewGame, "setoption newgame", "ucinewgame"),
        (played.clone(), "position startpos moves h2e2 h9g7", "position startpos moves h2e2 h9g7"),
        (
            clock,
            "go draw time 1 increment 2 opptime 3 oppincrement 4",
            "go time 1 increment 2 opptime 3 oppincrement 4",
        ),
        (
            Command::Go(go("go movestogo 5 binc 4 winc 3 btime 2 wtime 1 ponder")),
            "go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5",
            "go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5",
        ),
        (Command::PonderHit { draw: true }, "ponderhit draw", "ponderhit"),
        (Command::BanMoves(vec!["a8a9".into()]), "banmoves a8a9", "banmoves a8a9"),
    ];
    for (command, ucci, uci) in cases {
        assert_eq!(write(&command, Dialect::Ucci, Ranks::Zero), ucci);
        assert_eq!(write(&command, Dialect::Uci, Ranks::Zero), uci);
    }
    assert_eq!(write(&played, Dialect::Uci, Ranks::One), "position startpos moves h3e3 h10g8");
    // Bytes pass through, but nothing can smuggle a second command in.
    let path = Command::SetOption { name: "bookfiles".into(), value: Some(b"\xC6\xE5\nquit".to_vec()) };
    assert_eq!(format_command(&path, Dialect::Ucci, Ranks::Zero), b"setoption bookfiles \xC6\xE5 quit");
}
