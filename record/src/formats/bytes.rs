//! A cursor over the bytes of a file: every read is checked against the end, nothing is believed.

/// Reads little-endian numbers and slices from front to back; every method that finds too few bytes returns none and
/// leaves the cursor where it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    data: &'a [u8],
    offset: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor that stands at `offset`, at most at the end.
    pub(super) fn at(data: &'a [u8], offset: usize) -> Cursor<'a> {
        Cursor { data, offset: offset.min(data.len()) }
    }

    /// Where the next byte is read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The bytes not yet read.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.data[self.offset..]
    }

    /// True at the end.
    pub(super) fn is_empty(&self) -> bool {
        self.offset == self.data.len()
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let bytes = self.rest().get(..count)?;
        self.offset += count;
        Some(bytes)
    }

    /// The next `count` bytes, or what there is of them.
    pub(super) fn take_up_to(&mut self, count: usize) -> &'a [u8] {
        let count = count.min(self.rest().len());
        let bytes = &self.rest()[..count];
        self.offset += count;
        bytes
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// The next byte.
    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// The next two bytes as a number.
    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next four bytes as a number.
    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

/// The number at `offset`, or none past the end.
pub(super) fn u32_at(data: &[u8], offset: usize) -> Option<u32> {
    Cursor { data, offset: 0 }.skip_to(offset)?.u32()
}

/// The first place of `pattern` in `data` at or behind `from`.
pub(super) fn find(data: &[u8], pattern: &[u8], from: usize) -> Option<usize> {
    let rest = data.get(from..)?;
    rest.windows(pattern.len()).position(|window| window == pattern).map(|found| from + found)
}

impl<'a> Cursor<'a> {
    /// The cursor moved to an absolute offset, none past the end.
    fn skip_to(self, offset: usize) -> Option<Cursor<'a>> {
        (offset <= self.data.len()).then_some(Cursor { offset, ..self })
    }
}
