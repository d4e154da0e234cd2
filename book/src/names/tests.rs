use std::collections::HashSet;

use chuhe_movegen::{Color, Fen, Position};

use super::*;

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
}

fn code(text: &str) -> &'static str {
    classify(&moves(text)).map_or("-", |opening| opening.code)
}

fn name(text: &str) -> &'static str {
    classify(&moves(text)).map_or("-", |opening| opening.zh)
}

/// The board after moves, every one of which must be legal.
fn board(text: &str) -> Board {
    let mut position = Position::start();
    for mv in moves(text) {
        assert!(position.is_legal(mv), "{mv} in {text}");
        position.make(mv);
    }
    position.board()
}

/// Class and moves of the games in `games.txt`.
fn games() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("games.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap()).collect()
}

#[test]
fn a_hundred_games_have_the_names_that_were_checked_by_hand() {
    let games = games();
    assert_eq!(games.len(), 100);
    for (expected, text) in games {
        assert_eq!(code(text), expected, "{} for {text}", name(text));
        board(text);
    }
}

#[test]
fn a_game_seen_in_a_mirror_has_the_same_name() {
    for (expected, text) in games() {
        let mirrored: Vec<Move> = moves(text).iter().map(|mv| mv.mirror()).collect();
        assert_eq!(classify(&mirrored).unwrap().code, expected, "{text}");
    }
}

