//! Looking for faults in a book.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use chuhe_movegen::{Color, Move, Position};
use chuhe_rules::{Line, Reason, Rules, Verdict, judge};

use crate::fold::Folded;
use crate::{Book, BookError, BookFormat, MemoryBook, ObkBook, OwnBook, format, walk};

/// A fault, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Something wrong with the file or one of its records.
    Record(String),
    /// Records that no legal way from the start position leads to, or whose moves are illegal there.
    Unreachable(u64),
    /// A move after which the book's own moves go round and its player loses by the rules of repetition.
    LosesByRepetition {
        /// The moves from the start position to the loop.
        path: Vec<Move>,
        /// The loop, once round.
        cycle: Vec<Move>,
        /// Who loses.
        loser: Color,
        /// The referee's words.
        reason: String,
    },
    /// A move that may be played although its score is far below the best.
    FarBelow {
        /// The moves from the start position.
        path: Vec<Move>,
        /// The move.
        mv: Move,
        /// How far, in the unit of the scores.
        loss: i32,
    },
}

fn text(moves: &[Move]) -> String {
    if moves.is_empty() { "the start".into() } else { moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ") }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Record(what) => f.write_str(what),
            Fault::Unreachable(n) => write!(f, "{n} records cannot be reached from the start position by legal moves"),
            Fault::LosesByRepetition { path, cycle, reason, .. } => {
                write!(f, "after {}: the book repeats {}: {reason}", text(path), text(cycle))
            }
            Fault::FarBelow { path, mv, loss } => write!(f, "after {}: {mv} is {loss} worse than the best", text(path)),
        }
    }
}

impl Fault {
    /// A word for its kind: `record`, `unreachable`, `repetition`, `score`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Fault::Record(_) => "record",
            Fault::Unreachable(_) => "unreachable",
            Fault::LosesByRepetition { .. } => "repetition",
            Fault::FarBelow { .. } => "score",
        }
    }
}

/// Longest loop that is looked for, in plies.
const LONGEST_CYCLE: usize = 8;

/// Looks a book over. Moves that score more than `max_loss` below the best of their position are faults; none = scores are
/// not looked at.
///
/// # Errors
/// When the file cannot be read as a book at all.
pub fn lint(path: &Path, rules: &Rules, max_loss: Option<i32>) -> Result<Vec<Fault>, BookError> {
    let mut faults = Vec::new();
    let embedded = path.as_os_str() == crate::embedded::NAME;
    let kind = if embedded { BookFormat::Own } else { format::recognise(path)? };
    let record = |what: Vec<String>| what.into_iter().map(Fault::Record);
    match kind {
        BookFormat::Own => {
            let book = if embedded { crate::embedded::book() } else { OwnBook::open(path)? };
            faults.extend(record(book.faults()));
        }
        BookFormat::Obk | BookFormat::PfBook | BookFormat::Yfk => {
            let book = ObkBook::open(path, false)?;
            faults.extend(record(book.faults()?));
            let (real, negative) = book.key_storage()?;
            if real > 0 {
                faults.push(Fault::Record(format!(
                    "{real} keys are stored as REAL ({negative} as INTEGER): programs that ask for INTEGER miss them"
                )));
            }
        }
        BookFormat::Xqb | BookFormat::BookDat => {}
    }
    let book = format::open_in_memory(path)?;
    let mut graph = Graph::default();
    let mut met = 0;
    walk(&*book, &mut |visit| {
        let folded = Folded::new(visit.position);
        met += visit.moves.iter().filter(|mv| !folded.symmetric || folded.fold(mv.mv) == mv.mv).count() as u64;
        graph.add(visit.position, visit.path, visit.moves.iter().filter(|mv| mv.enabled).map(|mv| mv.mv).collect());
        let best = visit.moves.iter().filter(|mv| mv.enabled).filter_map(|mv| mv.score).max();
        if let (Some(best), Some(max_loss)) = (best, max_loss) {
            for known in visit.moves.iter().filter(|mv| mv.enabled) {
                if let Some(loss) = known.score.map(|score| best.saturating_sub(score)).filter(|&loss| loss > max_loss)
                {
                    faults.push(Fault::FarBelow { path: visit.path.to_vec(), mv: known.mv, loss });
                }
            }
        }
        ControlFlow::Continue(())
    })?;
    let unmet = book.unmet().unwrap_or_else(|| book.info().records.saturating_sub(met));
    if unmet > 0 {
        faults.push(Fault::Unreachable(unmet));
    }
    faults.extend(graph.losing_cycles(&*book, rules)?);
    Ok(faults)
}

/// The moves of a book that may be played, as a graph of folded positions.
#[derive(Default)]
struct Graph {
    index: HashMap<u64, usize>,
    nodes: Vec<Node>,
}

struct Node {
    position: Position,
    path: Vec<Move>,
    next: Vec<u64>,
}

