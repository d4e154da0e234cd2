//! Outlines of the characters that are drawn, so that no picture depends on a font.

const OUTLINES: &str = include_str!("glyphs.txt");

/// The SVG path of a character, about 1000 by 1000 around 0,0.
pub(super) fn outline(c: char) -> Option<&'static str> {
    OUTLINES.lines().find_map(|line| line.strip_prefix(c)?.strip_prefix('\t'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Script, piece_name};
    use chuhe_movegen::{Color, Piece, PieceKind};

    #[test]
    fn every_piece_and_label_has_an_outline() {
        let pieces = Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind)));
        for piece in pieces {
            for script in [Script::Simplified, Script::Traditional] {
                assert!(outline(piece_name(piece, script)).is_some(), "{piece:?}");
            }
        }
        for c in "楚河漢汉界一二三四五六七八九123456789abcdefghi0".chars() {
            assert!(outline(c).is_some_and(|path| path.starts_with('M')), "{c}");
        }
        assert_eq!(outline('#'), None);
    }
}
