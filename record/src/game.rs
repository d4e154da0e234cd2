//! A game: start position, tree of moves, and what is said about it.

use chuhe_movegen::{Color, Fen, Move, Position, START_FEN, Score, Square};

use crate::{Format, GameResult, Placement, Replay, Tags, TextEncoding};

/// A move of a [`Game`], or its start position; an index into its storage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);
    const NONE: NodeId = NodeId(u32::MAX);

    fn index(self) -> usize {
        self.0 as usize
    }

    fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }
}

/// Something drawn on the board beside a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A point is marked, with a colour letter (`G`, `R`, `Y`, `B`).
    Square(char, Square),
    /// An arrow, with a colour letter.
    Arrow(char, Move),
}

/// An engine's opinion kept with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeScore {
    /// From red's view.
    pub score: Score,
    /// Depth in plies, 0 when unknown.
    pub depth: u16,
}

/// What few moves have; kept apart so that a plain move stays small.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Numeric annotation glyphs of PGN: 1 = `!`, 2 = `?`, 3 = `!!`, 4 = `??`, 5 = `!?`, 6 = `?!` and so on.
    pub glyphs: Vec<u8>,
    /// Drawn marks.
    pub marks: Vec<Mark>,
    /// An evaluation of the position after the move.
    pub score: Option<NodeScore>,
    /// What the mover's clock showed after the move, in milliseconds.
    pub clock_ms: Option<u64>,
    /// How long the move took, in milliseconds.
    pub elapsed_ms: Option<u64>,
}

impl Annotations {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Annotations::default()
    }
}

/// A move with what belongs to it. The root is the start position and has [`Move::NONE`].
#[derive(Clone, Debug)]
pub struct Node {
    /// The move. [`Move::NONE`] at the root, and where a file names a point off the board.
    pub mv: Move,
    /// Whether the move cannot be played; [`Game::mark_illegal_moves`] decides.
    pub illegal: bool,
    /// The comment after the move (at the root: before the first move), with the line ends of the file; empty when there
    /// is none.
    pub comment: String,
    annotations: Option<Box<Annotations>>,
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
}

impl Node {
    fn new(mv: Move, parent: NodeId) -> Node {
        Node {
            mv,
            illegal: false,
            comment: String::new(),
            annotations: None,
            parent,
            first_child: NodeId::NONE,
            last_child: NodeId::NONE,
            next_sibling: NodeId::NONE,
        }
    }

    /// Marks, score, clock and glyphs, if there are any.
    #[must_use]
    pub fn annotations(&self) -> Option<&Annotations> {
        self.annotations.as_deref().filter(|annotations| !annotations.is_empty())
    }

    /// Marks, score, clock and glyphs, to be filled in.
    pub fn annotations_mut(&mut self) -> &mut Annotations {
        self.annotations.get_or_insert_default()
    }
}

/// Something in a file that was not as it should be, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Bytes from the beginning of the file.
    pub offset: u64,
    /// One line that says what is wrong and what was done about it.
    pub text: String,
}

/// A step of [`Game::visit`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The move.
    pub id: NodeId,
    /// Its ply: 1 for a first move.
    pub ply: u32,
}

/// One game. Moves live in one vector and point at each other by index, so that no walk needs recursion.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where the game starts; any placement.
    pub start: Fen,
    /// The tags under their PGN names (Event, Site, Date, Round, Red, RedTeam, Black, BlackTeam, TimeControl, Annotator,
    /// Title, ...). Result and FEN are not among them: they are fields.
    pub tags: Tags,
    /// The tags under the names of the file they came from, unknown ones included.
    pub source_tags: Tags,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended, in the words of the file; empty when nothing is said.
    pub reason: String,
    /// What was wrong in the file.
    pub warnings: Vec<Warning>,
    /// The format it was read from.
    pub format: Option<Format>,
    /// The text encoding it was read from.
    pub encoding: Option<TextEncoding>,
    /// The file it was read from, as it was named; empty when it comes from nowhere.
    pub file: String,
    /// Number of the game in its file, from 0.
    pub index: usize,
    /// The line of a text file where the game begins, from 1.
    pub line: Option<u64>,
    /// Where the game begins in its file, in bytes.
    pub offset: u64,
    /// A game that its library marks as deleted.
    pub deleted: bool,
    nodes: Vec<Node>,
}

