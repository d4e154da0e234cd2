//! What holds for the evaluation as a whole.

use chuhe_movegen::Position;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::{FULL_SCALE, LIMIT, Tapered, evaluate, trace};

/// Colours exchanged, the other side to move.
pub(super) fn swapped(position: &Position) -> Position {
    Position::try_from(&position.fen().swap_colors()).unwrap()
}

/// A term by its name.
pub(super) struct Term(pub(super) &'static str);

impl Term {
    /// Red's value of the term less black's, in a placement without side to move: whoever may move does.
    pub(super) fn red(&self, placement: &str) -> Tapered {
        let position = |side: &str| format!("{placement} {side}").parse::<Position>();
        let position = position("w").or_else(|_| position("b")).unwrap_or_else(|error| panic!("{placement}: {error}"));
        let trace = trace(&position);
        let row = trace.terms.iter().find(|row| row.term == self.0).expect("the term exists");
        row.red - row.black
    }
}

/// Every position of `games` random games of at most 200 plies, with seed and ply to name it.
fn random_positions(games: u64, mut check: impl FnMut(&Position, &str)) {
    for seed in 0..games {
        let mut random = StdRng::seed_from_u64(seed);
        let mut position = Position::start();
        for ply in 0..200 {
            check(&position, &format!("seed {seed} ply {ply}: {position}"));
            let captures = position.captures();
            let moves = if !captures.is_empty() && random.random_bool(0.3) { captures } else { position.legal_moves() };
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn a_mirrored_position_is_worth_the_same() {
    random_positions(60, |position, name| assert_eq!(evaluate(position), evaluate(&position.mirror()), "{name}"));
}

#[test]
fn exchanged_colours_are_worth_the_same_to_the_side_to_move() {
    random_positions(60, |position, name| assert_eq!(evaluate(position), evaluate(&swapped(position)), "{name}"));
}

#[test]
fn the_trace_adds_up_to_the_evaluation() {
    random_positions(60, |position, name| {
        let trace = trace(position);
        assert_eq!(trace.total_for(position.side()), evaluate(position), "{name}");
        let sum = trace.terms.iter().fold(Tapered::ZERO, |sum, row| sum + row.red - row.black);
        let blended = (sum.mg * trace.phase + sum.eg * (trace.full_phase - trace.phase)) / trace.full_phase;
        assert_eq!((blended * trace.scale / FULL_SCALE).clamp(-LIMIT, LIMIT), trace.total, "{name}");
        let rows: i32 = trace.terms.iter().map(|row| row.blended).sum();
        assert!((rows - trace.blended).abs() <= trace.terms.len() as i32, "{name}");
    });
}

#[test]
fn evaluations_stay_in_bounds() {
    random_positions(100, |position, name| assert!(evaluate(position).abs() <= LIMIT, "{name}"));
    let everything_against_nothing = "4k4/9/9/9/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let value = evaluate(&everything_against_nothing.parse().unwrap());
    assert!((4000..=LIMIT).contains(&value), "{value}");
}

#[test]
fn sparse_positions_are_evaluated() {
    for fen in [
        "4k4/9/9/9/9/9/9/9/9/3K5 w",
        "5k3/9/9/9/9/9/9/9/9/4K4 b",
        "3k5/9/9/9/9/9/9/9/9/4KA3 w",
        "3k5/9/9/9/9/9/9/9/4p4/5K3 w",
        "3k1P3/9/9/9/9/9/9/9/9/4K4 w",
        "2b1ka3/4a4/4b4/9/9/9/9/9/9/4K2C1 b",
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(evaluate(&position), evaluate(&swapped(&position)), "{fen}");
        assert_eq!(trace(&position).total_for(position.side()), evaluate(&position), "{fen}");
    }
}

#[test]
fn the_start_is_worth_a_little_to_the_mover() {
    let position = Position::start();
    let trace = trace(&position);
    assert!((10..60).contains(&trace.total), "{trace}");
    for row in trace.terms.iter().filter(|row| row.term != "tempo") {
        assert_eq!(row.red, row.black, "{}", row.term);
    }
    assert_eq!(trace.phase, trace.full_phase);
}

#[test]
fn the_trace_prints_as_an_aligned_table() {
    let text = trace(&Position::start()).to_string();
    let bars = |line: &str| -> Vec<usize> { line.match_indices(['|', '+']).map(|(at, _)| at).collect() };
    let table: Vec<&str> = text.lines().filter(|line| bars(line).len() == 3).collect();
    assert_eq!(table.len(), trace(&Position::start()).terms.len() + 5, "{text}");
    assert!(table.iter().all(|line| bars(line) == bars(table[0])), "{text}");
    assert!(text.ends_with(&format!("value for red {:+}", evaluate(&Position::start()))), "{text}");
}

#[test]
fn the_trace_is_written_for_machines_with_its_field_names() {
    let json = serde_json::to_value(trace(&Position::start())).unwrap();
    assert_eq!(json["terms"][0]["term"], "material");
    assert!(json["terms"][0]["red"]["mg"].as_i64().unwrap() > 3000);
    assert_eq!(json["scale"], 64);
    assert_eq!(json["total"], evaluate(&Position::start()));
}
