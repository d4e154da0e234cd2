//! Searches in a session: from `go` to `bestmove`.

use std::io::{self, Write};
use std::time::Duration;

use chuhe_movegen::Score;
use chuhe_protocol::{Bound, Dialect, Go, Info, Reply, parse_move};

use super::running::{Ending, Running};
use super::{Event, Flow, Session, panic_text};
use crate::engine::{Engine, WallClock};
use crate::limits::{Limits, TimeLimit};
use crate::search::{Outcome, Report};

/// How long a bare UCCI `go` thinks (architecture §6.3).
const BARE_GO: Duration = Duration::from_secs(5);

impl<W: Write> Session<W> {
    pub(super) fn go(&mut self, go: &Go) -> io::Result<()> {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if self.dialect == Dialect::Ucci && go.depth == Some(0) {
            let score = Some(Score::Cp(self.evaluation().evaluate(self.setup.position())));
            self.reply(&Reply::Info(Info { depth: Some(0), score, ..Info::default() }))?;
            return self.reply(&Reply::NoBestMove);
        }
        let limits = self.limits(go);
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let line = self.setup.line(engine.settings.natural_limit);
        let fallback = Engine::root_moves(&line, &limits);
        if fallback.is_empty() {
            self.engine = Some(engine);
            if self.dialect == Dialect::Uci && !self.setup.position().has_legal_move() {
                let score = Some(Score::Mate(0));
                self.reply(&Reply::Info(Info { depth: Some(0), score, ..Info::default() }))?;
            }
            return self.reply(&Reply::NoBestMove);
        }
        let book = if self.asks_book(go, &limits) { self.book_move(&line, engine.settings, &fallback)? } else { None };
        if let Some(book) = book.as_ref().filter(|_| !go.ponder || self.batch) {
            self.engine = Some(engine);
            return self.play(book);
        }
        self.searches += 1;
        self.settings = engine.settings;
        let endless = go.infinite || go.is_bare() && self.dialect == Dialect::Uci && !go.ponder;
        // Batch mode reads nothing during a search, so nothing may wait for a word from outside.
        let mut running =
            Running::new(self.searches, fallback[0], go.draw, go.ponder && !self.batch, endless && !self.batch);
        running.book = book;
        let (id, control, started) = (running.id, running.control.clone(), running.started);
        let sender = self.sender.clone();
        let work = move || {
            let reports = sender.clone();
            let search = std::panic::AssertUnwindSafe(|| {
                let mut report = |report| {
                    // A closed channel means that the session is over.
                    let _ = reports.send(Event::Report(id, report));
                };
                let outcome = engine.search(&line, &limits, &control, &WallClock(started), &mut report);
                (engine, outcome)
            });
            let result = std::panic::catch_unwind(search).map_err(|payload| panic_text(payload.as_ref()));
            let _ = sender.send(Event::Done(id, result));
        };
        self.running = Some(running);
        if std::thread::Builder::new().name("search".into()).spawn(work).is_err() {
            return self.done(id, Err("no thread to search in".into())).map(|_| ());
        }
        Ok(())
    }

    fn limits(&self, go: &Go) -> Limits {
        let milliseconds = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
        let clock = go.clock(self.setup.position().side(), self.unit);
        let time = match (go.movetime, clock) {
            (Some(ms), Some(clock)) => TimeLimit::Fixed(milliseconds(ms.min(clock.time_ms))),
            (Some(ms), None) => TimeLimit::Fixed(milliseconds(ms)),
            (None, Some(clock)) => TimeLimit::Clock {
                remaining: milliseconds(clock.time_ms),
                increment: Duration::from_millis(clock.increment_ms),
                moves_to_go: clock.movestogo,
            },
            (None, None) if go.is_bare() && self.dialect == Dialect::Ucci => TimeLimit::Fixed(BARE_GO),
            (None, None) => TimeLimit::None,
        };
        Limits {
            depth: go.depth.map(|depth| depth.clamp(1, i32::MAX as u32) as i32),
            nodes: go.nodes,
            soft_nodes: None,
            mate: match go.mate {
                Some(moves) => Some(moves.min(i32::MAX as u32) as i32),
                // Batch mode ends an infinite search with any proved mate.
                None => (self.batch && go.infinite).then_some(i32::MAX),
            },
            time: if go.infinite { TimeLimit::None } else { time },
            search_moves: go.searchmoves.iter().filter_map(|text| parse_move(text, self.ranks)).collect(),
            ban_moves: self.banned.clone(),
            multipv: if self.randomness > 0 { self.multipv.max(8) } else { self.multipv },
        }
    }

