//! A game that is written and read again is the same game: random trees, and the samples of the shared folder when
//! `CHUHE_SHARED` names it.

mod trees;

use std::path::PathBuf;

use chuhe_record::formats::{ccbridge, dhtmlxq, xqf};
use chuhe_record::{Game, Games, Loss, ReadError, ReadOptions, TextEncoding, WriteOptions};

use trees::{AWKWARD, Recipe, random_game};

/// A format that keeps trees: name, what it cannot hold, one game written, read again.
struct Way {
    name: &'static str,
    options: WriteOptions,
    losses: fn(&Game, &WriteOptions) -> Vec<Loss>,
    write: fn(&Game, &WriteOptions) -> Vec<u8>,
    read: fn(Vec<u8>, &ReadOptions) -> Result<Games, ReadError>,
}

fn ways() -> Vec<Way> {
    let plain = WriteOptions::default();
    let encoded = |encoding| WriteOptions { encoding: Some(encoding), ..WriteOptions::default() };
    let xqf = |name, version| Way {
        name,
        options: WriteOptions { xqf_version: Some(version), ..WriteOptions::default() },
        losses: xqf::losses,
        write: xqf::write,
        read: xqf::read,
    };
    let dhtmlxq = |name, encoding| Way {
        name,
        options: encoded(encoding),
        losses: dhtmlxq::losses,
        write: dhtmlxq::write,
        read: dhtmlxq::read,
    };
    vec![
        xqf("XQF 1.0", 10),
        xqf("XQF 1.8", 18),
        dhtmlxq("DhtmlXQ in UTF-8", TextEncoding::UTF8),
        dhtmlxq("DhtmlXQ in GB18030", TextEncoding::GB18030),
        dhtmlxq("DhtmlXQ in Big5", TextEncoding::BIG5),
        Way {
            name: "CBR",
            options: plain.clone(),
            losses: ccbridge::cbr::losses,
            write: ccbridge::cbr::write,
            read: ccbridge::cbr::read,
        },
        Way {
            name: "CBL",
            options: plain,
            losses: ccbridge::cbl::losses,
            write: |game, options| ccbridge::cbl::write(std::slice::from_ref(game), options),
            read: ccbridge::cbl::read,
        },
    ]
}

/// Writes and reads a game and says what is different.
fn trip(way: &Way, game: &Game) -> Result<(), String> {
    let options = ReadOptions { encoding: way.options.encoding, deleted: true };
    let bytes = (way.write)(game, &way.options);
    let games: Result<Vec<Game>, ReadError> = (way.read)(bytes, &options).and_then(|games| games.collect());
    let games = games.map_err(|error| format!("not read back: {error}"))?;
    let [back] = games.as_slice() else { return Err(format!("{} games read back", games.len())) };
    let lost = (way.losses)(game, &way.options);
    if lost.iter().any(|loss| loss.to_string().contains("more of its kind than a full set has")) {
        // One sample has a third advisor, and XQF no place for it.
        return Ok(());
    }
    let tree_losses = |loss: &&Loss| match loss {
        Loss::Tag(_) | Loss::LongText(_, _, _) => false,
        loss => loss.to_string() != "the reason of the result",
    };
    if let Some(loss) = lost.iter().find(tree_losses) {
        return Err(format!("loss of {loss}"));
    }
    // A move off the board is warned of, and it is in both games.
    if let Some(warning) = back.warnings.iter().find(|warning| !warning.text.contains("off the board")) {
        return Err(format!("warning: {} at {}", warning.text, warning.offset));
    }
    if !back.same_tree(game) {
        return Err(format!(
            "{} {}\nbecame\n{} {}",
            game.start,
            trees::tree_text(game),
            back.start,
            trees::tree_text(back)
        ));
    }
    if back.result != game.result {
        return Err(format!("result {} became {}", game.result, back.result));
    }
    for (name, value) in game.tags.iter() {
        let is_lost = lost.iter().any(|loss| matches!(loss, Loss::Tag(n) | Loss::LongText(n, _, _) if n == name));
        if !is_lost && back.tags.text(name) != value {
            return Err(format!("tag {name}: `{value}` became `{}`", back.tags.text(name)));
        }
    }
    Ok(())
}

