//! Game lists: one game a line, `RESULT<TAB>startpos|FEN<TAB>moves`, plain or zstd. RESULT is `1-0`, `0-1`, `1/2` or `*`.

use chuhe_movegen::{Fen, Move, START_FEN};

use crate::lines::{Line, Lines, Source};
use crate::{Format, Game, GameResult, Games, Loss, ReadError, ReadOptions, Replay, TextEncoding, WriteOptions};

/// Reads a game list, line by line.
///
/// # Errors
/// When the source fails at once.
pub fn read_stream(source: Source, options: &ReadOptions) -> Result<Games, ReadError> {
    let mut lines = Lines::new(source, options.encoding)?;
    let (mut index, mut done) = (0, false);
    Ok(Box::new(std::iter::from_fn(move || {
        while !done {
            match lines.next_line() {
                Ok(Some(line)) if line.text.trim().is_empty() || line.text.starts_with('#') => {}
                Ok(Some(line)) => {
                    let encoding = lines.encoding();
                    let game = parse(&line, encoding).map(|mut game| {
                        game.index = index;
                        game.encoding = Some(encoding);
                        game
                    });
                    index += 1;
                    return Some(game);
                }
                Ok(None) => done = true,
                Err(error) => {
                    done = true;
                    return Some(Err(error));
                }
            }
        }
        None
    })))
}

/// Whether a line is one of these.
pub(crate) fn fits(line: &str) -> bool {
    let mut fields = line.split('\t');
    let result = fields.next().is_some_and(|field| matches!(field, "1-0" | "0-1" | "1/2" | "1/2-1/2" | "*"));
    result && fields.next().is_some_and(|start| start == "startpos" || start.contains('/'))
}

fn parse(line: &Line, encoding: TextEncoding) -> Result<Game, ReadError> {
    let place = |at: usize| line.offset + encoding.length_of(&line.text[..at]) as u64;
    let error = |at: usize, reason: String| ReadError { offset: place(at), line: Some(line.number), reason };
    let text = line.text.trim_end();
    let mut fields = text.splitn(3, '\t');
    let (result, start, moves) = (fields.next(), fields.next(), fields.next().unwrap_or(""));
    let (Some(result), Some(start)) = (result, start) else {
        return Err(error(0, "a line of a game list is `RESULT<TAB>startpos|FEN<TAB>moves`".into()));
    };
    let fen = if start == "startpos" { START_FEN } else { start };
    let fen: Fen = fen.parse().map_err(|fault| error(result.len() + 1, format!("the start of the game: {fault}")))?;
    let mut game = Game::new(fen);
    game.result = GameResult::parse(result)
        .ok_or_else(|| error(0, format!("`{}` is no result", result.chars().take(20).collect::<String>())))?;
    game.format = Some(Format::Iccs);
    game.offset = line.offset;
    game.line = Some(line.number);
    let mut replay = Replay::new(&fen);
    let mut node = game.root();
    for word in moves.split_ascii_whitespace() {
        let at = place(word.as_ptr() as usize - line.text.as_ptr() as usize) as usize;
        let mv: Option<Move> = word.parse().ok();
        let Some(mv) = mv.filter(|&mv| replay.is_playable(mv)) else {
            let shown: String = word.chars().take(20).collect();
            game.warn(at, format!("`{shown}` cannot be played at ply {}: the line stops before it", replay.ply() + 1));
            break;
        };
        replay.play(mv);
        node = game.add(node, mv);
    }
    Ok(game)
}

/// The game as a line, without the line feed.
#[must_use]
pub fn write(game: &Game, _options: &WriteOptions) -> Vec<u8> {
    let result = if game.result == GameResult::Draw { "1/2" } else { game.result.pgn() };
    let fen = game.start.to_string();
    let mut line = format!("{result}\t{}\t", if fen == START_FEN { "startpos" } else { &fen });
    for (i, id) in game.mainline().take_while(|&id| !game.node(id).illegal).enumerate() {
        if i > 0 {
            line.push(' ');
        }
        line += &game.node(id).mv.to_string();
    }
    line.into_bytes()
}

/// What a line cannot hold: all but the start, the main line and the result.
#[must_use]
pub fn losses(game: &Game, _options: &WriteOptions) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut count = |n: usize, loss: fn(usize) -> Loss| {
        if n > 0 {
            losses.push(loss(n));
        }
    };
    count(game.comments(), Loss::Comments);
    count(game.variations(), Loss::Variations);
    count(game.all_nodes().filter(|(_, node)| node.annotations().is_some()).count(), Loss::Annotations);
    count(game.illegal_moves(), Loss::IllegalMoves);
    losses.extend(game.tags.iter().map(|(name, _)| Loss::Tag(name.to_owned())));
    losses
}
