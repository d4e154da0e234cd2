//! Where things lie in the header of a CCBridge record (formats.md §3.1 and §3.3). Texts are UTF-16, low byte first, and
//! end at a zero unit; between them lies whatever the program had in memory.

use chuhe_movegen::{Board, Color, Piece, PieceKind, Square};

/// First bytes of a record, the zero included.
pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";
/// Where the version byte lies.
pub(super) const VERSION_OFFSET: usize = 19;
/// Where the record's 16-byte identifier lies.
pub(super) const GUID_OFFSET: usize = 20;

/// A text field of a header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Its name in the file's own tags.
    pub(super) name: &'static str,
    /// The name PGN has for it.
    pub(super) tag: &'static str,
    pub(super) offset: usize,
    /// In bytes.
    pub(super) size: usize,
}

/// The places of one version.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) fields: &'static [Field],
    /// Code of the kind: 1 full game, 2 opening, 3 middle game, 4 endgame.
    pub(super) kind: usize,
    /// 0 unknown, 1 Red won, 2 Black won, 3 draw, 4 several.
    pub(super) result: usize,
    /// How the game ended, as a text of 32 bytes; version 1 has none.
    pub(super) ending: Option<usize>,
    /// 1 Red, 2 Black.
    pub(super) side: usize,
    /// Number of the first move, two bytes.
    pub(super) first_round: usize,
    pub(super) board: usize,
    /// The records of the tree begin here.
    pub(super) moves: usize,
    /// Point of a byte in a move.
    pub(super) square: fn(u8) -> Option<Square>,
}

const fn field(name: &'static str, tag: &'static str, offset: usize, size: usize) -> Field {
    Field { name, tag, offset, size }
}

/// Length of the text field [`Layout::ending`].
pub(super) const ENDING_SIZE: usize = 32;

/// Version 1.
pub(super) const V1: Layout = Layout {
    fields: &[
        field("title", "Title", 52, 128),
        field("category", "Category", 180, 256),
        field("source", "Source", 436, 64),
        field("event_class", "EventType", 500, 64),
        field("event", "Event", 564, 64),
        field("round", "Round", 628, 64),
        field("group", "Group", 692, 32),
        field("table", "Table", 724, 32),
        field("date", "Date", 756, 64),
        field("site", "Site", 820, 64),
        field("time_rule", "TimeControl", 884, 64),
        field("red", "Red", 948, 64),
        field("red_team", "RedTeam", 1012, 64),
        field("red_time", "RedTime", 1076, 64),
        field("red_rating", "RedElo", 1140, 32),
        field("black", "Black", 1172, 64),
        field("black_team", "BlackTeam", 1236, 64),
        field("black_time", "BlackTime", 1300, 64),
        field("black_rating", "BlackElo", 1364, 32),
        field("annotator", "Annotator", 1396, 64),
        field("author", "Author", 1524, 64),
        field("created", "Created", 1652, 40),
        field("modified", "Modified", 1716, 40),
    ],
    kind: 1784,
    result: 1820,
    ending: None,
    side: 1856,
    first_round: 1860,
    board: 1864,
    moves: 1958,
    square: |byte| Square::try_at(i32::from(byte >> 4), 9 - i32::from(byte & 15)),
};

/// Version 2.
pub(super) const V2: Layout = Layout {
    fields: &[
        field("script", "Script", 52, 128),
        field("title", "Title", 180, 128),
        field("category", "Category", 308, 256),
        field("source", "Source", 564, 64),
        field("event_class", "EventType", 628, 64),
        field("event", "Event", 692, 64),
        field("round", "Round", 756, 64),
        field("group", "Group", 820, 32),
        field("table", "Table", 852, 32),
        field("date", "Date", 884, 64),
        field("site", "Site", 948, 64),
        field("time_rule", "TimeControl", 1012, 64),
        field("red", "Red", 1076, 64),
        field("red_team", "RedTeam", 1140, 64),
        field("red_time", "RedTime", 1204, 64),
        field("red_rating", "RedElo", 1268, 32),
        field("black", "Black", 1300, 64),
        field("black_team", "BlackTeam", 1364, 64),
        field("black_time", "BlackTime", 1428, 64),
        field("black_rating", "BlackElo", 1492, 32),
        field("judge", "Arbiter", 1524, 64),
        field("recorder", "Recorder", 1588, 64),
        field("annotator", "Annotator", 1652, 64),
        field("annotator_email", "AnnotatorEmail", 1716, 64),
        field("author", "Author", 1780, 64),
        field("author_email", "AuthorEmail", 1844, 64),
        field("created", "Created", 1908, 40),
        field("modified", "Modified", 1972, 40),
        field("nature", "Nature", 2044, 32),
    ],
    kind: 2040,
    result: 2076,
    ending: Some(2080),
    side: 2112,
    first_round: 2116,
    board: 2120,
    moves: 2214,
    square: index_square,
};

/// The point that an index means when the points are counted row by row from Black's left, as Red sees it.
pub(super) fn index_square(index: u8) -> Option<Square> {
    (index < 90).then(|| Square::at(index % 9, 9 - index / 9))
}

/// The opposite of [`index_square`].
pub(super) fn square_index(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

/// Piece codes 1 to 7 in order.
const PIECES: [PieceKind; 7] = {
    use PieceKind::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    [Rook, Knight, Bishop, Advisor, King, Cannon, Pawn]
};

/// The placement in the 90 bytes of a header; the second value is the index of the first byte that means nothing.
pub(super) fn board(bytes: &[u8; 90]) -> (Board, Option<usize>) {
    let mut board = Board::EMPTY;
    let mut odd = None;
    for (i, &byte) in bytes.iter().enumerate() {
        let color = match byte >> 4 {
            1 => Some(Color::Red),
            2 => Some(Color::Black),
            _ => None,
        };
        let kind = PIECES.get(usize::from(byte & 15).wrapping_sub(1));
        match (color, kind, index_square(i as u8)) {
            (Some(color), Some(&kind), Some(square)) => board.set(square, Some(Piece::new(color, kind))),
            _ if byte == 0 => {}
            _ => odd = odd.or(Some(i)),
        }
    }
    (board, odd)
}

/// The 90 bytes of a placement.
pub(super) fn board_bytes(board: &Board) -> [u8; 90] {
    let mut bytes = [0; 90];
    for (square, piece) in board.pieces() {
        let kind = PIECES.iter().position(|&kind| kind == piece.kind()).map_or(0, |kind| kind as u8 + 1);
        let color = if piece.color() == Color::Red { 0x10 } else { 0x20 };
        bytes[usize::from(square_index(square))] = color | kind;
    }
    bytes
}

/// The text of a field: up to the first zero unit (at an even offset: U+4E00 一 has a zero byte of its own).
pub(super) fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).take_while(|&unit| unit != 0);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
