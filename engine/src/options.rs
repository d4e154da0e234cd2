//! The engine's options under their names in both protocols (`spec/ucci.md` §7.4). This is the only list of them.

use chuhe_book::Variety;
use chuhe_book::embedded::NAME as EMBEDDED;
use chuhe_protocol::{OptionKind, OptionSpec, OptionTable};

use crate::engine::DEFAULT_HASH;

/// Every option of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Unit of the UCCI clock words.
    UseMillisec,
    /// Commands wait for the end of a search.
    Batch,
    /// More diagnostics.
    Debug,
    /// Games are played with pondering.
    Ponder,
    /// Size of the transposition table in MiB; 0 = the engine chooses.
    Hash,
    /// Search threads; 0 = as many as the machine has.
    Threads,
    /// How many best lines to show.
    MultiPv,
    /// How far from the best a played move may be.
    Randomness,
    /// Rules of repetition.
    Repetition,
    /// Plies of the natural limit; 0 = none.
    DrawMoves,
    /// The natural limit as UCI knows it: sixty moves or none.
    SixtyMoveRule,
    /// Draws may be offered and accepted.
    DrawOffers,
    /// Lost games may be resigned.
    Resign,
    /// Milliseconds a move costs outside the search.
    MoveOverhead,
    /// A proved mate is played at once also with a fixed time.
    FastMate,
    /// Moves are played from opening books.
    UseBook,
    /// The books of both colours, divided by `;`.
    BookFiles,
    /// The books of one colour, in place of those of both: 0 = red, 1 = black.
    BookFilesOf(usize),
    /// Full moves of a game after which no book is asked; 0 = no limit.
    BookDepth,
    /// How much replies from books vary.
    BookVariety,
    /// How much worse than the best a book's move may be by the book's own scores; 0 = any.
    BookLoss,
    /// Seed of the lots drawn; 0 = another one each time.
    BookSeed,
    /// Which evaluation the search asks.
    Evaluation,
    /// The file of another network.
    EvalFile,
    /// Numbering of the ranks in moves.
    Ranks,
    /// The variant; there is one.
    Variant,
    /// Empties the transposition table.
    ClearHash,
    /// A new game begins.
    NewGame,
    /// A search parameter, in a build with feature `tune`.
    #[cfg(feature = "tune")]
    Param(&'static str),
}

/// Words of `randomness`, weakest first, and how many hundredths of a pawn a move may be worse than the best.
pub const RANDOMNESS: [(&str, i32); 6] =
    [("none", 0), ("tiny", 5), ("small", 15), ("medium", 35), ("large", 80), ("huge", 160)];

/// The table of options, in the order in which they are offered.
#[must_use]
pub fn table() -> OptionTable<Key> {
    let check = |default| OptionKind::Check { default };
    let spin = |min, max, default| OptionKind::Spin { min, max, default };
    let spec = |key, ucci, uci, aliases, kind| OptionSpec { key, ucci, uci, aliases, kind };
    let rules = [
        "asianrule",
        "chineserule",
        "checkban",
        "alwaysdraw",
        "axf",
        "cxa1999",
        "cxa2020",
        "wxf",
        "computer",
        "league",
    ];
    let varieties = Variety::ALL.map(Variety::name);
    let randomness = RANDOMNESS.map(|(word, _)| word);
    #[allow(unused_mut)]
    let mut options = vec![
        spec(Key::UseMillisec, Some("usemillisec"), None, &[], check(true)),
        spec(Key::Batch, Some("batch"), None, &[], check(false)),
        spec(Key::Debug, Some("debug"), None, &[], check(false)),
        spec(Key::Threads, Some("threads"), Some("Threads"), &[], spin(0, 512, 1)),
        spec(Key::Hash, Some("hashsize"), Some("Hash"), &["hash"], spin(0, 65_536, DEFAULT_HASH as i64)),
        spec(Key::ClearHash, None, Some("Clear Hash"), &["clearhash"], OptionKind::Button),
        spec(Key::Ponder, Some("ponder"), Some("Ponder"), &[], check(false)),
        spec(Key::MultiPv, Some("multipv"), Some("MultiPV"), &[], spin(1, 128, 1)),
        spec(
            Key::Randomness,
            Some("randomness"),
            Some("Randomness"),
            &["selectivity"],
            OptionKind::combo(&randomness, "none"),
        ),
        spec(Key::Repetition, Some("repetition"), Some("Repetition Rule"), &[], OptionKind::combo(&rules, "asianrule")),
        spec(Key::DrawMoves, Some("drawmoves"), None, &[], spin(0, 400, 120)),
        spec(Key::SixtyMoveRule, None, Some("Sixty Move Rule"), &[], check(true)),
        spec(Key::DrawOffers, Some("drawoffers"), Some("Draw Offers"), &[], check(true)),
        spec(Key::Resign, Some("resign"), Some("Resign"), &[], check(false)),
        spec(Key::MoveOverhead, Some("moveoverhead"), Some("Move Overhead"), &[], spin(0, 5000, 10)),
        spec(Key::FastMate, Some("fastmate"), Some("Fast Mate"), &[], check(false)),
        // UCCI's default is to use a book, a UCI engine is asked to.
        spec(Key::UseBook, Some("usebook"), None, &[], check(true)),
        spec(Key::UseBook, None, Some("OwnBook"), &[], check(false)),
        spec(Key::BookFiles, Some("bookfiles"), Some("Book File"), &["bookfile"], OptionKind::string(EMBEDDED)),
        spec(
            Key::BookFilesOf(0),
            Some("bookfilesred"),
            Some("Book File Red"),
            &["bookfilered"],
            OptionKind::string(""),
        ),
        spec(
            Key::BookFilesOf(1),
            Some("bookfilesblack"),
            Some("Book File Black"),
            &["bookfileblack"],
            OptionKind::string(""),
        ),
        spec(Key::BookDepth, Some("bookdepth"), Some("Book Depth"), &[], spin(0, 400, 0)),
        spec(
            Key::BookVariety,
            Some("bookvariety"),
            Some("Book Variety"),
            &[],
            OptionKind::combo(&varieties, "weighted"),
        ),
        spec(Key::BookLoss, Some("bookloss"), Some("Book Loss"), &[], spin(0, 10_000, 0)),
        spec(Key::BookSeed, Some("bookseed"), Some("Book Seed"), &[], spin(0, i64::from(u32::MAX), 0)),
        spec(
            Key::Evaluation,
            Some("evaluation"),
            Some("Evaluation"),
            &[],
            OptionKind::combo(&["nnue", "handcrafted"], "nnue"),
        ),
        spec(Key::EvalFile, Some("evalfile"), Some("EvalFile"), &[], OptionKind::String { default: String::new() }),
        spec(Key::Variant, None, Some("UCI_Variant"), &[], OptionKind::combo(&["xiangqi"], "xiangqi")),
        spec(Key::Ranks, None, Some("UCI_Ranks"), &["ranks"], OptionKind::combo(&["0-9", "1-10"], "0-9")),
        spec(Key::NewGame, Some("newgame"), None, &[], OptionKind::Button),
    ];
    #[cfg(feature = "tune")]
    options.extend(crate::params::all().into_iter().map(|param| OptionSpec {
        key: Key::Param(param.name),
        ucci: Some(param.name),
        uci: Some(param.name),
        aliases: &[],
        kind: spin(param.min.into(), param.max.into(), param.value.into()),
    }));
    OptionTable(options)
}
