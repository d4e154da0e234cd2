//! The keys of the .obk family.
//!
//! A key is the XOR of a number for each piece on its square and, when red is to move, one for the side. The numbers come
//! from the linear congruential generator of Microsoft's C library, seed 0: five 15-bit outputs make one, shifted by
//! 15 bits each; pieces K A B N R C P of red, then of black, 256 squares each, then the side.

use std::sync::LazyLock;

use chuhe_movegen::{Color, Position};

use crate::bookdat::to_byte;

struct Numbers {
    pieces: Vec<[u64; 256]>,
    side: u64,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut state = 0u32;
    let mut next = || {
        (0..5).fold(0u64, |number, part| {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            number ^ u64::from(state >> 16 & 0x7FFF) << (15 * part)
        })
    };
    let pieces = (0..14).map(|_| std::array::from_fn(|_| next())).collect();
    Numbers { pieces, side: next() }
});

/// The key of the start position with red to move.
pub const START_KEY: u64 = 7_101_337_512_282_506_414;

/// The keys of a position and of its mirror image.
#[must_use]
pub fn keys(position: &Position) -> (u64, u64) {
    let numbers = &*NUMBERS;
    let side = if position.side() == Color::Red { numbers.side } else { 0 };
    let (mut own, mut mirror) = (side, side);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            let row = &numbers.pieces[piece.index()];
            own ^= row[usize::from(to_byte(square))];
            mirror ^= row[usize::from(to_byte(square.mirror()))];
        }
    }
    (own, mirror)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_the_key_that_programs_quote() {
        assert_eq!(keys(&Position::start()), (START_KEY, START_KEY));
        assert_eq!(NUMBERS.side, 0xA0CE_2AF9_0C45_2F58);
    }
}