/// The table that the project was ordered with.
#[test]
fn the_systems_every_player_knows() {
    for (text, expected) in [
        ("h2e2", "中炮局"),
        ("h2e2 h9g7 h0g2 b9c7", "中炮对屏风马"),
        ("h2e2 b9c7 h0g2 h9g7", "中炮对屏风马"),
        ("h2e2 b9c7 h0g2 h7f7", "中炮对反宫马"),
        ("h2e2 h9g7 h0g2 b7d7", "中炮对反宫马"),
        ("h2e2 h7e7", "顺炮"),
        ("h2e2 b9c7 h0g2 h7e7", "顺炮"),
        ("h2e2 b7e7", "列炮"),
        ("h2e2 h9g7 h0g2 b7e7", "中炮对半途列炮"),
        ("h2e2 b9c7 h0g2 h9i7", "中炮对单提马"),
        ("c3c4", "仙人指路"),
        ("c3c4 b7c7", "仙人指路对卒底炮"),
        ("c3c4 g6g5", "对兵局"),
        ("g0e2", "飞相局"),
        ("h2d2", "过宫炮局"),
        ("h2f2", "士角炮局"),
        ("h2c2", "金钩炮局"),
        ("b0c2", "起马局"),
        ("a3a4", "边兵局"),
        ("b0a2", "边马局"),
        ("d0e1", "上仕局"),
        ("e0e1", "其他开局"),
        ("h2e2 h9g7 h0g2 b9c7 b2d2", "五六炮对屏风马"),
        ("h2e2 h9g7 h0g2 b9c7 b2c2", "五七炮对屏风马"),
        ("h2e2 h9g7 h0g2 b9c7 b2b6", "五八炮对屏风马"),
        ("h2e2 h9g7 h0g2 b9c7 b2b4", "中炮巡河炮对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6", "中炮过河车对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h4", "中炮巡河车对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 i0i1 b9c7", "中炮横车对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 c3c4 b9c7 b0c2 g9e7 c2d4", "中炮七路马对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 e3e4 f9e8 c2e3", "中炮盘头马对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 g6g5 c3c4 h7i7", "中炮过河车对屏风马平炮兑车"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 g6g5 c3c4 g7f5", "中炮过河车对屏风马左马盘河"),
    ] {
        assert_eq!(name(text), expected, "{text}");
        board(text);
    }
}

#[test]
fn another_order_of_the_same_moves_gives_the_same_name() {
    for (one, other) in [
        // The pawn first, the knight first, the chariot first: all end in the exchange of chariots.
        (
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2",
            "h2e2 b9c7 c3c4 h9g7 h0g2 g6g5 i0h0 i9h9 h0h6 h7i7 h6g6 i7i8 b2a2 d9e8 b0c2",
        ),
        // From the pawn or the horse into the central cannon.
        ("h2e2 h9g7 c3c4 g6g5 h0g2 b9c7", "c3c4 h9g7 h2e2 g6g5 h0g2 b9c7"),
        ("h2e2 h9g7 b0c2 b9c7 h0g2", "b0c2 h9g7 h2e2 b9c7 h0g2"),
        ("h2e2 b9c7 h0g2 h7f7 b0c2 h9g7 c3c4", "h2e2 b9c7 c3c4 h7f7 b0c2 h9g7 h0g2"),
    ] {
        assert_eq!(board(one), board(other));
        assert_eq!(code(one), code(other), "{} and {}", name(one), name(other));
        assert!(lineage(by_code(code(one)).unwrap()).len() > 1);
    }
}

#[test]
fn what_the_first_reply_decides_stays_decided() {
    // A later central cannon does not make a central cannon opening of these.
    assert_eq!(code("c3c4 b7c7 h2e2 g9e7").chars().next(), Some('E'));
    assert_eq!(code("c3c4 g6g5 h2e2 h9g7").chars().next(), Some('E'));
    assert_eq!(code("b0c2 c6c5 h2e2 b9c7 h0g2 h9g7").chars().next(), Some('A'));
    // Nor does a cannon that comes to the centre when the screen horses stand make opposite-direction cannons.
    assert!(name("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 h7i7 h6g6 i7i8 b2d2 i8e8").contains("屏风马"));
}

#[test]
fn a_single_position_shows_its_opening_in_either_mirror() {
    for (text, expected) in [
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "中炮对屏风马"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7", "中炮过河车对屏风马平炮兑车"),
        ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2c2", "五七炮对反宫马"),
        ("h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "顺炮直车对横车"),
        ("c3c4 b7c7 h2e2 c9e7", "仙人指路转右中炮对卒底炮飞右象"),
        ("g0e2 h7d7", "飞相局对左过宫炮"),
    ] {
        let board = board(text);
        assert_eq!(classify_board(&board).map(|opening| opening.zh), Some(expected), "{text}");
        assert_eq!(classify_board(&board.mirror()).map(|opening| opening.zh), Some(expected), "{text} mirrored");
    }
    assert_eq!(classify_board(&START), None);
    let ending = "4k4/9/9/9/9/9/9/9/4A4/3AK4 w".parse::<Fen>().unwrap();
    assert_eq!((ending.side, classify_board(&ending.board)), (Color::Red, None));
}

#[test]
fn a_short_or_broken_game_is_named_by_what_is_there() {
    assert_eq!(classify(&[]), None);
    assert_eq!(code("h2e2"), "B.0");
    // The second move leaves an empty point.
    assert_eq!(code("h2e2 e4e5 h0g2"), "B.0");
    assert_eq!(code("e4e5"), "-");
}

#[test]
fn the_table_is_well_formed() {
    let (mut codes, mut chinese, mut english) = (HashSet::new(), HashSet::new(), HashSet::new());
    for (index, line) in LINES.iter().enumerate() {
        let Opening { code, zh, en } = line.opening;
        assert!(codes.insert(code), "{code} twice");
        assert!(chinese.insert(zh), "{zh} twice");
        assert!(english.insert(en), "{en} twice");
        assert!(code.as_bytes()[1] == b'.' && matches!(code.as_bytes()[0], b'A'..=b'E'), "{code}");
        assert!(line.parent.is_none_or(|parent| parent < index));
        assert!(en.is_ascii(), "{en}");
    }
    assert!(codes.len() > 200);
    let lineage: Vec<&str> = lineage(by_code("C.334").unwrap()).iter().map(|opening| opening.code).collect();
    assert_eq!(lineage, ["B.0", "C.0", "C.3", "C.33", "C.334"]);
}

/// What the data set of 27,036 games does not show.
const RARE: [(&str, &str); 19] = [
    ("C.55", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 b7b5"),
    ("B.a", "h2e2 d9e8 h0g2 h9g7"),
    ("B.c", "h2e2 h7f7 h0g2 h9g7"),
    ("B.d", "h2e2 h7d7"),
    ("B.e", "h2e2 b9a7"),
    ("E.112", "c3c4 b7c7 h2e2 c7e7"),
    ("E.122", "c3c4 b7c7 b2e2 c7e7"),
    ("E.123", "c3c4 b7c7 b2e2 c9e7"),
    ("E.24", "c3c4 g6g5 h0g2 b9c7"),
    ("E.27", "c3c4 g6g5 h2d2"),
    ("E.28", "c3c4 g6g5 h2f2"),
    ("E.7", "c3c4 h7f7"),
    ("E.c", "c3c4 d9e8"),
    ("A.92", "h2i2"),
    ("A.93", "h2h4"),
    ("A.94", "h2h6"),
    ("A.95", "h2h1"),
    ("A.96", "i0i1"),
    ("A.97", "e3e4"),
];

#[test]
fn rare_lines_are_known_too() {
    for (expected, text) in RARE {
        board(text);
        assert_eq!(code(text), expected, "{text}");
    }
}

/// A line that no game can get has a mistake in its condition or is hidden by the lines before it.
#[test]
fn the_data_set_shows_every_other_line() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED") else { return };
    let path = std::path::Path::new(&shared).join("data/games.iccs.txt.zst");
    let mut seen: HashSet<&str> = HashSet::new();
    let mut games = 0;
    for game in chuhe_record::open_file(&path, &chuhe_record::ReadOptions::default()).unwrap().games {
        let game = game.unwrap();
        if game.start.board == *START {
            let moves: Vec<Move> = game.mainline_moves().take(PLIES).collect();
            let opening = classify(&moves).unwrap();
            seen.extend(lineage(opening).iter().map(|opening| opening.code));
            games += 1;
        }
    }
    assert_eq!(games, 27_036);
    let rare = RARE.map(|(code, _)| code);
    let unseen: Vec<&Opening> = all().filter(|line| !seen.contains(line.code) && !rare.contains(&line.code)).collect();
    assert!(unseen.is_empty(), "{unseen:#?}");
}

#[test]
fn a_broken_table_is_refused_with_its_line() {
    for (table, reason) in [
        ("B.0 | 中炮局 | Central Cannon", "line 1: not four columns"),
        ("\n  B.0 | 中炮局 | Central Cannon | h2e2", "line 2: wrong indentation"),
        ("B.0 | 中炮局 | Central Cannon | h2e2 xz9", "line 1: `xz9` is no test"),
        ("B.0 | 中炮局 | Central Cannon | <x", "line 1: `<x` is no test"),
        ("B.0 | 中炮局 | Central Cannon | Cj2", "line 1: `Cj2` is no test"),
    ] {
        let error = parse(table).unwrap_err();
        assert!(error.starts_with(reason), "{error}");
    }
}
