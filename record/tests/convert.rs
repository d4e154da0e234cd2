//! Files, folders and libraries converted and searched, as the commands do it.

mod random_game;

use std::path::{Path, PathBuf};

use chuhe_record::convert::{Conversion, Done, Event, Output, convert};
use chuhe_record::formats::pgn;
use chuhe_record::sources::{SourceGames, files};
use chuhe_record::write::{GameWriter, losses};
use chuhe_record::{Filter, Format, Game, GameResult, ReadOptions, Summary, WantedPosition, WriteOptions, open_file};
use random_game::Kind;

/// A fresh folder of this test run.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(place: &Path, format: Format, games: &[Game]) {
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    let file = std::fs::File::create(place).unwrap();
    let mut writer = GameWriter::new(format, file, WriteOptions::default()).unwrap();
    games.iter().for_each(|game| writer.write(game).unwrap());
    writer.finish().unwrap();
}

fn job(inputs: &[&Path], output: Output, format: Format) -> Conversion {
    Conversion {
        inputs: inputs.iter().map(|path| path.to_path_buf()).collect(),
        output,
        format,
        read: ReadOptions::default(),
        write: WriteOptions::default(),
        filter: Filter::default(),
        opening_name: |_| None,
        lossy: false,
        unique: false,
    }
}

fn run(job: &Conversion) -> (Done, Vec<String>) {
    let mut said = Vec::new();
    let done = convert(job, &mut |event| match event {
        Event::Progress(_) => {}
        Event::Unreadable(error) | Event::NoGames(error) => said.push(error.error.reason),
        Event::Damaged(_, _, warning) => said.push(warning.text.clone()),
        Event::Loss { losses, .. } => said.extend(losses.iter().map(ToString::to_string)),
    });
    (done.unwrap(), said)
}

fn read(path: &Path) -> Vec<Game> {
    open_file(path, &ReadOptions::default()).unwrap().games.map(Result::unwrap).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let (found, _) = files(&[folder.to_path_buf()]);
    found.iter().map(|file| file.relative.to_string_lossy().into_owned()).collect()
}

/// A game that every format holds.
fn plain(seed: u64) -> Game {
    random_game::game(seed, Kind { variations: true, comments: false, annotations: false, tags: false })
}

fn five_plain() -> Vec<Game> {
    // From the start position, with moves: some formats take the side to move from the first one.
    (0..).map(plain).filter(|game| game.nodes() > 3 && game.start == Game::default().start).take(5).collect()
}

#[test]
fn a_list_becomes_files_and_a_library_and_comes_back() {
    let folder = folder("there-and-back");
    let games = five_plain();
    let list = folder.join("in/five.pgn");
    write(&list, Format::Pgn, &games);
    let singles = folder.join("xqf");
    let (done, said) = run(&job(&[&list], Output::Folder(singles.clone()), Format::Xqf));
    assert_eq!((done.read, done.written, done.files, done.exit_code()), (5, 5, 5, 0), "{said:?}");
    assert_eq!(names(&singles), (1..=5).map(|n| format!("five-{n:04}.xqf")).collect::<Vec<_>>());
    let library = folder.join("all.cbl");
    assert_eq!(run(&job(&[&singles], Output::File(library.clone()), Format::Cbl)).0.exit_code(), 0);
    let back = folder.join("back.pgn.zst");
    assert_eq!(run(&job(&[&library], Output::File(back.clone()), Format::Pgn)).0.written, 5);
    let read = read(&back);
    assert_eq!(read.len(), 5);
    for (a, b) in read.iter().zip(&games) {
        assert!(a.same_tree(b) && a.result == b.result);
    }
    // A folder of files keeps its shape in another folder.
    write(&folder.join("tree/a/x.pgn"), Format::Pgn, &games[..1]);
    write(&folder.join("tree/b/x.json"), Format::Json, &games[..2]);
    let (done, _) = run(&job(&[&folder.join("tree")], Output::Folder(folder.join("out")), Format::Pgn));
    assert_eq!((done.written, done.files), (3, 2));
    assert_eq!(names(&folder.join("out")), ["a/x.pgn", "b/x.pgn"]);
}

#[test]
fn what_would_be_lost_is_said_and_needs_consent() {
    let folder = folder("lossy");
    let rich =
        (0..).map(|seed| random_game::game(seed, Kind::ALL)).find(|game| game.comments() > 2 && game.variations() > 0);
    let input = folder.join("rich.json");
    write(&input, Format::Json, &[rich.unwrap()]);
    let out = folder.join("out.txt");
    std::fs::write(&out, "what stood here").unwrap();
    let mut work = job(&[&input], Output::File(out.clone()), Format::Iccs);
    let (done, said) = run(&work);
    assert_eq!((done.written, done.refused, done.exit_code()), (0, 1, 2));
    assert!(said.iter().any(|line| line.ends_with("comments")) && said.iter().any(|line| line.ends_with("variations")));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "what stood here");
    work.lossy = true;
    let (done, said) = run(&work);
    assert_eq!((done.written, done.exit_code(), said.is_empty()), (1, 0, false));
    assert_eq!(read(&out).len(), 1);
    assert_eq!(names(&folder), ["out.txt", "rich.json"], "no parts are left");
}

