//! `.ccm`: of 17pk (2016) with a head, and of 中游, older and without any mark.

use super::{begins_well, game_of_line, move_of, upright};
use crate::formats::bytes::{Cursor, u32_at};
use crate::{Format, Game, Games, ReadError, ReadOptions, one_game};

/// The first four bytes of a file of 17pk.
const MAGIC: [u8; 4] = [1, 0, 18, 0];
const TIME: usize = 4;
const COUNT: usize = 8;
const MOVES: usize = 12;
/// Length of a move: piece, side, kind, file, row, file, row, what was taken.
const STEP: usize = 9;

/// Whether a file begins like one of 17pk.
#[must_use]
pub fn is_ccm(data: &[u8]) -> bool {
    data.starts_with(&MAGIC) && data.len() >= MOVES
}

/// Reads a file of 17pk.
///
/// # Errors
/// When the head is missing or cut.
pub fn read(data: Vec<u8>, _: &ReadOptions) -> Result<Games, ReadError> {
    if !data.starts_with(&MAGIC) {
        return Err(ReadError::new(0, "not a .ccm file of 17pk"));
    }
    let (Some(time), Some(count)) = (u32_at(&data, TIME), u32_at(&data, COUNT)) else {
        return Err(ReadError::new(data.len(), format!("the head is cut: {} of {MOVES} bytes", data.len())));
    };
    let found = (data.len() - MOVES) / STEP;
    let moves = data[MOVES..].chunks_exact(STEP).take(count as usize).enumerate().map(|(i, record)| {
        let at = |i: usize| i32::from(record[i]);
        (MOVES + STEP * i, move_of((at(3), at(4)), (at(5), at(6))))
    });
    let mut game = game_of_line(Format::Ccm, moves);
    if (count as usize) > found {
        game.warn(data.len(), format!("the file ends after {found} of {count} moves"));
    }
    game.source_tags.push("unix_time", time.to_string());
    game.tags.set("Date", date(u64::from(time)));
    Ok(one_game(game))
}

/// The day of a Unix time (UTC) as PGN writes it.
fn date(unix_time: u64) -> String {
    // Days since 1 March of the year 0, so that a leap day is the last of its year (Hinnant's civil calendar).
    let days = unix_time / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Length of a move in an old file.
const OLD_STEP: usize = 7;

/// Whether a file may be an old one, which has no mark: its length fits and its first move can be played.
#[must_use]
pub fn is_ccm_old(data: &[u8]) -> bool {
    !data.is_empty() && data.len().is_multiple_of(OLD_STEP) && begins_well(&old_game(data))
}

/// Reads an old file: moves of seven bytes, the last four are both files and both rows.
///
/// # Errors
/// When there is not one move in it.
pub fn read_old(data: Vec<u8>, _: &ReadOptions) -> Result<Games, ReadError> {
    if data.len() < OLD_STEP {
        return Err(ReadError::new(data.len(), "the file is shorter than one move"));
    }
    Ok(one_game(old_game(&data)))
}

fn old_game(data: &[u8]) -> Game {
    let mut cursor = Cursor::at(data, 0);
    let mut moves = Vec::new();
    while let Some(&[_, _, _, x0, x1, row0, row1]) = cursor.take(OLD_STEP).and_then(|record| record.first_chunk()) {
        moves.push((cursor.offset() - OLD_STEP, [x0, row0, x1, row1].map(i32::from)));
    }
    let mut game = game_of_line(Format::CcmOld, upright(moves));
    if !cursor.is_empty() {
        game.warn(cursor.offset(), "the file ends inside a move");
    }
    game
}

#[cfg(test)]
mod tests {
    #[test]
    fn days() {
        assert_eq!(super::date(0), "1970.01.01");
        assert_eq!(super::date(951_782_400), "2000.02.29");
        assert_eq!(super::date(1_482_724_971), "2016.12.26");
    }
}
