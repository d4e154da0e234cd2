//! Accumulators remembered for each way a side can see the board.
//!
//! When a king changes its set of rows, the accumulator has to be built anew: some thirty rows. But the board then mostly
//! looks as it did when that set was last used, so each set remembers its last accumulator and the pieces it was for, and
//! only what differs is added and subtracted.

use chuhe_movegen::{Bitboard, Color, Piece, PieceKind, Position};

use super::backend::Backend;
use super::features::{PLANES, View};
use super::lane::Lane;
use super::network::Network;

/// One entry a side, mirroring and king bucket.
#[derive(Clone)]
pub(super) struct RefreshCache {
    entries: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    sums: Box<[Lane]>,
    pieces: [[Bitboard; 7]; 2],
}

impl RefreshCache {
    pub(super) fn new(network: &Network) -> RefreshCache {
        let empty = Entry { sums: network.bias.clone(), pieces: [[Bitboard::EMPTY; 7]; 2] };
        RefreshCache { entries: vec![empty; 4 * network.architecture().king_buckets()] }
    }

    /// The accumulator of a position in a view.
    pub(super) fn accumulator(
        &mut self,
        network: &Network,
        backend: &Backend,
        view: View,
        position: &Position,
    ) -> &[Lane] {
        let architecture = network.architecture();
        let bucket = architecture.king_bucket(view.king_point);
        let way = view.color.index() * 2 + usize::from(view.mirrored);
        let entry = &mut self.entries[way * architecture.king_buckets() + bucket];
        let (mut add, mut sub) = (RowList::new(), RowList::new());
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                let now = position.pieces(color, kind);
                let before = std::mem::replace(&mut entry.pieces[color.index()][kind.index()], now);
                (now & !before).into_iter().for_each(|square| add.push(bucket * PLANES + view.plane(piece, square)));
                (before & !now).into_iter().for_each(|square| sub.push(bucket * PLANES + view.plane(piece, square)));
            }
        }
        (backend.refresh)(&mut entry.sums, &network.rows, add.rows(), sub.rows());
        &entry.sums
    }
}

/// As many rows as there can be pieces.
struct RowList {
    rows: [usize; 32],
    len: usize,
}

impl RowList {
    fn new() -> RowList {
        RowList { rows: [0; 32], len: 0 }
    }

    fn push(&mut self, row: usize) {
        self.rows[self.len] = row;
        self.len += 1;
    }

    fn rows(&self) -> &[usize] {
        &self.rows[..self.len]
    }
}
