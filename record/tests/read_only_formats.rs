//! Formats that are only read: files built from random games after the specification come out as those games.

mod trees;

use chuhe_record::formats::{ccbridge, pfc, sites};
use chuhe_record::{Game, GameResult, Games, ReadError, ReadOptions};

use trees::{PLAIN, Recipe, files, random_game};

fn game(seed: u64, odd: bool) -> Game {
    let mut game = random_game(seed, Recipe { nodes: 60, odd, characters: PLAIN });
    files::tidy(&mut game);
    game
}

fn one(games: Result<Games, ReadError>) -> Game {
    let games: Vec<Game> = games.unwrap().map(Result::unwrap).collect();
    let [game] = games.try_into().unwrap();
    assert_eq!(game.warnings, [], "no warnings");
    game
}

fn same(seed: u64, format: &str, back: &Game, game: &Game) {
    assert!(
        back.same_tree(game),
        "seed {seed}, {format}: {} {}\nbecame\n{} {}",
        game.start,
        trees::tree_text(game),
        back.start,
        trees::tree_text(back)
    );
    assert_eq!(back.result, game.result, "seed {seed}, {format}");
}

/// Random games without moves off the board, which texts and sites do not write.
fn on_board(seed: u64, odd: bool) -> Option<Game> {
    let game = game(seed, odd);
    let on_board = game.all_nodes().skip(1).all(|(_, node)| node.mv.from() != node.mv.to());
    on_board.then_some(game)
}

#[test]
fn trees() {
    let options = ReadOptions::default();
    for seed in 0..200 {
        let Some(game) = on_board(seed, true) else { continue };
        same(seed, "CBR 1", &one(ccbridge::cbr::read(files::cbr_v1(&game), &options)), &game);
        same(seed, "CBF", &one(ccbridge::cbf::read(files::cbf(&game), &options)), &game);
        same(seed, "PFC", &one(pfc::read(files::pfc(&game), &options)), &game);
    }
}

#[test]
fn old_libraries() {
    let games: Vec<Game> = (0..100).filter_map(|seed| on_board(seed, true)).collect();
    let bytes = files::legacy_library(&files::legacy_contents(&games));
    assert!(ccbridge::cbl_legacy::is_cbl_legacy(&bytes));
    let back: Vec<Game> =
        ccbridge::cbl_legacy::read(bytes.clone(), &ReadOptions::default()).unwrap().map(Result::unwrap).collect();
    assert_eq!(back.len(), games.len());
    for (i, (back, game)) in back.iter().zip(&games).enumerate() {
        same(i as u64, "old CBL", back, game);
        for tag in ["Title", "Event", "Site", "Date", "Red", "Black", "Annotator"] {
            assert_eq!(back.tags.text(tag), game.tags.text(tag), "game {i}, {tag}");
        }
        assert_eq!((back.tags.text("Library"), back.tags.text("Source")), ("旧谱", "书"));
    }
    // Cut in the middle: the games before the cut are there, then an error says how many are not.
    let cut: Vec<_> =
        ccbridge::cbl_legacy::read(bytes[..bytes.len() / 2].to_vec(), &ReadOptions::default()).unwrap().collect();
    let whole = cut.iter().flatten().filter(|game| game.warnings.is_empty()).count();
    assert!(whole > 10 && whole < games.len(), "{whole}");
    assert!(cut[..whole].iter().flatten().zip(&games).all(|(a, b)| a.same_tree(b)));
}

#[test]
fn sites_from_either_side() {
    let options = ReadOptions::default();
    for seed in 0..60 {
        let Some(mut game) = on_board(seed, false).filter(|game| game.mainline_plies() > 0) else { continue };
        // One line, without comments and result.
        let moves: Vec<_> = game.mainline_moves().collect();
        game = Game::default();
        let mut at = game.root();
        for mv in moves {
            at = game.add(at, mv);
        }
        same(seed, ".che", &one(sites::qq::read(files::che(&game), &options)), &game);
        same(seed, ".chn", &one(sites::ourgame::read(files::chn(&game), &options)), &game);
        same(seed, ".ccm", &one(sites::ccm::read(files::ccm(&game), &options)), &game);
        for turned in [false, true] {
            let chn = files::chn_old(&game, turned);
            assert!(sites::ourgame::is_chn_old(&chn));
            let read = one(sites::ourgame::read_old(chn, &options));
            // A board that stands upside down is turned round, which leaves the moves as they were.
            same(seed, "old .chn", &read, &game);
            let ccm = files::ccm_old(&game, turned);
            assert!(sites::ccm::is_ccm_old(&ccm));
            same(seed, "old .ccm", &one(sites::ccm::read_old(ccm, &options)), &game);
        }
        let read = one(sites::mxq::read(files::mxq(&game), &options));
        assert_eq!(trees::tree_text(&read), trees::tree_text(&game), "seed {seed}, .mxq");
        assert_eq!((read.result, read.reason.as_str(), read.root_comment()), (GameResult::RedWins, "黑方认负", "好棋"));
        assert_eq!((read.tags.text("Red"), read.tags.text("Black")), ("甲(5r)", "乙(3r)"));
    }
}

#[test]
fn heads_of_sites() {
    let game = Game::default();
    let read = one(sites::ourgame::read(files::chn(&game), &ReadOptions::default()));
    assert_eq!((read.tags.text("Date"), read.tags.text("Red"), read.tags.text("Black")), ("2016.12.27", "红", "黑"));
    let read = one(sites::ccm::read(files::ccm(&game), &ReadOptions::default()));
    assert_eq!(read.tags.text("Date"), "2016.12.26");
}
