//! The unit in which rows are stored.

/// 32 numbers on one cache line. Every row of a network is a whole number of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; 32]);

impl Lane {
    /// Numbers in a lane.
    pub const LEN: usize = 32;

    /// Nothing but zeros.
    pub const ZERO: Lane = Lane([0; 32]);

    /// Cuts numbers into lanes.
    ///
    /// # Panics
    /// When their count is no multiple of 32.
    #[must_use]
    pub fn cut(numbers: &[i16]) -> Box<[Lane]> {
        let (lanes, rest) = numbers.as_chunks::<32>();
        assert!(rest.is_empty(), "rows are whole lanes");
        lanes.iter().map(|&lane| Lane(lane)).collect()
    }
}
