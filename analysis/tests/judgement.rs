//! What moves are called, and the figures of players.

mod setup;

use chuhe_analysis::{INACCURACY, MoveClass, ScoreKind, Side, accuracy};
use setup::Analysis;

/// A game of sound moves in which red leaves a rook to be taken at move 6.
const BLUNDER: &str = "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 g6g5 5. h0h6 c9e7 6. h6f6 g7f5 7. b0a2 f5g3";

/// BATCH-05: the figures come from one documented formula.
#[test]
fn the_best_move_is_never_marked_and_the_figures_add_up() {
    let (_, analysis) = Analysis { nodes: 20_000, ..Analysis::default() }.game(BLUNDER);
    for record in &analysis.moves {
        let (loss, class) = (record.loss.unwrap(), record.class.unwrap());
        if record.best == record.mv {
            assert_eq!((loss, class), (0.0, MoveClass::Best), "{}", record.id);
        }
        assert_eq!(class.is_marked(), loss >= INACCURACY, "{}", record.id);
        assert!((0.0..=100.0).contains(&loss));
        // One formula: the loss is the difference of the chances that stand in the record.
        let expected = 100.0 * (record.chance.unwrap() - record.played_chance.unwrap()).max(0.0);
        assert!(record.best == record.mv || (loss - expected).abs() < 0.02, "{}: {loss} {expected}", record.id);
        assert!((record.accuracy.unwrap() - accuracy(loss)).abs() < 0.1);
    }
    for side in [Side::Red, Side::Black] {
        let player = analysis.summary.player(side);
        let own: Vec<_> = analysis.moves.iter().filter(|record| record.side == Some(side)).collect();
        assert_eq!(player.moves as usize, own.len());
        assert_eq!(player.classes.iter().sum::<u32>(), player.moves);
        let mean = own.iter().map(|record| accuracy(record.loss.unwrap())).sum::<f64>() / own.len() as f64;
        assert!((player.accuracy.unwrap() - mean).abs() < 0.06, "the mean of the moves");
    }
    assert_eq!(analysis.summary.player(Side::Red).name, "甲");
}

#[test]
fn a_piece_given_away_is_a_blunder() {
    // The rook takes a cannon that a rook protects.
    let game = "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. h0h7 h9h7";
    let (_, planted) = Analysis { nodes: 20_000, ..Analysis::default() }.game(game);
    let given = &planted.moves[6];
    assert_eq!(given.class, Some(MoveClass::Blunder), "{given:?}");
    assert!(given.cp_loss.unwrap() > 300);
}

#[test]
fn mates_missed_and_allowed_are_tagged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mate.pgn");
    // Red mates by f0f9 at once and plays something else; black may then only wait.
    let fen = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w - - 0 1";
    std::fs::write(&file, format!("[FEN \"{fen}\"]\n[Format \"ICCS\"]\n\n1. f0h0 *\n")).unwrap();
    let source = chuhe_analysis::input::Source::Files(vec![file]);
    let rows = Analysis::default().rows(&source);
    let first = &rows[0];
    assert_eq!(first.score.unwrap().kind, ScoreKind::Mate);
    assert_eq!(first.score.unwrap().value, 1);
    let events: Vec<&str> = first.tags.iter().map(|tag| tag.id.as_str()).collect();
    let kept = first.played_score.unwrap().kind == ScoreKind::Mate;
    assert_eq!(events.contains(&"missed-mate"), !kept, "{first:?}");
}

#[test]
fn a_repetition_that_ends_the_game_is_reported_with_its_reason() {
    let round = "h0g2 h9g7 g2h0 g7h9";
    let moves: Vec<String> = std::iter::repeat_n(round, 3).flat_map(str::split_whitespace).map(str::to_owned).collect();
    let text: Vec<String> =
        moves.chunks(2).enumerate().map(|(number, pair)| format!("{}. {}", number + 1, pair.join(" "))).collect();
    let (_, analysis) = Analysis::default().game(&text.join(" "));
    let ending = &analysis.summary.ending;
    assert_eq!(ending.ruling.as_ref().map(|ruling| ruling.verdict.as_str()), Some("draw"));
    assert_eq!(ending.ply, Some(8), "the start position stands for the third time");
    assert!(ending.en.contains("the game went on"), "{}", ending.en);
    assert!(analysis.moves[7].tags.iter().any(|tag| tag.id == "unclaimed"));
}
