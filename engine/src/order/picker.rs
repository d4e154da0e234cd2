//! Hands out the moves of a node, the most promising first and no earlier than needed.

use chuhe_movegen::see::VALUES;
use chuhe_movegen::{Move, MoveList, Position};

use crate::order::history::{Histories, piece_to};

/// Which moves come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Captures,
    GoodCaptures,
    Quiets,
    GoodQuiets,
    BadCaptures,
}

/// What orders quiet moves besides the tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// Moves that refuted sibling nodes.
    pub killers: [Move; 2],
    /// Piece and target of the moves one, two and four plies before.
    pub earlier: [Option<usize>; 3],
}

/// Moves with their scores, taken out best first.
struct Scored {
    moves: MoveList,
    scores: [i32; chuhe_movegen::MAX_MOVES],
    next: usize,
}

impl Scored {
    fn empty() -> Scored {
        Scored { moves: MoveList::new(), scores: [0; chuhe_movegen::MAX_MOVES], next: 0 }
    }

    fn fill(&mut self, moves: MoveList, mut score: impl FnMut(Move) -> i32) {
        for (cell, &mv) in self.scores.iter_mut().zip(&moves) {
            *cell = score(mv);
        }
        self.moves = moves;
        self.next = 0;
    }

    /// The best move that is left, by selection.
    #[inline]
    fn take(&mut self) -> Option<(Move, i32)> {
        let len = self.moves.len();
        if self.next >= len {
            return None;
        }
        let mut best = self.next;
        for i in self.next + 1..len {
            if self.scores[i] > self.scores[best] {
                best = i;
            }
        }
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some((self.moves[self.next - 1], self.scores[self.next - 1]))
    }
}

/// The moves of one node in order: table move, captures that win or keep material, quiet moves by history, captures that
/// lose material.
pub struct Picker {
    stage: Stage,
    table_move: Move,
    scored: Scored,
    bad_captures: MoveList,
    next_bad: usize,
    context: Context,
    /// Exchange value below which a capture comes last; with `captures_only` it is dropped.
    see_threshold: i32,
    captures_only: bool,
    skip_quiets: bool,
}

impl Picker {
    /// All moves of a node. The table move may be anything; it is checked.
    #[must_use]
    pub fn new(position: &Position, table_move: Move, context: Context) -> Picker {
        Picker::build(position, table_move, context, 0, false)
    }

    /// Only captures whose exchange value reaches `see_threshold`.
    #[must_use]
    pub fn captures(position: &Position, table_move: Move, see_threshold: i32) -> Picker {
        let fits = table_move.is_some() && position.piece_at(table_move.to()).is_some();
        let table_move = if fits { table_move } else { Move::NONE };
        Picker::build(position, table_move, Context::default(), see_threshold, true)
    }

    fn build(
        position: &Position,
        table_move: Move,
        context: Context,
        see_threshold: i32,
        captures_only: bool,
    ) -> Picker {
        let table_move = if table_move.is_some() && position.is_legal(table_move) { table_move } else { Move::NONE };
        Picker {
            stage: if table_move.is_some() { Stage::Table } else { Stage::Captures },
            table_move,
            scored: Scored::empty(),
            bad_captures: MoveList::new(),
            next_bad: 0,
            context,
            see_threshold,
            captures_only,
            skip_quiets: false,
        }
    }

    /// No quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Captures;
                    return Some(self.table_move);
                }
                Stage::Captures => {
                    self.scored.fill(position.captures(), |mv| capture_score(position, histories, mv));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.scored.take() {
                    Some((mv, _)) if mv == self.table_move => {}
                    Some((mv, score)) => {
                        // A capture that often worked may lose a little, one that never did must win a little.
                        let threshold = if self.captures_only { self.see_threshold } else { -score / 32 };
                        if position.see_ge(mv, threshold) {
                            return Some(mv);
                        }
                        self.bad_captures.push(mv);
                    }
                    None if self.captures_only => return None,
                    None => self.stage = Stage::Quiets,
                },
                Stage::Quiets => {
                    if !self.skip_quiets {
                        let context = self.context;
                        self.scored.fill(position.quiets(), |mv| quiet_score(position, histories, context, mv));
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => match self.scored.take() {
                    Some((mv, _)) if !self.skip_quiets => {
                        if mv != self.table_move {
                            return Some(mv);
                        }
                    }
                    _ => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let mv = self.bad_captures.get(self.next_bad).copied();
                    self.next_bad += 1;
                    return mv;
                }
            }
        }
    }
}

/// History of a capture, its victim weighed in.
#[inline]
fn capture_score(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let (Some(piece), Some(captured)) = (position.piece_at(mv.from()), position.piece_at(mv.to())) else { return 0 };
    let history = histories.capture.get(piece, mv.to(), captured.kind());
    VALUES[captured.kind().index()] * 8 + history / 4 - piece.kind().index() as i32
}

/// Sum of a quiet move's statistics, as reductions and pruning use it.
#[inline]
#[must_use]
pub fn quiet_history(position: &Position, histories: &Histories, earlier: [Option<usize>; 3], mv: Move) -> i32 {
    let Some(piece) = position.piece_at(mv.from()) else { return 0 };
    let now = piece_to(piece, mv.to());
    let after = |plies: usize| histories.continuation.get(earlier[plies], now);
    histories.quiet.get(piece.color(), mv) + after(0) + after(1) + after(2) / 2
}

#[inline]
fn quiet_score(position: &Position, histories: &Histories, context: Context, mv: Move) -> i32 {
    let killer = if mv == context.killers[0] {
        12_000
    } else if mv == context.killers[1] {
        8_000
    } else {
        0
    };
    quiet_history(position, histories, context.earlier, mv) + killer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let histories = Histories::default();
        for fen in [
            chuhe_movegen::START_FEN,
            "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P1R4/P3P1P1P/1CN1C1N2/9/R1BAKAB2 b - - 0 9",
            "4k4/4a4/9/9/9/9/9/4C4/9/3K5 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for table_move in position.legal_moves().iter().copied().chain([Move::NONE, "e4e5".parse().unwrap()]) {
                let mut picker = Picker::new(&position, table_move, Context::default());
                let mut picked = Vec::new();
                while let Some(mv) = picker.next(&position, &histories) {
                    picked.push(mv);
                }
                if position.is_legal(table_move) {
                    assert_eq!(picked[0], table_move);
                }
                picked.sort();
                let mut legal = position.legal_moves().to_vec();
                legal.sort();
                assert_eq!(picked, legal, "{fen} {table_move}");
            }
        }
    }
}
