//! Builds the attack tables from the reference rules.

use super::{LineShifts, Lines, Tables, diagonal_index, leg_index, reference};
use crate::{Bitboard, Color, Square};

/// A row for every point, on the heap from the beginning.
fn boxed<T: Clone>(row: T) -> Box<[T; 90]> {
    match vec![row; 90].into_boxed_slice().try_into() {
        Ok(rows) => rows,
        Err(_) => unreachable!("the vector has 90 rows"),
    }
}

fn line_shifts(rank: usize, file: usize) -> LineShifts {
    let first_inner = rank * 9 + 1;
    LineShifts {
        // The seven inner points of a rank never straddle the two words.
        rank_word: u8::from(first_inner >= 64),
        rank: (first_inner % 64) as u8,
        file: (file + 9) as u8,
    }
}

/// Set `n` of the subsets of `points`: bit `i` of `n` decides on the i-th point.
fn subset(points: &[Square], n: usize) -> Bitboard {
    points.iter().enumerate().filter(|(i, _)| n >> i & 1 != 0).map(|(_, &point)| point).collect()
}

/// The rook and the cannon set of a position on a line of `length` points (bit 0 first), `occupied` given for all.
fn line_sets(at: usize, occupied: u32, length: usize) -> (u32, u32) {
    let (mut rook, mut cannon) = (0, 0);
    let mut walk = |points: &mut dyn Iterator<Item = usize>| {
        let mut screens = 0;
        for point in points {
            let set = if screens == 0 { &mut rook } else { &mut cannon };
            *set |= 1 << point;
            screens += occupied >> point & 1;
            if screens == 2 {
                break;
            }
        }
    };
    walk(&mut (0..at).rev());
    walk(&mut (at + 1..length));
    (rook, cannon)
}

/// Bit `i` of a file set goes to rank `i`, file 0.
fn spread_file(set: u32) -> u128 {
    (0..10).filter(|rank| set >> rank & 1 != 0).map(|rank| 1u128 << (9 * rank)).sum()
}

impl Tables {
    pub(super) fn build() -> Tables {
        let mut tables = Tables {
            shifts: std::array::from_fn(|index| line_shifts(index / 9, index % 9)),
            ranks: boxed([Lines::default(); 128]),
            files: boxed([Lines::default(); 256]),
            knight: [[Bitboard::EMPTY; 16]; 90],
            knight_to: [[Bitboard::EMPTY; 16]; 90],
            bishop: [[Bitboard::EMPTY; 16]; 90],
            advisor: [Bitboard::EMPTY; 90],
            king: [Bitboard::EMPTY; 90],
            pawn: [[Bitboard::EMPTY; 90]; 2],
            pawn_to: [[Bitboard::EMPTY; 90]; 2],
            between: boxed([Bitboard::EMPTY; 90]),
        };
        tables.build_ranks();
        tables.build_files();
        for square in Square::all() {
            tables.build_leapers(square);
        }
        tables
    }

    /// A rank's sets are the same for all ten ranks but for a shift, and a file's for all nine files: each is found once.
    fn build_ranks(&mut self) {
        for file in 0..9 {
            for inner in 0..128 {
                // The ends of a line count as occupied: the walk ends there in any case.
                let (rook, cannon) = line_sets(file, inner << 1, 9);
                for rank in 0..10 {
                    self.ranks[rank * 9 + file][inner as usize] = Lines {
                        rook: Bitboard(u128::from(rook) << (9 * rank)),
                        cannon: Bitboard(u128::from(cannon) << (9 * rank)),
                    };
                }
            }
        }
    }

    fn build_files(&mut self) {
        for rank in 0..10 {
            for inner in 0..256 {
                let (rook, cannon) = line_sets(rank, inner << 1, 10);
                let (rook, cannon) = (spread_file(rook), spread_file(cannon));
                for file in 0..9 {
                    self.files[rank * 9 + file][inner as usize] =
                        Lines { rook: Bitboard(rook << file), cannon: Bitboard(cannon << file) };
                }
            }
        }
    }

