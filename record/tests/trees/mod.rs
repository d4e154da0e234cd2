//! Random games for the tests of readers and writers: legal trees with a few odd moves, comments of awkward characters,
//! starts from any placement.

#![allow(dead_code)] // Each test file uses a part of this.

use std::fmt::Write as _;

use chuhe_movegen::{Board, Color, Fen, Move, Piece, PieceKind, Square};
use chuhe_record::{Game, GameResult, NodeId, Replay, Visit};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

pub(crate) mod files;
pub(crate) mod samples;

/// What a game is made of.
#[derive(Clone, Copy)]
pub(crate) struct Recipe {
    /// Most moves.
    pub(crate) nodes: usize,
    /// Whether starts other than the normal one, illegal moves and moves off the board occur.
    pub(crate) odd: bool,
    /// Characters of comments and tags.
    pub(crate) characters: &'static [&'static str],
}

/// Characters and words that mean something in one format or another.
pub(crate) const AWKWARD: &[&str] = &[
    "马",
    "进",
    "一",
    "車",
    "😀",
    "é",
    " ",
    "\u{3000}",
    "a",
    "0",
    "9999",
    "|",
    "||",
    "\n",
    "\r\n",
    "[",
    "]",
    "[DhtmlXQ_x]",
    "[/DhtmlXQ]",
    "\\",
    "\\u4e00",
    "<br>",
    "<",
    ">",
    "&",
    "&amp;",
    "&nbsp;",
    "\"",
    "'",
    "{",
    "}",
    ";",
    "%",
    "\t",
    "]]>",
];

/// Characters that every program knows.
pub(crate) const PLAIN: &[&str] = &["马", "进", "一", "炮", "兵", "好", "a", "b", "1", ",", " "];

/// The game of a seed.
pub(crate) fn random_game(seed: u64, recipe: Recipe) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::default();
    if recipe.odd && rng.random_ratio(1, 3) {
        game = Game::new(random_start(&mut rng));
    }
    let mut ids = vec![(game.root(), 0)];
    for _ in 0..rng.random_range(0..=recipe.nodes) {
        // Mostly on at the last move, sometimes from anywhere.
        let (parent, depth) =
            if rng.random_ratio(4, 5) { ids[ids.len() - 1] } else { ids[rng.random_range(0..ids.len())] };
        let Some(mv) = random_move(&mut rng, &game, parent, recipe.odd) else { continue };
        ids.push((game.add(parent, mv), depth + 1));
    }
    for (id, _) in ids {
        if rng.random_ratio(1, 4) {
            game.node_mut(id).comment = random_text(&mut rng, recipe.characters, 40);
        }
    }
    game.result =
        *[GameResult::Unknown, GameResult::RedWins, GameResult::BlackWins, GameResult::Draw].choose(&mut rng).unwrap();
    for tag in ["Title", "Event", "Site", "Date", "Red", "Black", "Annotator"] {
        if rng.random_ratio(1, 2) {
            let text = random_text(&mut rng, PLAIN, 5);
            game.tags.set_if_any(tag, &text);
        }
    }
    game.side_from_first_move();
    game.mark_illegal_moves();
    game
}

fn random_text(rng: &mut StdRng, characters: &[&str], longest: usize) -> String {
    (0..rng.random_range(1..=longest)).map(|_| *characters.choose(rng).unwrap()).collect()
}

fn random_move(rng: &mut StdRng, game: &Game, parent: NodeId, odd: bool) -> Option<Move> {
    if odd && rng.random_ratio(1, 40) {
        if rng.random_ratio(1, 3) {
            return Some(Move::NONE);
        }
        let mv = Move::new(Square::new(rng.random_range(0..90)), Square::new(rng.random_range(0..90)));
        return (mv != Move::NONE).then_some(mv);
    }
    let mut replay = Replay::new(&game.start);
    for mv in game.moves_to(parent) {
        replay.play(mv);
    }
    let taken: Vec<Move> = game.children(parent).map(|id| game.node(id).mv).collect();
    let legal = replay.position()?.legal_moves();
    let free: Vec<Move> = legal.iter().copied().filter(|mv| !taken.contains(mv)).collect();
    free.choose(rng).copied()
}

/// Up to a full set of pieces anywhere.
fn random_start(rng: &mut StdRng) -> Fen {
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            for _ in 0..rng.random_range(0..=kind.full_count()) {
                let square = Square::new(rng.random_range(0..90));
                if board.get(square).is_none() {
                    board.set(square, Some(Piece::new(color, kind)));
                }
            }
        }
    }
    let side = if rng.random() { Color::Red } else { Color::Black };
    Fen { board, side, halfmove: 0, fullmove: 1 }
}

/// The tree as the expected files of the samples write it: `[[iccs,comment,[children]]]`.
pub(crate) fn tree_text(game: &Game) -> String {
    let mut out = String::from("[");
    let mut depth = 0;
    for Visit { id, ply } in game.visit() {
        // A deeper move opens a list that stands open already; otherwise the moves before are closed.
        if ply <= depth {
            for _ in 0..=depth - ply {
                out.push_str("]]");
            }
            out.push(',');
        }
        depth = ply;
        let node = game.node(id);
        let comment = serde_json::to_string(&node.comment).expect("a text is JSON");
        write!(out, "[\"{}\",{comment},[", node.mv).expect("a text grows");
    }
    out.push_str(&"]]".repeat(depth as usize));
    out.push(']');
    out
}
