//! Legal moves against the naive generator.

use chuhe_movegen::{Bitboard, Color, Move, PieceKind, Position, Square};

use crate::games::random_games;
use crate::naive;

const SEED: u64 = 0x5eed_0001;
const POSITIONS: usize = 20_000;

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

/// What makes a position hard for a generator, to be sure that the sample has it.
#[derive(Default, Debug)]
struct Sample {
    checks: usize,
    double_checks: usize,
    triple_checks: usize,
    hollow_cannons: usize,
    cannons_over_two: usize,
    no_moves: usize,
}

impl Sample {
    fn add(&mut self, position: &Position) {
        let king = position.king(position.side());
        let checkers = position.checkers().count();
        self.checks += usize::from(checkers >= 1);
        self.double_checks += usize::from(checkers >= 2);
        self.triple_checks += usize::from(checkers >= 3);
        self.no_moves += usize::from(!position.has_legal_move());
        for cannon in position.pieces(!position.side(), PieceKind::Cannon) {
            if cannon.file() == king.file() || cannon.rank() == king.rank() {
                let between = position.tables().between(king, cannon);
                self.hollow_cannons += usize::from(between.any() && (between & position.occupied()).is_empty());
                self.cannons_over_two += usize::from((between & position.occupied()).count() == 2);
            }
        }
    }
}

#[test]
fn every_list_count_and_question_equals_the_naive_generator() {
    let mut sample = Sample::default();
    random_games(SEED, POSITIONS, |position, _| {
        sample.add(position);
        let (board, side) = (position.board(), position.side());
        let expected = naive::legal_moves(&board, side);
        let takes = |mv: &Move| board.get(mv.to()).is_some();
        assert_eq!(sorted(&position.legal_moves()), expected, "legal moves of {position}");
        let captures: Vec<Move> = expected.iter().copied().filter(takes).collect();
        let quiets: Vec<Move> = expected.iter().copied().filter(|mv| !takes(mv)).collect();
        assert_eq!(sorted(&position.captures()), captures, "captures of {position}");
        assert_eq!(sorted(&position.quiets()), quiets, "quiets of {position}");
        assert_eq!(position.count_legal() as usize, expected.len(), "count of {position}");
        assert_eq!(position.has_legal_move(), !expected.is_empty(), "has a move: {position}");
        for &mv in &expected {
            let gives_check = !naive::checkers(&naive::after(&board, mv), !side).is_empty();
            assert_eq!(position.gives_check(mv), gives_check, "{mv} gives check in {position}");
        }
    });
    let Sample { checks, double_checks, triple_checks, hollow_cannons, cannons_over_two, no_moves } = sample;
    assert!(checks > 2000 && double_checks > 150 && triple_checks > 10, "too few checks: {sample:?}");
    assert!(hollow_cannons > 1000 && cannons_over_two > 800, "too few cannons at kings: {sample:?}");
    assert!(no_moves > 100, "too few ended games: {sample:?}");
}

#[test]
fn is_legal_says_no_to_every_other_pair_of_points() {
    random_games(SEED + 1, POSITIONS, |position, _| {
        let legal = position.legal_moves();
        for from in Square::all() {
            let expected: Bitboard = legal.iter().filter(|mv| mv.from() == from).map(|mv| mv.to()).collect();
            let found: Bitboard = Square::all().filter(|&to| position.is_legal(Move::new(from, to))).collect();
            assert_eq!(found, expected, "from {from} in {position}");
        }
    });
}

#[test]
fn attackers_of_every_point_equal_the_naive_ones() {
    random_games(SEED + 2, 1000, |position, _| {
        let board = position.board();
        for square in Square::all() {
            let found = position.attackers_to(square, position.occupied());
            // An empty point is reached by a cannon over a screen only in a capture, and by a quiet cannon not at all:
            // with a piece on it the naive version means the same.
            let mut occupied = board;
            for color in Color::ALL {
                let victim = chuhe_movegen::Piece::new(!color, PieceKind::Pawn);
                if board.get(square).is_none() {
                    occupied.set(square, Some(victim));
                }
                let facing = |&from: &Square| {
                    board.get(from).is_some_and(|p| p.kind() == PieceKind::King)
                        && from.file() == square.file()
                        && from.rank().abs_diff(square.rank()) > 1
                };
                let takers: Bitboard =
                    naive::takers(&occupied, color, square).into_iter().filter(|from| !facing(from)).collect();
                assert_eq!(found & position.color(color), takers, "{color:?} attackers of {square} in {position}");
            }
        }
    });
}
