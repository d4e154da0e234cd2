//! Real books: run where `CHUHE_SHARED` names the folder that holds `samples/book`.

use std::fs;
use std::path::PathBuf;

use chuhe_book::{Book, BookFormat, open, open_in_memory};
use chuhe_movegen::Position;
use serde_json::Value;

fn folder() -> Option<PathBuf> {
    Some(PathBuf::from(std::env::var_os("CHUHE_SHARED")?).join("samples/book"))
}

fn position(fen: &Value) -> Position {
    fen.as_str().unwrap().parse().unwrap()
}

/// Moves and weights, in no order.
fn probe(book: &dyn Book, position: &Position) -> Vec<(String, i64)> {
    let moves = book.probe(position).unwrap();
    assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight), "best first");
    let mut moves: Vec<_> = moves.iter().map(|mv| (mv.mv.to_string(), i64::from(mv.weight))).collect();
    moves.sort();
    moves
}

fn expected(moves: &Value) -> Vec<(String, i64)> {
    let mut moves: Vec<(String, i64)> = match moves {
        Value::Object(moves) => moves.iter().map(|(mv, weight)| (mv.clone(), weight.as_i64().unwrap())).collect(),
        moves => {
            let moves = moves.as_array().unwrap().iter();
            moves.map(|mv| (mv["iccs"].as_str().unwrap().into(), mv["score"].as_i64().unwrap())).collect()
        }
    };
    moves.sort();
    moves
}

#[test]
fn every_sample_is_probed_as_its_description_says() {
    let Some(folder) = folder() else { return };
    let mut seen = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        let Some(sample) = name.strip_suffix(".expected.json") else { continue };
        let expectation: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for book in [open(sample.as_ref()).unwrap(), open_in_memory(sample.as_ref()).unwrap()] {
            let format = expectation["format"].as_str().unwrap();
            assert_eq!(BookFormat::from_name(format), Some(book.info().format), "{sample}");
            let rows = expectation.get("rows").or_else(|| expectation.get("entries")).unwrap();
            assert_eq!(Some(book.info().records), rows.as_u64(), "{sample}");
            assert_eq!(book.info().notes, [""; 0], "{sample}");
            for case in expectation["probes"].as_array().unwrap() {
                let position = position(&case["fen"]);
                assert_eq!(probe(&*book, &position), expected(&case["moves"]), "{sample} {position}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 30, "{seen} probes");
}

#[test]
fn keys_of_positions_are_the_published_ones() {
    let Some(folder) = folder() else { return };
    let read = |name: &str| -> Value { serde_json::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap() };
    for case in read("synthetic.yfk.expected.json")["probes"].as_array().unwrap() {
        let (own, _) = chuhe_book::obk::keys(&position(&case["fen"]));
        assert_eq!(own.to_string(), case["key_unsigned"].as_str().unwrap());
    }
    for case in read("eleeye_BOOK.DAT.expected.json")["probes"].as_array().unwrap() {
        let (own, mirror) = chuhe_book::bookdat::locks(&position(&case["fen"]));
        assert_eq!((Some(own.into()), Some(mirror.into())), (case["lock1"].as_u64(), case["mirror_lock1"].as_u64()));
    }
}

#[test]
fn books_of_other_programs_are_refused_with_the_reason() {
    let Some(folder) = folder() else { return };
    for (name, reason) in [
        ("bitstronger_OpenBook.bin", "268034 bytes are no whole number of BOOK.DAT records"),
        ("bitstronger_Zobrist.bin", "is out of order"),
        ("chess20_OpenBook.dat", "196548 bytes are no whole number of BOOK.DAT records"),
    ] {
        let Err(error) = open(&folder.join(name)) else { panic!("{name} is a book") };
        let error = error.to_string();
        assert!(error.contains(name) && error.contains(reason) && error.lines().count() == 1, "{error}");
    }
}
