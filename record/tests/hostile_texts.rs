//! Damaged and malicious texts: PGN, WXF text, game lists, FEN lists and JSON. No panic, no recursion that a file can
//! drive, no effort out of proportion, and errors that say where.

mod random_game;

use std::io::Cursor;

use chuhe_record::formats::{fen_list, iccs_lines, json, pgn, wxf_text};
use chuhe_record::notation::{Notation, Ranks, readings};
use chuhe_record::{Format, Game, ReadOptions, Replay, Source, TextEncoding, WriteOptions, open, read_as};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use random_game::Kind;

const FORMATS: [Format; 5] = [Format::Pgn, Format::WxfText, Format::Iccs, Format::Fen, Format::Json];

/// Reads to the end, writes what came out, and checks that places lie in the file.
fn exercise(format: Format, bytes: &[u8], context: &str) -> usize {
    let source: Source = Box::new(Cursor::new(bytes.to_vec()));
    // Places in UTF-16 are those of UTF-8, and in what is no text at all they are estimates.
    let limit = bytes.len() as u64 * if std::str::from_utf8(bytes).is_ok() { 1 } else { 2 };
    let mut games = 0;
    for game in read_as(format, source, &ReadOptions::default()).unwrap() {
        games += 1;
        match game {
            Ok(game) => {
                // In JSON the warnings are those of another file.
                let placed = format == Format::Json || game.warnings.iter().all(|warning| warning.offset <= limit);
                assert!(placed, "{context}: {:?}", game.warnings);
                let _ = (pgn::write(&game, &WriteOptions::default()), json::write(&game));
            }
            Err(error) => assert!(error.offset <= limit, "{context}: {error}"),
        }
    }
    games
}

/// A text of each format from a seed.
fn generated(seed: u64) -> Vec<Vec<u8>> {
    let game = random_game::game(seed, Kind::ALL);
    let plain = WriteOptions::default();
    let notation = Notation::ALL[seed as usize % Notation::ALL.len()];
    let encoding = [TextEncoding::UTF8, TextEncoding::GB18030, TextEncoding::UTF16LE][seed as usize % 3];
    let options = WriteOptions { notation: Some(notation), encoding: Some(encoding), ..WriteOptions::default() };
    let two = [pgn::write(&game, &plain), b"\n".to_vec(), pgn::write(&game, &plain)].concat();
    let wxf = [b"FORMAT WXF\nRED a;b\nSTART{\n1. C2.5 h8+7 2. H2+3 r9.8\n}END\n".as_slice(); 2].concat();
    let list = [iccs_lines::write(&game, &plain), iccs_lines::write(&game, &plain)].join(&b'\n');
    let positions = [fen_list::write(&game, &plain), b"4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1 ; a|b".to_vec()].join(&b'\n');
    vec![pgn::write(&game, &options), two, wxf, list, positions, json::write(&game)]
}

fn mutate(rng: &mut StdRng, bytes: &mut Vec<u8>) {
    const PIECES: [&[u8]; 16] = [
        b"{",
        b"}",
        b"(",
        b")",
        b"[Event \"",
        b"\"]",
        b"\\",
        b"\n",
        b"\r\n",
        b"[[",
        b"]]",
        b"\0",
        b"\xEF\xBB\xBF",
        b"$300",
        b"1. ",
        b"\t",
    ];
    for _ in 0..rng.random_range(1..=5) {
        let at = rng.random_range(0..=bytes.len());
        let until = (at + rng.random_range(0..40)).min(bytes.len());
        match rng.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..until)),
            2 => bytes.splice(at..at, PIECES[rng.random_range(0..PIECES.len())].iter().copied()).for_each(drop),
            3 => {
                let copy = bytes[at..until].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => bytes[at..until].iter_mut().for_each(|byte| *byte = rng.random()),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << rng.random_range(0..8);
                }
            }
        }
    }
}

#[test]
fn mutated_texts_of_every_format() {
    let mut rng = StdRng::seed_from_u64(5);
    for seed in 0..400 {
        for text in generated(seed) {
            let mut bytes = text;
            mutate(&mut rng, &mut bytes);
            for format in FORMATS {
                exercise(format, &bytes, &format!("seed {seed}, read as {format}"));
            }
            if let Ok(opened) = open(Box::new(Cursor::new(bytes)), &ReadOptions::default()) {
                opened.games.for_each(drop);
            }
        }
    }
}