    fn build_leapers(&mut self, square: Square) {
        let at = square.index();
        let near = |steps: [(i32, i32); 4]| -> Vec<Square> {
            let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
            steps.iter().filter_map(|&(f, r)| Square::try_at(file + f, rank + r)).collect()
        };
        let legs = near([(0, -1), (-1, 0), (1, 0), (0, 1)]);
        let diagonals = near([(-1, -1), (1, -1), (-1, 1), (1, 1)]);
        // A knight's step backwards has the same shape.
        let knights = reference::knight(square, Bitboard::EMPTY);
        // A point beyond the edge aliases one on the next rank, so both its states must be filled in: every set of the
        // four raw neighbours is tried.
        for n in 0..16 {
            let raw = |offsets: [i32; 4]| -> Bitboard {
                let points = offsets.map(|offset| u8::try_from(at as i32 + offset).ok().and_then(Square::try_new));
                points.into_iter().enumerate().filter(|(i, _)| n >> i & 1 != 0).filter_map(|(_, p)| p).collect()
            };
            let occupied = raw([-9, -1, 1, 9]);
            let real = subset(&legs, 15) & occupied;
            self.knight[at][leg_index(square, occupied)] = reference::knight(square, real);
            let occupied = raw([-10, -8, 8, 10]);
            let real = subset(&diagonals, 15) & occupied;
            let index = diagonal_index(square, occupied);
            self.knight_to[at][index] =
                knights.into_iter().filter(|&n| reference::knight(n, real).has(square)).collect();
            self.bishop[at][index] = reference::bishop(square, real);
        }
        self.advisor[at] = reference::advisor(square);
        self.king[at] = reference::king(square);
        for color in Color::ALL {
            self.pawn[color.index()][at] = reference::pawn(color, square);
            for target in reference::pawn(color, square) {
                let to = &mut self.pawn_to[color.index()][target.index()];
                *to = to.with(square);
            }
        }
        for other in Square::all() {
            self.between[at][other.index()] = between(square, other);
        }
    }
}

fn between(a: Square, b: Square) -> Bitboard {
    let (file, rank) = (i32::from(a.file()), i32::from(a.rank()));
    let (df, dr) = (i32::from(b.file()) - file, i32::from(b.rank()) - rank);
    if a == b {
        Bitboard::EMPTY
    } else if df == 0 || dr == 0 {
        let (sf, sr) = (df.signum(), dr.signum());
        (1..df.abs().max(dr.abs())).filter_map(|n| Square::try_at(file + n * sf, rank + n * sr)).collect()
    } else if df.abs() + dr.abs() == 3 {
        let (sf, sr) = if df.abs() == 2 { (df.signum(), 0) } else { (0, dr.signum()) };
        Square::try_at(file + sf, rank + sr).into_iter().collect()
    } else {
        Bitboard::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splitmix64, so that the occupancies are the same in every run.
    fn random_sets(count: usize) -> impl Iterator<Item = Bitboard> {
        let mut state = 0x2026_1130u64;
        let mut next = move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        (0..count).map(move |n| {
            let mut word = || u128::from(next()) | u128::from(next()) << 64;
            // From half full to nearly empty boards.
            let bits = (0..1 + n % 4).fold(Bitboard::ALL.0, |bits, _| bits & word());
            Bitboard(bits)
        })
    }

    #[test]
    fn tables_equal_the_ray_walker_on_all_points() {
        let tables = Tables::get();
        for occupied in random_sets(3000).chain([Bitboard::EMPTY, Bitboard::ALL]) {
            for square in Square::all() {
                let lines = tables.lines(square, occupied);
                assert_eq!(lines.rook, reference::rook(square, occupied), "rook {square} {occupied:?}");
                assert_eq!(lines.cannon, reference::cannon(square, occupied), "cannon {square} {occupied:?}");
                assert_eq!(tables.knight(square, occupied), reference::knight(square, occupied), "{square}");
                assert_eq!(tables.bishop(square, occupied), reference::bishop(square, occupied), "{square}");
            }
        }
        for occupied in random_sets(60) {
            for square in Square::all() {
                assert_eq!(tables.knight_to(square, occupied), reference::knight_to(square, occupied), "{square}");
            }
        }
    }

    #[test]
    fn between_is_symmetric_for_lines_and_gives_the_knights_leg() {
        let tables = Tables::get();
        let set = |a: &str, b: &str| tables.between(a.parse().unwrap(), b.parse().unwrap());
        assert_eq!(set("e0", "e9").count(), 8);
        assert_eq!(set("e9", "e0"), set("e0", "e9"));
        assert_eq!(set("b0", "c2"), Bitboard::from_square("b1".parse().unwrap()));
        assert_eq!(set("c2", "b0"), Bitboard::from_square("c1".parse().unwrap()));
        assert!(set("a0", "b1").is_empty() && set("a0", "c3").is_empty());
    }
}
