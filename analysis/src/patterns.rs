//! Mating patterns and terms: what a player calls a mate (马后炮, 铁门栓 ...), a move (解将还将, 弃子 ...) or a placement
//! (空头炮, 窝心马 ...).
//!
//! The 32 patterns of the rule books, and a few more that collections name, are what [`patterns`] gives. A man counts
//! only when the mate needs it: it is taken off the board, and if the mated side then has a move it was needed.
//!
//! ```
//! use chuhe_analysis::patterns::mate_patterns;
//! use chuhe_movegen::Position;
//!
//! let position: Position = "5k3/9/9/9/9/4R4/9/9/9/4K4 w".parse()?;
//! let names: Vec<&str> = mate_patterns(&position, &["e4f4".parse().unwrap()]).iter().map(|pattern| pattern.zh).collect();
//! assert_eq!(names, ["对面笑", "单车迎头", "白脸将"]);
//! # Ok::<(), chuhe_movegen::ParsePositionError>(())
//! ```

mod cannons;
mod combined;
mod knights;
mod mate;
mod move_tags;
mod placement;
mod rooks_and_pawns;
#[cfg(test)]
mod tests;

use chuhe_movegen::{Move, Position};
use serde::Serialize;

use mate::Mate;

pub use move_tags::{Tag, move_tags};
pub use placement::{Placement, phase, placements};

/// A named way to mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pattern {
    /// Number in the rule books' list of 32; 0 for a name that only other collections have.
    pub number: u8,
    /// A name for files and scripts.
    pub id: &'static str,
    /// The Chinese name.
    pub zh: &'static str,
    /// The English name.
    pub en: &'static str,
}

/// A pattern and how it is recognised.
struct Entry {
    pattern: Pattern,
    fits: fn(&Mate) -> bool,
}

const fn entry(number: u8, id: &'static str, zh: &'static str, en: &'static str, fits: fn(&Mate) -> bool) -> Entry {
    Entry { pattern: Pattern { number, id, zh, en }, fits }
}

/// In the order in which they are reported: the two that say how the mate came about, then the list.
static ENTRIES: [Entry; 38] = [
    entry(28, "stalemate", "困毙", "Stalemate", combined::stalemate),
    entry(26, "double-check", "双将杀", "Double-Check Mate", combined::double_check),
    entry(1, "drinking-horses", "双马饮泉", "Two Horses Drinking at the Spring", knights::drinking_horses),
    entry(2, "facing-kings", "对面笑", "Facing Generals", combined::facing_kings),
    entry(3, "heart-piercer", "大胆穿心", "Bold Chariot through the Heart", rooks_and_pawns::heart_piercer),
    entry(4, "iron-bolt", "铁门栓", "Iron Bolt", cannons::iron_bolt),
    entry(5, "moon-from-the-sea", "海底捞月", "Scooping the Moon from the Sea Bed", rooks_and_pawns::moon_from_the_sea),
    entry(6, "double-chariots", "双车错", "Double Chariots", rooks_and_pawns::double_rooks),
    entry(7, "trough-horse", "卧槽马", "Trough Horse", knights::trough_horse),
    entry(8, "corner-horse", "挂角马", "Corner Horse", knights::corner_horse),
    entry(9, "angler-horse", "钓鱼马", "Angler Horse", knights::angler_horse),
    entry(10, "flank-tiger", "侧面虎", "Flank Tiger", knights::flank_tiger),
    entry(11, "octagon-horse", "八角马", "Octagon Horse", knights::octagon_horse),
    entry(12, "spring-horse", "拔簧马", "Released-Spring Horse", knights::spring_horse),
    entry(13, "standing-horse", "立马车", "Standing Horse and Chariot", knights::standing_horse),
    entry(14, "tripod-horse", "宫心车三脚马", "Chariot in the Palace Heart, Tripod Horse", knights::tripod_horse),
    entry(15, "horse-cannon", "马后炮", "Cannon behind the Horse", cannons::horse_cannon),
    entry(16, "empty-cannon", "空头炮", "Empty Cannon", cannons::empty_cannon),
    entry(17, "heaven-and-earth", "天地炮", "Heaven-and-Earth Cannons", cannons::heaven_and_earth),
    entry(18, "cannons-and-chariot", "夹车炮", "Cannons Flanking the Chariot", cannons::cannons_and_rook),
    entry(19, "double-cannon", "重炮", "Double Cannon", cannons::double_cannon),
    entry(20, "cinnabar-cannon", "炮碾丹砂", "Cannon Grinding Cinnabar", cannons::cinnabar_cannon),
    entry(21, "windlass-cannons", "辘轳炮", "Windlass Cannons", cannons::windlass_cannons),
    entry(22, "smothered-palace", "闷宫", "Smothered Palace", cannons::smothered_palace),
    entry(23, "smothered-mate", "闷杀", "Smothered Mate", combined::smothered),
    entry(24, "two-devils", "二鬼拍门", "Two Devils Knocking at the Door", rooks_and_pawns::two_devils),
    entry(25, "escort-west", "送佛归西", "Escorting the Buddha to the West", rooks_and_pawns::escort_west),
    entry(27, "three-on-a-wing", "三子归边", "Three Men on One Wing", combined::three_on_a_wing),
    entry(29, "three-chariots", "三车闹士", "Three Chariots Harass the Advisor", rooks_and_pawns::three_rooks),
    entry(30, "lone-chariot", "单车迎头", "Lone Chariot Head-On", rooks_and_pawns::lone_rook),
    entry(31, "lone-horse", "独马控将", "Lone Horse Holds the General", knights::lone_knight),
    entry(32, "lone-soldier", "孤兵擒王", "Lone Soldier Takes the King", rooks_and_pawns::lone_pawn),
    entry(0, "white-face", "白脸将", "White-Faced General", combined::white_face),
    entry(0, "chariots-at-the-advisor", "双车胁士", "Two Chariots at the Advisor", rooks_and_pawns::rooks_at_advisor),
    entry(0, "horse-and-chariot", "列马车", "Horse and Chariot Abreast", knights::horse_and_rook),
    entry(0, "rib-horse", "肋马车", "Rib Chariot and Horse", knights::rib_rook),
    entry(0, "great-knife", "大刀剜心", "Great Knife in the Heart", rooks_and_pawns::great_knife),
    entry(0, "small-knife", "小刀剜心", "Small Knife in the Heart", rooks_and_pawns::small_knife),
];

/// All patterns, in the order in which they are reported.
pub fn patterns() -> impl Iterator<Item = &'static Pattern> {
    ENTRIES.iter().map(|entry| &entry.pattern)
}

/// The patterns of the mate (or stalemate) to which `moves` lead from `start`.
///
/// The moves matter: some patterns are about how the mate came about, of which the last five moves of the winner are
/// looked at. Without moves `start` itself is looked at. Nothing is found where a move is illegal or the last position
/// is no end.
#[must_use]
pub fn mate_patterns(start: &Position, moves: &[Move]) -> Vec<&'static Pattern> {
    let Some(mate) = Mate::new(start, moves) else { return Vec::new() };
    ENTRIES.iter().filter(|entry| (entry.fits)(&mate)).map(|entry| &entry.pattern).collect()
}
