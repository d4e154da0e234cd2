//! Move counts that other programs have agreed on.

use chuhe_movegen::Position;
use chuhe_movegen::perft::{PerftOptions, divide, perft};

/// The rows of a table in the shared test data, comments left out.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn published_counts() {
    for row in rows(include_str!("../../../tests/data/perft.tsv")) {
        let [fen, depth, nodes, name] = row[..] else { panic!("not four columns: {row:?}") };
        assert_eq!(perft(&position(fen), depth.parse().unwrap()).to_string(), nodes, "{name} depth {depth}: {fen}");
    }
}

#[test]
fn random_game_counts() {
    for row in rows(include_str!("../../../tests/data/perft_random.tsv")) {
        let (fen, counts) = (row[0], &row[1..]);
        assert_eq!(counts.len(), 3, "{row:?}");
        let position = position(fen);
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(&perft(&position, depth).to_string(), nodes, "depth {depth}: {fen}");
        }
    }
}

/// Published at chessprogramming.org; five plies are deep enough for faults that need two moves of a side.
#[test]
fn five_plies_from_the_start() {
    assert_eq!(perft(&Position::start(), 5), 133_312_995);
}

#[test]
fn a_table_and_threads_change_no_count() {
    for fen in [
        chuhe_movegen::START_FEN,
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    ] {
        let position = position(fen);
        let plain = divide(&position, 4, PerftOptions::default());
        assert_eq!(plain.iter().map(|(_, nodes)| nodes).sum::<u64>(), perft(&position, 4), "{fen}");
        for (threads, hash_mb) in [(1, 1), (3, 0), (2, 4)] {
            assert_eq!(divide(&position, 4, PerftOptions { threads, hash_mb }), plain, "{threads} {hash_mb} {fen}");
        }
    }
}
