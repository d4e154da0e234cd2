//! Engines that hang, die or talk nonsense cost one row each.

mod setup;

use std::time::Duration;

use chuhe_analysis::PositionRecord;
use chuhe_analysis::run::Analysed;
use chuhe_analysis::search::EngineChoice;
use setup::{Analysis, fake, random_positions};

/// The rows of eight positions without a move to be judged, each one search.
fn rows(engine: EngineChoice) -> Vec<PositionRecord> {
    let chuhe_analysis::input::Source::Lines(name, lines) = random_positions(8, 3) else { unreachable!() };
    let lines = lines.iter().map(|line| line.split(",\"move\"").next().unwrap().to_owned() + "}").collect();
    let source = chuhe_analysis::input::Source::Lines(name, lines);
    Analysis { engines: vec![engine], patience: Duration::from_secs(2), ..Analysis::default() }.rows(&source)
}

/// BATCH-03: a position on which the engine hangs or fails is one row, and never tried for ever.
#[test]
fn a_fault_is_one_row_and_the_rest_goes_on() {
    for (fault, says) in [
        ("hang=3", "no bestmove"),
        ("die=3", ""),
        ("nonsense=3", "`perhaps` is no move"),
        ("illegal=3", "`bestmove a0a9` is illegal here"),
    ] {
        let rows = rows(fake(&[fault]));
        assert_eq!(rows.len(), 8, "{fault}");
        for (index, row) in rows.iter().enumerate() {
            match &row.error {
                None => assert!(row.score.is_some() && index != 2, "{fault}, row {index}"),
                Some(error) => assert!(index % 3 == 2 && error.contains(says), "{fault}, row {index}: {error}"),
            }
        }
        assert!(rows[2].error.is_some(), "{fault}");
        assert!(rows[3].error.is_none(), "{fault}: the next position is searched");
    }
}

#[test]
fn an_engine_that_cannot_be_started_is_named_before_anything_is_done() {
    let config = chuhe_arena::engine::EngineConfig::new("/nowhere/no-engine");
    let choices = [EngineChoice::Outside(Box::new(config))];
    let setup = Analysis::default().job(std::sync::Arc::default()).setup;
    let error = chuhe_analysis::search::prepare(&choices, &setup).unwrap_err().to_string();
    assert!(error.contains("no-engine") && error.lines().count() == 1, "{error}");
}

/// BATCH-06: two engines on the same positions; the same name twice is told apart.
#[test]
fn two_engines_are_compared_on_the_same_positions() {
    let engines = vec![EngineChoice::Inside, fake(&["name=Twin", "cp=5"]), fake(&["name=Twin", "cp=9"])];
    let analysis = Analysis { engines, ..Analysis::default() };
    let (game, analysed) = analysis.game("1. h2e2 h9g7");
    assert_eq!(game.mainline_plies(), 2);
    let others = &analysed.moves[1].others;
    let names: Vec<&str> = others.iter().map(|other| other.engine.as_str()).collect();
    assert_eq!(names, ["Twin", "Twin #2"]);
    assert_eq!(others[0].score.unwrap().value, 5);
    assert_eq!(others[1].score.unwrap().value, 9);
    let same = others[0].best == analysed.moves[1].best;
    assert_eq!(others[0].agrees, same);
    assert!(others[0].loss.is_some());
}

/// BATCH-07: all lines of a position are kept, from either kind of engine.
#[test]
fn more_lines_than_moves_gives_them_all() {
    for engine in [EngineChoice::Inside, fake(&[])] {
        let analysis = Analysis { engines: vec![engine], multipv: 60, nodes: 20_000, ..Analysis::default() };
        let (_, analysed) = analysis.game("1. h2e2");
        assert_eq!(analysed.moves[0].lines.len(), 44, "the start position has 44 moves");
        let mut firsts: Vec<&str> = analysed.moves[0].lines.iter().map(|line| line.pv[0].as_str()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 44);
    }
}

/// BATCH-09: reaching the limit of nodes never leaves an engine halted for the next position.
#[test]
fn two_hundred_positions_one_after_the_other_are_all_searched() {
    let analysis = Analysis { nodes: 500, ..Analysis::default() };
    let (finish, analysed) = analysis.run(&random_positions(200, 4), None);
    assert_eq!((analysed.len(), finish.progress.failed, finish.progress.problems), (200, 0, 0));
    let searched = |item: &Analysed| matches!(item, Analysed::Position(_, record) if record.score.is_some());
    assert!(analysed.iter().all(searched));
}
