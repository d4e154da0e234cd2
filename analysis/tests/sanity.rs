//! Real games: moves equal to the engine's best are never marked, planted blunders always are. Runs where `CHUHE_SHARED`
//! names the folder of outside material.

mod setup;

use std::path::PathBuf;

use chuhe_analysis::MoveClass;
use chuhe_analysis::input::{Item, Selection, Source};
use chuhe_analysis::output::rows;
use chuhe_movegen::{Move, Position};
use chuhe_record::Game;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use setup::Analysis;

const GAMES: usize = 50;

/// Every 500th game of the collection that starts from the start position.
fn games() -> Option<Vec<Game>> {
    let file = PathBuf::from(std::env::var_os("CHUHE_SHARED")?).join("data/games.iccs.txt.zst");
    let items = Source::Files(vec![file]).items(&Selection::default());
    let from_start = items.filter_map(|item| match item {
        Item::Game(game) if game.mainline_plies() > 40 && game.start_position() == Some(Position::start()) => {
            Some(*game)
        }
        _ => None,
    });
    Some(from_start.step_by(500).take(GAMES).collect())
}

/// A line of input: the moves up to a ply, and a move played there.
fn line(moves: &[Move], played: Move) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    format!(r#"{{"moves":"{}","move":"{played}"}}"#, moves.join(" "))
}

#[test]
fn best_moves_are_never_marked_and_planted_blunders_always_are() {
    let Some(games) = games() else { return };
    assert_eq!(games.len(), GAMES);
    println!("seed 1");
    let mut random = StdRng::seed_from_u64(1);
    let (mut lines, mut planted) = (Vec::new(), Vec::new());
    for game in &games {
        let moves: Vec<Move> = game.mainline_moves().collect();
        for _ in 0..6 {
            let ply = random.random_range(6..moves.len().min(60));
            lines.push(line(&moves[..ply], moves[ply]));
        }
        // A piece is put where it is taken for nothing.
        for _ in 0..20 {
            let ply = random.random_range(6..40);
            let mut position = Position::start();
            for &mv in &moves[..ply] {
                position.make(mv);
            }
            let gives = |mv: Move| {
                let quiet = position.piece_at(mv.to()).is_none() && !position.gives_check(mv);
                quiet && !position.in_check() && !position.see_ge(mv, -399)
            };
            let bad: Vec<Move> = position.legal_moves().iter().copied().filter(|&mv| gives(mv)).collect();
            if !bad.is_empty() {
                planted.push(line(&moves[..ply], bad[random.random_range(0..bad.len())]));
                break;
            }
        }
    }
    let analysis = Analysis { nodes: 20_000, workers: 2, ..Analysis::default() };
    let rows_of = |lines: &[String]| analysis.run(&Source::Lines("line".into(), lines.to_vec()), None).1;
    let mut equal = 0;
    for row in rows_of(&lines).iter().flat_map(rows) {
        let class = row.class.unwrap_or_else(|| panic!("{row:?}"));
        if row.mv == row.best {
            equal += 1;
            assert!(!class.is_marked(), "{row:?}");
        }
    }
    println!("{equal} of {} moves are the engine's", lines.len());
    assert!(equal > lines.len() / 5, "{equal} of {}", lines.len());

    // Whether it really loses something is asked of a search ten times as long; what was lost before cannot be lost again.
    let deep = Analysis { nodes: 200_000, workers: 2, ..Analysis::default() };
    let deep_rows = deep.run(&Source::Lines("line".into(), planted.clone()), None).1;
    let mut blunders = 0;
    for (row, deep) in rows_of(&planted).iter().flat_map(rows).zip(deep_rows.iter().flat_map(rows)) {
        if deep.loss.is_some_and(|loss| loss >= 30.0) {
            blunders += 1;
            assert_eq!(row.class, Some(MoveClass::Blunder), "{row:?}");
        }
    }
    println!("{blunders} planted blunders of {} moves", planted.len());
    assert!(blunders > GAMES / 4, "{blunders} of {}", planted.len());
}
