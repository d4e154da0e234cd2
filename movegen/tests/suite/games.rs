//! Positions to compare on: random games from the start and from set-ups made to be awkward, always the same ones.

use chuhe_movegen::{Board, Color, Fen, Move, Piece, PieceKind, Position, Square};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// Pieces of a side besides its king.
const ARMY: [PieceKind; 15] = {
    use PieceKind::{Advisor as A, Bishop as B, Cannon as C, Knight as N, Pawn as P, Rook as R};
    [R, R, C, C, N, N, P, P, P, P, P, A, A, B, B]
};

/// Calls `visit` with every position of random games and the legal move that is played from it, until `count`
/// positions have been seen. One game in six begins at the start position, the others at a random set-up.
///
/// Whatever `visit` asserts should name the position. The seed is shown when the test fails.
pub(crate) fn random_games(seed: u64, count: usize, mut visit: impl FnMut(&Position, Option<Move>)) {
    println!("random games with seed {seed:#x}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut seen = 0;
    for game in 0.. {
        let mut position = if game % 6 == 0 { Position::start() } else { set_up(&mut rng) };
        let plies = if game % 6 == 0 { 120 } else { 24 };
        for _ in 0..plies {
            let moves = position.legal_moves();
            // Plain random games hardly ever give check: every third move does, if one can.
            let checks: Vec<Move> = moves.iter().copied().filter(|&mv| position.gives_check(mv)).collect();
            let some = if rng.random_ratio(1, 3) && !checks.is_empty() { &checks } else { &*moves };
            let mv = some.choose(&mut rng).copied();
            visit(&position, mv);
            seen += 1;
            if seen == count {
                return;
            }
            let Some(mv) = mv else { break };
            position.make(mv);
        }
    }
}

/// A random possible placement with the line pieces crowded round the palaces, so that pins, screens, hollow cannons and
/// double checks abound.
pub(crate) fn set_up(rng: &mut StdRng) -> Position {
    let least_checkers = rng.random_range(0..3);
    loop {
        let mut board = Board::EMPTY;
        let mut army: Vec<(Color, PieceKind)> = Color::ALL.map(|color| (color, PieceKind::King)).to_vec();
        let density = rng.random_range(0.1..0.9);
        for color in Color::ALL {
            army.extend(ARMY.iter().filter(|_| rng.random_bool(density)).map(|&kind| (color, kind)));
        }
        for (color, kind) in army {
            // Some points of a set-up are taken or impossible for the piece: then the piece is left out or the whole
            // set-up is thrown away.
            let square = point_for(rng, color, kind);
            if board.get(square).is_none() {
                board.set(square, Some(Piece::new(color, kind)));
            }
        }
        let side = *Color::ALL.choose(rng).expect("two sides");
        let halfmove = rng.random_range(0..120);
        match Position::try_from(&Fen { board, side, halfmove, fullmove: 1 }) {
            Ok(position) if position.checkers().count() >= least_checkers => return position,
            _ => {}
        }
    }
}

fn point_for(rng: &mut StdRng, color: Color, kind: PieceKind) -> Square {
    let home =
        |file: u8, rank: u8| if color == Color::Red { Square::at(file, rank) } else { Square::at(file, 9 - rank) };
    match kind {
        PieceKind::King => home(rng.random_range(3..6), rng.random_range(0..3)),
        PieceKind::Advisor => {
            let (file, rank) = *[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].choose(rng).expect("five points");
            home(file, rank)
        }
        PieceKind::Bishop => {
            let points = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)];
            let (file, rank) = *points.choose(rng).expect("seven points");
            home(file, rank)
        }
        PieceKind::Pawn if rng.random_bool(0.5) => home(2 * rng.random_range(0..5), rng.random_range(3..5)),
        PieceKind::Pawn => home(rng.random_range(2..7), rng.random_range(5..10)),
        _ if rng.random_bool(0.7) => home(rng.random_range(2..7), rng.random_range(5..10)),
        _ => home(rng.random_range(0..9), rng.random_range(0..10)),
    }
}
