//! Coordinates (ICCS) and the algebraic notation of WinBoard.

use chuhe_movegen::{Move, PieceKind, Square};

use super::{Ranks, Reading, Scene};

/// `h2e2`, `H2-E2`, `h10-g8`: none when the text has another shape; [`Move::NONE`] when a point is off the board.
pub(super) fn coordinates(text: &str, ranks: Ranks) -> Option<Move> {
    let (from, rest) = point(text.as_bytes(), ranks)?;
    let (to, rest) = point(rest.strip_prefix(b"-").unwrap_or(rest), ranks)?;
    if !(rest.is_empty() || rest == b"+") {
        return None;
    }
    Some(match (from, to) {
        (Some(from), Some(to)) if from != to => Move::new(from, to),
        _ => Move::NONE,
    })
}

/// A file letter and a rank at the beginning of the text, with what follows; `Some((None, _))` when they name no point.
fn point(text: &[u8], ranks: Ranks) -> Option<(Option<Square>, &[u8])> {
    let (&file, rest) = text.split_first()?;
    let file = i32::from(file.to_ascii_lowercase()) - i32::from(b'a');
    let digits = match (ranks, rest) {
        (Ranks::FromOne, [b'1', b'0', ..]) => 2,
        (_, [b'0'..=b'9', ..]) => 1,
        _ => return None,
    };
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse::<i32>().ok()?;
    let rank = if ranks == Ranks::FromOne { number - 1 } else { number };
    (0..9).contains(&file).then(|| (Square::try_at(file, rank), &rest[digits..]))
}

/// `Che2`, `Cxe6`, `Rii2`, `R1a4`, `c4`, `gxg3`: a capital names the piece, no capital is a pawn; file and rank of the
/// origin where needed. All legal moves that fit are added; the value says whether the text has this shape at all.
pub(super) fn readings(scene: &impl Scene, text: &str, ranks: Ranks, found: &mut Vec<Reading>) -> bool {
    let Some(wanted) = parse(text.as_bytes(), ranks) else { return false };
    let Some(to) = wanted.to else { return true };
    for from in Square::all() {
        let fits = scene.piece_at(from).is_some_and(|p| p.color() == scene.side() && p.kind() == wanted.kind)
            && wanted.file.is_none_or(|file| file == from.file())
            && wanted.rank.is_none_or(|rank| rank == from.rank())
            && from != to;
        if fits && scene.is_playable(Move::new(from, to)) {
            found.push(Reading { mv: Move::new(from, to), second: false });
        }
    }
    true
}

/// Whether the text could be such a move on some board.
pub(super) fn has_shape(text: &str) -> bool {
    [Ranks::FromZero, Ranks::FromOne].into_iter().any(|ranks| parse(text.as_bytes(), ranks).is_some())
}

struct Wanted {
    kind: PieceKind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Option<Square>,
}

fn parse(text: &[u8], ranks: Ranks) -> Option<Wanted> {
    let end = text.iter().rposition(|b| b.is_ascii_digit())? + 1;
    if !text[end..].iter().all(|b| b"+#=".contains(b)) {
        return None;
    }
    let text = &text[..end];
    let (kind, rest) = match text.split_first()? {
        (&letter @ b'A'..=b'Z', rest) => (PieceKind::from_letter(letter)?, rest),
        _ => (PieceKind::Pawn, text),
    };
    // The target is the last letter with the digits behind it.
    let at = rest.iter().rposition(u8::is_ascii_alphabetic)?;
    let (to, left) = point(&rest[at..], ranks)?;
    if !left.is_empty() {
        return None;
    }
    let origin = &rest[..at];
    let origin = origin.strip_suffix(b"x").or_else(|| origin.strip_suffix(b"-")).unwrap_or(origin);
    let (file, digits) = match origin.split_first() {
        Some((&letter @ b'a'..=b'i', rest)) => (Some(letter - b'a'), rest),
        _ => (None, origin),
    };
    let rank = match digits {
        [] => None,
        _ => {
            let number = std::str::from_utf8(digits).ok()?.parse::<i32>().ok()?;
            let rank = if ranks == Ranks::FromOne { number - 1 } else { number };
            Some(u8::try_from(rank).ok().filter(|&rank| rank < 10)?)
        }
    };
    Some(Wanted { kind, file, rank, to })
}

/// The move as WinBoard writes it, without the check sign.
pub(super) fn write(scene: &impl Scene, mv: Move) -> Option<String> {
    let (from, to) = (mv.from(), mv.to());
    let piece = scene.piece_at(from).filter(|piece| piece.color() == scene.side())?;
    let rivals: Vec<Square> = Square::all()
        .filter(|&square| square != from && square != to && scene.piece_at(square) == Some(piece))
        .filter(|&square| scene.is_playable(Move::new(square, to)))
        .collect();
    let capture = scene.piece_at(to).is_some();
    let mut text = String::new();
    if piece.kind() != PieceKind::Pawn {
        text.push(match piece.kind() {
            PieceKind::Bishop => 'E',
            PieceKind::Knight => 'H',
            kind => kind.letter(),
        });
    }
    let pawn_names_its_file = piece.kind() == PieceKind::Pawn && (capture || from.file() != to.file());
    let same_file = rivals.iter().any(|square| square.file() == from.file());
    // The file where it tells enough, else the rank, which always does: three on one line have one file and one rank.
    if pawn_names_its_file || !rivals.is_empty() {
        let same_rank = rivals.iter().any(|square| square.rank() == from.rank());
        if pawn_names_its_file || !same_file || same_rank {
            text.push((b'a' + from.file()) as char);
        }
        if same_file {
            text.push((b'0' + from.rank()) as char);
        }
    }
    if capture {
        text.push('x');
    }
    text += &to.to_string();
    Some(text)
}
