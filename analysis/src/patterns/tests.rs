use chuhe_movegen::{Move, Position};

use super::*;
use crate::Phase;

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
}

fn ids(fen: &str, line: &str) -> Vec<&'static str> {
    let start: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    mate_patterns(&start, &moves(line)).iter().map(|pattern| pattern.id).collect()
}

/// Plays a line that must be legal and end the game.
fn assert_ends(fen: &str, line: &str) {
    let mut position: Position = fen.parse().unwrap();
    for mv in moves(line) {
        assert!(position.is_legal(mv), "{mv} in {fen} {line}");
        position.make(mv);
    }
    assert!(!position.has_legal_move(), "no end: {fen} {line}");
}

/// A position and line for each pattern with everything that is to be found there, and so nothing else.
const MATES: [(&str, &str, &str, &str); 32] = [
    ("drinking-horses", "4k4/9/2N6/7N1/9/9/9/9/9/5K3 w", "h6g8", "drinking-horses facing-kings trough-horse"),
    ("facing-kings", "5k3/9/9/9/9/4R4/9/9/9/4K4 w", "e4f4", "facing-kings lone-chariot white-face"),
    ("heart-piercer", "4k4/4a4/2N6/9/9/4R4/9/9/9/5K3 w", "e4e8", "facing-kings heart-piercer angler-horse"),
    ("iron-bolt", "4k4/4a4/4b4/5R3/9/9/4C4/9/9/5K3 w", "f6f9", "facing-kings iron-bolt"),
    ("moon-from-the-sea", "8R/9/3k5/9/9/9/9/9/9/4K4 w", "i9d9", "facing-kings moon-from-the-sea white-face"),
    ("double-chariots", "4k4/R8/9/9/9/1R7/9/9/9/3K5 w", "b4b9", "double-chariots"),
    ("trough-horse", "3k5/2N6/9/9/9/R8/9/9/9/5K3 w", "a4d4", "trough-horse rib-horse"),
    ("corner-horse", "3ak4/8R/9/9/2N6/9/9/9/9/5K3 w", "c5d7", "facing-kings corner-horse"),
    ("angler-horse", "4k4/9/2N6/9/9/8R/9/9/9/3K5 w", "i4i9", "angler-horse"),
    ("flank-tiger", "3k5/9/9/2N6/9/R8/9/9/9/5K3 w", "a4a9", "flank-tiger"),
    ("octagon-horse", "3k5/9/5N3/9/9/R8/9/9/9/5K3 w", "a4a9", "octagon-horse"),
    ("spring-horse", "4ka3/5R3/5N3/9/9/9/9/9/9/3K5 w", "f8d8", "corner-horse spring-horse"),
    ("standing-horse", "4k4/7N1/9/9/9/R8/9/9/9/3K5 w", "a4e4", "facing-kings standing-horse"),
    ("tripod-horse", "3k5/4R4/9/9/1N7/9/9/9/9/5K3 w", "b5c7", "tripod-horse"),
    ("horse-cannon", "4k4/9/4N4/9/9/9/C8/9/9/3K5 w", "a3e3", "horse-cannon"),
    (
        "empty-cannon",
        "4k4/9/9/9/5R3/9/4C4/9/9/3R1K3 w",
        "f5e5",
        "double-check facing-kings double-chariots empty-cannon",
    ),
    ("heaven-and-earth", "C1bak4/4a4/4b4/3R5/9/4C4/9/9/9/5K3 w", "d6d9", "iron-bolt heaven-and-earth"),
    ("cannons-and-chariot", "2b1k1b2/9/C1n6/9/8C/1R7/9/9/9/5K3 w", "i5i9 e9e8 b4b8", "cannons-and-chariot"),
    ("double-cannon", "3aka3/9/9/9/4C4/9/C8/9/9/3K5 w", "a3e3", "double-cannon"),
    (
        "cinnabar-cannon",
        "1P2k4/4a4/R3b1N2/8p/9/C8/9/9/9/5K3 w",
        "a7e7 i6i5 e7e8 e9d9 a4a9",
        "heart-piercer cinnabar-cannon",
    ),
    ("windlass-cannons", "3k1n3/5P3/R8/9/6C2/6C2/9/9/9/5K3 w", "g5g9 d9d8 g4g8", "windlass-cannons"),
    ("smothered-palace", "4ka3/4a4/9/9/9/6C2/9/9/9/3K5 w", "g4g9", "smothered-palace"),
    ("smothered-mate", "3aka3/4n4/9/1N7/9/9/9/9/9/4K4 w", "b6c8", "smothered-mate lone-horse"),
    ("two-devils", "4k4/3P1P3/9/9/9/9/9/9/9/3K5 w", "d8e8", "facing-kings two-devils"),
    ("escort-west", "9/9/4k4/9/4P4/9/9/9/9/3RRK3 w", "e5e6 e7e8 e6e7 e8e9 e7e8", "facing-kings escort-west"),
    ("double-check", "3ak4/9/9/9/4N4/9/9/9/9/4RK3 w", "e5d7", "double-check facing-kings corner-horse"),
    ("three-on-a-wing", "4k1b2/5P1R1/9/9/8C/9/9/9/9/3K5 w", "i5i9", "three-on-a-wing"),
    ("stalemate", "3k5/2P6/9/9/9/9/9/9/R8/5K3 w", "a1e1", "stalemate"),
    ("three-chariots", "4ka3/3Pa4/9/9/9/R3R4/9/9/9/3K5 w", "d8e8 f9e8 a4a9", "three-chariots small-knife"),
    ("lone-chariot", "3k5/9/9/9/9/R8/9/9/9/4K4 w", "a4d4", "facing-kings lone-chariot white-face"),
    ("lone-horse", "3k5/9/9/9/N8/9/9/9/9/4K4 w", "a5b7", "stalemate facing-kings lone-horse white-face"),
    ("lone-soldier", "3nkn3/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", "facing-kings smothered-mate lone-soldier white-face"),
];