#[test]
fn broken_files_are_named_and_the_rest_is_done() {
    let folder = folder("broken");
    let good = pgn::write(&plain(2), &WriteOptions::default());
    let mut many = Vec::new();
    for n in 0..200 {
        if n == 77 {
            many.extend(b"[Game \"Chinese Chess\"]\n[FEN \"broken\"]\n\n1. h2e2 *\n");
        }
        many.extend(&good);
        many.push(b'\n');
    }
    std::fs::write(folder.join("many.pgn"), &many).unwrap();
    std::fs::write(folder.join("notes.txt"), "nothing to see").unwrap();
    std::fs::write(folder.join("cut.xqf"), b"XQ\x12").unwrap();
    let (done, said) = run(&job(&[&folder], Output::File(folder.join("out/all.json")), Format::Json));
    assert_eq!((done.written, done.unreadable, done.exit_code()), (200, 2, 1), "{said:?}");
    // A file that is named itself must hold games, and a missing one is an error too.
    let (done, said) = run(&job(&[&folder.join("notes.txt")], Output::File(folder.join("out/x.json")), Format::Json));
    assert_eq!((done.exit_code(), said.as_slice()), (2, &["no known format of games or positions".to_owned()][..]));
    let (done, _) = run(&job(&[&folder.join("missing.pgn")], Output::File(folder.join("out/x.json")), Format::Json));
    assert_eq!((done.unreadable, done.exit_code()), (1, 2));
    assert_eq!(names(&folder.join("out")), ["all.json"]);
    // The input is never overwritten.
    let input = folder.join("many.pgn");
    let error = convert(&job(&[&input], Output::File(input.clone()), Format::Pgn), &mut |_| {}).unwrap_err();
    assert!(error.to_string().ends_with("is read and would be written"));
    assert_eq!(std::fs::read(&input).unwrap(), many);
}

#[test]
fn games_are_found_by_player_result_length_and_position() {
    let mut game = Game::default();
    let mut at = game.root();
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        at = game.add(at, mv.parse().unwrap());
    }
    let variation = game.mainline().next().unwrap();
    game.add(variation, "h7e7".parse().unwrap());
    for (name, value) in [("Red", "Xu Yinchuan"), ("Black", "吕钦"), ("ECCO", "C00"), ("Opening", "中炮局")] {
        game.tags.set(name, value);
    }
    game.result = GameResult::RedWins;
    let accepts = |filter: Filter| filter.accepts(&game, None);
    assert!(accepts(Filter::default()));
    assert!(accepts(Filter {
        player: Some("yinchuan".into()),
        result: Some(GameResult::RedWins),
        ..Filter::default()
    }));
    assert!(!accepts(Filter { player: Some("胡荣华".into()), ..Filter::default() }));
    assert!(!accepts(Filter { result: Some(GameResult::Draw), ..Filter::default() }));
    assert!(accepts(Filter { min_plies: Some(4), max_plies: Some(4), ..Filter::default() }));
    assert!(!accepts(Filter { min_plies: Some(5), ..Filter::default() }));
    assert!(accepts(Filter { opening: Some("中炮".into()), ..Filter::default() }));
    assert!(!accepts(Filter { opening: Some("飞相".into()), ..Filter::default() }));
    assert!(Filter { opening: Some("飞相".into()), ..Filter::default() }.accepts(&game, Some("飞相局")));
    let ply = |fen: &str| WantedPosition::parse(fen).unwrap().ply_in(&game);
    let after_cannon = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
    assert_eq!(ply(after_cannon), Some(1));
    assert_eq!(ply(&format!("{after_cannon} b")), Some(1));
    assert_eq!(ply(&format!("{after_cannon} w")), None);
    assert_eq!(ply("rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"), Some(2), "in a variation");
    assert_eq!(ply(chuhe_movegen::START_FEN), Some(0));
    game.file = "a.pgn".into();
    let line = Summary::new(&game, None).to_string();
    assert_eq!(line, "a.pgn#1  Xu Yinchuan – 吕钦  1-0  4 plies, 1 variations  C00 中炮局");
}

#[test]
fn doubles_are_left_out_on_demand() {
    let folder = folder("doubles");
    let games = five_plain();
    let twice: Vec<Game> = games.iter().chain(&games).cloned().collect();
    write(&folder.join("twice.pgn"), Format::Pgn, &twice);
    let work = Conversion {
        unique: true,
        ..job(&[&folder.join("twice.pgn")], Output::File(folder.join("once.pgn")), Format::Pgn)
    };
    let (done, _) = run(&work);
    assert_eq!((done.read, done.written, done.filtered), (10, 5, 5));
    let (found, _) = files(std::slice::from_ref(&folder));
    assert_eq!(SourceGames::new(found, ReadOptions::default()).count(), 15);
    assert!(games.iter().all(|game| losses(game, Format::Json, &WriteOptions::default()).is_empty()));
}
