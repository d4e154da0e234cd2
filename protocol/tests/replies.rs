//! What engines answer: exact layouts when written, tolerance when read (`spec/ucci.md` §6, §10.2, §13).

use Dialect::{Ucci, Uci};
use chuhe_movegen::{Move, Score};
use chuhe_protocol::{
    Bound, Dialect, HashBound, Info, MAX_LINE, MINOR, OptionKind, OptionLine, Ranks, Reply, Wdl, format_reply,
    parse_reply,
};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn pv(text: &str) -> Vec<Move> {
    text.split(' ').map(mv).collect()
}

fn write(reply: &Reply, dialect: Dialect) -> String {
    format_reply(reply, dialect, Ranks::Zero).unwrap()
}

fn read(line: &str, dialect: Dialect) -> Reply {
    parse_reply(line.as_bytes(), dialect, Ranks::Zero)
}

fn info(line: &str, dialect: Dialect) -> Info {
    match read(line, dialect) {
        Reply::Info(info) => info,
        other => panic!("{line}: {other:?}"),
    }
}

fn score_line(score: Score, dialect: Dialect) -> String {
    write(&Reply::Info(Info { score: Some(score), ..Info::default() }), dialect)
}

/// Lines of the sample sessions, read and written again without a change.
#[test]
fn sample_lines_come_back_byte_for_byte() {
    let ucci = "\
id name MyEngine 0.1
id copyright 2026 MyEngine authors
id author MyEngine authors
id user everyone
option usemillisec type check default true
option hashsize type spin min 0 max 65536 default 64
option newgame type button
option bookfiles type string default <empty>
option style type combo var solid var normal var risky default normal
ucciok
readyok
info depth 8 seldepth 12 time 210 nodes 310000 nps 1476190 score 12 pv h2e2 h9g7 h0g2 i9h9
info depth 12 seldepth 19 time 4200 nodes 6300000 nps 1500000 score 10 pv h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
info depth 20 seldepth 20 time 30 nodes 40000 nps 1333333 score 0 pv e1d2 e8d7
info depth 0 score 3
info depth 1 seldepth 1 time 0 nodes 20 nps 20000 score 9999 pv f0f9
info depth 7 seldepth 10 time 250 nodes 300000 nps 1200000 hashfull 3 score 9 pv h2e2 h9g7
info depth 7 currmove h2e2 currmovenumber 1
info message bad position ignored
bestmove h2e2
bestmove h2e2 ponder h9g7
bestmove e1d2 draw
bestmove a9b9 ponder h2e2 resign
nobestmove
pophash
pophash bestmove h9g7 upperbound -10 depth 7
pophash bestmove c3c4 lowerbound 11 depth 9 upperbound 11 depth 9
bye";
    let uci = "\
id name MyEngine 0.1
id author MyEngine authors
option name Threads type spin default 1 min 1 max 512
option name Clear Hash type button
option name Ponder type check default false
option name EvalFile type string default <empty>
option name UCI_Variant type combo default xiangqi var xiangqi
uciok
readyok
info depth 10 seldepth 16 multipv 1 score cp 38 wdl 120 850 30 nodes 1400000 nps 1450000 hashfull 12 tbhits 0 time 965 pv h0g2 i9h9
info depth 11 seldepth 18 multipv 1 score cp 35 nodes 5000000 nps 1450000 hashfull 40 tbhits 0 time 3448 pv h0g2 i9h9
info depth 0 score mate 0
info depth 1 seldepth 1 multipv 1 score mate 1 nodes 20 nps 20000 hashfull 0 tbhits 0 time 1 pv f0f9
info depth 9 score cp -12 lowerbound nodes 5 pv h2e2
info depth 9 score mate -3 upperbound nodes 5 pv h2e2
info string illegal move h2e2
bestmove f0f9
bestmove h2e2 ponder h9g7
bestmove (none)";
    for (dialect, lines) in [(Ucci, ucci), (Uci, uci)] {
        for line in lines.lines() {
            let reply = read(line, dialect);
            assert!(!matches!(reply, Reply::Other(_) | Reply::BadBestMove(_)), "{line}: {reply:?}");
            assert_eq!(write(&reply, dialect), line);
        }
    }
}

