//! Every notation both ways: fixed vectors, reported cases, and all moves of random positions.

use std::collections::HashMap;
use std::path::PathBuf;

use chuhe_movegen::{Move, Position};
use chuhe_record::Replay;
use chuhe_record::notation::{Notation, NotationError, Ranks, Scene, looks_like_move, read, readings, write};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn shared(path: &str) -> Option<PathBuf> {
    Some(PathBuf::from(std::env::var_os("CHUHE_SHARED")?).join(path))
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn fitting(position: &impl Scene, text: &str) -> Vec<String> {
    readings(position, text, Ranks::FromZero)
        .map(|all| all.iter().map(|r| r.mv.to_string()).collect())
        .unwrap_or_default()
}

#[test]
fn the_vectors_are_written_and_read() {
    let Some(path) = shared("samples/notation/vectors.json") else { return };
    let vectors: Vec<serde_json::Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(!vectors.is_empty());
    for vector in &vectors {
        let text = |key: &str| vector[key].as_str().unwrap();
        // One vector has three advisors of a side, which no `Position` has.
        let position = Replay::new(&text("fen").parse().unwrap());
        let mv: Move = text("iccs").parse().unwrap();
        for (key, notation) in [
            ("iccs", Notation::Iccs),
            ("iccs_upper", Notation::IccsUpper),
            ("zh_simplified", Notation::Chinese),
            ("zh_traditional", Notation::Traditional),
            ("zh_halfwidth", Notation::ChineseHalfWidth),
            ("wxf_2018", Notation::Wxf),
            ("wxf_letters", Notation::WxfLetters),
        ] {
            assert_eq!(write(&position, mv, notation).as_deref(), Some(text(key)), "{vector}");
            assert_eq!(read(&position, text(key)), Ok(mv), "{vector}");
        }
        if let Some(marked) = vector["abbrev"]["marked"].as_str() {
            assert_eq!(write(&position, mv, Notation::Short).as_deref(), Some(marked), "{vector}");
            assert!(fitting(&position, marked).contains(&mv.to_string()), "{vector}");
            assert!(
                fitting(&position, vector["abbrev"]["plain"].as_str().unwrap()).contains(&mv.to_string()),
                "{vector}"
            );
        }
        for accepted in vector["accepted_normalised"].as_array().unwrap() {
            assert_eq!(read(&position, accepted.as_str().unwrap()), Ok(mv), "{accepted} of {vector}");
        }
    }
}

/// Random games with a fixed seed; each position with its number.
fn random_positions(count: usize, mut check: impl FnMut(&Position, usize)) {
    let mut rng = StdRng::seed_from_u64(20_261_130);
    let mut position = Position::start();
    for number in 0..count {
        let moves = position.legal_moves();
        if moves.is_empty() || rng.random_ratio(1, 150) {
            position = Position::start();
            continue;
        }
        check(&position, number);
        position.make(moves[rng.random_range(0..moves.len())]);
    }
}

#[test]
fn all_moves_of_random_positions_are_distinct_and_come_back() {
    random_positions(5_000, |position, number| {
        for notation in Notation::ALL {
            let short = matches!(notation, Notation::Short | Notation::ShortAscii);
            let mut texts: HashMap<String, Vec<Move>> = HashMap::new();
            for &mv in &position.legal_moves() {
                let text =
                    write(position, mv, notation).unwrap_or_else(|| panic!("{position}: {mv} has no {notation}"));
                texts.entry(text).or_default().push(mv);
            }
            for (text, mut moves) in texts {
                assert!(short || moves.len() == 1, "seed position {number}, {position}: {text} is {moves:?}");
                let mut read: Vec<Move> = readings(position, &text, Ranks::FromZero)
                    .unwrap()
                    .iter()
                    .filter(|r| !r.second)
                    .map(|r| r.mv)
                    .collect();
                moves.sort();
                read.sort();
                assert_eq!(read, moves, "seed position {number}, {position}: {text} in {notation}");
            }
        }
    });
}

#[test]
fn pawns_in_tandem_on_random_placements_are_distinct() {
    // Random games seldom put pawns on one file: here both sides have five pawns across the river.
    let mut rng = StdRng::seed_from_u64(7);
    let mut tried = 0;
    while tried < 2_000 {
        let mut board = position("4k4/9/9/9/9/9/9/9/9/3K5 w").fen();
        for color in chuhe_movegen::Color::ALL {
            let piece = chuhe_movegen::Piece::new(color, chuhe_movegen::PieceKind::Pawn);
            let mut left = 5;
            while left > 0 {
                let (file, rank) = (rng.random_range(2..7u8), rng.random_range(5..9u8));
                let square =
                    chuhe_movegen::Square::at(file, if color == chuhe_movegen::Color::Red { rank } else { 9 - rank });
                if board.board.get(square).is_none() {
                    board.board.set(square, Some(piece));
                    left -= 1;
                }
            }
        }
        board.side = if rng.random() { chuhe_movegen::Color::Red } else { chuhe_movegen::Color::Black };
        let Ok(position) = Position::try_from(&board) else { continue };
        tried += 1;
        for notation in Notation::ALL.into_iter().filter(|n| !matches!(n, Notation::Short | Notation::ShortAscii)) {
            for &mv in &position.legal_moves() {
                let text = write(&position, mv, notation).unwrap();
                assert_eq!(read(&position, &text), Ok(mv), "{position}: {text} in {notation}");
            }
        }
    }
}

#[test]
fn two_files_of_tandem_pawns_are_read_in_each_convention() {
    // Fairy-Stockfish issue 395, python-chinese-chess issue 3.
    let position = position("3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1");
    for (text, mv) in [
        ("三兵进一", "c6c7"),
        ("前七进一", "c6c7"),
        ("前7进1", "c6c7"),
        ("前兵七进一", "c6c7"),
        ("一七进一", "c6c7"),
        ("二兵三平二", "g5h5"),
        ("后三平四", "g5f5"),
        ("17+1", "c6c7"),
        ("Pc+1", "c6c7"),
    ] {
        assert_eq!(read(&position, text).map(|mv| mv.to_string()), Ok(mv.to_owned()), "{text}");
    }
    let error = read(&position, "前兵进一").unwrap_err();
    assert_eq!(error.to_string(), "`前兵进一` may mean c6c7 or g6g7");
    assert_eq!(fitting(&position, "兵七平八"), ["c6b6", "c5b5"]);
}

#[test]
fn every_spelling_of_a_move_is_read() {
    let start = Position::start();
    for text in [
        "炮二平五",
        "砲二平五",
        "包2平5",
        "炮２平５",
        "炮贰平伍",
        "C2=5",
        "c2.5",
        "Ｃ２＝５",
        "炮25",
        "h2e2",
        "H2-E2",
        "Ｈ２－Ｅ２",
        "Che2",
        "炮 二 平 五",
        "炮二平五!",
        "C2=5?!",
        "炮2.5",
        "炮二平五变车",
        "h2e2+",
    ] {
        assert_eq!(read(&start, text).map(|mv| mv.to_string()), Ok("h2e2".to_owned()), "{text}");
    }
    for text in [
        "马二进三",
        "馬二進三",
        "傌二上三",
        "H2+3",
        "N2+3",
        "M2+3",
        "Hg2",
        "Ng2",
        "马23",
        "马23̅",
        "马2̅3",
        "马2¯3",
        "马2+3",
        "马23+",
    ] {
        assert_eq!(read(&start, text).map(|mv| mv.to_string()), Ok("h0g2".to_owned()), "{text}");
    }
    for text in ["帅五进一", "帥五進一", "將五進一", "王51", "K5+1", "G5+1", "Ke1"] {
        assert_eq!(read(&start, text).map(|mv| mv.to_string()), Ok("e0e1".to_owned()), "{text}");
    }
    let bishops = position("3k5/9/9/9/9/2B6/9/9/9/2B2K3 w");
    for text in ["相七退五", "前相退五", "象七退五", "E7-5", "B7-5", "E+-5", "+E-5", "相75̲", "相7_5"] {
        assert_eq!(read(&bishops, text).map(|mv| mv.to_string()), Ok("c4e2".to_owned()), "{text}");
    }
    let tandem = position("3k5/4a4/9/4R4/9/4R4/9/9/9/5K3 w");
    for text in ["前车平六", "前車平6", "车前平六", "R+=6", "+R=6", "FR=6", "前车6"] {
        assert_eq!(read(&tandem, text).map(|mv| mv.to_string()), Ok("e6d6".to_owned()), "{text}");
    }
    // Five pawns on a file: both ways to count.
    let five = position("3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w");
    for (text, mv) in
        [("前兵平四", "e8f8"), ("一兵平四", "e8f8"), ("二兵平四", "e7f7"), ("后兵平四", "e4f4"), ("Pd=4", "e5f5")]
    {
        let expected = if mv == "e4f4" { Err(NotationError::Illegal(text.into())) } else { Ok(mv.to_owned()) };
        assert_eq!(read(&five, text).map(|mv| mv.to_string()), expected, "{text}");
    }
}

#[test]
fn the_short_record_keeps_its_readings() {
    let start = Position::start();
    // The rules print 炮8进4 as 炮84 where 炮8平4 can be played too.
    assert_eq!(fitting(&start, "炮84"), ["b2f2", "b2b6"]);
    assert_eq!(read(&start, "炮84").unwrap().to_string(), "b2f2");
    assert_eq!(fitting(&start, "炮84̅"), ["b2b6"]);
    // 马 has no 平: where one direction is off the board nothing is left open.
    assert_eq!(fitting(&start, "马87"), ["b0c2"]);
}

#[test]
fn rooks_that_reach_the_same_point_need_their_file() {
    // elephantchess issue 177
    let two = position("3k5/9/9/9/9/9/9/R7R/9/4K4 w - - 0 1");
    let mv: Move = "i2f2".parse().unwrap();
    assert_eq!(write(&two, mv, Notation::Algebraic).unwrap(), "Rif2");
    assert!(matches!(read(&two, "Rf2"), Err(NotationError::Ambiguous { readings, .. }) if readings.len() == 2));
    let one_is_pinned = position("4k4/9/9/4r4/9/9/9/R3R4/9/4K4 w - - 0 1");
    assert_eq!(read(&one_is_pinned, "Rc2").unwrap().to_string(), "a2c2");
}

#[test]
fn a_capital_that_is_a_piece_and_a_file() {
    let scene = position("1n1a1ab2/1c2r4/4bk3/3C5/p1p2NP2/2P6/P3PR3/B3B4/2NC5/R2AKA3 w");
    assert_eq!(read(&scene, "C1d3").unwrap().to_string(), "d1d3");
    assert_eq!(read(&scene, "c1d3").unwrap().to_string(), "c1d3");
    assert_eq!(read(&scene, "C1-D3").unwrap().to_string(), "c1d3");
    // `fe5` is a pawn of file f, not 前相5.
    let scene = position("9/3k5/9/9/2b2P3/2B6/7p1/9/4K4/1NB4p1 w");
    assert_eq!(read(&scene, "fe5").unwrap().to_string(), "f5e5");
    assert!(["R0a3", "Rh10", "R10a3", "h10g8", "炮25", "Pa=6", "15=6"].into_iter().all(looks_like_move));
    assert!(!["Red", "a", "1-0", "12", "好棋", "9"].into_iter().any(looks_like_move));
    // Where no cannon does it, it is a coordinate after all.
    assert_eq!(read(&Position::start(), "H2e2").unwrap().to_string(), "h2e2");
}

#[test]
fn texts_that_are_no_moves_are_named() {
    let start = Position::start();
    for text in [
        "",
        "好",
        "1-0",
        "炮",
        "炮二",
        "平五",
        "xyz",
        "前",
        "二二二二二二二二",
        "a",
        "Rxx",
        "🙂",
        "\u{305}\u{305}",
        "h2",
    ] {
        assert!(readings(&start, text, Ranks::FromZero).is_err(), "{text}");
    }
    assert_eq!(read(&start, "h2h9"), Ok("h2h9".parse().unwrap()));
    assert_eq!(read(&start, "h2h8"), Err(NotationError::Illegal("h2h8".into())));
    assert_eq!(read(&start, "车一进三"), Err(NotationError::Illegal("车一进三".into())));
    assert_eq!(read(&start, "车一十三"), Err(NotationError::Unknown("车一十三".into())));
    // Ranks from 1, as Fairy-Stockfish counts them.
    assert_eq!(readings(&start, "h3e3", Ranks::FromOne).unwrap()[0].mv.to_string(), "h2e2");
    assert!(readings(&start, "b10c8", Ranks::FromOne).is_err());
}
