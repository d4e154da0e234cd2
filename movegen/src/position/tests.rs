use super::*;
use crate::{Move, perft::perft};

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn start_position_counts() {
    for (depth, nodes) in [(0, 1), (1, 44), (2, 1920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(perft(&Position::start(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn impossible_placements_are_named() {
    use PositionError::*;
    let error = |fen: &str| match fen.parse::<Position>() {
        Err(ParsePositionError::Position(error)) => error,
        other => panic!("{fen}: {other:?}"),
    };
    let piece = |letter: u8| Piece::from_letter(letter).unwrap();
    let at = |name: &str| name.parse::<Square>().unwrap();
    assert_eq!(error("9/9/9/9/9/9/9/9/9/4K4 w"), NoKing(Color::Black));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/9 w"), NoKing(Color::Red));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/4K4 w"), FacingKings(4));
    assert_eq!(
        error("rrrakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
        TooMany { piece: piece(b'r'), count: 4 }
    );
    assert_eq!(error("4k4/9/9/9/9/9/9/4A4/9/3K5 w"), Misplaced { piece: piece(b'A'), square: at("e2") });
    assert_eq!(error("4k4/9/9/9/4B4/9/9/9/9/3K5 w"), Misplaced { piece: piece(b'B'), square: at("e5") });
    assert_eq!(error("4k4/9/9/9/9/9/9/9/P8/3K5 w"), Misplaced { piece: piece(b'P'), square: at("a1") });
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/2K6 w"), Misplaced { piece: piece(b'K'), square: at("c0") });
    assert_eq!(error("4k2R1/9/9/9/9/9/9/9/9/3K5 w"), KingCapturable(Color::Black));
}

#[test]
fn a_cannon_screen_may_be_added_or_moved_away() {
    // The cannon on c9 or a9 checks over the rook or a piece; e8f9 adds the second screen.
    for (fen, mv, reply) in [
        ("c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w", "g7g9", "e8f9"),
        ("c3k2C1/4anR2/9/3NP4/9/6n2/9/1r1p5/4p4/3K5 w", "g8g9", "e8f9"),
    ] {
        let mut position = position(fen);
        position.make(mv.parse().unwrap());
        assert_eq!(position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>(), [reply], "{fen}");
    }
}