    pub(super) fn stop(&mut self) -> io::Result<Flow> {
        if let Some(running) = self.running.as_mut() {
            running.stop();
        }
        self.finish_if_free()
    }

    pub(super) fn ponderhit(&mut self, draw: bool) -> io::Result<Flow> {
        if let Some(running) = self.running.as_mut() {
            running.draw_offered |= draw;
            running.ponderhit();
        }
        self.finish_if_free()
    }

    /// Prints the move of a search that has ended before it was allowed to say so.
    fn finish_if_free(&mut self) -> io::Result<Flow> {
        if self.running.as_ref().is_some_and(|running| running.ending.is_some() && !running.held()) {
            return self.finish();
        }
        Ok(Flow::Continue)
    }

    pub(super) fn report(&mut self, id: u64, report: Report) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else { return Ok(()) };
        running.note(&report);
        let threads = running.control.threads();
        // A UCCI client shows every message to its user, who knows how many threads he has asked for.
        if threads != self.threads_told && self.dialect == Dialect::Uci {
            self.threads_told = threads;
            self.message(format!("searching with {threads} threads"))?;
        }
        if report.multipv > self.multipv {
            return Ok(());
        }
        let ms = report.elapsed.as_millis() as u64;
        let info = Info {
            depth: Some(report.depth.unsigned_abs()),
            seldepth: Some(report.seldepth as u32),
            // UCCI clients know one line unless they asked for more.
            multipv: (self.dialect == Dialect::Uci || self.multipv > 1).then_some(report.multipv as u32),
            score: Some(report.score),
            bound: report.lower_bound.map(|lower| if lower { Bound::Lower } else { Bound::Upper }),
            nodes: Some(report.nodes),
            nps: Some((report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-6)) as u64),
            hashfull: Some(report.hashfull),
            tbhits: Some(0),
            time_ms: Some(ms),
            pv: report.pv,
            ..Info::default()
        };
        self.reply(&Reply::Info(info))
    }

    pub(super) fn done(&mut self, id: u64, result: Result<(Box<Engine>, Option<Outcome>), String>) -> io::Result<Flow> {
        let outcome = match result {
            Ok((engine, outcome)) => {
                self.table = engine.table().clone();
                self.engine = Some(engine);
                outcome
            }
            Err(reason) => {
                // The search thread is gone with its engine. Another takes its place with the same settings.
                self.message(format!("internal error in the search: {reason}"))?;
                self.engine = Some(Box::new(self.new_engine()));
                None
            }
        };
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else {
            return Ok(Flow::Continue);
        };
        running.ending = Some(outcome.map_or(Ending::Lost, Ending::Found));
        self.finish_if_free()
    }

    fn finish(&mut self) -> io::Result<Flow> {
        let Some(running) = self.running.take() else { return Ok(Flow::Continue) };
        if let Some(book) = running.book.as_ref().filter(|_| running.hit) {
            self.play(book)?;
            return self.go_on();
        }
        let chosen = running.choose(self.randomness);
        let draw = self.dialect == Dialect::Ucci
            && self.draws.says_draw(self.setup.position(), chosen.score, running.draw_offered);
        let resign = self.dialect == Dialect::Ucci && !draw && self.draws.resigns(chosen.score);
        self.reply(&Reply::BestMove { mv: chosen.mv, ponder: chosen.ponder, draw, resign })?;
        self.go_on()
    }
}