#[test]
fn one_report_in_two_dialects() {
    let reply = Reply::Info(Info {
        depth: Some(12),
        seldepth: Some(20),
        multipv: Some(1),
        score: Some(Score::Cp(150)),
        bound: Some(Bound::Lower),
        wdl: Some(Wdl { win: 300, draw: 650, loss: 50 }),
        nodes: Some(1_234_567),
        nps: Some(1_487_430),
        hashfull: Some(41),
        tbhits: Some(0),
        time_ms: Some(830),
        pv: pv("h2e2 h9g7"),
        ..Info::default()
    });
    assert_eq!(
        write(&reply, Uci),
        "info depth 12 seldepth 20 multipv 1 score cp 150 lowerbound wdl 300 650 50 nodes 1234567 nps 1487430 \
         hashfull 41 tbhits 0 time 830 pv h2e2 h9g7"
    );
    // UCCI's grammar has no place for a bound, and a wdl triple upsets key-value readers.
    assert_eq!(
        write(&reply, Ucci),
        "info depth 12 seldepth 20 multipv 1 time 830 nodes 1234567 nps 1487430 hashfull 41 tbhits 0 score 35 pv h2e2 h9g7"
    );
    assert!(format_reply(&reply, Uci, Ranks::One).unwrap().ends_with(" pv h3e3 h10g8"));
    let best = Reply::BestMove { mv: mv("h9g7"), ponder: Some(mv("h0g2")), draw: true, resign: false };
    assert_eq!(write(&best, Ucci), "bestmove h9g7 ponder h0g2 draw");
    assert_eq!(write(&best, Uci), "bestmove h9g7 ponder h0g2", "UCI knows no draw offers");
    assert_eq!(format_reply(&best, Uci, Ranks::One).unwrap(), "bestmove h10g8 ponder h1g3");
    assert_eq!(format_reply(&Reply::Bye, Uci, Ranks::Zero), None);
}

#[test]
fn scores_on_both_scales() {
    let cases = [
        (Score::Cp(0), 0, "cp 0"),
        (Score::Cp(MINOR), 100, "cp 430"),
        (Score::Cp(-MINOR), -100, "cp -430"),
        (Score::Cp(92), 21, "cp 92"),
        (Score::Cp(7000), 1628, "cp 7000"),
        (Score::Cp(9999), 2325, "cp 7000"),
        (Score::Cp(i32::MAX), 7000, "cp 7000"),
        (Score::Cp(i32::MIN), -7000, "cp -7000"),
        (Score::Mate(1), 9999, "mate 1"),
        (Score::Mate(2), 9998, "mate 1"),
        (Score::Mate(5), 9995, "mate 3"),
        (Score::Mate(0), -10000, "mate 0"),
        (Score::Mate(-2), -9998, "mate -1"),
        (Score::Mate(-8), -9992, "mate -4"),
        (Score::Rule(4), 8996, "cp 19996"),
        (Score::Rule(-4), -8996, "cp -19996"),
        (Score::Rule(0), -9000, "cp -20000"),
    ];
    for (score, ucci, uci) in cases {
        assert_eq!(score_line(score, Ucci), format!("info score {ucci}"), "{score:?}");
        assert_eq!(score_line(score, Uci), format!("info score {uci}"), "{score:?}");
    }
}

#[test]
fn kinds_of_scores_stay_apart_whatever_their_size() {
    let number = |score| {
        let line = score_line(score, Ucci);
        line.rsplit(' ').next().unwrap().parse::<i64>().unwrap().abs()
    };
    for plies in [0, 1, 2, 3, 60, 128, 246, 499, 500, 1000, 5000, i32::MAX] {
        for plies in [plies, -plies] {
            assert!((9501..=10000).contains(&number(Score::Mate(plies))), "mate {plies}");
            assert!((7001..=9000).contains(&number(Score::Rule(plies))), "rule {plies}");
            assert!(score_line(Score::Mate(plies), Uci).contains("score mate"), "mate {plies}");
            assert!(score_line(Score::Rule(plies), Uci).contains("score cp"), "rule {plies}");
        }
    }
    for cp in [0, 1, 7000, 8999, 9999, 20_000, 50_000, i32::MAX, i32::MIN] {
        assert!(number(Score::Cp(cp)) <= 7000, "cp {cp}");
    }
    score_line(Score::Mate(i32::MIN), Uci);
    score_line(Score::Rule(i32::MIN), Ucci);
}

