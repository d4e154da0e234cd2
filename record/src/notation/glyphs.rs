//! The characters that name pieces, digits and directions.

use chuhe_movegen::{Color, Piece, PieceKind};

/// Which characters to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Script {
    /// 帅车马炮
    #[default]
    Simplified,
    /// 帥車馬炮
    Traditional,
}

/// The character of a piece.
#[must_use]
pub const fn piece_name(piece: Piece, script: Script) -> char {
    let (simplified, traditional) = match (piece.color(), piece.kind()) {
        (Color::Red, PieceKind::King) => ('帅', '帥'),
        (Color::Red, PieceKind::Advisor) => ('仕', '仕'),
        (Color::Red, PieceKind::Bishop) => ('相', '相'),
        (Color::Red, PieceKind::Pawn) => ('兵', '兵'),
        (Color::Black, PieceKind::King) => ('将', '將'),
        (Color::Black, PieceKind::Advisor) => ('士', '士'),
        (Color::Black, PieceKind::Bishop) => ('象', '象'),
        (Color::Black, PieceKind::Pawn) => ('卒', '卒'),
        (_, PieceKind::Knight) => ('马', '馬'),
        (_, PieceKind::Rook) => ('车', '車'),
        (_, PieceKind::Cannon) => ('炮', '炮'),
    };
    match script {
        Script::Simplified => simplified,
        Script::Traditional => traditional,
    }
}

/// The kinds a character may name, one bit each ([`PieceKind::index`]); 0 when it names none. Colours are not told apart:
/// files mix 相 and 象, 兵 and 卒.
pub(super) fn kinds_of(c: char) -> u8 {
    let kind = match c {
        '帅' | '将' | '帥' | '將' | '王' => PieceKind::King,
        '仕' | '士' => PieceKind::Advisor,
        '相' | '象' => PieceKind::Bishop,
        '马' | '馬' | '傌' => PieceKind::Knight,
        '车' | '車' | '俥' => PieceKind::Rook,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        'M' | 'm' => PieceKind::Knight,
        'G' | 'g' => PieceKind::King,
        // 士 by its sound, or the soldier.
        'S' | 's' => return 1 << PieceKind::Advisor.index() | 1 << PieceKind::Pawn.index(),
        c if c.is_ascii_alphabetic() => match PieceKind::from_letter(c as u8) {
            Some(kind) => kind,
            None => return 0,
        },
        _ => return 0,
    };
    1 << kind.index()
}

/// The digit a character stands for, 1 to 9, in any style.
pub(super) fn digit_of(c: char) -> Option<u8> {
    Some(match c {
        '1'..='9' => c as u8 - b'0',
        '一' | '壹' => 1,
        '二' | '贰' | '貳' => 2,
        '三' | '叁' | '參' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' | '陸' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}

/// 一 to 九.
pub(super) fn chinese_digit(n: u8) -> char {
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'][usize::from(n - 1).min(8)]
}
