//! From move texts to moves: each text is read on the board, and where one fits several moves the following moves decide.

use std::ops::Range;

use chuhe_movegen::{Color, Fen, Move};

use crate::commands;
use crate::movetext::TextTree;
use crate::notation::{self, NotationError, Ranks, Reading};
use crate::{Game, NodeId, Replay};

/// How many ways to read a line are followed at once. More are met only in texts made for it.
const MOST_HYPOTHESES: usize = 64;

/// How many plies ahead are asked to decide.
const FARTHEST: usize = 600;

/// A tree of moves, and where lines had to stop.
pub(crate) struct Resolved {
    pub(crate) game: Game,
    /// Place in the movetext and a line about it.
    pub(crate) stops: Vec<(usize, String)>,
    /// Parentheses that became comments.
    remarks: Vec<Range<usize>>,
}

impl Resolved {
    /// What was skipped and where lines stopped, in the order of the text.
    pub(crate) fn warnings(&self, tree: &TextTree) -> Vec<(usize, String)> {
        let kept = |at: usize| self.remarks.iter().any(|span| span.contains(&at));
        let notes = tree.notes.iter().filter(|(at, _)| !kept(*at));
        let mut all: Vec<(usize, String)> = notes.chain(&self.stops).cloned().collect();
        all.sort();
        all
    }
}

/// Reads the texts of a tree from a start position. A line stops where a text fits no legal move, or several to the end.
pub(crate) fn resolve(tree: &TextTree, text: &str, start: &Fen, side_known: bool) -> Resolved {
    let mut start = *start;
    if let Some(first) = tree.children(0).next() {
        let word = &text[tree.nodes[first].span.clone()];
        let playable = |fen: &Fen| notation::readings(&Replay::new(fen), word, Ranks::FromZero).is_ok();
        let other = Fen { side: !start.side, ..start };
        // Dots before the first move say that black begins, and so do its Arabic digits where the answer has Chinese
        // ones; otherwise the move itself decides.
        let second = tree.nodes[first].first_child;
        let style = |node: usize| digit_style(&text[tree.nodes[node].span.clone()]);
        let by_digits = second != 0 && style(first) == Some(Color::Black) && style(second) == Some(Color::Red);
        let turned = (tree.black_first || by_digits) && !side_known && start.side == Color::Red;
        if playable(&other) && (turned || !playable(&start)) {
            start = other;
        }
    }
    let usual = Resolver::new(tree, text, &start, Ranks::FromZero).run();
    if usual.stops.is_empty() {
        return usual;
    }
    // Coordinates may count ranks from 1.
    let fairy = Resolver::new(tree, text, &start, Ranks::FromOne).run();
    if fairy.stops.len() < usual.stops.len() && fairy.game.nodes() > usual.game.nodes() { fairy } else { usual }
}

/// The side whose digits a move in Chinese characters has: 一二三 are red's, others black's.
fn digit_style(word: &str) -> Option<Color> {
    let last = word.chars().last()?;
    let chinese = "一二三四五六七八九".contains(last);
    (!word.is_ascii() && (chinese || last.is_numeric())).then_some(if chinese { Color::Red } else { Color::Black })
}

struct Resolver<'a> {
    tree: &'a TextTree,
    text: &'a str,
    ranks: Ranks,
    replay: Replay,
    game: Game,
    stops: Vec<(usize, String)>,
    remarks: Vec<Range<usize>>,
}

/// What the lines that follow a text make of it.
enum Verdict {
    /// The moves of the texts from this one on, as far as they were needed.
    Moves(Vec<Move>),
    /// Several readings fit to the end.
    Open(Vec<Move>),
}

