//! Reading the notations that describe a move from the mover's side: Chinese in every spelling, WXF, short record. They
//! share one grammar; only the characters differ.

use chuhe_movegen::{Color, Move, Piece, PieceKind, Square};

use super::glyphs::{digit_of, kinds_of};
use super::{Reading, Scene};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Forward,
    Back,
    Level,
}

/// 1 to 9 as a side counts the files, from its right.
pub(super) fn file_number(side: Color, file: u8) -> u8 {
    match side {
        Color::Red => 9 - file,
        Color::Black => file + 1,
    }
}

fn file_of(side: Color, number: u8) -> u8 {
    match side {
        Color::Red => 9 - number,
        Color::Black => number - 1,
    }
}

/// The points of a file that hold the piece, front to back as its side sees it.
pub(super) fn on_file(scene: &impl Scene, piece: Piece, file: u8) -> Vec<Square> {
    let from_front = |i: u8| if piece.color() == Color::Red { 9 - i } else { i };
    (0..10).map(|i| Square::at(file, from_front(i))).filter(|&square| scene.piece_at(square) == Some(piece)).collect()
}

/// The pawns of all files that hold more than one, the mover's right file first, front to back: the order of 一兵 二兵 …
pub(super) fn tandem_pawns(scene: &impl Scene, pawn: Piece) -> Vec<Square> {
    (1..=9u8)
        .map(|n| on_file(scene, pawn, file_of(pawn.color(), n)))
        .filter(|group| group.len() > 1)
        .flatten()
        .collect()
}

/// One character of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// Kinds as bits.
    Piece(u8),
    Digit(u8),
    /// `a` to `e` behind a WXF pawn: its number from 1.
    Letter(u8),
    Front,
    Middle,
    Rear,
    Forward,
    Back,
    Level,
    Plus,
    Minus,
    Dot,
}

impl Token {
    fn direction(self) -> Option<Direction> {
        match self {
            Token::Forward | Token::Plus => Some(Direction::Forward),
            Token::Back | Token::Minus => Some(Direction::Back),
            Token::Level | Token::Dot => Some(Direction::Level),
            _ => None,
        }
    }

    fn order(self) -> Option<Order> {
        match self {
            Token::Front | Token::Plus => Some(Order::Front),
            Token::Middle => Some(Order::Middle),
            Token::Rear => Some(Order::Rear),
            Token::Minus => Some(Order::Minus),
            Token::Dot => Some(Order::Dot),
            _ => None,
        }
    }
}

/// A place among the pieces of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Front,
    Middle,
    Rear,
    /// WXF `-`: the rear one; of three, some writers mean the middle one.
    Minus,
    /// WXF `.`: the middle one of three, or by other writers the rear one.
    Dot,
    /// Counted from the front, from 1.
    Nth(u8),
}

impl Order {
    fn has(self, place: usize, count: usize) -> bool {
        let (rear, middle) = (place + 1 == count, place > 0 && place + 1 < count);
        match self {
            Order::Front => place == 0,
            Order::Middle => middle,
            Order::Rear => rear,
            Order::Minus => rear || count == 3 && middle,
            Order::Dot => count == 3 && place > 0,
            Order::Nth(n) => place + 1 == usize::from(n),
        }
    }
}

/// Which pieces a text speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Selector {
    /// All on a file, by its number.
    File(u8),
    /// One of the pieces on a file, by the file's number.
    OnFile(Order, u8),
    /// One of the pieces on any file that has several.
    OnAnyFile(Order),
    /// A pawn by its number among [`tandem_pawns`].
    Tandem(u8),
    /// All.
    All,
}

/// A text taken apart: kinds, who, where to. The direction is missing in a short record without its mark.
struct Description {
    kinds: u8,
    /// Tried one after the other until one gives a legal move.
    selectors: [Option<Selector>; 2],
    direction: Option<Direction>,
    number: u8,
}

const PAWN: u8 = 1 << PieceKind::Pawn as u8;

/// Adds all legal moves that fit the text; the value says whether the text has the shape of such a move at all.
pub(super) fn readings(scene: &impl Scene, text: &str, found: &mut Vec<Reading>) -> bool {
    // M is 马, and where that gives nothing the middle pawn.
    let middle = text.strip_prefix('M').map(|rest| format!("中{rest}"));
    let mut known = false;
    for text in [Some(text), middle.as_deref()].into_iter().flatten() {
        let Some(tokens) = tokens(text) else { continue };
        for description in describe(&tokens).into_iter().flatten() {
            known = true;
            resolve(scene, &description, found);
            if !found.is_empty() {
                return true;
            }
        }
    }
    known
}

