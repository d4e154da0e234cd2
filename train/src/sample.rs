//! A position to learn from, in 32 bytes.

use chuhe_eval::nnue::features::{PLANES, View};
use chuhe_movegen::{Bitboard, Color, Piece, PieceKind, Position, Square};

use crate::pack::{Outcome, PlayedPly};

/// A position seen by the side to move, which is made red and sits at rank 0, with what is known of its worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    occupied: [u8; 12],
    /// Two pieces a byte, from a0 to i9.
    pieces: [u8; 16],
    /// Score of the search for the side to move, in hundredths of a pawn.
    pub score: i16,
    /// What the side to move got in the end: 0 lost, 1 drawn, 2 won.
    pub half_points: u8,
    /// Knights, rooks and cannons of both sides.
    pub majors: u8,
}

/// The rows that a sample switches on: of the side to move and of the other, the same number.
#[derive(Clone, Debug)]
pub struct Active {
    rows: [[u32; 32]; 2],
    len: usize,
}

impl Active {
    /// The rows of the side to move (0) or the other (1).
    #[must_use]
    pub fn rows(&self, side: usize) -> &[u32] {
        &self.rows[side][..self.len]
    }
}

const PIECES: [Piece; 14] = {
    let mut pieces = [Piece::new(Color::Red, PieceKind::King); 14];
    let mut i = 0;
    while i < 14 {
        pieces[i] = Piece::new(Color::ALL[i / 7], PieceKind::ALL[i % 7]);
        i += 1;
    }
    pieces
};

impl Sample {
    /// The position before `ply` in a game with this outcome.
    #[must_use]
    pub fn new(position: &Position, ply: &PlayedPly, outcome: Outcome) -> Sample {
        let side = position.side();
        let mut board: [Option<Piece>; 90] = [None; 90];
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            match side {
                Color::Red => board[square.index()] = Some(piece),
                Color::Black => board[square.flip().index()] = Some(Piece::new(!piece.color(), piece.kind())),
            }
        }
        let mut sample = Sample {
            occupied: [0; 12],
            pieces: [0; 16],
            score: ply.score.0,
            half_points: outcome.half_points(side),
            majors: [PieceKind::Knight, PieceKind::Rook, PieceKind::Cannon]
                .iter()
                .map(|&kind| position.kind(kind).count() as u8)
                .sum(),
        };
        let pieces = board.iter().enumerate().filter_map(|(index, piece)| piece.map(|piece| (index, piece)));
        for (number, (index, piece)) in pieces.enumerate() {
            sample.occupied[index / 8] |= 1 << (index % 8);
            sample.pieces[number / 2] |= (piece.index() as u8) << (number % 2 * 4);
        }
        sample
    }

    /// The pieces with their points, from a0 to i9; the side to move is red.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let mut word = [0; 16];
        word[..12].copy_from_slice(&self.occupied);
        Bitboard(u128::from_le_bytes(word)).into_iter().enumerate().map(|(number, square)| {
            let code = self.pieces[number / 2] >> (number % 2 * 4) & 15;
            (square, PIECES[usize::from(code)])
        })
    }

    /// The rows of the first layer, given the set of rows for each point of the king. `mirror` shows the board in a mirror.
    #[must_use]
    pub fn active(&self, king_buckets: &[u8; 6], mirror: bool) -> Active {
        let mut pieces = [(Square::new(0), PIECES[0]); 32];
        let mut kings = [Square::new(0); 2];
        let mut len = 0;
        for (square, piece) in self.pieces() {
            let square = if mirror { square.mirror() } else { square };
            if piece.kind() == PieceKind::King {
                kings[piece.color().index()] = square;
            }
            pieces[len] = (square, piece);
            len += 1;
        }
        let mut active = Active { rows: [[0; 32]; 2], len };
        for (color, rows) in Color::ALL.into_iter().zip(&mut active.rows) {
            let view = View::new(color, kings[color.index()]);
            let base = usize::from(king_buckets[view.king_point]) * PLANES;
            for (row, &(square, piece)) in rows.iter_mut().zip(&pieces[..len]) {
                *row = (base + view.plane(piece, square)) as u32;
            }
        }
        active
    }

    /// What the network should say: a blend of the game's result and of the result that the score promises.
    #[must_use]
    pub fn target(&self, wdl: f32) -> f32 {
        let promised = 1.0 / (1.0 + (-f32::from(self.score) / chuhe_eval::nnue::SCALE as f32).exp());
        wdl * f32::from(self.half_points) / 2.0 + (1.0 - wdl) * promised
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Score16;

    #[test]
    fn both_sides_and_both_wings_give_the_same_rows() {
        let fen = "r1ba1kb2/4a4/2n6/p3p3p/9/2P6/P3P3P/1C2C4/4A4/2BK1AB1R w - - 3 9";
        let position: Position = fen.parse().unwrap();
        let ply = PlayedPly { mv: "i0i1".parse().unwrap(), score: Score16(-250) };
        let buckets = [0, 1, 2, 3, 4, 5];
        let sorted = |active: Active| {
            [0, 1].map(|side| {
                let mut rows = active.rows(side).to_vec();
                rows.sort_unstable();
                rows
            })
        };
        let sample = Sample::new(&position, &ply, Outcome::RedWins);
        let rows = sorted(sample.active(&buckets, false));
        assert_eq!(rows[0].len(), position.occupied().count() as usize);
        for color in Color::ALL {
            let view = View::of(&position, color);
            let mut expected: Vec<u32> = (position.board().pieces())
                .map(|(square, piece)| (view.king_point * PLANES + view.plane(piece, square)) as u32)
                .collect();
            expected.sort_unstable();
            assert_eq!(rows[color.index()], expected);
        }
        assert_eq!(sorted(sample.active(&buckets, true)), rows);
        let swapped = Position::try_from(&position.fen().swap_colors()).unwrap();
        let other = Sample::new(&swapped, &ply, Outcome::BlackWins);
        assert_eq!(sorted(other.active(&buckets, false)), rows);
        assert_eq!((other.half_points, other.majors), (2, 5));
        assert!((sample.target(0.25) - (0.25 + 0.75 / (1.0 + f32::exp(250.0 / 400.0)))).abs() < 1e-6);
    }
}
