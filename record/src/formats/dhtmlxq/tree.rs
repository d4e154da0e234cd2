//! The moves of a block: a main line, and branches that each leave another at an absolute ply.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use chuhe_movegen::Move;

use super::markup::Entry;
use super::{square, value};
use crate::{Game, NodeId, TextEncoding};

/// The main line's number.
const MAIN: u32 = 0;

/// Steps that may be spent altogether on going from a branch to its parents in search of a ply. Real blocks need a few
/// each; a block made to waste time needs more.
const STEPS: usize = 10_000_000;

/// A branch as it stands in the block.
struct Listed {
    offset: usize,
    number: u32,
    parent: u32,
    /// The ply whose place its first move takes, from 1.
    ply: usize,
    moves: Vec<Move>,
}

/// A branch whose moves are in the tree.
struct Line {
    parent: Option<u32>,
    /// The ply of its first move.
    ply: usize,
    nodes: Vec<NodeId>,
}

struct Comment {
    offset: usize,
    line: u32,
    ply: usize,
    text: String,
}

/// Collects the moves and comments of a block in any order and makes the tree of them.
#[derive(Default)]
pub(super) struct Builder {
    main: Vec<Move>,
    listed: Vec<Listed>,
    comments: Vec<Comment>,
    lines: HashMap<u32, Line>,
    steps: usize,
}

impl Builder {
    /// Takes `movelist`, `move_P_K_B`, `commentN` and `commentB_N`; false for any other key.
    pub(super) fn take(
        &mut self,
        key: &str,
        raw: &[u8],
        entry: &Entry,
        encoding: TextEncoding,
        game: &mut Game,
    ) -> bool {
        let offset = entry.value.start;
        if key.eq_ignore_ascii_case("movelist") {
            self.main = moves(raw, offset, game);
        } else if let Some([parent, ply, number]) = key.strip_prefix("move_").and_then(numbers) {
            let moves = moves(raw, offset, game);
            self.listed.push(Listed { offset, number, parent, ply: ply as usize, moves });
        } else if let Some(place) = key.strip_prefix("comment") {
            let place = match (numbers::<1>(place), numbers::<2>(place)) {
                (Some([ply]), _) => Some((MAIN, ply)),
                (None, Some([line, ply])) => Some((line, ply)),
                (None, None) => None,
            };
            let Some((line, ply)) = place else { return false };
            self.comments.push(Comment { offset, line, ply: ply as usize, text: value::text(raw, encoding) });
        } else {
            return false;
        }
        true
    }

    /// Puts everything into the game.
    pub(super) fn finish(mut self, game: &mut Game) {
        let main = add_line(game, game.root(), &std::mem::take(&mut self.main));
        self.lines.insert(MAIN, Line { parent: None, ply: 1, nodes: main });
        self.attach(game);
        for Comment { offset, line, ply, text } in std::mem::take(&mut self.comments) {
            match self.node_at(game, line, ply) {
                Some(id) => game.node_mut(id).comment = text,
                None if text.trim().is_empty() => {}
                None => game.warn(offset, format!("a comment belongs to ply {ply} of line {line}, which is not there")),
            }
        }
    }

    /// Hangs the branches into the tree. They may be listed before their parents: the list is gone through again and
    /// again, each time attaching in order what has a parent by then. The heap knows in which round and in what order.
    fn attach(&mut self, game: &mut Game) {
        let listed = std::mem::take(&mut self.listed);
        let mut waiting: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut ready = BinaryHeap::new();
        for (i, branch) in listed.iter().enumerate() {
            if branch.parent == MAIN {
                ready.push(Reverse((0, i)));
            } else {
                waiting.entry(branch.parent).or_default().push(i);
            }
        }
        let mut attached = vec![false; listed.len()];
        while let Some(Reverse((round, i))) = ready.pop() {
            let branch = &listed[i];
            attached[i] = true;
            let parent = branch.ply.checked_sub(1).and_then(|before| self.node_at(game, branch.parent, before));
            let Some(parent) = parent else {
                let Listed { number, ply, parent, .. } = branch;
                game.warn(
                    branch.offset,
                    format!("branch {number} leaves line {parent} at ply {ply}, which is not there; it was left out"),
                );
                continue;
            };
            let nodes = add_line(game, parent, &branch.moves);
            if self.lines.contains_key(&branch.number) {
                game.warn(branch.offset, format!("there are two branches with the number {}", branch.number));
                continue;
            }
            self.lines.insert(branch.number, Line { parent: Some(branch.parent), ply: branch.ply, nodes });
            for child in waiting.remove(&branch.number).unwrap_or_default() {
                ready.push(Reverse((round + usize::from(child < i), child)));
            }
        }
        for (branch, _) in listed.iter().zip(&attached).filter(|(_, attached)| !**attached) {
            let Listed { number, parent, .. } = branch;
            game.warn(
                branch.offset,
                format!("branch {number} belongs to line {parent}, which is not there; it was left out"),
            );
        }
    }

    /// The node of a line after so many plies; 0 is the root.
    fn node_at(&mut self, game: &Game, line: u32, ply: usize) -> Option<NodeId> {
        if ply == 0 {
            return Some(game.root());
        }
        let mut line = self.lines.get(&line)?;
        while ply < line.ply {
            self.steps += 1;
            if self.steps > STEPS {
                return None;
            }
            line = self.lines.get(&line.parent?)?;
        }
        line.nodes.get(ply - line.ply).copied()
    }
}

fn add_line(game: &mut Game, mut parent: NodeId, moves: &[Move]) -> Vec<NodeId> {
    let mut nodes = Vec::with_capacity(moves.len());
    for &mv in moves {
        parent = game.add(parent, mv);
        nodes.push(parent);
    }
    nodes
}

/// Moves of four digits each: file and row of both points.
fn moves(raw: &[u8], offset: usize, game: &mut Game) -> Vec<Move> {
    let digits = value::digits(raw);
    let chunks = digits.chunks_exact(4);
    if !chunks.remainder().is_empty() {
        game.warn(offset, format!("a list of moves ends with {} digits too many", chunks.remainder().len()));
    }
    let mut off_board = 0;
    let moves = chunks
        .map(|digits| match (square(digits[0], digits[1]), square(digits[2], digits[3])) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => {
                off_board += 1;
                Move::NONE
            }
        })
        .collect();
    if off_board > 0 {
        game.warn(offset, format!("{off_board} moves name points off the board"));
    }
    moves
}

/// Numbers with `_` between them, exactly so many.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    let mut parts = text.split('_');
    for number in &mut numbers {
        *number = parts.next()?.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}