impl Graph {
    fn add(&mut self, position: &Position, path: &[Move], moves: Vec<Move>) {
        self.index.insert(Folded::new(position).key, self.nodes.len());
        let next = moves.into_iter().map(|mv| {
            let mut after = position.clone();
            after.make(mv);
            Folded::new(&after).key
        });
        self.nodes.push(Node { position: position.clone(), path: path.to_vec(), next: next.collect() });
    }

    /// For each position the number of its strongly connected component (Tarjan), and how large each is.
    fn components(&self) -> (Vec<usize>, Vec<usize>) {
        const NEW: usize = usize::MAX;
        let n = self.nodes.len();
        let (mut order, mut low, mut component) = (vec![NEW; n], vec![0; n], vec![NEW; n]);
        let (mut stack, mut sizes, mut counter) = (Vec::new(), Vec::new(), 0);
        for root in 0..n {
            if order[root] != NEW {
                continue;
            }
            let mut calls = vec![(root, 0)];
            while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
                if *edge == 0 {
                    order[node] = counter;
                    low[node] = counter;
                    counter += 1;
                    stack.push(node);
                }
                let next = self.nodes[node].next[*edge..].iter().enumerate();
                let next = next.filter_map(|(i, key)| Some((i, *self.index.get(key)?)));
                let mut descend = None;
                for (i, to) in next {
                    if order[to] == NEW {
                        descend = Some((i, to));
                        break;
                    }
                    if component[to] == NEW {
                        low[node] = low[node].min(order[to]);
                    }
                }
                if let Some((i, to)) = descend {
                    *edge += i + 1;
                    calls.push((to, 0));
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent] = low[parent].min(low[node]);
                }
                if low[node] == order[node] {
                    let mut size = 0;
                    while let Some(member) = stack.pop() {
                        component[member] = sizes.len();
                        size += 1;
                        if member == node {
                            break;
                        }
                    }
                    sizes.push(size);
                }
            }
        }
        (component, sizes)
    }

    /// Loops of the book's moves that lose for one side. Each loop is looked at from the position nearest to the start.
    fn losing_cycles(&self, book: &dyn Book, rules: &Rules) -> Result<Vec<Fault>, BookError> {
        let (component, sizes) = self.components();
        let mut faults = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if sizes[component[at]] < 2 {
                continue;
            }
            let inside = |position: &Position| {
                // Nodes come by distance from the start: a loop through an earlier one has been seen from there.
                self.index.get(&Folded::new(position).key).is_some_and(|&to| to >= at && component[to] == component[at])
            };
            let mut cycles = Vec::new();
            find_cycles(book, &node.position, &mut Vec::new(), node.position.key(), &inside, &mut cycles)?;
            for cycle in cycles {
                if let Some((loser, reason)) = loser_of(&node.position, &cycle, rules) {
                    faults.push(Fault::LosesByRepetition { path: node.path.clone(), cycle, loser, reason });
                }
            }
        }
        Ok(faults)
    }
}

/// Ways of the book's moves from a position back to the one with the key.
fn find_cycles(
    book: &dyn Book,
    position: &Position,
    path: &mut Vec<Move>,
    target: u64,
    inside: &dyn Fn(&Position) -> bool,
    found: &mut Vec<Vec<Move>>,
) -> Result<(), BookError> {
    for known in book.probe(position)?.iter().filter(|known| known.enabled) {
        let mut after = position.clone();
        after.make(known.mv);
        path.push(known.mv);
        if after.key() == target {
            found.push(path.clone());
        } else if path.len() < LONGEST_CYCLE && inside(&after) {
            find_cycles(book, &after, path, target, inside, found)?;
        }
        path.pop();
    }
    Ok(())
}

/// Who loses when a loop is played until the referee speaks.
fn loser_of(start: &Position, cycle: &[Move], rules: &Rules) -> Option<(Color, String)> {
    let mut line = Line::new(start.clone(), rules.limit);
    for &mv in cycle.iter().cycle().take(cycle.len() * (rules.occurrences + 1)) {
        line.make(mv);
        if let Some(outcome) = judge(&line, rules).filter(chuhe_rules::Outcome::is_final) {
            return match (outcome.verdict, &outcome.reason) {
                (Verdict::Loss(color), Reason::Repetition(_)) => Some((color, outcome.to_string())),
                _ => None,
            };
        }
    }
    None
}

/// As [`lint`] for a book in memory; only loops and scores can be wrong there.
///
/// # Errors
/// Never; the book is in memory.
pub fn repetitions(book: &MemoryBook, rules: &Rules) -> Result<Vec<Fault>, BookError> {
    let mut graph = Graph::default();
    walk(book, &mut |visit| {
        graph.add(visit.position, visit.path, visit.moves.iter().filter(|mv| mv.enabled).map(|mv| mv.mv).collect());
        ControlFlow::Continue(())
    })?;
    graph.losing_cycles(book, rules)
}
