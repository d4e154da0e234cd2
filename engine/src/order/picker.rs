//! Hands out the moves of a node, the most promising first and no earlier than needed.

use arrayvec::ArrayVec;
use chuhe_movegen::see::VALUES;
use chuhe_movegen::{MAX_MOVES, Move, Piece, Position};

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
#[derive(Default)]
struct Scored {
    moves: ArrayVec<(i32, Move), MAX_MOVES>,
    next: usize,
}

impl Scored {
    fn clear(&mut self) {
        self.moves.clear();
        self.next = 0;
    }

    /// The best move that is left, by selection.
    #[inline]
    fn take(&mut self) -> Option<(Move, i32)> {
        let left = &mut self.moves[self.next..];
        let best = (0..left.len()).reduce(|best, i| if left[i].0 > left[best].0 { i } else { best })?;
        left.swap(0, best);
        self.next += 1;
        Some((left[0].1, left[0].0))
    }
}

/// The moves of one node in order: table move, captures that win or keep material, quiet moves by history, captures that
/// lose material.
pub struct Picker {
    stage: Stage,
    table_move: Move,
    scored: Scored,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
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
            scored: Scored::default(),
            bad_captures: ArrayVec::new(),
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
                    self.add_captures(position, histories);
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
                        self.add_quiets(position, histories);
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

impl Picker {
    /// Captures by victim, history and the cheapness of the capturer.
    fn add_captures(&mut self, position: &Position, histories: &Histories) {
        position.for_each_legal(position.color(!position.side()), |from, targets| {
            let Some(piece) = position.piece_at(from) else { return };
            for to in targets {
                let Some(captured) = position.piece_at(to).map(Piece::kind) else { continue };
                let history = histories.capture.get(piece, to, captured);
                let score = VALUES[captured.index()] * 8 + history / 4 - piece.kind().index() as i32;
                self.scored.moves.push((score, Move::new(from, to)));
            }
        });
    }

    /// Quiet moves by history, killers first.
    fn add_quiets(&mut self, position: &Position, histories: &Histories) {
        let Context { killers, earlier } = self.context;
        self.scored.clear();
        position.for_each_legal(!position.occupied(), |from, targets| {
            let Some(piece) = position.piece_at(from) else { return };
            let own = histories.quiet.row(piece.color(), from);
            let after = earlier.map(|earlier| histories.continuation.row(earlier, piece));
            for to in targets {
                let mv = Move::new(from, to);
                let mut score = i32::from(own[to.index()]);
                for (row, halves) in after.iter().zip(CONTINUATION_HALVES) {
                    score += row.map_or(0, |row| i32::from(row[to.index()])) * halves / 2;
                }
                if mv == killers[0] {
                    score += 12_000;
                } else if mv == killers[1] {
                    score += 8_000;
                }
                self.scored.moves.push((score, mv));
            }
        });
    }
}

/// Weights, in halves, of the continuation histories one, two and four plies back.
const CONTINUATION_HALVES: [i32; 3] = [2, 2, 1];

/// Sum of a quiet move's statistics, as reductions and pruning use it.
#[inline]
#[must_use]
pub fn quiet_history(position: &Position, histories: &Histories, earlier: [Option<usize>; 3], mv: Move) -> i32 {
    let Some(piece) = position.piece_at(mv.from()) else { return 0 };
    let now = piece_to(piece, mv.to());
    let mut sum = histories.quiet.get(piece.color(), mv);
    for (earlier, halves) in earlier.into_iter().zip(CONTINUATION_HALVES) {
        sum += histories.continuation.get(earlier, now) * halves / 2;
    }
    sum
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
