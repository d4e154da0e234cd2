//! Point names 位标: two digits, file then rank, both counted from the player's own side, files from left to right 1 to 9,
//! rank 10 written 0.

use chuhe_movegen::{Color, Square};

/// The name of a point as a side counts it: `51` is the point of its own king at the start.
#[must_use]
pub fn name(square: Square, side: Color) -> String {
    let file = match side {
        Color::Red => square.file(),
        Color::Black => 8 - square.file(),
    };
    format!("{}{}", file + 1, (side.relative_rank(square) + 1) % 10)
}

/// The point of a name; none when the text is not two digits of a point. Full-width digits are read too.
#[must_use]
pub fn parse(text: &str, side: Color) -> Option<Square> {
    let digits: Vec<u32> = text
        .trim()
        .chars()
        .map(|c| if ('０'..='９').contains(&c) { Some(c as u32 - '０' as u32) } else { c.to_digit(10) })
        .collect::<Option<_>>()?;
    let &[file @ 1..=9, rank @ 0..=9] = &digits[..] else { return None };
    let (file, rank) = (file as u8 - 1, ((rank + 9) % 10) as u8);
    Some(match side {
        Color::Red => Square::at(file, rank),
        Color::Black => Square::at(8 - file, 9 - rank),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_lines_have_their_numbers() {
        let point = |text: &str| text.parse::<Square>().unwrap();
        // 底线 1, 兵线 4, the opposite base 0.
        assert_eq!(name(point("e0"), Color::Red), "51");
        assert_eq!(name(point("a3"), Color::Red), "14");
        assert_eq!(name(point("i9"), Color::Red), "90");
        assert_eq!(name(point("e9"), Color::Black), "51");
        assert_eq!(name(point("i9"), Color::Black), "11");
        assert_eq!(name(point("a0"), Color::Black), "90");
        for side in Color::ALL {
            for square in Square::all() {
                assert_eq!(parse(&name(square, side), side), Some(square));
            }
        }
        for text in ["", "5", "05", "511", "a1", "5-"] {
            assert_eq!(parse(text, Color::Red), None);
        }
    }
}
