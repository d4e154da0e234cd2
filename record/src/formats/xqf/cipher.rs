//! The keys of XQF 1.1 and later: four seed bytes in the header shift the layout, the moves and the remark lengths,
//! and a 32-byte stream is added to everything behind the header (formats.md §1.3).

use super::header::{Header, VERSION_PLAIN};

/// The text whose bytes, masked by the keys, make the stream.
const STREAM_TEXT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// What a header's seeds amount to; all zero for files in the clear.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Keys {
    /// Added to the squares of the layout, and (from version 1.2) the rotation of its slots.
    pub(super) layout: u8,
    /// Added to the square a move leaves, beside the constant 24.
    pub(super) from: u8,
    /// Added to the square a move reaches, beside the constant 32.
    pub(super) to: u8,
    /// Added to the length of a remark.
    pub(super) remark: u32,
    /// Added to byte `i` of the body as `stream[i % 32]`; the body starts at 1024, a multiple of 32.
    pub(super) stream: [u8; 32],
}

impl Keys {
    /// The keys of a header.
    pub(super) fn of(header: &Header<'_>) -> Keys {
        if header.version() <= VERSION_PLAIN {
            return Keys::default();
        }
        let seeds = header.seeds();
        // The original's nested formula multiplied out, modulo 256.
        let scramble = |seed: u8| seed.wrapping_mul(seed).wrapping_mul(54).wrapping_add(221);
        let layout = scramble(seeds.layout).wrapping_mul(seeds.layout);
        let from = scramble(seeds.from).wrapping_mul(layout);
        let to = scramble(seeds.to).wrapping_mul(from);
        let remark = (u32::from(seeds.sum) * 256 + u32::from(seeds.layout)) % 32000 + 767;
        let masks = [seeds.sum, seeds.layout, seeds.from, seeds.to].map(|seed| seed & seeds.mask);
        let mut stream = *STREAM_TEXT;
        for (i, byte) in stream.iter_mut().enumerate() {
            *byte &= masks[i % 4] | seeds.or[i % 4];
        }
        Keys { layout, from, to, remark, stream }
    }

    /// Deciphers bytes that lie at `offset` of the file.
    pub(super) fn decipher(&self, offset: usize, bytes: &mut [u8]) {
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = byte.wrapping_sub(self.stream[(offset + i) % 32]);
        }
    }

    /// The opposite of [`Keys::decipher`].
    pub(super) fn encipher(&self, offset: usize, bytes: &mut [u8]) {
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = byte.wrapping_add(self.stream[(offset + i) % 32]);
        }
    }
}
