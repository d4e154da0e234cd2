//! Moves out of opening books.

use std::io::{self, Write};
use std::path::PathBuf;

use chuhe_book::{BookFormat, Choice, Library, embedded};
use chuhe_movegen::{Color, Move, MoveList, Score};
use chuhe_protocol::{Dialect, Go, Info, Reply};
use chuhe_rules::Line;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::Session;
use super::named_file::NamedFile;
use crate::engine::Settings;
use crate::limits::{Limits, TimeLimit};

/// A move out of a book.
#[derive(Clone, Debug)]
pub(super) struct BookMove {
    mv: Move,
    /// What the book would answer.
    ponder: Option<Move>,
    /// Out of the book where it has one of our search, else the evaluation of the position.
    score: i32,
}

/// The books of a session and how they are used.
pub(super) struct BookPlay {
    /// As the option says; without a word UCCI uses books and UCI does not.
    pub wanted: Option<bool>,
    /// Full moves of a game after which no book is asked; 0 = no limit.
    pub depth: u16,
    both: Library,
    /// In place of `both`, for the colours that have books of their own.
    own: [Option<Library>; 2],
    choice: Choice,
    lots: StdRng,
}

impl Default for BookPlay {
    fn default() -> Self {
        let mut both = Library::default();
        both.push(Box::new(embedded::book()));
        BookPlay {
            wanted: None,
            depth: 0,
            both,
            own: [None, None],
            choice: Choice::default(),
            lots: StdRng::from_os_rng(),
        }
    }
}

impl BookPlay {
    pub(super) fn set_variety(&mut self, word: &str) {
        self.choice.variety = word.parse().unwrap_or_default();
    }

    /// 0 = any move is good enough.
    pub(super) fn set_bound(&mut self, loss: i64) {
        self.choice.bound = i32::try_from(loss).ok().filter(|&loss| loss > 0);
    }

    /// 0 = another seed each time.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.lots = if seed == 0 { StdRng::from_os_rng() } else { StdRng::seed_from_u64(seed) };
    }

    fn library(&self, color: Color) -> &Library {
        self.own[color.index()].as_ref().unwrap_or(&self.both)
    }
}

impl<W: Write> Session<W> {
    /// Takes over a list of books, for both colours or one. Each book is named with what is in it or what is wrong with it.
    pub(super) fn open_books(&mut self, color: Option<usize>, list: &[u8]) -> io::Result<()> {
        let names = list.split(|&byte| byte == b';').map(<[u8]>::trim_ascii).filter(|name| !name.is_empty());
        let paths: Vec<PathBuf> = names.map(|name| NamedFile::new(name).path()).collect();
        let (library, faults) = Library::open(&paths);
        let mut messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
        for info in library.books().map(chuhe_book::Book::info).filter(|info| info.name != embedded::NAME) {
            messages.push(format!("book {}: {}, {} records", info.name, info.format, info.records));
            messages.extend(info.notes.iter().map(|note| format!("book {}: {note}", info.name)));
        }
        match color {
            None => self.book.both = library,
            Some(color) => self.book.own[color] = Some(library).filter(|_| !list.trim_ascii().is_empty()),
        }
        for message in messages {
            self.message(message)?;
        }
        Ok(())
    }

    /// Whether a `go` wants a move of a game: on a clock or for a time. Whoever names a depth, a number of nodes, moves, or
    /// wants several lines or no end, wants a search.
    pub(super) fn asks_book(&self, go: &Go, limits: &Limits) -> bool {
        self.book.wanted.unwrap_or(self.dialect == Dialect::Ucci)
            && limits.time != TimeLimit::None
            && !go.is_bare()
            && go.depth.is_none()
            && go.nodes.is_none()
            && go.mate.is_none()
            && go.searchmoves.is_empty()
            && self.multipv == 1
    }

    /// The move of the books, if they have one that keeps clear of repetition.
    pub(super) fn book_move(
        &mut self,
        line: &Line,
        settings: Settings,
        allowed: &MoveList,
    ) -> io::Result<Option<BookMove>> {
        let position = line.position();
        if self.book.depth > 0 && position.fullmove() > self.book.depth {
            return Ok(None);
        }
        let rules = settings.rules();
        let random = self.book.lots.random();
        let evaluation = self.evaluation();
        let library = self.book.library(position.side());
        let (chosen, faults) = library.choose(line, &rules, self.book.choice, &|mv| allowed.contains(&mv), random);
        let chosen = chosen.map(|chosen| {
            let mut after = line.clone();
            after.make(chosen.mv.mv);
            let best = Choice { variety: chuhe_book::Variety::Best, ..self.book.choice };
            let (answer, _) = library.choose(&after, &rules, best, &|_| true, 0);
            // Scores of other programs' books are in units of their own.
            let score = chosen.mv.score.filter(|_| chosen.format == BookFormat::Own);
            let score = score.unwrap_or_else(|| evaluation.evaluate(position));
            (BookMove { mv: chosen.mv.mv, ponder: answer.map(|mv| mv.mv.mv), score }, chosen.book)
        });
        for fault in faults {
            self.message(fault.to_string())?;
        }
        if self.debug
            && let Some((_, book)) = &chosen
        {
            self.message(format!("a move of the book {book}"))?;
        }
        Ok(chosen.map(|(mv, _)| mv))
    }

    /// Says a move of a book: one line with depth 0, then the move.
    pub(super) fn play(&mut self, book: &BookMove) -> io::Result<()> {
        let pv = std::iter::once(book.mv).chain(book.ponder).collect();
        let score = Some(Score::Cp(book.score));
        let (nodes, nps, time_ms) = (Some(0), Some(0), Some(0));
        self.reply(&Reply::Info(Info { depth: Some(0), score, nodes, nps, time_ms, pv, ..Info::default() }))?;
        self.reply(&Reply::BestMove { mv: book.mv, ponder: book.ponder, draw: false, resign: false })
    }
}
