//! A search under way, as the session sees it.

use std::sync::Arc;
use std::time::Instant;

use chuhe_movegen::{Move, Score};
use rand::Rng;

use super::book::BookMove;
use crate::search::{Control, Outcome, Report};

/// How a search ended.
pub(super) enum Ending {
    /// With a move.
    Found(Outcome),
    /// By a fault.
    Lost,
}

/// A move to play.
pub(super) struct Chosen {
    pub mv: Move,
    pub ponder: Option<Move>,
    pub score: Score,
}

/// One `go` until its `bestmove`.
pub(super) struct Running {
    pub id: u64,
    pub control: Arc<Control>,
    pub started: Instant,
    /// Set when the search thread is through.
    pub ending: Option<Ending>,
    /// Whether `stop` has come.
    pub stopped: bool,
    /// Whether the expected move has come.
    pub hit: bool,
    /// The opponent has offered a draw.
    pub draw_offered: bool,
    /// A move from a book, to be played if the expected move comes.
    pub book: Option<BookMove>,
    endless: bool,
    fallback: Move,
    /// The last reported lines: move, expected reply, score.
    lines: Vec<(Move, Option<Move>, Score)>,
}

impl Running {
    /// `fallback` is played when the search is lost before it has found anything; `endless` searches wait for `stop`.
    pub(super) fn new(id: u64, fallback: Move, draw_offered: bool, pondering: bool, endless: bool) -> Running {
        Running {
            id,
            control: Arc::new(Control::new(pondering)),
            started: Instant::now(),
            ending: None,
            stopped: false,
            hit: false,
            draw_offered,
            book: None,
            endless,
            fallback,
            lines: Vec::new(),
        }
    }

    /// Whether the move may not be said yet.
    pub(super) fn held(&self) -> bool {
        !self.stopped && (self.endless || self.control.pondering())
    }

    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.control.stop();
    }

    pub(super) fn ponderhit(&mut self) {
        if self.control.pondering() {
            self.control.ponderhit(self.started.elapsed());
            self.hit = true;
            if self.book.is_some() {
                self.control.stop();
            }
        }
    }

    pub(super) fn note(&mut self, report: &Report) {
        if report.lower_bound.is_none() {
            self.lines.truncate(report.multipv - 1);
            self.lines.push((report.pv[0], report.pv.get(1).copied(), report.score));
        }
    }

    /// The move to play; one not more than `randomness` hundredths of a pawn worse than the best is as good.
    pub(super) fn choose(&self, randomness: i32) -> Chosen {
        if randomness > 0
            && let Some(Score::Cp(best)) = self.lines.first().map(|line| line.2)
        {
            let good: Vec<_> = self
                .lines
                .iter()
                .filter(|(_, _, score)| matches!(score, Score::Cp(cp) if best - cp <= randomness))
                .collect();
            let &(mv, ponder, score) = good[rand::rng().random_range(0..good.len())];
            return Chosen { mv, ponder, score };
        }
        match (&self.ending, self.lines.first()) {
            (Some(Ending::Found(outcome)), _) => {
                Chosen { mv: outcome.best, ponder: outcome.ponder, score: outcome.score }
            }
            (_, Some(&(mv, ponder, score))) => Chosen { mv, ponder, score },
            _ => Chosen { mv: self.fallback, ponder: None, score: Score::Cp(0) },
        }
    }
}