/// Whether the text could be such a move on some board.
pub(super) fn has_shape(text: &str) -> bool {
    tokens(text).is_some_and(|tokens| describe(&tokens).iter().any(Option::is_some))
}

/// The characters of a move as tokens; at most six of them. 变 and what follows it (a promotion in a variant) is left out.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::with_capacity(6);
    let by_hand = !text.starts_with(|c: char| c.is_ascii());
    for c in text.chars() {
        if matches!(c, '变' | '變') {
            break;
        }
        if tokens.len() == 6 {
            return None;
        }
        let lone_pawn = tokens.len() == 1 && tokens[0] == Token::Piece(PAWN) && !by_hand;
        let token = match c {
            'a'..='e' if lone_pawn => Token::Letter(c as u8 - b'a' + 1),
            'A'..='E' if lone_pawn => Token::Letter(c as u8 - b'A' + 1),
            '前' => Token::Front,
            '中' => Token::Middle,
            '后' | '後' => Token::Rear,
            'F' if tokens.is_empty() => Token::Front,
            'L' if tokens.is_empty() => Token::Rear,
            '进' | '進' | '上' | '\u{305}' | '\u{304}' | '¯' | '‾' => Token::Forward,
            '退' | '下' | '\u{332}' | '\u{331}' | '_' => Token::Back,
            '平' | '=' => Token::Level,
            '+' => Token::Plus,
            '-' => Token::Minus,
            '.' => Token::Dot,
            c => match (digit_of(c), kinds_of(c)) {
                (Some(digit), _) => Token::Digit(digit),
                (None, 0) => return None,
                (None, kinds) => Token::Piece(kinds),
            },
        };
        tokens.push(token);
    }
    // A mark behind the last digit belongs before it: 马23̅ says 马2进3. Behind an ASCII text `+` is a check.
    if let [.., Token::Digit(_), last] = tokens[..] {
        let mark =
            matches!(last, Token::Forward | Token::Back) || by_hand && matches!(last, Token::Plus | Token::Minus);
        if mark {
            let n = tokens.len();
            tokens.swap(n - 2, n - 1);
        }
    }
    Some(tokens)
}

/// The ways to understand the tokens, the usual one first; a later one counts only when the earlier give no legal move.
fn describe(tokens: &[Token]) -> [Option<Description>; 2] {
    use Token::{Digit, Letter, Piece};
    // The number at the end, the direction before it if there is one, and the piece.
    let Some((&Digit(number), rest)) = tokens.split_last() else { return [None, None] };
    let (direction, who) = match rest.split_last() {
        Some((last, who)) if !who.is_empty() && last.direction().is_some() => (last.direction(), who),
        _ => (None, rest),
    };
    let make = |kinds: u8, first: Selector, second: Option<Selector>| {
        Some(Description { kinds, selectors: [Some(first), second], direction, number })
    };
    let full = direction.is_some();
    match *who {
        // 炮二平五, C2=5, and without a direction 炮25
        [Piece(kinds), Digit(file)] => [make(kinds, Selector::File(file), None), None],
        // 一兵平六 counts all pawns in tandem; else the nth of a file.
        [Digit(n), Piece(kinds)] => {
            let (tandem, nth) = (Selector::Tandem(n), Selector::OnAnyFile(Order::Nth(n)));
            [if kinds & PAWN != 0 { make(kinds, tandem, Some(nth)) } else { make(kinds, nth, None) }, None]
        }
        // Pa=6
        [Piece(kinds), Letter(n)] if full => [make(kinds, Selector::Tandem(n), None), None],
        // 二7平6, 15=6: the nth pawn of a file. Some programs write pieces as digits 1 to 7.
        [Digit(n), Digit(file)] if full => [
            make(PAWN, Selector::OnFile(Order::Nth(n), file), None),
            if n <= 7 { make(1 << (n - 1), Selector::File(file), None) } else { None },
        ],
        // 二兵七平六
        [Digit(n), Piece(kinds), Digit(file)] => [make(kinds, Selector::OnFile(Order::Nth(n), file), None), None],
        // 车进一, R+1: nothing tells the piece.
        [Piece(kinds)] if full => [make(kinds, Selector::All, None), None],
        // 前炮进二, +C-2; 炮前进二, C+-2
        [a, Piece(kinds)] | [Piece(kinds), a] if a.order().is_some() => match a.order() {
            Some(order) => [make(kinds, Selector::OnAnyFile(order), None), None],
            None => [None, None],
        },
        // 前七进一: pawns
        [a, Digit(file)] if a.order().is_some() && full => match a.order() {
            Some(order) => [make(PAWN, Selector::OnFile(order, file), None), None],
            None => [None, None],
        },
        // 前兵九平八
        [a, Piece(kinds), Digit(file)] if a.order().is_some() => match a.order() {
            Some(order) => [make(kinds, Selector::OnFile(order, file), None), None],
            None => [None, None],
        },
        _ => [None, None],
    }
}

