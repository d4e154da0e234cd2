//! Which protocol is spoken and how ranks are numbered.

/// The protocol a line is written in. Reading accepts the grammar of either at any time.
///
/// Before the first hello an engine writes [`Dialect::Uci`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Dialect {
    /// UCCI 3.0.
    Ucci,
    /// UCI as xiangqi programs use it, UCI-Cyclone included.
    #[default]
    Uci,
}

/// How the ten ranks are numbered in moves, from red's back rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Ranks {
    /// 0 to 9: UCCI and UCI-Cyclone.
    #[default]
    Zero,
    /// 1 to 10: generic UCI with `UCI_Variant`, as Fairy-Stockfish writes it.
    One,
}