#[test]
fn foreign_scores_are_understood() {
    let score = |line: &str, dialect| info(line, dialect).score;
    // Fairy-Stockfish in UCCI keeps `mate`; ElephantEye's and our mates are 10000 less the plies.
    assert_eq!(score("info depth 3 score mate 2 pv h2e2", Ucci), Some(Score::Mate(3)));
    assert_eq!(score("info depth 3 score mate -2", Ucci), Some(Score::Mate(-4)));
    assert_eq!(score("info depth 3 score 9997 pv h2e2", Ucci), Some(Score::Mate(3)));
    assert_eq!(score("info depth 3 score -9996 pv h2e2", Ucci), Some(Score::Mate(-4)));
    assert_eq!(score("info depth 3 score 10000", Ucci), Some(Score::Mate(1)));
    assert_eq!(score("info depth 3 score -10000", Ucci), Some(Score::Mate(0)));
    assert_eq!(score("info depth 3 score 8996", Ucci), Some(Score::Rule(4)));
    assert_eq!(score("info depth 3 score 100", Ucci), Some(Score::Cp(MINOR)));
    // With `cp` the number is in hundredths of a pawn in either protocol; without, UCI has no other scale.
    assert_eq!(score("info depth 3 score cp 35", Ucci), Some(Score::Cp(35)));
    assert_eq!(score("info depth 3 score 35", Uci), Some(Score::Cp(35)));
    assert_eq!(score("info depth 3 score cp -19996", Uci), Some(Score::Rule(-4)));
    assert_eq!(score("info depth 3 score cp 99999999999999", Uci), Some(Score::Cp(i32::MAX)));
    assert_eq!(score("info depth 3 score mate 99999999999999", Uci), Some(Score::Mate(19_999)));
    assert_eq!(score("info depth 3 score", Uci), None);
    assert_eq!(score("info depth 3 score cp", Uci), None);
    assert_eq!(score("info depth 3 score cp x pv h2e2", Uci), None);
    assert_eq!(info("info depth 3 score cp 5 upperbound", Uci).bound, Some(Bound::Upper));
}

#[test]
fn info_items_in_any_order_and_unknown_ones_between() {
    let expected = Info {
        depth: Some(9),
        score: Some(Score::Cp(43)),
        nodes: Some(1000),
        time_ms: Some(7),
        pv: pv("h2e2 h9g7"),
        ..Info::default()
    };
    for line in [
        "info depth 9 time 7 nodes 1000 score 10 pv h2e2 h9g7",
        "info  time 7\tnodes 1000  depth 9 bmc 1.5 score 10  pv  h2e2  h9g7 \r",
        "INFO PV H2E2 H9G7 DEPTH 9 SCORE 10 NODES 1000 TIME 7",
        "info nodes 1000 foo time 7 depth 9 score 10 pv h2-e2 h9-g7 nonsense h0g2",
        "info wdl 1 2 depth 9 score 10 nodes 1000 time 7 pv h2e2 h9g7",
    ] {
        assert_eq!(info(line, Ucci), expected, "{line}");
    }
    // ElephantEye's pieces.
    assert_eq!(info("info depth 5", Ucci), Info { depth: Some(5), ..Info::default() });
    assert_eq!(
        info("info currmove h2e2 currmovenumber 3", Ucci),
        Info { currmove: Some(mv("h2e2")), currmovenumber: Some(3), ..Info::default() }
    );
    assert_eq!(
        info("info depth 5 string hello  pv h2e2", Uci),
        Info { depth: Some(5), string: Some("hello  pv h2e2".into()), ..Info::default() }
    );
    assert_eq!(read("info string pv h2e2 ", Ucci), Reply::Message("pv h2e2".into()));
    assert_eq!(read("info message", Ucci), Reply::Message(String::new()));
    assert_eq!(info("info", Uci), Info::default());
    // Ranks from 1.
    let Reply::Info(fairy) = parse_reply(b"info depth 1 score cp 0 pv h3e3 h10g8", Uci, Ranks::One) else { panic!() };
    assert_eq!(fairy.pv, pv("h2e2 h9g7"));
}