#[test]
fn mutated_samples() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED").map(std::path::PathBuf::from) else { return };
    let mut rng = StdRng::seed_from_u64(6);
    for folder in ["pgn", "epd_fen"] {
        for entry in std::fs::read_dir(shared.join("samples").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.to_string_lossy().ends_with(".json") {
                continue;
            }
            let original = std::fs::read(&path).unwrap();
            for round in 0..60 {
                let mut bytes = original.clone();
                mutate(&mut rng, &mut bytes);
                let format = FORMATS[round % 5];
                exercise(format, &bytes, &format!("{}, round {round}, read as {format}", path.display()));
            }
        }
    }
}

#[test]
fn texts_made_to_hurt() {
    let n = 200_000;
    let nested = |open: &str, close: &str, n: usize| open.repeat(n) + &close.repeat(n);
    let texts = [
        ("(".repeat(n), "parentheses"),
        ("{".repeat(n), "braces"),
        (nested("(1. 炮二平五 ", ")", n / 10), "variations in variations"),
        (format!("1. 炮二平五 {}", nested("(1. 炮八平五 ", ")", n / 10)), "alternatives in alternatives"),
        (format!("1. 炮二平五 {}", "(1. 炮八平五) ".repeat(n / 10)), "alternatives beside alternatives"),
        (format!("1. 炮二平五 {}", "( { ".repeat(n / 4)), "remarks that never end"),
        (format!("1. 炮二平五 {}", "{a".repeat(n)), "comments that never end"),
        ("[Event \"".repeat(n / 8), "tags in one line"),
        ("[Event \"a\"]".repeat(n / 12), "many tags"),
        ("1. ".repeat(n / 3), "numbers"),
        (format!("1.{}", "马8进7".repeat(n / 10)), "moves without blanks"),
        ("\\".repeat(n), "backslashes"),
        ("标题：".repeat(n / 9), "headings"),
        ("a：b c：d ".repeat(n / 10), "headings in one line"),
    ];
    for (text, name) in &texts {
        for format in FORMATS {
            exercise(format, text.as_bytes(), name);
        }
    }
    // A long walk of rooks to and fro, every text of it with two readings or more.
    let walk = "Rd5 Kd9 Re5 Ke9 ".repeat(3_000);
    let text = format!("[FEN \"4k4/9/9/9/9/9/9/R7R/9/3K5 w\"]\n\n{walk}");
    exercise(Format::Pgn, text.as_bytes(), "ambiguous texts");
    // JSON deeper than any stack.
    let tree = "[[\"h2e2\",\"\",".repeat(n) + "[]" + &"]]".repeat(n);
    let text = format!("{{\"start_fen\":\"4k4/9/9/9/9/9/9/9/9/3K5 w\",\"tree\":{tree}}}");
    let game = json::read_stream(Box::new(Cursor::new(text.into_bytes())), &ReadOptions::default()).unwrap().next();
    let game: Game = game.unwrap().unwrap();
    assert_eq!((game.nodes(), game.illegal_moves()), (n, n));
    assert!(json::write(&game).len() > n);
    let text = format!("{{\"start_fen\":{}", "[".repeat(n));
    let error = json::read_stream(Box::new(Cursor::new(text.into_bytes())), &ReadOptions::default()).unwrap().next();
    assert!(error.unwrap().unwrap_err().reason.starts_with("a value cannot be read"));
}

#[test]
fn a_text_that_holds_nothing_has_no_games() {
    for format in [Format::Pgn, Format::WxfText, Format::Iccs, Format::Fen, Format::Json] {
        for text in ["", "\n\n", "\r\n", "\u{feff}", "\u{feff}\n"] {
            assert_eq!(exercise(format, text.as_bytes(), "nothing"), 0, "{format}, {text:?}");
        }
    }
    let cut = wxf_text::read_stream(Box::new(Cursor::new(b"START{".to_vec())), &ReadOptions::default()).unwrap();
    assert_eq!(cut.count(), 1);
}

#[test]
fn random_texts_are_read_as_moves_or_refused() {
    let mut rng = StdRng::seed_from_u64(8);
    let letters: Vec<char> =
        "前中后後一二三四五六七八九123456789０１２帅将車马炮兵卒士相象进退平+-=.RNHCKAEBPabcdefghi0x\u{305}\u{332}¯_变MFLS 🙂".chars().collect();
    let scenes = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w",
        "9/9/9/9/9/9/9/9/9/9 b",
        "RRRRRRRRR/RRRRRRRRR/9/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP w",
    ]
    .map(|fen| Replay::new(&fen.parse().unwrap()));
    for _ in 0..60_000 {
        let text: String = (0..rng.random_range(0..8)).map(|_| letters[rng.random_range(0..letters.len())]).collect();
        for scene in &scenes {
            for reading in readings(scene, &text, Ranks::FromZero).unwrap_or_default() {
                assert!(scene.is_playable(reading.mv), "{text}");
            }
        }
    }
}
