//! Writing the notations that describe a move from the mover's side: Chinese, WXF, short record.

use chuhe_movegen::{Color, Move, Piece, PieceKind, Square};

use super::glyphs::{Script, chinese_digit, piece_name};
use super::manual::{Direction, file_number, on_file, tandem_pawns};
use super::{Notation, Scene};

/// How a piece is told from others of its kind.
enum Which {
    /// By its file.
    File(u8),
    /// The front one of two or three on its file.
    Front,
    /// The middle one of three.
    Middle,
    /// The rear one of two or three.
    Rear,
    /// By its number among the pawns that have others on their file, from 1.
    Number(u8),
}

pub(super) fn write(scene: &impl Scene, mv: Move, notation: Notation) -> Option<String> {
    let piece = scene.piece_at(mv.from()).filter(|piece| piece.color() == scene.side())?;
    let (direction, number) = describe(piece, mv)?;
    let short = matches!(notation, Notation::Short | Notation::ShortAscii);
    let which = which(scene, piece, mv.from(), short);
    Some(match notation {
        Notation::Wxf | Notation::WxfLetters => wxf(scene, piece, mv.from(), &which, direction, number, notation),
        _ => chinese(piece, &which, direction, number, notation),
    })
}

/// The direction, and the number behind it: the target's file, or for straight movers how many steps.
fn describe(piece: Piece, mv: Move) -> Option<(Direction, u8)> {
    let (from, to) = (mv.from(), mv.to());
    let steps = i32::from(piece.color().relative_rank(to)) - i32::from(piece.color().relative_rank(from));
    let direction = match steps {
        0 => Direction::Level,
        1.. => Direction::Forward,
        _ => Direction::Back,
    };
    let diagonal = matches!(piece.kind(), PieceKind::Advisor | PieceKind::Bishop | PieceKind::Knight);
    let number = match (direction, diagonal) {
        (Direction::Level, true) => return None,
        (Direction::Level, false) | (_, true) => file_number(piece.color(), to.file()),
        (_, false) if from.file() != to.file() => return None,
        (_, false) => steps.unsigned_abs() as u8,
    };
    (from != to && (!diagonal || from.file() != to.file())).then_some((direction, number))
}

fn which(scene: &impl Scene, piece: Piece, from: Square, short: bool) -> Which {
    let file = Which::File(file_number(piece.color(), from.file()));
    if matches!(piece.kind(), PieceKind::Advisor | PieceKind::Bishop | PieceKind::King) {
        return file;
    }
    let group = on_file(scene, piece, from.file());
    let place = group.iter().position(|&square| square == from).unwrap_or(0);
    if group.len() < 2 {
        return file;
    }
    if piece.kind() == PieceKind::Pawn && !(short && group.len() < 4) {
        // Pawns are numbered where two files have several of them, or one has more than three.
        let tandem = tandem_pawns(scene, piece);
        if group.len() > 3 || tandem.len() > group.len() {
            let place = tandem.iter().position(|&square| square == from).unwrap_or(0);
            return Which::Number(place as u8 + 1);
        }
    }
    match (place, group.len()) {
        (0, _) => Which::Front,
        (place, n) if place + 1 == n => Which::Rear,
        _ => Which::Middle,
    }
}

fn chinese(piece: Piece, which: &Which, direction: Direction, number: u8, notation: Notation) -> String {
    let traditional = matches!(notation, Notation::Traditional | Notation::TraditionalHalfWidth);
    let short = matches!(notation, Notation::Short | Notation::ShortAscii);
    let half_width = short || matches!(notation, Notation::ChineseHalfWidth | Notation::TraditionalHalfWidth);
    let digit = |n: u8| match piece.color() {
        _ if short => (b'0' + n) as char,
        Color::Red => chinese_digit(n),
        Color::Black if half_width => (b'0' + n) as char,
        Color::Black => char::from_u32('０' as u32 + u32::from(n)).unwrap_or('０'),
    };
    let name = piece_name(piece, if traditional { Script::Traditional } else { Script::Simplified });
    let mut text = String::with_capacity(14);
    match *which {
        Which::File(file) => text.extend([name, digit(file)]),
        Which::Front => text.extend(['前', name]),
        Which::Middle => text.extend(['中', name]),
        Which::Rear => text.extend([if traditional { '後' } else { '后' }, name]),
        Which::Number(n) => text.extend([chinese_digit(n), name]),
    }
    match (notation, direction) {
        (Notation::Short, Direction::Level) | (Notation::ShortAscii, Direction::Level) => text.push(digit(number)),
        (Notation::Short, Direction::Forward) => text.extend([digit(number), '\u{305}']),
        (Notation::Short, Direction::Back) => text.extend([digit(number), '\u{332}']),
        (Notation::ShortAscii, Direction::Forward) => text.extend(['+', digit(number)]),
        (Notation::ShortAscii, Direction::Back) => text.extend(['-', digit(number)]),
        (_, Direction::Forward) => text.extend([if traditional { '進' } else { '进' }, digit(number)]),
        (_, Direction::Back) => text.extend(['退', digit(number)]),
        (_, Direction::Level) => text.extend(['平', digit(number)]),
    }
    text
}

fn wxf(
    scene: &impl Scene,
    piece: Piece,
    from: Square,
    which: &Which,
    direction: Direction,
    number: u8,
    notation: Notation,
) -> String {
    let letter = match piece.kind() {
        PieceKind::Bishop => 'E',
        PieceKind::Knight => 'H',
        kind => kind.letter(),
    };
    let group = on_file(scene, piece, from.file());
    let place = group.iter().position(|&square| square == from).unwrap_or(0) as u8;
    let numbered = matches!(which, Which::Number(_)) || group.len() > 2;
    let head = match *which {
        Which::File(file) => [letter, (b'0' + file) as char],
        _ if piece.kind() == PieceKind::Pawn && numbered => match (notation, which) {
            (Notation::WxfLetters, Which::Number(n)) => [letter, (b'a' + n - 1) as char],
            (Notation::WxfLetters, _) => [letter, (b'a' + place) as char],
            _ => [(b'1' + place) as char, (b'0' + file_number(piece.color(), from.file())) as char],
        },
        Which::Front => [letter, '+'],
        Which::Middle => [letter, '.'],
        Which::Rear | Which::Number(_) => [letter, '-'],
    };
    let sign = match direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Level => '=',
    };
    [head[0], head[1], sign, (b'0' + number) as char].iter().collect()
}
