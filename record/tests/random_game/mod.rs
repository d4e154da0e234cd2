//! Random games with variations, comments and annotations, for the tests that write and read back.

#![allow(dead_code)]

use chuhe_movegen::{Color, Position, Score};
use chuhe_record::{Game, GameResult, Mark, NodeId, NodeScore, Replay};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// What the games may hold.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) variations: bool,
    pub(crate) comments: bool,
    pub(crate) annotations: bool,
    pub(crate) tags: bool,
}

impl Kind {
    pub(crate) const ALL: Kind = Kind { variations: true, comments: true, annotations: true, tags: true };
}

const STARTS: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1",
    "4kab2/4a4/2R1b1P2/9/p3p4/5p3/P3P1c2/N2Cr4/4A4/3AK4 b - - 7 31",
    "4k4/3P5/3P1P3/3P1P3/9/9/9/9/9/3K5 b - - 0 1",
    // A study without a black king.
    "9/9/4c4/9/2P6/9/9/4R4/9/4K4 w - - 0 1",
];

const COMMENTS: [&str; 14] = [
    "中炮",
    "好棋！\r\n红方先手\r\n",
    "  with blanks at both ends ",
    "braces { and } and \\ and \\}",
    "an unclosed { brace",
    "[Event \"not a tag\"]",
    "first\n[Red \"not a tag\"]\nlast",
    "[%eval 1.00] is text here",
    "1. h2e2 (C2=5) 1-0 *",
    "; % $1 !? 车一平二",
    "\n",
    "ends in a backslash \\",
    "a [\\% b [% c",
    "0-1",
];

/// A game that depends on the seed alone.
pub(crate) fn game(seed: u64, kind: Kind) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(STARTS.choose(&mut rng).unwrap().parse().unwrap());
    let mut nodes: Vec<NodeId> = vec![game.root()];
    let moves = rng.random_range(0..60);
    for _ in 0..moves {
        // Mostly on from the last move, sometimes from an earlier one.
        let parent = if kind.variations && rng.random_ratio(1, 5) {
            *nodes.choose(&mut rng).unwrap()
        } else {
            *nodes.last().unwrap()
        };
        let mut replay = Replay::new(&game.start);
        for mv in game.moves_to(parent) {
            replay.play(mv);
        }
        let taken: Vec<_> = game.children(parent).map(|id| game.node(id).mv).collect();
        if !kind.variations && !taken.is_empty() {
            continue;
        }
        let all = (0..90u8).flat_map(|a| (0..90u8).map(move |b| (a, b))).filter(|(a, b)| a != b);
        let legal: Vec<_> = all
            .map(|(a, b)| chuhe_movegen::Move::new(chuhe_movegen::Square::new(a), chuhe_movegen::Square::new(b)))
            .filter(|&mv| replay.is_playable(mv) && !taken.contains(&mv))
            .collect();
        if let Some(&mv) = legal.choose(&mut rng) {
            nodes.push(game.add(parent, mv));
        }
    }
    for (ply, &id) in nodes.iter().enumerate() {
        if kind.comments && rng.random_ratio(1, 4) {
            game.node_mut(id).comment = (*COMMENTS.choose(&mut rng).unwrap()).to_owned();
        }
        if kind.annotations && ply > 0 && rng.random_ratio(1, 5) {
            annotate(&mut game, id, &mut rng);
        }
    }
    game.result =
        *[GameResult::RedWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown].choose(&mut rng).unwrap();
    if kind.tags {
        for (name, value) in [
            ("Event", "全国象棋锦标赛"),
            ("Red", "许银川"),
            ("Black", "a \"quoted\" \\ name"),
            ("Seesion", "10"),
            ("Title", "残局"),
        ] {
            if rng.random() {
                game.tags.set(name, value);
            }
        }
    }
    game
}

fn annotate(game: &mut Game, id: NodeId, rng: &mut StdRng) {
    let plies = game.moves_to(id).len() as u32;
    let to_move = game.side_at(plies);
    let node = game.node_mut(id);
    let annotations = node.annotations_mut();
    match rng.random_range(0..4) {
        0 => annotations.glyphs = vec![rng.random_range(1..7), 36],
        1 => {
            // A side that is to move mates in an odd number of plies.
            let moves = rng.random_range(1..9) * 2;
            let score = match rng.random_range(0..4) {
                0 => Score::Mate(if to_move == Color::Red { moves - 1 } else { moves }),
                1 => Score::Mate(if to_move == Color::Red { -moves } else { 1 - moves }),
                2 => Score::Rule(-3),
                _ => Score::Cp(rng.random_range(-2000..2000)),
            };
            annotations.score = Some(NodeScore { score, depth: rng.random_range(0..30) });
        }
        2 => {
            annotations.clock_ms = Some(rng.random_range(0..10_000_000));
            annotations.elapsed_ms = Some(rng.random_range(0..1000) * 1000);
        }
        _ => {
            annotations.marks = vec![
                Mark::Square('G', "e4".parse().unwrap()),
                Mark::Square('R', "a0".parse().unwrap()),
                Mark::Arrow('B', "h2e2".parse().unwrap()),
            ];
        }
    }
}

/// Whether a game starts from a position that notations other than coordinates can tell apart.
pub(crate) fn is_sound(game: &Game) -> bool {
    Position::try_from(&game.start).is_ok()
}