impl Default for Game {
    /// The start position, no moves.
    fn default() -> Game {
        Game::new(START_FEN.parse().expect("the start FEN is a FEN"))
    }
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Fen) -> Game {
        Game {
            start,
            tags: Tags::new(),
            source_tags: Tags::new(),
            result: GameResult::Unknown,
            reason: String::new(),
            warnings: Vec::new(),
            format: None,
            encoding: None,
            file: String::new(),
            index: 0,
            line: None,
            offset: 0,
            deleted: false,
            nodes: vec![Node::new(Move::NONE, NodeId::NONE)],
        }
    }

    /// The start position's node.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds a move after a node, behind the alternatives that are there. Nothing is checked.
    ///
    /// # Panics
    /// With more than four thousand million moves.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).ok().filter(|&n| n < u32::MAX).expect("too many moves"));
        self.nodes.push(Node::new(mv, parent));
        let last = self.nodes[parent.index()].last_child;
        match last.some() {
            Some(last) => self.nodes[last.index()].next_sibling = id,
            None => self.nodes[parent.index()].first_child = id,
        }
        self.nodes[parent.index()].last_child = id;
        id
    }

    /// The node before; none for the root.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent.some()
    }

    /// The first move after a node, which is the main line.
    #[must_use]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child.some()
    }

    /// The next alternative to a move.
    #[must_use]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling.some()
    }

    /// The moves after a node: the main one, then the alternatives in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The main line without the root.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(self.root()), |&id| self.first_child(id))
    }

    /// The moves of the main line.
    pub fn mainline_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.mainline().map(|id| self.node(id).mv)
    }

    /// The moves from the start to a node.
    #[must_use]
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        let mut moves: Vec<Move> =
            std::iter::successors(Some(id), |&id| self.parent(id)).map(|id| self.node(id).mv).collect();
        moves.pop();
        moves.reverse();
        moves
    }

    /// All moves, depth first: a move, all that follows it, then its next alternative. The root is not visited.
    pub fn visit(&self) -> impl Iterator<Item = Visit> + '_ {
        let mut next = self.first_child(self.root()).map(|id| Visit { id, ply: 1 });
        std::iter::from_fn(move || {
            let visit = next?;
            next = self.after(visit);
            Some(visit)
        })
    }

    /// The move that a walk visits after this one.
    fn after(&self, visit: Visit) -> Option<Visit> {
        if let Some(id) = self.first_child(visit.id) {
            return Some(Visit { id, ply: visit.ply + 1 });
        }
        let Visit { mut id, mut ply } = visit;
        loop {
            if let Some(id) = self.next_sibling(id) {
                return Some(Visit { id, ply });
            }
            id = self.parent(id).filter(|&id| id != self.root())?;
            ply -= 1;
        }
    }

    /// The root and all moves in the order they were added; for whoever does not care about order.
    pub fn all_nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }

    /// How many moves the tree has.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len() - 1
    }

    /// How many moves the main line has.
    #[must_use]
    pub fn mainline_plies(&self) -> usize {
        self.mainline().count()
    }

    /// The sum over all lists of alternatives of their length less one.
    #[must_use]
    pub fn variations(&self) -> usize {
        // A move that is not the first of its list is one variation.
        self.nodes.iter().filter(|node| node.next_sibling != NodeId::NONE).count()
    }

    /// How many comments say something, the root's included; blanks say nothing.
    #[must_use]
    pub fn comments(&self) -> usize {
        self.nodes.iter().filter(|node| !node.comment.trim().is_empty()).count()
    }

    /// How many moves are marked illegal.
    #[must_use]
    pub fn illegal_moves(&self) -> usize {
        self.nodes.iter().filter(|node| node.illegal).count()
    }

    /// The comment before the first move.
    #[must_use]
    pub fn root_comment(&self) -> &str {
        &self.node(self.root()).comment
    }

    /// The start as a position that can be played from, if it is possible at all.
    #[must_use]
    pub fn start_position(&self) -> Option<Position> {
        Position::try_from(&self.start).ok()
    }

    /// The placement before the first move and after each move of the main line.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        let mut placement = Placement::new(&self.start);
        std::iter::once(placement).chain(self.mainline_moves().map(move |mv| {
            placement.play(mv);
            placement
        }))
    }

    /// Adds a warning.
    pub fn warn(&mut self, offset: usize, text: impl Into<String>) {
        self.warnings.push(Warning { offset: offset as u64, text: text.into() });
    }

    /// Takes the side to move from the first move: whose piece moves first is to move, whatever the header says.
    pub fn side_from_first_move(&mut self) {
        let first = self.first_child(self.root()).map(|id| self.node(id).mv).filter(|mv| mv.is_some());
        if let Some(piece) = first.and_then(|mv| self.start.board.get(mv.from())) {
            self.start.side = piece.color();
        }
    }

    /// The side whose turn it is after `ply` plies.
    #[must_use]
    pub fn side_at(&self, ply: u32) -> Color {
        if ply.is_multiple_of(2) { self.start.side } else { !self.start.side }
    }

    /// Marks the moves that cannot be played ([`crate::is_playable`]). A line goes on behind one: its piece is moved all
    /// the same. Every reader of a format that stores points calls this once the tree stands.
    pub fn mark_illegal_moves(&mut self) {
        let mut replay = Replay::new(&self.start);
        let mut next = self.first_child(self.root()).map(|id| Visit { id, ply: 1 });
        while let Some(visit) = next {
            replay.before(visit);
            let mv = self.node(visit.id).mv;
            self.node_mut(visit.id).illegal = !replay.play(mv);
            next = self.after(visit);
        }
    }

    /// Whether two games have the same start and the same tree of moves, comments and annotations.
    #[must_use]
    pub fn same_tree(&self, other: &Game) -> bool {
        let (mut a, mut b) = (self.visit(), other.visit());
        let same = |x: &Node, y: &Node| x.mv == y.mv && x.comment == y.comment && x.annotations() == y.annotations();
        if self.start != other.start || !same(self.node(self.root()), other.node(other.root())) {
            return false;
        }
        loop {
            match (a.next(), b.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) if x.ply == y.ply && same(self.node(x.id), other.node(y.id)) => {}
                _ => return false,
            }
        }
    }
}
