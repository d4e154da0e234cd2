//! All games of the shared lists go to Chinese-notation PGN and back without a difference. The time is printed.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::time::Instant;

use chuhe_record::formats::pgn::{self, PgnWriter};
use chuhe_record::{Game, ReadOptions, WriteOptions, open_file};

#[test]
fn the_game_lists_survive_chinese_pgn() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED").map(PathBuf::from) else { return };
    let mut total = 0;
    let begin = Instant::now();
    for name in ["games.iccs.txt.zst", "games_noresult.iccs.txt.zst"] {
        let list = shared.join("data").join(name);
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pgn"));
        let options = ReadOptions::default();
        let mut writer = PgnWriter::new(BufWriter::new(File::create(&copy).unwrap()), WriteOptions::default());
        for game in open_file(&list, &options).unwrap().games {
            writer.write(&game.unwrap()).unwrap();
        }
        writer.finish().unwrap();
        let read = pgn::read_stream(Box::new(BufReader::new(File::open(&copy).unwrap())), &options).unwrap();
        let mut original = open_file(&list, &options).unwrap().games;
        for game in read {
            let (game, expected): (Game, Game) = (game.unwrap(), original.next().unwrap().unwrap());
            assert!(game.same_tree(&expected), "{name}, game {}: {:?}", game.index, game.warnings);
            assert_eq!((game.result, game.warnings.len()), (expected.result, expected.warnings.len()));
            total += 1;
        }
        assert!(original.next().is_none());
        std::fs::remove_file(copy).unwrap();
    }
    println!("{total} games written and read in {:.1} s", begin.elapsed().as_secs_f64());
}