#[test]
fn bestmove_of_every_client() {
    let best = |mv_text: &str, ponder: Option<&str>, draw, resign| Reply::BestMove {
        mv: mv(mv_text),
        ponder: ponder.map(mv),
        draw,
        resign,
    };
    for (line, expected) in [
        ("bestmove h2e2", best("h2e2", None, false, false)),
        ("bestmove h2e2 ponder h9g7 draw", best("h2e2", Some("h9g7"), true, false)),
        ("bestmove h2e2 resign", best("h2e2", None, false, true)),
        ("bestmove  H2E2   resign ponder h9g7\r", best("h2e2", Some("h9g7"), false, true)),
        ("bestmove h2-e2 ponder (none)", best("h2e2", None, false, false)),
        ("bestmove h2e2 ponder 0000", best("h2e2", None, false, false)),
        ("bestmove h2e2 ponder", best("h2e2", None, false, false)),
        ("bestmove h2e2 time 300", best("h2e2", None, false, false)),
        ("bestmove (none)", Reply::NoBestMove),
        ("bestmove null", Reply::NoBestMove),
        ("bestmove 0000", Reply::NoBestMove),
        ("bestmove NONE ponder (none)", Reply::NoBestMove),
        ("bestmove resign", Reply::NoBestMove),
        ("nobestmove", Reply::NoBestMove),
        ("NoBestMove \r\n", Reply::NoBestMove),
        ("bestmove", Reply::BadBestMove(String::new())),
        ("bestmove aaaa ponder h9g7", Reply::BadBestMove("aaaa ponder h9g7".into())),
        ("bestmove a0a0", Reply::BadBestMove("a0a0".into())),
        ("bestmove h10g8", Reply::BadBestMove("h10g8".into())),
    ] {
        assert_eq!(read(line, Ucci), expected, "{line}");
        assert_eq!(read(line, Uci), expected, "{line}");
    }
    assert_eq!(parse_reply(b"bestmove h10g8 ponder b1c3", Uci, Ranks::One), best("h9g7", Some("b0c2"), false, false));
}

#[test]
fn option_lines_of_other_engines() {
    let combo = |values: &[&str], default: &str| OptionKind::combo(values, default);
    let levels = ["none", "small", "medium", "large"];
    for (line, name, kind) in [
        // ElephantEye.
        ("option usemillisec type check default true", "usemillisec", OptionKind::Check { default: true }),
        (
            "option hashsize type spin min 16 max 1024 default 16",
            "hashsize",
            OptionKind::Spin { min: 16, max: 1024, default: 16 },
        ),
        ("option idle type combo var none var small var medium var large default none", "idle", combo(&levels, "none")),
        ("option newgame type button", "newgame", OptionKind::Button),
        // Fairy-Stockfish: default first, underscores in UCCI.
        (
            "option hashsize type spin default 16 min 1 max 33554432",
            "hashsize",
            OptionKind::Spin { min: 1, max: 33_554_432, default: 16 },
        ),
        ("option Clear_Hash type button", "Clear_Hash", OptionKind::Button),
        (
            "option name Debug Log File type string default ",
            "Debug Log File",
            OptionKind::String { default: String::new() },
        ),
        (
            "option name UCI_Variant type combo default xiangqi var chess var mini xiangqi var xiangqi",
            "UCI_Variant",
            combo(&["chess", "mini xiangqi", "xiangqi"], "xiangqi"),
        ),
        (
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "Move Overhead",
            OptionKind::Spin { min: 0, max: 5000, default: 10 },
        ),
        (
            "option name Skill type spin default -3 min -20 max 20",
            "Skill",
            OptionKind::Spin { min: -20, max: 20, default: -3 },
        ),
        // Other habits.
        (
            "OPTION  Book  TYPE  String  DEFAULT  C:\\a  min b\\c.dat",
            "Book",
            OptionKind::String { default: "C:\\a  min b\\c.dat".into() },
        ),
        ("option bookfile type filename default <empty>", "bookfile", OptionKind::String { default: String::new() }),
        (
            "option repetition type spin default 3 ...text",
            "repetition",
            OptionKind::Spin { min: -i64::MAX, max: i64::MAX, default: 3 },
        ),
        ("option about type label", "about", OptionKind::Label),
        ("option ponder type check", "ponder", OptionKind::Check { default: false }),
    ] {
        let expected = Reply::Option(OptionLine { name: name.into(), kind });
        assert_eq!(read(line, Ucci), expected, "{line}");
    }
    for line in ["option", "option name", "option x", "option x type", "option x type slider", "option type check"] {
        assert_eq!(read(line, Uci), Reply::Other(line.into()), "{line}");
    }
}

