//! The same results whatever happens on the way: more workers, an interruption, a store.

mod setup;

use chuhe_analysis::PositionRecord;
use chuhe_analysis::input::Source;
use chuhe_analysis::output::rows;
use chuhe_analysis::run::Analysed;
use setup::{Analysis, random_positions};

fn records(analysed: &[Analysed]) -> Vec<PositionRecord> {
    analysed.iter().flat_map(rows).collect()
}

#[test]
fn workers_stores_and_interruptions_change_nothing() {
    let source = random_positions(24, 1);
    let one = Analysis::default().rows(&source);
    assert_eq!(one.len(), 24);
    let ids: Vec<String> = one.iter().map(|record| record.id.clone()).collect();
    assert_eq!(ids, (0..24).map(|id| id.to_string()).collect::<Vec<_>>());
    assert!(one.iter().all(|record| record.error.is_none() && record.score.is_some() && record.loss.is_some()));
    assert_eq!(Analysis { workers: 3, ..Analysis::default() }.rows(&source), one);

    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("searches.jsonl");
    let cut = Analysis { workers: 2, interrupt_after: Some(7), ..Analysis::default() };
    let (finish, analysed) = cut.run(&source, Some(&store));
    assert!(finish.interrupted && analysed.len() < 24);
    let (finish, analysed) = Analysis { workers: 2, ..Analysis::default() }.run(&source, Some(&store));
    assert!(!finish.interrupted && finish.progress.reused >= 7, "{finish:?}");
    assert_eq!(records(&analysed), one);
    let (finish, analysed) = Analysis::default().run(&source, Some(&store));
    assert_eq!(finish.progress.reused, finish.progress.searches, "everything was known");
    assert_eq!(finish.progress.nodes, 0);
    assert_eq!(records(&analysed), one);
}

#[test]
fn other_settings_are_other_searches() {
    let source = random_positions(3, 2);
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("searches.jsonl");
    let reused = |analysis: Analysis| analysis.run(&source, Some(&store)).0.progress.reused;
    assert_eq!(reused(Analysis::default()), 0);
    assert_eq!(reused(Analysis { nodes: 2_001, ..Analysis::default() }), 0);
    assert_eq!(reused(Analysis { multipv: 2, ..Analysis::default() }), 0);
    assert!(reused(Analysis::default()) > 0);
}

#[test]
fn a_game_in_order_is_the_same_with_more_workers_and_after_an_interruption() {
    let moves = "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 g6g5 5. h0h6 a6a5";
    let game = format!("[Format \"ICCS\"]\n\n{moves} *\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.pgn");
    let other = game.replace(" 5. h0h6 a6a5", " 5. b0a2 c9e7");
    std::fs::write(&file, format!("{game}\n{other}\n")).unwrap();
    let source = Source::Files(vec![file]);
    let in_order = |workers| Analysis { game_order: true, workers, ..Analysis::default() };
    let one = in_order(1).rows(&source);
    assert_eq!(one.len(), 22, "every ply and the last position of both games");
    assert_eq!(in_order(2).rows(&source), one);
    let store = folder.path().join("searches.jsonl");
    let cut = Analysis { interrupt_after: Some(1), ..in_order(1) };
    assert!(cut.run(&source, Some(&store)).0.interrupted);
    let (finish, analysed) = in_order(1).run(&source, Some(&store));
    assert!(finish.progress.reused > 0);
    assert_eq!(records(&analysed), one);
    let apart = Analysis::default().rows(&source);
    assert_ne!(apart, one, "a table that remembers sees more");
}

#[test]
fn every_line_is_a_row_and_a_bad_one_stops_nothing() {
    let fen = "3k5/4P4/9/9/9/9/9/9/9/4KR3 w";
    let lines = [fen, "nonsense", r#"{"id":"z","fen":"4k4/9/9/9/9/9/9/9/9/4K4 w"}"#, "{", fen];
    let rows = Analysis::default().rows(&Source::Lines("in".into(), lines.map(str::to_owned).to_vec()));
    let errors: Vec<bool> = rows.iter().map(|row| row.error.is_some()).collect();
    assert_eq!(errors, [false, true, true, true, false]);
    assert_eq!(rows[2].id, "z");
    assert_eq!((rows[0].best.as_deref(), rows[0].id.as_str()), (Some("f0f9"), "in:1"));
    assert_eq!(rows[0].score, rows[4].score);
}
