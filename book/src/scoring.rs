//! Scores by search, and what they say about the moves of a book.
//!
//! Every position of the book and every one behind its moves is searched once; each result is a line of a journal, so that the
//! work can be interrupted. Then the scores are carried back: a position is worth what the search says or what the best of
//! its moves leads to, whichever is more, so that a line which turns out badly twenty plies later shows at the move that
//! chose it.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chuhe_movegen::{Move, Position, Score};
use chuhe_rules::{Line, NaturalLimit};

use crate::fold::Folded;
use crate::{BookError, Contents, MemoryBook, walk};

/// Something that knows what a position is worth.
pub trait LineScorer {
    /// The value of the position a line has reached, from the side to move.
    fn score(&mut self, line: &Line) -> Score;

    /// What it is and how it searches, in one line: results of another description are not used again.
    fn describe(&self) -> String;
}

/// The largest score that is no mate: what a book holds, in hundredths of a pawn.
const MOST: i32 = 10_000;
/// Scores won by a rule.
const RULE: i32 = 9_000;

/// A score as a book holds it: mates and wins by rule are large numbers.
const fn to_number(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => {
            if cp > 8_000 {
                8_000
            } else if cp < -8_000 {
                -8_000
            } else {
                cp
            }
        }
        Score::Mate(plies) if plies > 0 => MOST - plies,
        Score::Mate(plies) => -MOST - plies,
        Score::Rule(plies) if plies > 0 => RULE - plies,
        Score::Rule(plies) => -RULE - plies,
    }
}

/// How far the searches are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions searched, those of earlier runs included.
    pub done: usize,
    /// Positions to be searched.
    pub all: usize,
    /// Positions searched by this run.
    pub fresh: usize,
}

/// A position to be searched, and how it is reached.
struct Task {
    key: u64,
    path: Vec<Move>,
}

/// A move of a book: the folded position before it, the folded move, the folded position behind it.
struct Edge {
    from: u64,
    mv: Move,
    to: u64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scored {
    /// Positions searched.
    pub positions: usize,
    /// Moves with a score.
    pub moves: u64,
    /// Moves switched off because they are clearly worse than the best.
    pub switched_off: u64,
}

/// The results of searches on disk.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    known: HashMap<u64, i32>,
    file: BufWriter<File>,
}

impl Journal {
    /// Opens or begins a journal of a scorer.
    ///
    /// # Errors
    /// When it cannot be read or written, or belongs to another scorer.
    pub fn open(path: &Path, scorer: &dyn LineScorer) -> Result<Journal, BookError> {
        let name = path.display().to_string();
        let head = format!("book scores: {}", scorer.describe());
        let io = |error| BookError::io(&name, error);
        let mut known = HashMap::new();
        let mut good = 0u64;
        match File::open(path) {
            Ok(file) => {
                let mut lines = BufReader::new(file);
                let mut line = String::new();
                while lines.read_line(&mut line).map_err(io)? > 0 && line.ends_with('\n') {
                    if good == 0 && line.trim_end() != head {
                        let reason = format!("a journal of other searches (`{}`); remove it", line.trim_end());
                        return Err(BookError::edit(&name, reason));
                    }
                    if good > 0 {
                        let entry = line.trim_end().split_once(' ');
                        let entry = entry
                            .and_then(|(key, value)| Some((u64::from_str_radix(key, 16).ok()?, value.parse().ok()?)));
                        let Some((key, value)) = entry else { break };
                        known.insert(key, value);
                    }
                    good += line.len() as u64;
                    line.clear();
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io(error)),
        }
        // What a crash has left behind the last whole line is cut off.
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        file.set_len(good).map_err(io)?;
        let mut file = BufWriter::new(file);
        if good == 0 {
            writeln!(file, "{head}").map_err(io)?;
        }
        file.flush().map_err(io)?;
        Ok(Journal { path: path.to_owned(), known, file })
    }

    fn add(&mut self, key: u64, value: i32) -> Result<(), BookError> {
        self.known.insert(key, value);
        let written = writeln!(self.file, "{key:016x} {value}").and_then(|()| self.file.flush());
        written.map_err(|error| BookError::io(self.path.display().to_string(), error))
    }

    /// Removes the file: the scores are in the book.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> Result<(), BookError> {
        let Journal { path, file, .. } = self;
        drop(file);
        std::fs::remove_file(&path).map_err(|error| BookError::io(path.display().to_string(), error))
    }
}