impl<'a> Resolver<'a> {
    fn new(tree: &'a TextTree, text: &'a str, start: &Fen, ranks: Ranks) -> Resolver<'a> {
        Resolver {
            tree,
            text,
            ranks,
            replay: Replay::new(start),
            game: Game::new(*start),
            stops: Vec::new(),
            remarks: Vec::new(),
        }
    }

    fn run(mut self) -> Resolved {
        let root = self.game.root();
        self.annotate(0, root);
        // Lines to be read: the first text, the node it follows, and the ply of that node.
        let mut lines = vec![(self.tree.nodes[0].first_child, root, 0usize)];
        while let Some((first, parent, ply)) = lines.pop() {
            if first != 0 {
                self.replay.back_to(ply);
                self.line(first, parent, &mut lines);
            }
        }
        Resolved { game: self.game, stops: self.stops, remarks: self.remarks }
    }

    fn annotate(&mut self, from: usize, to: NodeId) {
        let source = &self.tree.nodes[from];
        let side = self.replay.side();
        let node = self.game.node_mut(to);
        if !source.glyphs.is_empty() {
            node.annotations_mut().glyphs.clone_from(&source.glyphs);
        }
        node.comment = if source.comment.contains("[") {
            commands::extract(&source.comment, side, node)
        } else {
            source.comment.clone()
        };
    }

    /// Reads a text and its main continuations; alternatives on the way are put off.
    fn line(&mut self, first: usize, mut parent: NodeId, lines: &mut Vec<(usize, NodeId, usize)>) {
        let tree = self.tree;
        let mut decided = Vec::new().into_iter();
        let mut at = first;
        while at != 0 {
            let node = &tree.nodes[at];
            let mv = match decided.next() {
                Some(mv) => mv,
                None => match self.read(at) {
                    Ok(readings) if readings.len() == 1 => readings[0].mv,
                    Ok(readings) => match self.look_ahead(at, readings) {
                        Verdict::Moves(moves) => {
                            decided = moves.into_iter();
                            decided.next().unwrap_or(Move::NONE)
                        }
                        Verdict::Open(moves) => {
                            let text = self.text[node.span.clone()].to_owned();
                            let error = NotationError::Ambiguous { text, readings: moves };
                            return self.stop(at, &format!("{error}, and what follows does not decide"));
                        }
                    },
                    Err(error) => {
                        if let Some(span) = node.parenthesis.clone() {
                            // No variation after all: a comment in parentheses.
                            return self.keep_as_comment(at, parent, span);
                        }
                        return self.stop(at, &error.to_string());
                    }
                },
            };
            let ply = self.replay.ply();
            // Alternatives of the main move hang on the same parent; those of a variation's first move are its siblings,
            // which stand in the list already.
            if at == tree.nodes[node.parent].first_child {
                let alternatives: Vec<usize> = tree.children(node.parent).skip(1).collect();
                lines.extend(alternatives.into_iter().rev().map(|text| (text, parent, ply)));
            }
            self.replay.play(mv);
            parent = self.game.add(parent, mv);
            self.annotate(at, parent);
            at = node.first_child;
        }
    }

    fn read(&self, at: usize) -> Result<Vec<Reading>, NotationError> {
        notation::readings(&self.replay, &self.text[self.tree.nodes[at].span.clone()], self.ranks)
    }

    fn stop(&mut self, at: usize, reason: &str) {
        let mut lost = 0usize;
        // The text, its continuations and alternatives are left out.
        let mut open = vec![at];
        if at == self.tree.nodes[self.tree.nodes[at].parent].first_child {
            open.extend(self.tree.children(self.tree.nodes[at].parent).skip(1));
        }
        while let Some(node) = open.pop() {
            lost += 1;
            open.extend(self.tree.children(node));
        }
        let ply = self.replay.ply() + 1;
        let rest = if lost > 1 { format!(" with {} more", lost - 1) } else { String::new() };
        self.stops.push((self.tree.nodes[at].span.start, format!("{reason}: ply {ply} is left out{rest}")));
    }

    /// Puts the text of a parenthesis that is no variation into the comment of the move before it.
    fn keep_as_comment(&mut self, at: usize, parent: NodeId, span: Range<usize>) {
        let main = self.game.first_child(parent).unwrap_or(parent);
        let comment = &mut self.game.node_mut(main).comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(self.text[span.clone()].trim());
        self.remarks.push(span);
        let shown = &self.text[self.tree.nodes[at].span.clone()];
        let start = self.tree.nodes[at].span.start;
        self.stops.push((start, format!("`{shown}` cannot be played as a variation: it is kept as a comment")));
    }

    /// Follows all readings of a text through the main continuations until one is left.
    fn look_ahead(&self, at: usize, readings: Vec<Reading>) -> Verdict {
        let here = Fen { board: self.replay.board(), side: self.replay.side(), halfmove: 0, fullmove: 1 };
        let here = Replay::new(&here);
        let mut alive: Vec<Hypothesis> =
            readings.iter().map(|reading| Hypothesis::new(here.clone()).and(reading)).collect();
        let first_moves = |alive: &[Hypothesis]| {
            let mut moves: Vec<Move> = alive.iter().map(|h| h.moves[0]).collect();
            moves.sort();
            moves.dedup();
            moves
        };
        let mut text = self.tree.nodes[at].first_child;
        for _ in 0..FARTHEST {
            if text == 0 || alive.len() == 1 {
                break;
            }
            let word = &self.text[self.tree.nodes[text].span.clone()];
            let mut next = Vec::new();
            for hypothesis in &alive {
                for reading in notation::readings(&hypothesis.replay, word, self.ranks).unwrap_or_default() {
                    next.push(hypothesis.clone().and(&reading));
                }
            }
            if next.len() > MOST_HYPOTHESES {
                return Verdict::Open(first_moves(&alive));
            }
            if next.is_empty() {
                break;
            }
            // Alternatives to the text speak for those readings that they fit.
            for sibling in self.tree.children(self.tree.nodes[text].parent).skip(1) {
                let word = &self.text[self.tree.nodes[sibling].span.clone()];
                for hypothesis in &mut next {
                    let mut before = hypothesis.replay.clone();
                    before.back();
                    hypothesis.misfits += u32::from(notation::readings(&before, word, self.ranks).is_err());
                }
            }
            alive = next;
            text = self.tree.nodes[text].first_child;
        }
        let best = alive.iter().map(Hypothesis::rank).min();
        let mut fitting = alive.iter().filter(|hypothesis| Some(hypothesis.rank()) == best);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Verdict::Moves(only.moves.clone()),
            _ => {
                let best: Vec<Hypothesis> = alive.iter().filter(|h| Some(h.rank()) == best).cloned().collect();
                let moves = first_moves(&best);
                // All agree on this move and differ later: the later text is looked at on its own.
                if let [mv] = moves[..] { Verdict::Moves(vec![mv]) } else { Verdict::Open(moves) }
            }
        }
    }
}

/// One way to read a line.
#[derive(Clone)]
struct Hypothesis {
    replay: Replay,
    moves: Vec<Move>,
    /// How many alternatives on the way it leaves unreadable.
    misfits: u32,
    /// How many readings of it are second choice.
    second: u32,
}

impl Hypothesis {
    fn new(replay: Replay) -> Hypothesis {
        Hypothesis { replay, moves: Vec::new(), misfits: 0, second: 0 }
    }

    fn and(mut self, reading: &Reading) -> Hypothesis {
        self.replay.play(reading.mv);
        self.moves.push(reading.mv);
        self.second += u32::from(reading.second);
        self
    }

    fn rank(&self) -> (u32, u32) {
        (self.misfits, self.second)
    }
}
