//! PGN, WXF text, game lists, FEN lists and JSON: what players' files hold, and what we write is read back the same.

mod random_game;

use std::io::Cursor;
use std::path::PathBuf;

use chuhe_record::formats::{fen_list, iccs_lines, json, pgn, wxf_text};
use chuhe_record::notation::Notation;
use chuhe_record::sources::{SourceGames, files};
use chuhe_record::{
    Format, Game, GameResult, Loss, ReadError, ReadOptions, TextEncoding, WriteOptions, detect, open, open_file,
};
use random_game::Kind;

fn games(text: &str) -> Vec<Result<Game, ReadError>> {
    pgn::read(text.as_bytes().to_vec(), &ReadOptions::default()).unwrap().collect()
}

fn one(text: &str) -> Game {
    let mut all = games(text);
    assert_eq!(all.len(), 1, "{text}");
    all.pop().unwrap().unwrap()
}

fn line(game: &Game) -> String {
    game.mainline_moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn warnings(game: &Game) -> Vec<&str> {
    game.warnings.iter().map(|warning| warning.text.as_str()).collect()
}

#[test]
fn random_games_survive_pgn_in_every_notation_and_encoding() {
    for seed in 0..600 {
        let game = random_game::game(seed, Kind::ALL);
        for (i, notation) in Notation::ALL.into_iter().enumerate() {
            if matches!(notation, Notation::Short | Notation::ShortAscii) {
                continue;
            }
            let encoding = [
                TextEncoding::UTF8,
                TextEncoding::UTF8_BOM,
                TextEncoding::GB18030,
                TextEncoding::UTF16LE,
                TextEncoding::UTF16BE,
            ][(seed as usize + i) % 5];
            let options =
                WriteOptions { notation: Some(notation), encoding: Some(encoding), ..WriteOptions::default() };
            assert_eq!(pgn::losses(&game, &options), []);
            let bytes = pgn::write(&game, &options);
            let known = ReadOptions { encoding: Some(encoding), ..ReadOptions::default() };
            let read: Vec<_> = pgn::read(bytes.clone(), &known).unwrap().collect();
            let text = encoding.decode(&bytes).0;
            assert_eq!(read.len(), 1, "seed {seed}, {notation}:\n{text}");
            let read = read[0].as_ref().unwrap();
            assert!(read.same_tree(&game), "seed {seed}, {notation}, {:?}:\n{text}", read.warnings);
            assert_eq!(read.warnings, [], "seed {seed}, {notation}:\n{text}");
            assert_eq!(read.result, game.result);
            for (name, value) in game.tags.iter() {
                assert_eq!(read.tags.get(name), Some(value), "seed {seed}");
            }
        }
    }
}

#[test]
fn random_games_survive_json() {
    for seed in 0..600 {
        let mut game = random_game::game(seed, Kind::ALL);
        game.source_tags.push("twice", "1");
        game.warn(17, "a warning");
        if seed % 3 == 0 {
            // A move that cannot be played, one that does not move, one from off the board.
            let mut at = game.root();
            for mv in ["a9a0", "a0a0", "e4e5"] {
                let mv = if mv == "a0a0" { chuhe_movegen::Move::NONE } else { mv.parse().unwrap() };
                at = game.add(at, mv);
            }
            game.mark_illegal_moves();
        }
        let bytes = json::write(&game);
        assert!(serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).is_ok() || game.mainline_plies() > 30);
        let options = ReadOptions::default();
        let opened = open(Box::new(Cursor::new(bytes)), &options).unwrap();
        assert_eq!(opened.format, Format::Json);
        let read: Vec<Game> = opened.games.map(Result::unwrap).collect();
        assert_eq!(read.len(), 1);
        assert!(read[0].same_tree(&game), "seed {seed}");
        assert_eq!((&read[0].tags, &read[0].source_tags), (&game.tags, &game.source_tags));
        assert_eq!((read[0].result, &read[0].warnings), (game.result, &game.warnings));
        assert_eq!(read[0].illegal_moves(), game.illegal_moves());
    }
}

#[test]
fn lines_of_moves_survive_a_game_list() {
    let kind = Kind { variations: false, comments: false, annotations: false, tags: false };
    let options = WriteOptions::default();
    for seed in 0..300 {
        let game = random_game::game(seed, kind);
        assert_eq!(iccs_lines::losses(&game, &options), []);
        let bytes = iccs_lines::write(&game, &options);
        let read: Vec<Game> =
            open(Box::new(Cursor::new(bytes)), &ReadOptions::default()).unwrap().games.map(Result::unwrap).collect();
        assert!(read.len() == 1 && read[0].same_tree(&game) && read[0].result == game.result, "seed {seed}");
    }
    let rich = random_game::game(3, Kind::ALL);
    assert!(iccs_lines::losses(&rich, &options).iter().any(|loss| matches!(loss, Loss::Comments(_))));
}