#[test]
fn each_of_the_32_is_found_where_it_is_and_nothing_else() {
    let mut wrong = Vec::new();
    for (wanted, fen, line, all) in MATES {
        assert_ends(fen, line);
        let found = ids(fen, line);
        assert!(found.contains(&wanted), "{wanted}: {found:?} in {fen} {line}");
        if found.join(" ") != all {
            wrong.push(format!("{fen} {line}: {}, not {all}", found.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let numbers: std::collections::BTreeSet<u8> =
        MATES.iter().map(|(wanted, ..)| patterns().find(|pattern| pattern.id == *wanted).unwrap().number).collect();
    assert_eq!(numbers, (1..=32).collect());
}

#[test]
fn mirrored_and_with_colours_exchanged_it_is_the_same_mate() {
    for (_, fen, line, all) in MATES {
        let start: Position = fen.parse().unwrap();
        let mirrored: Vec<Move> = moves(line).iter().map(|mv| mv.mirror()).collect();
        let found: Vec<&str> = mate_patterns(&start.mirror(), &mirrored).iter().map(|pattern| pattern.id).collect();
        assert_eq!(found.join(" "), all, "mirrored {fen}");

        let fen_of = start.fen();
        let swapped = chuhe_movegen::Fen { board: fen_of.board.swap_colors(), side: !fen_of.side, ..fen_of };
        let flipped: Vec<Move> = moves(line).iter().map(|mv| mv.flip()).collect();
        let swapped = Position::try_from(&swapped).unwrap();
        let found: Vec<&str> = mate_patterns(&swapped, &flipped).iter().map(|pattern| pattern.id).collect();
        assert_eq!(found.join(" "), all, "swapped {fen}");
    }
}

/// Lines that were looked at move by move.
#[test]
fn textbook_lines_keep_their_names() {
    let lines: Vec<&str> = include_str!("lines.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 30);
    let mut seen = std::collections::HashSet::new();
    for text in lines {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let &[fen, line, all] = fields.as_slice() else { panic!("{text}") };
        assert_ends(fen, line);
        assert_eq!(ids(fen, line).join(" "), all, "{fen} {line}");
        seen.extend(ids(fen, line));
    }
    // No pattern is without an example.
    seen.extend(MATES.iter().flat_map(|(.., all)| all.split(' ')));
    let unseen: Vec<&Pattern> = patterns().filter(|pattern| !seen.contains(pattern.id)).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// The men of a pattern that the mate does not need make no pattern.
#[test]
fn a_shape_that_the_mate_does_not_need_is_no_pattern() {
    for (id, fen, line) in [
        // The second knight only looks on.
        ("drinking-horses", "3aka3/4n4/9/1N7/9/9/9/9/N8/4K4 w", "b6c8"),
        // The rook mates with the king; the knight on c8 takes nothing that is not taken.
        ("trough-horse", "5k3/2N5R/9/9/9/1R7/9/9/9/3K5 w", "b4b9"),
        ("angler-horse", "4k4/8R/2N6/9/9/1R7/9/9/9/3K5 w", "b4b9"),
        // The kings' file has nothing to do with it.
        ("facing-kings", "4k4/R8/9/9/9/1R7/9/9/9/3K5 w", "b4b9"),
        ("white-face", "4k4/9/2N6/9/9/8R/9/9/9/3K5 w", "i4i9"),
        // The knight stands next to the king: that is no cannon behind the horse.
        ("horse-cannon", "3aka3/4N4/9/9/9/9/C8/9/9/3K5 w", "a3e3"),
        // A check, no mate.
        ("lone-chariot", "5k3/9/9/9/9/4R4/9/9/9/3K5 w", "e4f4"),
        ("double-chariots", "4k4/9/R8/9/9/1R7/9/9/9/3K5 w", "b4b9"),
        // No check: not the double check but the stalemate.
        ("double-check", "3k5/2P6/9/9/9/9/9/9/R8/5K3 w", "a1e1"),
        ("stalemate", "5k3/9/9/9/9/4R4/9/9/9/4K4 w", "e4f4"),
    ] {
        assert!(!ids(fen, line).contains(&id), "{id} in {fen} {line}: {:?}", ids(fen, line));
    }
}

#[test]
fn nothing_is_found_where_nothing_ended_or_a_move_is_illegal() {
    assert!(mate_patterns(&Position::start(), &[]).is_empty());
    assert!(mate_patterns(&Position::start(), &moves("h2e2 h9g7")).is_empty());
    assert!(mate_patterns(&Position::start(), &moves("h2e2 h2e2")).is_empty());
    // A mate on the board, without its moves.
    assert_eq!(ids("4k4/9/4N4/9/9/9/4C4/9/9/3K5 b", ""), ["horse-cannon"]);
}

#[test]
fn every_pattern_has_its_own_names() {
    let mut seen = std::collections::HashSet::new();
    for pattern in patterns() {
        assert!(seen.insert(pattern.id) && seen.insert(pattern.zh) && seen.insert(pattern.en), "{pattern:?}");
    }
}

fn tags(fen: &str, mv: &str) -> Vec<&'static str> {
    let position: Position = fen.parse().unwrap();
    let mv: Move = mv.parse().unwrap();
    assert!(position.is_legal(mv), "{mv} in {fen}");
    move_tags(&position, mv).iter().map(|tag| tag.id()).collect()
}

#[test]
fn moves_get_the_terms_that_players_use() {
    for (fen, mv, expected) in [
        (chuhe_movegen::START_FEN, "h2e2", "central-cannon"),
        (chuhe_movegen::START_FEN, "h0g2", ""),
        ("4k4/9/9/9/R3r4/9/9/9/9/4K4 w", "a5e5", "check captures-checker check-for-check capture"),
        ("3k5/9/9/9/4r4/9/9/9/R8/4K4 w", "a1e1", "interposes"),
        ("3k5/9/9/9/4r4/9/9/9/9/4K4 w", "e0f0", "king-steps-away only-move"),
        ("3k5/9/9/4c4/9/9/4N4/9/9/4K4 w", "e3c4", "breaks-check"),
        ("4ka3/5R3/5N3/9/9/9/9/9/9/3K5 w", "f8d8", "mate check discovered-check"),
        ("3ak4/9/9/9/4N4/9/9/9/9/4RK3 w", "e5d7", "mate check double-check discovered-check corner-horse"),
        ("3k5/2P6/9/9/9/9/9/9/R8/5K3 w", "a1e1", "stalemate"),
        ("4k4/9/1r3r3/9/9/4N4/9/9/9/3K5 w", "e4d6", "fork"),
        ("4k4/4a4/9/9/9/9/9/9/9/3KR4 w", "e0e8", "check capture sacrifice heart-chariot"),
        ("4k4/9/9/4p4/4r4/9/9/9/9/3KR4 w", "e0e5", "parries-mate capture exchange river-chariot"),
        ("4k4/R8/9/9/9/9/9/1R7/9/3K5 w", "b2b3", "threatens-mate"),
        ("4k4/R8/9/9/9/9/9/1R6r/9/3K5 b", "i2b2", "threatens-mate parries-mate mate-for-mate capture"),
        ("4k4/9/9/9/9/R1N5r/9/9/9/3K5 w", "c4d6", "threatens-mate discovered-attack"),
    ] {
        assert_eq!(tags(fen, mv).join(" "), expected, "{mv} in {fen}");
    }
    assert!(move_tags(&Position::start(), "e0e5".parse().unwrap()).is_empty());
}

#[test]
fn placements_are_seen_from_the_side_that_has_them() {
    use chuhe_movegen::Color;
    let terms = |fen: &str, color| -> Vec<&'static str> {
        placements(&fen.parse().unwrap(), color).iter().map(|placement| placement.zh()).collect()
    };
    assert!(placements(&Position::start(), Color::Red).is_empty());
    assert!(placements(&Position::start(), Color::Black).is_empty());
    let fen = "4k4/9/9/9/9/9/4C4/9/4N4/3K5 w";
    assert_eq!(terms(fen, Color::Red), ["中炮", "空头炮", "窝心马"]);
    assert_eq!(terms(fen, Color::Black), ["光将"]);
    let fen = "C3k4/9/3a1a3/9/4r4/3N5/1R7/2N6/9/1R2KA3 w";
    assert_eq!(terms(fen, Color::Red), ["沉底炮", "连环马", "霸王车"]);
    assert_eq!(terms(fen, Color::Black), ["巡河车", "羊角士"]);
}

#[test]
fn phases_follow_the_material() {
    let start = Position::start();
    assert_eq!(phase(&start, Some(0)), Phase::Opening);
    assert_eq!(phase(&start, Some(60)), Phase::Middlegame);
    assert_eq!(phase(&start, None), Phase::Middlegame);
    let ending: Position = "3ak4/4a4/9/9/9/9/9/9/9/3KR4 w".parse().unwrap();
    assert_eq!(phase(&ending, Some(4)), Phase::Endgame);
}