#[test]
fn random_trees_come_back() {
    for seed in 0..300 {
        let nodes = if seed % 10 == 0 { 400 } else { 30 };
        let game = random_game(seed, Recipe { nodes, odd: true, characters: AWKWARD });
        for way in ways() {
            if let Err(difference) = trip(&way, &game) {
                panic!("seed {seed}, {}: {difference}", way.name);
            }
        }
    }
}

#[test]
fn a_very_long_line_and_very_many_alternatives_come_back() {
    let mut deep = Game::default();
    let mut at = deep.root();
    for _ in 0..25_000 {
        for mv in ["h2e2", "h9g7", "e2h2", "g7h9"] {
            at = deep.add(at, mv.parse().unwrap());
        }
    }
    let mut wide = Game::default();
    for _ in 0..10_000 {
        let first = wide.add(wide.root(), "h2e2".parse().unwrap());
        wide.add(first, "h9g7".parse().unwrap());
    }
    for mut game in [deep, wide] {
        game.mark_illegal_moves();
        for way in ways() {
            if let Err(difference) = trip(&way, &game) {
                panic!("{}: {}", way.name, difference.chars().take(300).collect::<String>());
            }
        }
    }
}

#[test]
fn a_library_keeps_its_games_apart() {
    let recipe = Recipe { nodes: 600, odd: true, characters: AWKWARD };
    let mut games: Vec<Game> = (0..300).map(|seed| random_game(seed, recipe)).collect();
    games[0].tags.set("Library", "对局集");
    games[7].deleted = true;
    games[9] = games[8].clone();
    let bytes = ccbridge::cbl::write(&games, &WriteOptions::default());
    for deleted in [false, true] {
        let options = ReadOptions { deleted, ..ReadOptions::default() };
        let back: Vec<Game> = ccbridge::cbl::read(bytes.clone(), &options).unwrap().map(Result::unwrap).collect();
        let expected: Vec<&Game> = games.iter().filter(|game| deleted || !game.deleted).collect();
        assert_eq!(back.len(), expected.len());
        for (i, (back, game)) in back.iter().zip(expected).enumerate() {
            assert!(back.same_tree(game), "game {i}");
            assert_eq!((back.index, back.deleted), (i, game.deleted), "game {i}");
            assert_eq!(back.tags.text("Library"), "对局集");
        }
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let mut game = Game::default();
    game.tags.set("Red", "一二三四五六七八");
    game.tags.set("RedTeam", "广东");
    game.reason = "认负".into();
    let root = game.root();
    let first = game.add(root, "h2e2".parse().unwrap());
    game.node_mut(first).comment = "\u{E5E5}".into();
    game.node_mut(first).annotations_mut().clock_ms = Some(1000);
    let said: Vec<String> = xqf::losses(&game, &WriteOptions::default()).iter().map(Loss::to_string).collect();
    assert_eq!(
        said,
        [
            "the tag RedTeam",
            "the end of Red: 16 bytes, and the field holds 15",
            "characters of the comments, the first is `\u{E5E5}`",
            "glyphs, marks, scores or clocks of 1 moves",
            "the reason of the result",
        ]
    );
    let bytes = xqf::write(&game, &WriteOptions::default());
    let back = xqf::read(bytes, &ReadOptions::default()).unwrap().next().unwrap().unwrap();
    assert_eq!(back.tags.text("Red"), "一二三四五六七");
    assert_eq!(ccbridge::cbr::losses(&game, &WriteOptions::default()).len(), 1);
    assert_eq!(dhtmlxq::losses(&game, &WriteOptions::default()).len(), 1);
}

#[test]
fn samples_come_back() {
    let Some(samples) = std::env::var_os("CHUHE_SHARED").map(|shared| PathBuf::from(shared).join("samples")) else {
        return;
    };
    let (mut trips, mut problems) = (0, Vec::new());
    for (file, game) in trees::samples::games(&samples) {
        for way in ways() {
            trips += 1;
            if let Err(difference) = trip(&way, &game) {
                let difference: String = difference.chars().take(300).collect();
                problems.push(format!("{file}, game {}, {}: {difference}", game.index, way.name));
            }
        }
    }
    assert!(problems.is_empty(), "{} of {trips} differ:\n{}", problems.len(), problems.join("\n"));
    println!("{trips} games came back");
}
