//! What every fuzz target does with its bytes.

use std::io::Cursor;

use chuhe_record::formats::{ccbridge, dhtmlxq, xqf};
use chuhe_record::{Format, Games, ReadOptions, WriteOptions, open, read_as};

/// More games of one input tell nothing new.
const MOST_GAMES: usize = 100;

/// Reads the bytes as a format and writes what comes out.
pub fn read(format: Format, data: &[u8]) {
    if let Ok(games) = read_as(format, Box::new(Cursor::new(data.to_vec())), &options()) {
        exercise(games);
    }
}

/// Reads the bytes as whatever they look like.
pub fn read_detected(data: &[u8]) {
    if let Ok(opened) = open(Box::new(Cursor::new(data.to_vec())), &options()) {
        exercise(opened.games);
    }
}

fn options() -> ReadOptions {
    ReadOptions { deleted: true, ..ReadOptions::default() }
}

fn exercise(games: Games) {
    let options = WriteOptions::default();
    for game in games.take(MOST_GAMES).flatten() {
        for (losses, write) in [
            (xqf::losses as fn(&_, &_) -> _, xqf::write as fn(&_, &_) -> Vec<u8>),
            (ccbridge::cbr::losses, ccbridge::cbr::write),
            (dhtmlxq::losses, dhtmlxq::write),
        ] {
            let _ = losses(&game, &options);
            let _ = write(&game, &options);
        }
    }
}
