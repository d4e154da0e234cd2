//! Exchange evaluation against a search of the exchange on a plain board.

use chuhe_movegen::see::VALUES;
use chuhe_movegen::{Board, Color, Move, PieceKind, Position, Square};

use crate::games::random_games;
use crate::naive;

const SEED: u64 = 0x5eed_0020;

fn value(board: &Board, square: Square) -> i32 {
    board.get(square).map_or(0, |piece| VALUES[piece.kind().index()])
}

/// The cheapest piece of `color` that can take on `square`; of two equally cheap kinds and two of a kind the rule of
/// [`Position::see_ge`] decides.
fn cheapest(board: &Board, color: Color, square: Square) -> Option<Square> {
    use PieceKind::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    let order = [Pawn, Advisor, Bishop, Knight, Cannon, Rook, King];
    let kind_on = |from: Square| board.get(from).expect("a taker is a piece").kind();
    naive::takers(board, color, square)
        .into_iter()
        // Facing kings do not fight for a point.
        .filter(|&from| {
            kind_on(from) != King || from.file().abs_diff(square.file()) + from.rank().abs_diff(square.rank()) == 1
        })
        .min_by_key(|&from| (order.iter().position(|&kind| kind == kind_on(from)), from))
}

/// What `mv` wins when both sides go on with their cheapest piece as long as it pays.
fn exchange(board: &Board, mv: Move) -> i32 {
    let color = board.get(mv.from()).expect("a move begins on a piece").color();
    let won = value(board, mv.to());
    let board = naive::after(board, mv);
    match cheapest(&board, !color, mv.to()) {
        Some(from) => won - exchange(&board, Move::new(from, mv.to())).max(0),
        None => won,
    }
}

#[test]
fn see_equals_a_search_of_the_exchange() {
    let mut losing = 0;
    let mut long = 0;
    random_games(SEED, 12_000, |position, _| {
        let board = position.board();
        for &mv in &position.legal_moves() {
            let expected = exchange(&board, mv);
            assert_eq!(position.see(mv), expected, "{mv} in {position}");
            for threshold in [-100, 0, 1, 300] {
                assert_eq!(position.see_ge(mv, threshold), expected >= threshold, "{mv} >= {threshold} in {position}");
            }
            losing += usize::from(expected < 0);
            long += usize::from(expected != 0 && expected.abs() != value(&board, mv.to()).abs());
        }
    });
    assert!(losing > 10_000 && long > 10_000, "{losing} losing, {long} longer exchanges");
}

#[test]
fn screens_come_and_go() {
    for (fen, mv, worth) in [
        // The pawn is protected by the cannon over the knight: the rook is lost for it.
        ("3k5/9/4c4/9/4N4/9/R3p4/9/9/5K3 w", "a3e3", 120 - 950),
        // The screen itself takes: nothing stands between the cannon and the point any more.
        ("3k5/9/4c4/9/4R4/9/4p4/9/9/5K3 w", "e5e3", 120),
        // The rook was the screen of the cannon that should have avenged it.
        ("3k5/9/9/9/r3p4/9/9/4R4/4C4/5K3 w", "e2e5", 120 - 950),
        // Here the screen stays, and the rooks are exchanged.
        ("3k5/9/9/9/r3p3R/9/9/4N4/4C4/5K3 w", "i5e5", 120),
        // The cannon on f1 takes the rook, and the king takes it: the cannon on d8 protects f8 only until the king,
        // its screen, has moved.
        ("9/3Ck4/9/9/9/9/5r3/5c3/5C3/3K5 b", "f3f8", 450 - 950),
    ] {
        let position: Position = fen.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {fen}");
        assert_eq!(exchange(&position.board(), mv), worth, "{mv} in {fen}, searched");
        assert_eq!(position.see(mv), worth, "{mv} in {fen}");
    }
}
