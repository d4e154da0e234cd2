//! What make, unmake and the null move keep up to date, against the same found from scratch.

use chuhe_movegen::{Bitboard, Color, Fen, Move, Piece, PieceKind, Position, Square, zobrist};

use crate::games::random_games;
use crate::naive;

const SEED: u64 = 0x5eed_0010;

/// All that a position shows.
#[derive(PartialEq, Debug)]
struct Shown {
    fen: Fen,
    squares: Vec<Option<Piece>>,
    kinds: [Bitboard; 7],
    colors: [Bitboard; 2],
    kings: [Square; 2],
    keys: [u64; 4],
    checkers: Bitboard,
}

fn shown(position: &Position) -> Shown {
    Shown {
        fen: position.fen(),
        squares: Square::all().map(|square| position.piece_at(square)).collect(),
        kinds: PieceKind::ALL.map(|kind| position.kind(kind)),
        colors: Color::ALL.map(|color| position.color(color)),
        kings: Color::ALL.map(|color| position.king(color)),
        keys: [position.key(), position.pawn_key(), position.piece_key(Color::Red), position.piece_key(Color::Black)],
        checkers: position.checkers(),
    }
}

/// The same from the letters of the FEN alone.
fn from_scratch(fen: Fen) -> Shown {
    let of = |wanted: &dyn Fn(Piece) -> bool| -> Vec<(Square, Piece)> {
        fen.board.pieces().filter(|&(_, piece)| wanted(piece)).collect()
    };
    let set =
        |wanted: &dyn Fn(Piece) -> bool| -> Bitboard { of(wanted).into_iter().map(|(square, _)| square).collect() };
    let key = |wanted: &dyn Fn(Piece) -> bool| {
        of(wanted).into_iter().fold(0, |key, (square, piece)| key ^ zobrist::piece(piece, square))
    };
    let side = if fen.side == Color::Black { zobrist::SIDE } else { 0 };
    let is_pawn = |piece: Piece| piece.kind() == PieceKind::Pawn;
    Shown {
        fen,
        squares: Square::all().map(|square| fen.board.get(square)).collect(),
        kinds: PieceKind::ALL.map(|kind| set(&|piece| piece.kind() == kind)),
        colors: Color::ALL.map(|color| set(&|piece| piece.color() == color)),
        kings: Color::ALL.map(|color| naive::king(&fen.board, color)),
        keys: [
            key(&|_| true) ^ side,
            key(&is_pawn),
            key(&|piece| !is_pawn(piece) && piece.color() == Color::Red),
            key(&|piece| !is_pawn(piece) && piece.color() == Color::Black),
        ],
        checkers: naive::checkers(&fen.board, fen.side).into_iter().collect(),
    }
}

/// The FEN after a move, by the book.
fn fen_after(fen: &Fen, mv: Move) -> Fen {
    Fen {
        board: naive::after(&fen.board, mv),
        side: !fen.side,
        halfmove: if fen.board.get(mv.to()).is_some() { 0 } else { fen.halfmove + 1 },
        fullmove: fen.fullmove + u16::from(fen.side == Color::Black),
    }
}

#[test]
fn everything_equals_from_scratch_after_moves_and_comes_back_when_they_are_taken_back() {
    random_games(SEED, 6_000, |position, _| {
        let before = shown(position);
        assert_eq!(before, from_scratch(position.fen()), "{position}");
        let mut walker = position.clone();
        for &mv in &position.legal_moves() {
            let undo = walker.make(mv);
            assert_eq!(undo.captured(), position.piece_at(mv.to()), "{mv} in {position}");
            assert_eq!(position.key_after(mv), walker.key(), "key after {mv} in {position}");
            let after = shown(&walker);
            assert_eq!(after, from_scratch(fen_after(&before.fen, mv)), "after {mv} in {position}");
            walker.unmake(mv, undo);
            assert_eq!(shown(&walker), before, "{mv} taken back in {position}");
        }
    });
}

#[test]
fn a_null_move_changes_the_side_and_nothing_else() {
    random_games(SEED + 1, 4_000, |position, _| {
        let before = shown(position);
        let mut walker = position.clone();
        walker.make_null();
        let fen = Fen { side: !before.fen.side, ..before.fen };
        assert_eq!(shown(&walker), from_scratch(fen), "null move in {position}");
        walker.unmake_null();
        assert_eq!(shown(&walker), before, "null move taken back in {position}");
    });
}

#[test]
fn a_whole_game_can_be_taken_back() {
    let mut played: Vec<(Move, Position)> = Vec::new();
    let unwind = |played: &mut Vec<(Move, Position)>| {
        let Some((_, first)) = played.first() else { return };
        let mut position = first.clone();
        let undos: Vec<_> = played.iter().map(|(mv, _)| (*mv, position.make(*mv))).collect();
        for ((mv, undo), (_, before)) in undos.into_iter().zip(played.iter()).rev() {
            position.unmake(mv, undo);
            assert_eq!(shown(&position), shown(before), "{mv} taken back");
        }
        played.clear();
    };
    random_games(SEED + 2, 6_000, |position, mv| {
        let follows = played.last().is_some_and(|(mv, before)| before.key_after(*mv) == position.key());
        if !follows {
            unwind(&mut played);
        }
        played.extend(mv.map(|mv| (mv, position.clone())));
    });
    unwind(&mut played);
}

#[test]
fn counters_stop_at_their_end_and_come_back() {
    let mut position: Position = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 3 65535".parse().unwrap();
    assert_eq!(position.fullmove(), u16::MAX);
    let before = shown(&position);
    let mv: Move = "e9e8".parse().unwrap();
    let undo = position.make(mv);
    assert_eq!((position.halfmove(), position.fullmove()), (4, u16::MAX));
    position.unmake(mv, undo);
    assert_eq!(shown(&position), before);
}
