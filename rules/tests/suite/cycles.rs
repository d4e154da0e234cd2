//! Random games that end in loops, for comparing judges with each other.

use chuhe_movegen::{Move, MoveList, Position, Square};
use chuhe_rules::{Line, NaturalLimit, RuleResult, RuleSet, SearchJudge};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// A random number generator that a failing test can name.
pub(crate) fn generator(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A random game of some plies, captures preferred so that few pieces are left.
pub(crate) fn random_game(random: &mut StdRng) -> Line {
    let mut line = Line::new(Position::start(), NaturalLimit::default());
    let plies = random.random_range(20..160);
    for _ in 0..plies {
        let moves = line.position().legal_moves();
        let captures = line.position().captures();
        let pool: &MoveList = if !captures.is_empty() && random.random_bool(0.5) { &captures } else { &moves };
        let Some(&mv) = pool.choose(random) else { break };
        line.make(mv);
    }
    line
}

/// A walk of `moves` steps by one or two pieces of the side to move that ends where it began, as the pieces move on an
/// otherwise unchanged board; none when the dice find none.
fn tour(position: &Position, moves: usize, random: &mut StdRng) -> Option<Vec<Move>> {
    let mut walker = position.clone();
    let mut tour = Vec::new();
    for left in (1..=moves).rev() {
        let mv = if left > moves / 2 {
            let quiets = walker.quiets();
            *quiets.choose(random)?
        } else {
            // Undo the outstanding displacement of some piece.
            let displaced = displacements(&tour);
            let back = displaced.iter().map(|&(home, now)| Move::new(now, home)).collect::<Vec<_>>();
            if displaced.len() > left {
                return None;
            }
            if displaced.len() == left || random.random_bool(0.5) {
                *back.choose(random)?
            } else {
                let quiets = walker.quiets();
                *quiets.choose(random)?
            }
        };
        if !walker.is_legal(mv) || walker.piece_at(mv.to()).is_some() {
            return None;
        }
        walker.make(mv);
        // The other side passes in this sketch; whether the moves fit together the real loop will show.
        walker.make_null();
        tour.push(mv);
    }
    displacements(&tour).is_empty().then_some(tour)
}

/// Where the pieces moved by some moves came from and stand, unless they are back.
fn displacements(moves: &[Move]) -> Vec<(Square, Square)> {
    let mut homes: Vec<(Square, Square)> = Vec::new();
    for mv in moves {
        match homes.iter_mut().find(|(_, now)| *now == mv.from()) {
            Some((_, now)) => *now = mv.to(),
            None => homes.push((mv.from(), mv.to())),
        }
    }
    homes.retain(|(home, now)| home != now);
    homes
}

/// Random games whose last plies are a loop of 4 to 12 plies without captures, played `times` times. Quiet loops are
/// the rule among random ones, so only a few of those are let through: about half the games have an attacker in their loop.
pub(crate) fn looping_games(random: &mut StdRng, times: usize, count: usize) -> Vec<(Line, usize)> {
    let judge = SearchJudge::new(RuleSet::Axf);
    let mut games = Vec::new();
    let mut quiet = 0;
    while games.len() < count {
        let game = random_game(random);
        if game.position().in_check() || !game.position().has_legal_move() {
            continue;
        }
        for _ in 0..200 {
            let Some((line, length)) = with_loop(&game, times, random) else { continue };
            let is_quiet = judge.probe(&line, 0).is_some_and(|finding| finding.result == RuleResult::Draw);
            if is_quiet && quiet > games.len() / 2 {
                continue;
            }
            quiet += usize::from(is_quiet);
            games.push((line, length));
            break;
        }
    }
    games
}

/// A game with a random loop at its end; none when the dice find no loop.
fn with_loop(game: &Line, times: usize, random: &mut StdRng) -> Option<(Line, usize)> {
    let moves = *[2, 2, 2, 3, 4, 5, 6].choose(random)?;
    let own = tour(game.position(), moves, random)?;
    let mut other = game.position().clone();
    other.make(own[0]);
    let other = tour(&other, moves, random)?;
    let mut line = game.clone();
    for _ in 0..times {
        for mv in own.iter().zip(&other).flat_map(|(&a, &b)| [a, b]) {
            if !line.position().is_legal(mv) || line.position().piece_at(mv.to()).is_some() {
                return None;
            }
            line.make(mv);
        }
    }
    Some((line, 2 * moves))
}

/// A line with its start position and all its moves turned.
pub(crate) fn turned(line: &Line, turn: Turn) -> Line {
    let start = start_of(line);
    let fen = match turn {
        Turn::Mirror => start.fen().mirror(),
        Turn::SwapColors => start.fen().swap_colors(),
    };
    let mut turned = Line::new(Position::try_from(&fen).expect("a turned position is possible"), line.limit());
    for ply in line.plies() {
        let mv = match turn {
            Turn::Mirror => ply.mv.mirror(),
            Turn::SwapColors => ply.mv.flip(),
        };
        turned.make(mv);
    }
    turned
}

/// How a line is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Turn {
    Mirror,
    SwapColors,
}

/// The position before the first move.
pub(crate) fn start_of(line: &Line) -> Position {
    let mut start = line.clone();
    while !start.plies().is_empty() {
        start.unmake();
    }
    start.position().clone()
}

/// The part of a line after its last capture.
pub(crate) fn after_last_capture(line: &Line) -> Line {
    let mut start = line.clone();
    while start.plies().last().is_some_and(|ply| !ply.is_capture()) {
        start.unmake();
    }
    let first = start.plies().len();
    let mut rest = Line::new(start.position().clone(), line.limit());
    for ply in &line.plies()[first..] {
        rest.make(ply.mv);
    }
    rest
}