#[test]
fn several_games_broken_ones_among_them() {
    let text = "\
[Game \"Chinese Chess\"]
[Red \"one\"]
[Result \"1-0\"]

1. 炮二平五 马８进７ 2. 马二进三 1-0
============================
欢迎访问《象棋百科全书》网站

[Game \"Chinese Chess\"]
[Red \"two\"]
[FEN \"9/9/9 w\"]

1. 炮二平五 *

[Game \"Chinese Chess\"]
[Red \"three\"]

1. 炮二平五 {a comment that nobody closes

[Game \"Chinese Chess\"]
[Red \"four\"]

1. 炮二平五 炮8平5 *
1. 炮八平五 *
";
    let all = games(text);
    assert_eq!(all.len(), 5);
    let first = all[0].as_ref().unwrap();
    assert_eq!((line(first).as_str(), first.result), ("h2e2 h9g7 h0g2", GameResult::RedWins));
    assert!(first.warnings.is_empty());
    let error = all[1].as_ref().unwrap_err();
    assert_eq!(
        (error.line, error.reason.as_str()),
        (Some(9), "the FEN of the game: the board has 3 ranks instead of 10")
    );
    assert_eq!(error.offset as usize, text.find("[Game \"Chinese Chess\"]\n[Red \"two\"]").unwrap());
    let third = all[2].as_ref().unwrap();
    assert_eq!((line(third).as_str(), third.warnings.len()), ("h2e2", 2));
    assert_eq!(all[3].as_ref().unwrap().tags.get("Red"), Some("four"));
    assert_eq!(line(all[4].as_ref().unwrap()), "b2e2");
}

#[test]
fn the_dialects_of_programs_are_read() {
    // PlayOK (pychess-variants issue 437)
    assert_eq!(line(&one("1. C2.5 h8+7 2. H2+3 r9.8")), "h2e2 h9g7 h0g2 i9h9");
    // Numbered coordinates, and UCI2WB with scores (elephantchess issue 71)
    assert_eq!(line(&one("1. b2e2 b9c7 2. b0c2 a9b9 3. a0b0 c6c5")), "b2e2 b9c7 b0c2 a9b9 a0b0 c6c5");
    let game = one("1. Cbe2 {+0.38/19} Hg7 2. Hc2 {+0.30/18 41} Cd7");
    assert_eq!((line(&game).as_str(), game.comments()), ("b2e2 h9g7 b0c2 b7d7", 2));
    // Ranks from 1 to 10
    assert_eq!(line(&one("1. h3e3 h10g8 2. h1g3 i10h10")), "h2e2 h9g7 h0g2 i9h9");
    // Nothing between the moves, numbers glued on, full width, a comment that splits a pair
    assert_eq!(line(&one("1.炮二平五马８进７2.马二进三")), "h2e2 h9g7 h0g2");
    assert_eq!(line(&one("１．炮二平五　马８进７　２．马二进三")), "h2e2 h9g7 h0g2");
    assert_eq!(
        line(&one("1. 炮二平五 {好}\n1.          马８进７\n2. 马二进三 {x} 2. ... 车９平８")),
        "h2e2 h9g7 h0g2 i9h9"
    );
    // Black begins
    for text in ["1. ... 炮8平5 2. 马二进三", "1... 炮８平５\n2. 马二进三", "1.  炮８平５\n2. 马二进三"]
    {
        assert_eq!(line(&one(text)), "h7e7 h0g2", "{text}");
    }
    let game = one("[FEN \"3k5/9/9/9/9/9/9/4r4/9/5K3 w - - 0 1\"]\n\n1. 车5退1 帅四进一");
    assert_eq!(line(&game), "e2e3 f0f1");
}

#[test]
fn variations_and_remarks_in_parentheses() {
    let game = one(
        "1. 炮二平五 (1. 炮八平五 马8进7 (1... 马2进3) 2. 马二进三) (不如马二进三) 1... 马8进7 (好) 2. 马二进三! $2",
    );
    assert_eq!(line(&game), "h2e2 h9g7 h0g2");
    assert_eq!((game.nodes(), game.variations(), game.comments()), (7, 2, 2));
    let first = game.first_child(game.root()).unwrap();
    assert_eq!(game.node(first).comment, "不如马二进三");
    let last = game.mainline().last().unwrap();
    assert_eq!(game.node(last).annotations().unwrap().glyphs, [1, 2]);
    // Shaped like a move, but not one that could be played there: kept as a remark, and said.
    let game = one("1. 炮二平五 (车一平二也可) 马8进7 (车一进三 很好)");
    assert_eq!((line(&game).as_str(), game.nodes()), ("h2e2 h9g7", 2));
    let second = game.mainline().last().unwrap();
    assert_eq!(game.node(second).comment, "车一进三 很好");
    assert_eq!(warnings(&game), ["`车一进三` cannot be played as a variation: it is kept as a comment"]);
}

#[test]
fn later_moves_decide_what_a_text_meant() {
    // Two rooks reach d0; the next move shows which one went.
    let start = "[FEN \"4k4/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1\"]\n\n";
    let both = "[FEN \"3k5/9/9/9/9/9/9/R7R/9/4K4 w - - 0 1\"]\n\n";
    let game = one(&format!("{both}1. Rf2 Kd8 2. Ra3"));
    assert_eq!((line(&game).as_str(), game.warnings.len()), ("i2f2 d9d8 a2a3", 0));
    let game = one(&format!("{both}1. Rf2 Kd8 2. Ke1"));
    assert_eq!((game.nodes(), game.warnings.len()), (0, 1));
    assert_eq!(
        warnings(&game),
        ["`Rf2` may mean a2f2 or i2f2, and what follows does not decide: ply 1 is left out with 2 more"]
    );
    // Short record: 炮84 is 平4 unless what follows needs 进4.
    assert_eq!(line(&one("1. 炮84 马23")), "b2f2 b9c7");
    assert_eq!(line(&one("1. 炮84 马23 2. 炮八退一")), "b2b6 b9c7 b6b5");
    assert_eq!(line(&one("1. 炮8+4 马2+3 2. 炮8-1")), "b2b6 b9c7 b6b5");
    assert_eq!(line(&one(&format!("{start}1. 车96"))), "a0d0");
}

#[test]
fn what_cannot_be_played_stops_the_line_and_is_named() {
    let text = "1. 炮二平五 马8进7 2. 车一平三 车9平8 3. 兵三进一 *";
    let game = one(text);
    assert_eq!(line(&game), "h2e2 h9g7");
    assert_eq!(warnings(&game), ["`车一平三` is no legal move here: ply 3 is left out with 2 more"]);
    assert_eq!(game.warnings[0].offset as usize, text.find("车一平三").unwrap());
    // In GB18030 the offset counts its bytes.
    let bytes = TextEncoding::GB18030.encode(text).0;
    let game = pgn::read(bytes, &ReadOptions::default()).unwrap().next().unwrap().unwrap();
    assert_eq!(game.encoding, Some(TextEncoding::GB18030));
    assert_eq!(game.warnings[0].offset as usize, "1. xxxxxxxx xx8xxx 2. ".len());
}

#[test]
fn text_exports_without_brackets() {
    let text = "\
标题：五七炮对屏风马
赛事：
红方：许银川
红队：广东
日期：1999年12月9日
结果：红胜

  1. 炮二平五 马８进７
此手稳健
  2. 马二进三 车９平８
";
    let game = one(text);
    assert_eq!((line(&game).as_str(), game.result), ("h2e2 h9g7 h0g2 i9h9", GameResult::RedWins));
    assert_eq!(game.tags.get("Title"), Some("五七炮对屏风马"));
    assert_eq!(
        (game.tags.get("Red"), game.tags.get("RedTeam"), game.tags.get("Event")),
        (Some("许银川"), Some("广东"), None)
    );
    assert_eq!(game.source_tags.get("标题"), Some("五七炮对屏风马"));
    assert_eq!(game.comments(), 1);
    let text = "\
中 国 象 棋 对 局 记 录
---------------------
比赛日期：2002年9月13日18时  比赛地点：网上
红    方：寂默高手(a)  耗时：  5分 23秒
比赛结果：黑胜    裁判员：
棋谱   红方     黑方
  1. 炮八平五  炮2平5
  2. 马八进七  马2进3
";
    let game = one(text);
    assert_eq!((line(&game).as_str(), game.result), ("b2e2 b7e7 b0c2 b9c7", GameResult::BlackWins));
    assert_eq!((game.tags.get("Red"), game.tags.get("Site")), (Some("寂默高手(a)"), Some("网上")));
    assert_eq!(game.source_tags.get("耗时"), Some("5分 23秒"));
    assert_eq!(game.comments(), 0);
}

#[test]
fn wxf_texts() {
    let text = "\
FORMAT          WXF
GAME    Cup
RED             Xu YinChuan;Guangdong;;
BLACK           ;;;
DATE            2-8-2014
FEN             rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b

START{
1. ... h2+3
2. H2+3 r9.8
}END

FORMAT WXF
RED a
START{
1. C2.5 h8+7 {a remark} 2. H2+4
}END
";
    let opened = open(Box::new(Cursor::new(text.as_bytes().to_vec())), &ReadOptions::default()).unwrap();
    assert_eq!(opened.format, Format::WxfText);
    let all: Vec<Game> = opened.games.map(Result::unwrap).collect();
    assert_eq!(all.len(), 2);
    assert_eq!((line(&all[0]).as_str(), all[0].warnings.len()), ("b9c7 h0g2 i9h9", 0));
    assert_eq!((all[0].tags.get("Red"), all[0].tags.get("RedTeam")), (Some("Xu YinChuan"), Some("Guangdong")));
    assert_eq!((line(&all[1]).as_str(), all[1].comments()), ("h2e2 h9g7", 1));
    let at = text.find("H2+4").unwrap() as u64;
    assert_eq!(all[1].warnings[0].offset, at);
    let cut =
        wxf_text::read_stream(Box::new(Cursor::new(&b"FORMAT WXF\nSTART{\n1. C2.5"[..])), &ReadOptions::default());
    let cut = cut.unwrap().next().unwrap().unwrap();
    assert_eq!(warnings(&cut), ["the moves do not end with }END"]);
}

#[test]
fn lists_of_positions() {
    let mut bytes = b"r4k3/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1 ; ".to_vec();
    bytes.extend(TextEncoding::GB18030.encode("01.对面笑(一)|").0);
    bytes.extend(TextEncoding::BIG5.encode("01.對面笑(一)").0);
    bytes.extend(b"\n\n4k4/9/9/9/9/9/9/9/9/4K4 b\n9/9 w\n3k5/9/9/9/9/9/9/9/9/4K4 w - - bm e0e1; id \"x.1\";\n");
    let opened = open(Box::new(Cursor::new(bytes)), &ReadOptions::default()).unwrap();
    assert_eq!(opened.format, Format::Fen);
    let all: Vec<Result<Game, ReadError>> = opened.games.collect();
    let first = all[0].as_ref().unwrap();
    assert_eq!(first.tags.get("Title"), Some("01.对面笑(一)"));
    assert_eq!(first.source_tags.get("rest"), Some("- - 0 1 ; 01.对面笑(一)|01.對面笑(一)"));
    assert_eq!(
        warnings(all[1].as_ref().unwrap()),
        ["the position is impossible: the kings face each other on the open e file"]
    );
    let error = all[2].as_ref().unwrap_err();
    assert_eq!((error.line, error.reason.as_str()), (Some(4), "the board has 2 ranks instead of 10"));
    assert_eq!(all[3].as_ref().unwrap().tags.get("Title"), Some("x.1"));
    for game in all.iter().flatten() {
        let written = fen_list::write(game, &WriteOptions::default());
        let mut read = fen_list::read_stream(Box::new(Cursor::new(written)), &ReadOptions::default()).unwrap();
        let read = read.next().unwrap().unwrap();
        assert_eq!((read.start, &read.tags), (game.start, &game.tags));
    }
    let object: serde_json::Value = serde_json::from_slice(&json::write(first)).unwrap();
    assert_eq!(object["fen"], "r4k3/9/9/9/9/4R4/9/9/9/4K4 w");
    assert_eq!((&object["line"], &object["title"]), (&1.into(), &"01.对面笑(一)".into()));
}

#[test]
fn formats_are_told_by_their_content() {
    let found = |bytes: &[u8]| detect::detect(bytes, true);
    assert_eq!(found(b"[Event \"x\"]\n\n*"), Ok(Format::Pgn));
    assert_eq!(found("1. 炮二平五 马8进7".as_bytes()), Ok(Format::Pgn));
    assert_eq!(found(&TextEncoding::UTF16LE.encode("1. 炮二平五 马8进7").0), Ok(Format::Pgn));
    assert_eq!(found(b"1-0\tstartpos\th2e2"), Ok(Format::Iccs));
    assert_eq!(found(b"FORMAT WXF\n"), Ok(Format::WxfText));
    assert_eq!(found(b"4k4/9/9/9/9/9/9/9/9/4K4 w"), Ok(Format::Fen));
    assert_eq!(found(b"XQ\x0a"), Ok(Format::Xqf));
    assert!(found(b"").unwrap_err().contains("empty"));
    assert!(found(b"SQLite format 3\0").unwrap_err().contains("book"));
    assert!(found(b"Dear reader, this is a letter about nothing.").is_err());
    assert!(found(&[0x7F, b'E', b'L', b'F', 0, 1, 2, 3]).is_err());
    // Packed lists.
    let packed = zstd::encode_all(&b"1-0\tstartpos\th2e2 h9g7"[..], 0).unwrap();
    let opened = open(Box::new(Cursor::new(packed)), &ReadOptions::default()).unwrap();
    assert_eq!(opened.format, Format::Iccs);
    assert_eq!(line(&opened.games.map(Result::unwrap).next().unwrap()), "h2e2 h9g7");
}

/// Lists of positions of the shared samples: each line's board, side, tail and number, and the lines that are refused.
#[test]
fn sample_lists_of_positions() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED").map(std::path::PathBuf::from) else { return };
    let mut lists = 0;
    for entry in std::fs::read_dir(shared.join("samples/epd_fen")).unwrap() {
        let path = entry.unwrap().path();
        let expected = PathBuf::from(format!("{}.expected.json", path.display()));
        let Ok(expected) = std::fs::read_to_string(expected) else { continue };
        let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
        let opened = open_file(&path, &ReadOptions::default()).unwrap();
        assert_eq!(opened.format, Format::Fen, "{}", path.display());
        let (mut read, mut refused) = (Vec::new(), Vec::new());
        for game in opened.games {
            match game {
                Ok(game) => read.push(serde_json::from_slice::<serde_json::Value>(&json::write(&game)).unwrap()),
                Err(error) => refused.push(error.line.unwrap()),
            }
        }
        let positions = expected["positions"].as_array().unwrap();
        assert_eq!(read.len(), positions.len(), "{}", path.display());
        for (ours, theirs) in read.iter().zip(positions) {
            assert_eq!((&ours["line"], &ours["fen"]), (&theirs["line"], &theirs["fen"]), "{}", path.display());
            // Titles in two encodings are split before decoding, which the oracle does not.
            let (ours_rest, theirs_rest) = (ours["rest"].as_str().unwrap(), theirs["rest"].as_str().unwrap());
            assert_eq!(ours_rest.split('|').next(), theirs_rest.split('|').next(), "{}", path.display());
            assert!(!ours_rest.contains('\u{FFFD}'), "{ours_rest}");
        }
        let rejected = expected.get("rejected").and_then(|list| list.as_array()).cloned().unwrap_or_default();
        let rejected: Vec<u64> = rejected.iter().map(|row| row[0].as_u64().unwrap()).collect();
        assert_eq!(refused, rejected, "{}", path.display());
        lists += 1;
    }
    assert!(lists > 0);
}

/// Every sample game goes through PGN and JSON and comes back the same.
#[test]
fn sample_games_survive_pgn_and_json() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED").map(std::path::PathBuf::from) else { return };
    let (found, _) = files(&[shared.join("samples")]);
    let options = ReadOptions { deleted: true, ..ReadOptions::default() };
    let plain = WriteOptions::default();
    let (mut through_pgn, mut through_json) = (0, 0);
    for (file, game) in SourceGames::new(found, options.clone()) {
        let Ok(game) = game else { continue };
        let name = file.relative.display();
        // A position of a list has a form of its own in JSON, without counters.
        if game.format != Some(Format::Fen) {
            let text = json::write(&game);
            let read = json::read_stream(Box::new(Cursor::new(text)), &options).unwrap().next().unwrap().unwrap();
            assert!(read.same_tree(&game) && read.tags == game.tags && read.source_tags == game.source_tags, "{name}");
            assert_eq!(read.illegal_moves(), game.illegal_moves(), "{name}");
            through_json += 1;
        }
        if game.illegal_moves() == 0 {
            assert_eq!(pgn::losses(&game, &plain), [], "{name}");
            let text = pgn::write(&game, &plain);
            let read = pgn::read(text, &options).unwrap().next().unwrap().unwrap();
            assert!(read.same_tree(&game), "{name}#{}: {:?}", game.index, read.warnings);
            assert_eq!(read.result, game.result, "{name}");
            for (tag, value) in game.tags.iter().filter(|(_, value)| !value.contains(['\r', '\n'])) {
                assert_eq!(read.tags.get(tag), Some(value), "{name}");
            }
            through_pgn += 1;
        }
    }
    println!("{through_pgn} games through PGN, {through_json} through JSON");
    assert!(through_pgn > 0 && through_json > 0);
}
