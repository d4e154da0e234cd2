//! `.mxq` of 弈天: texts with a length byte each. Site, date, title (`A-胜-B`), ratings, times, how it ended; then `Moves`, a
//! text like `7C-4C` a move, `Ends`, comments, `CommentsEnd`.

use chuhe_movegen::Move;

use super::{game_of_line, move_of};
use crate::formats::bytes::Cursor;
use crate::{Format, GameResult, Games, ReadError, ReadOptions, TextEncoding, one_game};

/// More texts than this before the moves are no head.
const LONGEST_HEAD: usize = 64;

/// Names of the head's texts with the names PGN has for them; those without one have no certain meaning.
const TEXTS: [(&str, &str); 11] = [
    ("site", "Site"),
    ("date", "Date"),
    ("title", "Title"),
    ("red_rating", "RedElo"),
    ("black_rating", "BlackElo"),
    ("time1", ""),
    ("time2", ""),
    ("time3", ""),
    ("red_time", "RedTime"),
    ("black_time", "BlackTime"),
    ("ending", ""),
];

/// Words between the names in a title. The last three of each kind of word are Big5 read as GBK, as the program stored
/// what its system gave it.
const RESULTS: [(&str, GameResult); 7] = [
    ("-胜-", GameResult::RedWins),
    ("-勝-", GameResult::RedWins),
    ("-衊-", GameResult::RedWins),
    ("-和-", GameResult::Draw),
    ("-㎝-", GameResult::Draw),
    ("-负-", GameResult::BlackWins),
    ("-負-", GameResult::BlackWins),
];

fn text<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let length = cursor.u8()?;
    cursor.take(usize::from(length))
}

/// The head's texts and a cursor behind the word `Moves`.
fn head(data: &[u8]) -> Option<(Vec<&[u8]>, Cursor<'_>)> {
    let mut cursor = Cursor::at(data, 0);
    let mut texts = Vec::new();
    while texts.len() < LONGEST_HEAD {
        match text(&mut cursor)? {
            b"Moves" => return Some((texts, cursor)),
            text => texts.push(text),
        }
    }
    None
}

/// Whether a file begins like one of 弈天.
#[must_use]
pub fn is_mxq(data: &[u8]) -> bool {
    head(data).is_some()
}

/// Reads an `.mxq` file.
///
/// # Errors
/// When there is no word `Moves` where it should stand.
pub fn read(data: Vec<u8>, options: &ReadOptions) -> Result<Games, ReadError> {
    let (texts, mut cursor) =
        head(&data).ok_or_else(|| ReadError::new(0, "not an .mxq file: no list of moves behind its head"))?;
    let mut moves = Vec::new();
    let mut complete = false;
    let mut end = cursor.offset();
    while let Some(word) = text(&mut cursor) {
        if word == b"Ends" {
            complete = true;
            break;
        }
        moves.push((end, parse_move(word)));
        end = cursor.offset();
    }
    let mut game = game_of_line(Format::Mxq, moves);
    if !complete {
        game.warn(end, "the file ends inside the list of moves");
    }
    let encoding = options.encoding.unwrap_or(TextEncoding::GB18030);
    game.encoding = Some(encoding);
    for (i, bytes) in texts.into_iter().enumerate() {
        let value = encoding.decode(bytes).0;
        let (name, tag) = TEXTS.get(i).copied().unwrap_or(("more", ""));
        match name {
            "title" => {
                if let Some((word, result)) = RESULTS.iter().find(|(word, _)| value.contains(word)) {
                    game.result = *result;
                    let (red, black) = value.split_once(word).unwrap_or_default();
                    game.tags.set_if_any("Red", red);
                    game.tags.set_if_any("Black", black);
                }
            }
            "ending" => game.reason = value.trim().to_owned(),
            _ => {}
        }
        if !tag.is_empty() {
            game.tags.set_if_any(tag, &value);
        }
        game.source_tags.push(name, value);
    }
    // Comments on the whole game stand between the two last words.
    let mut comments = Vec::new();
    while let Some(word) = text(&mut cursor).filter(|&word| word != b"CommentsEnd") {
        comments.push(encoding.decode(word).0);
    }
    let root = game.root();
    game.node_mut(root).comment = comments.join("\n");
    Ok(one_game(game))
}

/// `7C-4C`: file, and rank as a letter, A being Red's back rank.
fn parse_move(word: &[u8]) -> Option<Move> {
    let &[x0, row0, b'-', x1, row1] = word else { return None };
    let point =
        |x: u8, row: u8| (i32::from(x) - i32::from(b'0'), i32::from(b'J') - i32::from(row.to_ascii_uppercase()));
    move_of(point(x0, row0), point(x1, row1))
}