#[test]
fn other_replies() {
    let id = |key: &str, text: &str| Reply::Id { key: key.into(), text: text.into() };
    assert_eq!(read("id name ElephantEye", Ucci), id("name", "ElephantEye"));
    assert_eq!(read("id version 3.31", Ucci), id("version", "3.31"));
    assert_eq!(read("id author A  B\r", Uci), id("author", "A  B"));
    assert_eq!(read("ucciok ", Uci), Reply::UcciOk);
    assert_eq!(read("UCIOK\r", Ucci), Reply::UciOk);
    assert_eq!(
        read("pophash lowerbound 100 depth 0 upperbound 100 depth 0", Ucci),
        Reply::PopHash {
            mv: None,
            lower: Some(HashBound { score: Score::Cp(MINOR), depth: 0 }),
            upper: Some(HashBound { score: Score::Cp(MINOR), depth: 0 }),
        }
    );
    assert_eq!(read("copyprotection ok", Ucci), Reply::Other("copyprotection ok".into()));
    assert_eq!(read("ucciokay", Ucci), Reply::Other("ucciokay".into()));
    assert_eq!(read("", Ucci), Reply::Other(String::new()));
    assert_eq!(parse_reply(b"id name \xCF\xF3", Ucci, Ranks::Zero), id("name", "\u{FFFD}\u{FFFD}"));
}

#[test]
fn lines_are_one_line_of_short_ascii() {
    let long = Reply::Info(Info {
        depth: Some(64),
        nodes: Some(u64::MAX),
        score: Some(Score::Cp(12)),
        pv: pv("h2e2 h9g7").repeat(300),
        ..Info::default()
    });
    for dialect in [Ucci, Uci] {
        for ranks in [Ranks::Zero, Ranks::One] {
            let line = format_reply(&long, dialect, ranks).unwrap();
            assert!(line.len() <= MAX_LINE && line.len() > MAX_LINE - 7, "{}", line.len());
            let Reply::Info(Info { pv, .. }) = parse_reply(line.as_bytes(), dialect, ranks) else { panic!() };
            assert!(pv.len() > 150);
            let last = line.rsplit(' ').next().unwrap();
            assert!(["h2e2", "h9g7", "h3e3", "h10g8"].contains(&last), "cut at a whole move: {last}");
        }
    }
    let text = Reply::Message(format!("规则\r\n\tbestmove a0a1 {}", "x".repeat(2000)));
    let line = write(&text, Ucci);
    assert!(line.starts_with("info message ??   bestmove a0a1 x"), "{line}");
    assert_eq!(line.len(), MAX_LINE);
    assert_eq!(write(&Reply::Message(String::new()), Uci), "info string");
    assert_eq!(format_reply(&Reply::Other(" \n".into()), Uci, Ranks::Zero), None);
}
