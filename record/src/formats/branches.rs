//! Trees stored as a flat run of records, each with two flags: does a move follow, and does an alternative to this move
//! come later. XQF, CBR and CBF all store them so; only the flags' places differ.

use chuhe_movegen::Move;

use crate::{Game, NodeId};

/// What hangs on a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Links {
    /// The line goes on behind this move.
    pub(super) next: bool,
    /// Once everything behind this move is told, another move follows from the same position.
    pub(super) alternative: bool,
}

impl Links {
    /// The links of a move in a tree.
    pub(super) fn of(game: &Game, id: NodeId) -> Links {
        Links { next: game.first_child(id).is_some(), alternative: game.next_sibling(id).is_some() }
    }
}

/// Puts records back into a tree, without recursion: the stack holds one entry for each alternative still to come.
#[derive(Debug)]
pub(super) struct Branches {
    parent: Option<NodeId>,
    pending: Vec<NodeId>,
}

impl Branches {
    /// Starts at the root, where `next` says whether there are moves at all.
    pub(super) fn new(game: &Game, next: bool) -> Branches {
        Branches { parent: next.then(|| game.root()), pending: Vec::new() }
    }

    /// Whether the tree promises another record.
    pub(super) fn expects_more(&self) -> bool {
        self.parent.is_some()
    }

    /// Adds the next record's move. Records behind a complete tree are not added.
    pub(super) fn add(&mut self, game: &mut Game, mv: Move, links: Links) -> Option<NodeId> {
        let parent = self.parent?;
        let id = game.add(parent, mv);
        if links.alternative {
            self.pending.push(parent);
        }
        self.parent = if links.next { Some(id) } else { self.pending.pop() };
        Some(id)
    }
}
