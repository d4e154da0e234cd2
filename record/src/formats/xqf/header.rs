//! The first 1024 bytes of an XQF file, which are never enciphered (formats.md §1.2).

use chuhe_movegen::{Board, Color, Square};

use super::super::slots;
use super::cipher::Keys;

/// Length of the header; the move tree starts here, whatever the header's own offset field says.
pub(super) const LENGTH: usize = 1024;
/// The newest version without a cipher (1.0).
pub(super) const VERSION_PLAIN: u8 = 10;
/// The newest version (1.8).
pub(super) const VERSION_NEWEST: u8 = 18;
/// Offset of the 32-slot layout.
pub(super) const LAYOUT: usize = 0x10;
/// The oldest version whose layout is rotated (1.2).
const VERSION_ROTATED: u8 = 12;

/// A text field: where it lies, how many bytes it takes with its length byte, and its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The field's name in the file's own tags.
    pub(super) name: &'static str,
    /// The name PGN has for it.
    pub(super) tag: &'static str,
    /// Offset of the length byte.
    pub(super) offset: usize,
    /// Bytes, the length byte included.
    pub(super) size: usize,
}

const fn field(name: &'static str, tag: &'static str, offset: usize, size: usize) -> Field {
    Field { name, tag, offset, size }
}

/// All text fields in the order of the file.
pub(super) const FIELDS: [Field; 12] = [
    field("title", "Title", 0x50, 64),
    field("title2", "Title2", 0x90, 64),
    field("event", "Event", 0xD0, 64),
    field("date", "Date", 0x110, 16),
    field("site", "Site", 0x120, 16),
    field("red", "Red", 0x130, 16),
    field("black", "Black", 0x140, 16),
    field("time_rule", "TimeControl", 0x150, 64),
    field("red_time", "RedTime", 0x190, 16),
    field("black_time", "BlackTime", 0x1A0, 16),
    field("annotator", "Annotator", 0x1D0, 16),
    field("author", "Author", 0x1E0, 16),
];

/// The bytes the keys are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seeds {
    pub(super) mask: u8,
    pub(super) or: [u8; 4],
    pub(super) sum: u8,
    pub(super) layout: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Seeds {
    /// True when the seeds and their sum add up to 0; XQStudio refuses files where they do not.
    pub(super) fn add_up(&self) -> bool {
        self.sum.wrapping_add(self.layout).wrapping_add(self.from).wrapping_add(self.to) == 0
    }
}

/// A header in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a>(&'a [u8; LENGTH]);

impl<'a> Header<'a> {
    /// The header of a file, or none when the file is shorter than one.
    pub(super) fn of(data: &'a [u8]) -> Option<Header<'a>> {
        data.first_chunk().map(Header)
    }

    /// Ten times the version number.
    pub(super) fn version(&self) -> u8 {
        self.0[2]
    }

    /// The bytes the keys are made of.
    pub(super) fn seeds(&self) -> Seeds {
        let h = self.0;
        Seeds { mask: h[3], or: [h[8], h[9], h[10], h[11]], sum: h[12], layout: h[13], from: h[14], to: h[15] }
    }

    /// The side to move, which is wrong in one file of a hundred.
    pub(super) fn side(&self) -> Color {
        if self.0[0x32] == 1 { Color::Black } else { Color::Red }
    }

    /// 0 unknown, 1 Red won, 2 Black won, 3 draw.
    pub(super) fn result(&self) -> u8 {
        self.0[0x33]
    }

    /// 0 full game, 1 opening, 2 middle game, 3 endgame; says nothing certain about the start position.
    pub(super) fn kind(&self) -> u8 {
        self.0[0x40]
    }

    /// The bytes of a text field, without the zeros that some writers count in; a length byte that points past the field
    /// is cut to it.
    pub(super) fn text(&self, field: Field) -> &'a [u8] {
        let length = usize::from(self.0[field.offset]).min(field.size - 1);
        until_zero(&self.0[field.offset + 1..][..length])
    }

    /// The whole title where it ran on into the second title's field, which happens with one writer.
    pub(super) fn overflowing_title(&self) -> Option<&'a [u8]> {
        let [title, second, ..] = FIELDS;
        let length = usize::from(self.0[title.offset]);
        let overflows = (title.size..title.size + second.size).contains(&length);
        overflows.then(|| until_zero(&self.0[title.offset + 1..][..length]))
    }

    /// The start position and the points that two pieces claim (the later piece stays).
    pub(super) fn board(&self, keys: &Keys) -> (Board, Vec<Square>) {
        let raw = &self.0[LAYOUT..LAYOUT + slots::COUNT];
        slots::board(
            (0..slots::COUNT)
                .map(|slot| square(raw[layout_index(slot, self.version(), keys)].wrapping_sub(keys.layout))),
        )
    }
}

/// Where in the layout a slot lies: in place up to version 1.1, rotated by one and the key afterwards.
pub(super) fn layout_index(slot: usize, version: u8, keys: &Keys) -> usize {
    if version < VERSION_ROTATED {
        slot
    } else {
        (slot + 16 * slots::COUNT - 1 - usize::from(keys.layout)) % slots::COUNT
    }
}

fn until_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// XQF counts the points file by file: `x * 10 + rank`; anything from 90 is off the board.
pub(super) fn square(byte: u8) -> Option<Square> {
    (byte < 90).then(|| Square::at(byte / 10, byte % 10))
}

/// The opposite of [`square`].
pub(super) fn square_byte(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}
