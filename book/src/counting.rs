//! Counting the moves of games.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use chuhe_movegen::{Color, Move, Position, START_FEN};
use chuhe_record::{Game, GameResult};

use crate::fold::Folded;
use crate::{BookError, BookMove, Contents, MemoryBook, walk};

/// Whose moves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Players {
    /// Those of both.
    #[default]
    Both,
    /// Those of one colour.
    One(Color),
    /// Those of whoever won; of drawn games those of both.
    NotLosers,
}

/// How a move gets its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weighting {
    /// Two for a win, one for a draw or a game without result: moves that lose are not played.
    #[default]
    Points,
    /// One for each game.
    Games,
}

/// What to count and what to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountOptions {
    /// Plies of a game that are counted.
    pub plies: usize,
    /// Whose moves.
    pub players: Players,
    /// How they are weighed.
    pub weighting: Weighting,
    /// Whether games with the same moves count each; otherwise they count once.
    pub duplicates: bool,
}

impl Default for CountOptions {
    fn default() -> Self {
        CountOptions { plies: 40, players: Players::Both, weighting: Weighting::Points, duplicates: false }
    }
}

/// What came of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Its moves were counted.
    Yes,
    /// It does not begin at the start position.
    OtherStart,
    /// It is one that was counted before.
    Duplicate,
    /// It has no moves.
    Empty,
}

/// Results of a move in games: wins, draws, losses of its player, games without result.
type Results = [u32; 4];

/// Counts moves game by game.
#[derive(Debug, Default)]
pub struct Counter {
    options: CountOptions,
    counts: HashMap<(u64, Move), Results>,
    seen: HashSet<u64>,
}

impl Counter {
    /// A counter that has seen nothing.
    #[must_use]
    pub fn new(options: CountOptions) -> Counter {
        Counter { options, ..Counter::default() }
    }

    /// Counts the main line of a game, up to its first illegal move.
    pub fn add(&mut self, game: &Game) -> Counted {
        if game.start != START_FEN.parse().expect("the start FEN is a FEN") {
            return Counted::OtherStart;
        }
        let moves: Vec<Move> =
            game.mainline().take_while(|&id| !game.node(id).illegal).map(|id| game.node(id).mv).collect();
        if moves.is_empty() {
            return Counted::Empty;
        }
        let mut hasher = DefaultHasher::new();
        moves.hash(&mut hasher);
        if !self.options.duplicates && !self.seen.insert(hasher.finish()) {
            return Counted::Duplicate;
        }
        let mut position = Position::start();
        // A game that comes back to a position and goes on as before has counted there already.
        let mut passed = HashSet::new();
        for &mv in moves.iter().take(self.options.plies) {
            let folded = Folded::new(&position);
            let place = (folded.key, folded.fold(mv));
            if self.is_counted(position.side(), game.result) && passed.insert(place) {
                let results = self.counts.entry(place).or_default();
                let kind = match (game.result, game.result.winner()) {
                    (GameResult::Unknown, _) => 3,
                    (_, None) => 1,
                    (_, Some(winner)) if winner == position.side() => 0,
                    _ => 2,
                };
                results[kind] = results[kind].saturating_add(1);
            }
            position.make(mv);
        }
        Counted::Yes
    }

    fn is_counted(&self, side: Color, result: GameResult) -> bool {
        match self.options.players {
            Players::Both => true,
            Players::One(color) => side == color,
            Players::NotLosers => result != GameResult::Unknown && result.winner() != Some(!side),
        }
    }

    /// All that was counted.
    #[must_use]
    pub fn contents(&self) -> Contents {
        let mut contents = Contents::default();
        for (&(key, mv), &results) in &self.counts {
            contents.push(key, self.record(mv, results));
        }
        contents
    }

    fn record(&self, mv: Move, [win, draw, loss, unknown]: Results) -> BookMove {
        let weight = match self.options.weighting {
            Weighting::Points => 2 * u64::from(win) + u64::from(draw) + u64::from(unknown),
            Weighting::Games => [win, draw, loss, unknown].iter().copied().map(u64::from).sum(),
        };
        let weight = weight.min(i32::MAX as u64) as i32;
        BookMove { weight, win, draw, loss, unknown, ..BookMove::new(mv) }
    }
}

/// Leaves out moves played in fewer than `games` games, and then what can no longer be reached from the start position.
///
/// # Errors
/// Never; the book is in memory.
pub fn prune(contents: &mut Contents, games: u64) -> Result<(), BookError> {
    contents.retain(|_, known| known.games() >= games);
    let book = MemoryBook::new(std::mem::take(contents), "");
    let mut reached = HashSet::new();
    walk(&book, &mut |visit| {
        reached.insert(Folded::new(visit.position).key);
        ControlFlow::Continue(())
    })?;
    *contents = book.contents;
    contents.retain(|key, _| reached.contains(&key));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str, result: GameResult) -> Game {
        let mut game = Game::default();
        game.result = result;
        let mut node = game.root();
        for mv in moves.split(' ') {
            node = game.add(node, mv.parse().unwrap());
        }
        game
    }

    #[test]
    fn games_and_their_mirror_images_are_counted_together() {
        let mut counter = Counter::new(CountOptions::default());
        for (moves, result) in [
            ("h2e2 h9g7 h0g2", GameResult::RedWins),
            ("b2e2 b9c7 b0c2 a9b9", GameResult::BlackWins),
            ("h2e2 h9g7 c3c4", GameResult::Draw),
            ("h2e2 b9c7", GameResult::Unknown),
        ] {
            assert_eq!(counter.add(&game(moves, result)), Counted::Yes);
        }
        assert_eq!(counter.add(&game("h2e2 b9c7", GameResult::Unknown)), Counted::Duplicate);
        assert_eq!(counter.add(&Game::default()), Counted::Empty);
        let mut contents = counter.contents();
        let start = contents.moves(&Position::start());
        assert_eq!(start.iter().map(|mv| mv.mv.to_string()).collect::<Vec<_>>(), ["b2e2", "h2e2"]);
        for known in &start {
            assert_eq!((known.win, known.draw, known.loss, known.unknown, known.weight), (1, 1, 1, 1, 4));
        }
        let mut position = Position::start();
        position.make("b2e2".parse().unwrap());
        let answers = contents.moves(&position);
        let of = |mv: &str| answers.iter().find(|known| known.mv.to_string() == mv).unwrap();
        assert_eq!((of("b9c7").win, of("b9c7").draw, of("b9c7").loss), (1, 1, 1));
        assert_eq!(of("h9g7").unknown, 1);
        prune(&mut contents, 2).unwrap();
        assert_eq!(contents.moves(&position).len(), 1);
        assert_eq!(contents.records(), 3, "{contents:?}");
    }

    #[test]
    fn only_the_players_asked_for_are_counted() {
        let of = |players| {
            let mut counter = Counter::new(CountOptions { players, plies: 3, ..CountOptions::default() });
            counter.add(&game("h2e2 h9g7 h0g2 i9h9", GameResult::RedWins));
            counter.contents().records()
        };
        assert_eq!(of(Players::Both), 3);
        assert_eq!(of(Players::One(Color::Black)), 1);
        assert_eq!(of(Players::NotLosers), 2);
    }
}
