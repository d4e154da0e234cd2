//! The conditions of the table: what they say is explained at its top.

use chuhe_movegen::{Board, Move, Piece, Square};

/// Last ply at which a line without a limit of its own may fit.
const LIMIT: usize = 20;

/// Alternatives, each a list of tests that hold at the same ply.
#[derive(Debug)]
pub(super) struct Condition(Vec<Vec<Test>>);

#[derive(Debug)]
struct Test {
    what: What,
    negated: bool,
}

#[derive(Debug)]
enum What {
    /// One of the points holds the piece.
    Stands(Piece, Vec<Square>),
    /// The move has been played.
    Played(Move),
    /// The move was played at this very ply.
    Just(Move),
    /// The ply is at most this.
    Until(usize),
}

/// What is known of a game: boards and moves ply by ply, or a single board.
pub(super) struct History<'a> {
    start: &'a Board,
    /// After ply 1, 2 ...
    boards: Vec<Board>,
    moves: Vec<Move>,
    /// A single board: the moves are unknown.
    single: bool,
}

impl<'a> History<'a> {
    pub(super) fn of_moves(start: &'a Board, moves: &[Move]) -> History<'a> {
        let mut board = *start;
        let mut boards = Vec::with_capacity(moves.len());
        for mv in moves {
            let Some(piece) = board.get(mv.from()) else { break };
            board.set(mv.from(), None);
            board.set(mv.to(), Some(piece));
            boards.push(board);
        }
        let moves = moves[..boards.len()].to_vec();
        History { start, boards, moves, single: false }
    }

    pub(super) fn of_board(start: &'a Board, board: &Board) -> History<'a> {
        History { start, boards: vec![*board], moves: Vec::new(), single: true }
    }

    /// On a single board a move counts as played when its piece stands where it leads and not where it began.
    fn played(&self, mv: Move, ply: usize) -> bool {
        if !self.single {
            return self.moves[..ply].contains(&mv);
        }
        let piece = self.start.get(mv.from());
        piece.is_some() && self.boards[0].get(mv.to()) == piece && self.boards[0].get(mv.from()) != piece
    }
}

impl Condition {
    /// Reads a condition; an error is the test that cannot be read.
    pub(super) fn parse(text: &str) -> Result<Condition, String> {
        let alternative = |text: &str| -> Result<Vec<Test>, String> {
            text.split_whitespace().map(|test| Test::parse(test).ok_or_else(|| test.to_owned())).collect()
        };
        Ok(Condition(text.split(" or ").map(alternative).collect::<Result<_, _>>()?))
    }

    /// The first ply, from `from` on, at which the condition holds, and how many signs of the opening it found there.
    pub(super) fn first_fit(&self, history: &History<'_>, from: usize) -> Option<(usize, usize)> {
        let signs =
            |tests: &[Test]| tests.iter().filter(|test| !test.negated && !matches!(test.what, What::Until(_))).count();
        (from..=history.boards.len()).find_map(|ply| {
            let fits = |tests: &&Vec<Test>| {
                let limited = tests.iter().any(|test| matches!(test.what, What::Until(_)));
                (limited || ply <= LIMIT) && tests.iter().all(|test| test.holds(history, ply))
            };
            self.0.iter().find(fits).map(|tests| (ply, signs(tests)))
        })
    }
}

impl Test {
    fn parse(text: &str) -> Option<Test> {
        let (negated, text) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let what = if let Some(ply) = text.strip_prefix('<') {
            What::Until(ply.parse().ok()?)
        } else if let Some(mv) = text.strip_prefix('>') {
            What::Just(mv.parse().ok()?)
        } else if text.as_bytes().get(1)?.is_ascii_digit() {
            What::Played(text.parse().ok()?)
        } else {
            let (&piece, place) = text.as_bytes().split_first()?;
            let split = place.iter().position(u8::is_ascii_digit).unwrap_or(place.len());
            let split = if place.last() == Some(&b'?') && split == place.len() { split - 1 } else { split };
            let (files, ranks) = place.split_at(split);
            let files = numbers(files, b'a', 9)?;
            let ranks = numbers(ranks, b'0', 10)?;
            let squares = files.iter().flat_map(|file| ranks.iter().map(|rank| Square::at(*file, *rank)));
            What::Stands(Piece::from_letter(piece)?, squares.collect())
        };
        Some(Test { what, negated })
    }

    fn holds(&self, history: &History<'_>, ply: usize) -> bool {
        let holds = match &self.what {
            What::Stands(piece, squares) => {
                squares.iter().any(|square| history.boards[ply - 1].get(*square) == Some(*piece))
            }
            What::Played(mv) => history.played(*mv, ply),
            What::Just(mv) if history.single => history.played(*mv, ply),
            What::Just(mv) => history.moves[ply - 1] == *mv,
            // The ply of a single board is unknown.
            What::Until(last) => history.single || ply <= *last,
        };
        holds != self.negated
    }
}

/// Letters or digits from `first` on as numbers below `count`; `?` is all of them.
fn numbers(text: &[u8], first: u8, count: u8) -> Option<Vec<u8>> {
    match text {
        [] => None,
        b"?" => Some((0..count).collect()),
        _ => text.iter().map(|letter| letter.checked_sub(first).filter(|number| *number < count)).collect(),
    }
}
