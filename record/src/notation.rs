//! The ways to write a move down.

/// A notation of moves (`spec/formats.md` §8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Notation {
    /// `h2e2`
    Iccs,
    /// `H2-E2`, as PGN files with `[Format "ICCS"]` write it.
    IccsUpper,
    /// `C2=5`, pawns in tandem as in the WXF rules of 2018 (`15=6`).
    Wxf,
    /// 炮二平五, simplified characters; black's digits full width (马８进７).
    #[default]
    Chinese,
    /// 炮二平五, traditional characters; black's digits full width (馬８進７).
    Traditional,
    /// `Che2`, `Cxe6`: algebraic notation as WinBoard writes it.
    Algebraic,
    /// 炮25, 马23̅: the short record of the competition rules with its marks.
    Short,
}