fn resolve(scene: &impl Scene, description: &Description, found: &mut Vec<Reading>) {
    for selector in description.selectors.into_iter().flatten() {
        for kind in PieceKind::ALL.into_iter().filter(|kind| description.kinds & 1 << kind.index() != 0) {
            let piece = Piece::new(scene.side(), kind);
            for from in select(scene, piece, selector) {
                let diagonal = matches!(kind, PieceKind::Advisor | PieceKind::Bishop | PieceKind::Knight);
                let directions: &[Direction] = match description.direction {
                    Some(Direction::Forward) => &[Direction::Forward],
                    Some(Direction::Back) => &[Direction::Back],
                    Some(Direction::Level) => &[Direction::Level],
                    None => &[Direction::Level, Direction::Forward, Direction::Back],
                };
                for &direction in directions {
                    let Some(to) = target(piece, from, direction, description.number) else { continue };
                    let mv = Move::new(from, to);
                    let second = description.direction.is_none() && !diagonal && direction != Direction::Level;
                    if scene.is_playable(mv) && !found.iter().any(|reading| reading.mv == mv) {
                        found.push(Reading { mv, second });
                    }
                }
            }
        }
        if !found.is_empty() {
            return;
        }
    }
}

fn select(scene: &impl Scene, piece: Piece, selector: Selector) -> Vec<Square> {
    let ordered = |file: u8, order: Order| {
        let group = on_file(scene, piece, file);
        let count = group.len();
        group.into_iter().enumerate().filter(move |&(place, _)| count > 1 && order.has(place, count)).map(|(_, s)| s)
    };
    match selector {
        Selector::File(number) => on_file(scene, piece, file_of(piece.color(), number)),
        Selector::OnFile(order, number) => ordered(file_of(piece.color(), number), order).collect(),
        Selector::OnAnyFile(order) => (0..9).flat_map(|file| ordered(file, order)).collect(),
        Selector::Tandem(n) if piece.kind() == PieceKind::Pawn => {
            tandem_pawns(scene, piece).into_iter().skip(usize::from(n) - 1).take(1).collect()
        }
        Selector::Tandem(_) => Vec::new(),
        Selector::All => Square::all().filter(|&square| scene.piece_at(square) == Some(piece)).collect(),
    }
}

/// Where a piece arrives, if it moves that way at all.
fn target(piece: Piece, from: Square, direction: Direction, number: u8) -> Option<Square> {
    let forward = match (piece.color(), direction) {
        (_, Direction::Level) => 0,
        (Color::Red, Direction::Forward) | (Color::Black, Direction::Back) => 1,
        _ => -1,
    };
    let (file, rank) = (i32::from(from.file()), i32::from(from.rank()));
    let to_file = i32::from(file_of(piece.color(), number));
    let aside = (to_file - file).abs();
    let to = match piece.kind() {
        PieceKind::Advisor if direction != Direction::Level && aside == 1 => Square::try_at(to_file, rank + forward),
        PieceKind::Bishop if direction != Direction::Level && aside == 2 => Square::try_at(to_file, rank + 2 * forward),
        PieceKind::Knight if direction != Direction::Level && (aside == 1 || aside == 2) => {
            Square::try_at(to_file, rank + (3 - aside) * forward)
        }
        PieceKind::Advisor | PieceKind::Bishop | PieceKind::Knight => None,
        _ if direction == Direction::Level => Square::try_at(to_file, rank),
        _ => Square::try_at(file, rank + i32::from(number) * forward),
    };
    to.filter(|&to| to != from)
}