/// Searches what the journal does not know yet, then gives each move its score and switches off those that are more than
/// `max_loss` hundredths of a pawn worse than the best that is known in their position. None when `progress` broke off: what
/// was found is in the journal.
///
/// # Errors
/// When the journal cannot be written.
pub fn score(
    contents: &mut Contents,
    scorer: &mut dyn LineScorer,
    journal: &mut Journal,
    max_loss: i32,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<Scored>, BookError> {
    let book = MemoryBook::new(std::mem::take(contents), "");
    let gathered = tasks(&book);
    *contents = book.contents;
    let (tasks, edges) = gathered?;
    let mut state = Progress { done: 0, all: tasks.len(), fresh: 0 };
    for task in &tasks {
        if !journal.known.contains_key(&task.key) {
            let mut line = Line::new(Position::start(), NaturalLimit::default());
            task.path.iter().for_each(|&mv| line.make(mv));
            journal.add(task.key, to_number(scorer.score(&line)))?;
            state.fresh += 1;
        }
        state.done += 1;
        if progress(state).is_break() && state.done < state.all {
            return Ok(None);
        }
    }
    Ok(Some(judge_moves(contents, &journal.known, &edges, tasks.len(), max_loss)))
}

/// What has to be searched, and the moves between.
fn tasks(book: &MemoryBook) -> Result<(Vec<Task>, Vec<Edge>), BookError> {
    let mut known = std::collections::HashSet::new();
    let (mut tasks, mut edges) = (Vec::new(), Vec::new());
    walk(book, &mut |visit| {
        let mut add = |key: u64, path: &[Move], last: Option<Move>| {
            if known.insert(key) {
                tasks.push(Task { key, path: path.iter().copied().chain(last).collect() });
            }
        };
        let folded = Folded::new(visit.position);
        add(folded.key, visit.path, None);
        for mv in visit.moves {
            let mut after = visit.position.clone();
            after.make(mv.mv);
            let to = Folded::new(&after).key;
            add(to, visit.path, Some(mv.mv));
            edges.push(Edge { from: folded.key, mv: folded.fold(mv.mv), to });
        }
        ControlFlow::Continue(())
    })?;
    Ok((tasks, edges))
}

/// Carries the scores back and judges the moves by them.
fn judge_moves(
    contents: &mut Contents,
    searched: &HashMap<u64, i32>,
    edges: &[Edge],
    positions: usize,
    max_loss: i32,
) -> Scored {
    let mut values = searched.clone();
    // Each round carries a score one ply further back; lines of a book are not longer than this.
    for _ in 0..200 {
        let mut next = searched.clone();
        for edge in edges {
            if let (Some(&behind), Some(value)) = (values.get(&edge.to), next.get_mut(&edge.from)) {
                *value = (*value).max(-behind);
            }
        }
        if next == values {
            break;
        }
        values = next;
    }
    let scores: HashMap<(u64, Move), i32> =
        edges.iter().filter_map(|edge| Some(((edge.from, edge.mv), -*values.get(&edge.to)?))).collect();
    let mut scored = Scored { positions, ..Scored::default() };
    for (key, moves) in contents.positions_mut() {
        let best = values.get(&key).copied();
        for known in moves {
            let Some(&score) = scores.get(&(key, known.mv)) else { continue };
            known.score = Some(score);
            scored.moves += 1;
            if known.enabled && best.is_some_and(|best| best - score > max_loss) {
                known.enabled = false;
                scored.switched_off += 1;
            }
        }
    }
    scored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BookMove;

    /// Knows one bad position: the one after black has answered the central cannon by moving the knight to the edge.
    struct Oracle {
        asked: usize,
    }

    impl LineScorer for Oracle {
        fn score(&mut self, line: &Line) -> Score {
            self.asked += 1;
            let moves: Vec<String> = line.plies().iter().map(|ply| ply.mv.to_string()).collect();
            if moves.len() == 3 && ["h9i7", "b9a7"].contains(&moves[1].as_str()) {
                Score::Cp(-300)
            } else {
                Score::Cp(0)
            }
        }

        fn describe(&self) -> String {
            "oracle".into()
        }
    }

    fn book() -> Contents {
        let mut contents = Contents::default();
        for line in ["h2e2 h9g7 h0g2", "h2e2 h9i7 h0g2"] {
            let mut position = Position::start();
            for mv in line.split(' ') {
                let mv = mv.parse().unwrap();
                contents.set(&position, BookMove { weight: 1, ..BookMove::new(mv) });
                position.make(mv);
            }
        }
        contents
    }

    #[test]
    fn a_line_that_turns_out_badly_is_switched_off_where_it_begins() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut oracle = Oracle { asked: 0 };
        let mut contents = book();
        // Interrupted after two searches, and the last line torn.
        let mut journal = Journal::open(&path, &oracle).unwrap();
        let stop = &mut |progress: Progress| {
            if progress.fresh == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(score(&mut contents, &mut oracle, &mut journal, 60, stop).unwrap(), None);
        assert_eq!(contents, book());
        drop(journal);
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"0123").unwrap();
        let mut journal = Journal::open(&path, &oracle).unwrap();
        let mut go_on = |_: Progress| ControlFlow::Continue(());
        let scored = score(&mut contents, &mut oracle, &mut journal, 60, &mut go_on).unwrap().unwrap();
        assert_eq!((oracle.asked, scored.positions), (6, 6));
        let mut position = Position::start();
        position.make("h2e2".parse().unwrap());
        let answers = contents.moves(&position);
        let of = |mv: &str| answers.iter().find(|known| known.mv.to_string() == mv).unwrap();
        // The position behind black's bad answer is 300 better for red than it seemed.
        assert_eq!((of("h9g7").score, of("h9g7").enabled), (Some(0), true));
        assert_eq!((of("h9i7").score, of("h9i7").enabled), (Some(-300), false));
        assert_eq!(scored.switched_off, 1);
        // Another scorer does not take these results for its own.
        struct Other;
        impl LineScorer for Other {
            fn score(&mut self, _: &Line) -> Score {
                Score::Cp(0)
            }
            fn describe(&self) -> String {
                "other".into()
            }
        }
        assert!(Journal::open(&path, &Other).unwrap_err().to_string().contains("other searches"));
        journal.remove().unwrap();
        assert!(!path.exists());
    }
}
