//! Terms for how men stand.

use chuhe_movegen::{Color, PieceKind, Position, Square};
use serde::Serialize;

use crate::Phase;

macro_rules! terms {
    ($(#[$doc:meta])* $name:ident: $($variant:ident = $id:literal, $zh:literal, $en:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = $zh] #[doc = ": "] #[doc = $en] $variant,)*
        }

        impl $name {
            /// Every term.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// A name for files and scripts.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $($name::$variant => $id,)* }
            }

            /// The Chinese term.
            #[must_use]
            pub const fn zh(self) -> &'static str {
                match self { $($name::$variant => $zh,)* }
            }

            /// The English term.
            #[must_use]
            pub const fn en(self) -> &'static str {
                match self { $($name::$variant => $en,)* }
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }
    };
}
pub(super) use terms;

terms! {
    /// How a side's men stand.
    Placement:
    CentralCannon = "central-cannon", "中炮", "central cannon";
    EmptyCannon = "empty-cannon", "空头炮", "empty cannon";
    BottomCannon = "bottom-cannon", "沉底炮", "cannon on the base rank";
    CarryingCannons = "carrying-cannons", "担子炮", "cannons that guard each other";
    LinkedHorses = "linked-horses", "连环马", "linked horses";
    HeartHorse = "heart-horse", "窝心马", "horse on the own palace centre";
    TroughHorse = "trough-horse", "卧槽马", "trough horse";
    CornerHorse = "corner-horse", "挂角马", "corner horse";
    AnglerHorse = "angler-horse", "钓鱼马", "angler horse";
    FlankTigerHorse = "flank-tiger", "侧面虎", "flank-tiger horse";
    LinkedChariots = "linked-chariots", "霸王车", "linked chariots";
    RiverbankChariot = "riverbank-chariot", "巡河车", "chariot on the own riverbank";
    RiverChariot = "river-chariot", "骑河车", "chariot on the far riverbank";
    PawnLineChariot = "pawn-line-chariot", "兵林车", "chariot on the pawn rank";
    RibChariot = "rib-chariot", "肋车", "chariot on a file beside the centre";
    BottomChariot = "bottom-chariot", "沉底车", "chariot on the base rank";
    HeartChariot = "heart-chariot", "宫心车", "chariot on the palace centre";
    HeartPawn = "heart-pawn", "宫心兵", "pawn on the palace centre";
    HighAdvisors = "high-advisors", "羊角士", "both advisors on the upper corners";
    BareKing = "bare-king", "光将", "bare king";
    OneAdvisor = "one-advisor", "单缺士", "one advisor missing";
    OneElephant = "one-elephant", "单缺象", "one elephant missing";
}

/// Where the opening ends, in plies: the rule books say ten to fifteen moves.
const OPENING_PLIES: u32 = 24;

/// The part of the game to which a position belongs. `ply` counts from the start position, 0 before the first move; for
/// a game from a set-up position give `None`, it has no opening.
///
/// The rule books' scale of material decides about the ending: a rook counts 2, knight and cannon 1; with 4 or less a
/// side on average it is an ending. In the opening at most a pair of knights or cannons is off the board.
#[must_use]
pub fn phase(position: &Position, ply: Option<u32>) -> Phase {
    let count = |kind| position.kind(kind).count();
    let men = 2 * count(PieceKind::Rook) + count(PieceKind::Knight) + count(PieceKind::Cannon);
    match ply {
        _ if men <= 8 => Phase::Endgame,
        Some(ply) if ply < OPENING_PLIES && men >= 14 => Phase::Opening,
        _ => Phase::Middlegame,
    }
}

/// What is to be said of how a side's men stand, in the order of [`Placement::ALL`].
#[must_use]
pub fn placements(position: &Position, color: Color) -> Vec<Placement> {
    let men = |kind| position.pieces(color, kind);
    let rank = |square: Square| color.relative_rank(square);
    let tables = position.tables();
    let occupied = position.occupied();
    let any = |kind, test: &dyn Fn(Square) -> bool| men(kind).into_iter().any(test);
    let mirrored = |square: Square, file: u8| square.file() == file || square.file() == 8 - file;
    let enemy_king = position.king(!color);
    let pair = |kind, attacks: &dyn Fn(Square, Square) -> bool| {
        let men: Vec<Square> = men(kind).into_iter().collect();
        men.len() == 2 && attacks(men[0], men[1]) && attacks(men[1], men[0])
    };
    let advisors = men(PieceKind::Advisor);
    let fits = |placement: &Placement| match placement {
        Placement::CentralCannon => any(PieceKind::Cannon, &|cannon| cannon.file() == 4 && rank(cannon) <= 5),
        Placement::EmptyCannon => any(PieceKind::Cannon, &|cannon| {
            cannon.file() == enemy_king.file() && (tables.between(cannon, enemy_king) & occupied).is_empty()
        }),
        Placement::BottomCannon => any(PieceKind::Cannon, &|cannon| rank(cannon) == 9),
        // On their first points they only happen to guard each other.
        Placement::CarryingCannons => {
            pair(PieceKind::Cannon, &|one, other| tables.cannon(one, occupied).has(other))
                && any(PieceKind::Cannon, &|cannon| rank(cannon) != 2 || !mirrored(cannon, 1))
        }
        Placement::LinkedHorses => pair(PieceKind::Knight, &|one, other| tables.knight(one, occupied).has(other)),
        Placement::HeartHorse => any(PieceKind::Knight, &|knight| knight.file() == 4 && rank(knight) == 1),
        Placement::TroughHorse => any(PieceKind::Knight, &|knight| mirrored(knight, 2) && rank(knight) == 8),
        Placement::CornerHorse => any(PieceKind::Knight, &|knight| mirrored(knight, 3) && rank(knight) == 7),
        Placement::AnglerHorse => any(PieceKind::Knight, &|knight| mirrored(knight, 2) && rank(knight) == 7),
        Placement::FlankTigerHorse => any(PieceKind::Knight, &|knight| mirrored(knight, 2) && rank(knight) == 6),
        Placement::LinkedChariots => pair(PieceKind::Rook, &|one, other| tables.rook(one, occupied).has(other)),
        Placement::RiverbankChariot => any(PieceKind::Rook, &|rook| rank(rook) == 4),
        Placement::RiverChariot => any(PieceKind::Rook, &|rook| rank(rook) == 5),
        Placement::PawnLineChariot => any(PieceKind::Rook, &|rook| rank(rook) == 6),
        Placement::RibChariot => any(PieceKind::Rook, &|rook| mirrored(rook, 3)),
        Placement::BottomChariot => any(PieceKind::Rook, &|rook| rank(rook) == 9),
        Placement::HeartChariot => any(PieceKind::Rook, &|rook| rook.file() == 4 && rank(rook) == 8),
        Placement::HeartPawn => any(PieceKind::Pawn, &|pawn| pawn.file() == 4 && rank(pawn) == 8),
        Placement::HighAdvisors => advisors.count() == 2 && advisors.into_iter().all(|advisor| rank(advisor) == 2),
        Placement::BareKing => position.color(color).count() == 1,
        Placement::OneAdvisor => advisors.count() == 1 && men(PieceKind::Bishop).count() == 2,
        Placement::OneElephant => advisors.count() == 2 && men(PieceKind::Bishop).count() == 1,
    };
    Placement::ALL.iter().copied().filter(fits).collect()
}
