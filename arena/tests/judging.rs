//! Games between scripted engines: how they end, what engines are sent.

mod setup;

use chuhe_arena::engine::{Engine, EngineConfig, Foul};
use chuhe_arena::game::{DrawRule, EndReason, ResignRule};
use setup::{Arena, scripted};

/// RUN-11.
#[test]
fn late_moves_lose_and_the_margin_forgives() {
    let slow = || scripted("slow", &["think=60"]);
    let good = || scripted("good", &["seed=2"]);
    // Twenty milliseconds after its time is too late, with the usual margin and with one of ten.
    for margin in [None, Some("10")] {
        let mut arena = Arena::new(&[slow(), good()]).limit("movetime", "40").games(1).max_moves(2);
        if let Some(margin) = margin {
            arena = arena.limit("timemargin", margin);
        }
        let record = &arena.play().records[0];
        assert_eq!(record.reason, EndReason::Time, "{}", record.text);
        assert_eq!(record.result.pgn(), "0-1");
    }
    let record = &Arena::new(&[slow(), good()])
        .limit("movetime", "40")
        .limit("timemargin", "2000")
        .games(1)
        .max_moves(2)
        .play()
        .records[0];
    assert_eq!(record.reason, EndReason::MaxMoves, "{}", record.text);
    let slow = scripted("slow", &["think=1000"]);
    let record = &Arena::new(&[slow, good()]).limit("tc", "2.8").games(1).max_moves(20).play().records[0];
    assert_eq!(record.reason, EndReason::Time, "{}", record.text);
    assert_eq!(record.moves.len(), 4, "the third move of a second is one too many");
}

/// Sleeping is no waiting for a processor: such moves lose whether waits are forgiven or not.
#[test]
fn an_engine_that_is_late_by_itself_is_not_forgiven() {
    let mut arena =
        Arena::new(&[scripted("slow", &["think=160"]), scripted("good", &["seed=2"])]).limit("movetime", "40").games(1);
    arena.plan.conditions.forgive_waits = true;
    let record = &arena.max_moves(2).play().records[0];
    assert_eq!(record.reason, EndReason::Time, "{}", record.text);
}

/// RUN-10; the counting itself is tested beside it.
#[test]
fn adjudication_comes_at_the_stated_move() {
    let pair = |a: &str, b: &str| {
        Arena::new(&[scripted("a", &[&format!("score={a}")]), scripted("b", &["seed=2", &format!("score={b}")])])
            .limit("nodes", "1")
            .games(1)
    };
    let mut arena = pair("10", "-10");
    arena.plan.conditions.adjudication.draw = Some(DrawRule { after_move: 3, count: 1, score: 1000 });
    let record = &arena.play().records[0];
    assert_eq!((record.reason.clone(), record.moves.len()), (EndReason::DrawAdjudication, 6));
    let mut arena = pair("900", "-900");
    arena.plan.conditions.adjudication.resign = Some(ResignRule { count: 3, score: 600, two_sided: true });
    let record = &arena.play().records[0];
    assert_eq!((record.reason.clone(), record.moves.len()), (EndReason::WinAdjudication, 6));
    assert_eq!(record.result.pgn(), "1-0");
    // One side alone decides nothing when both must agree.
    let mut arena = pair("0", "-900").max_moves(8);
    arena.plan.conditions.adjudication.resign = Some(ResignRule { count: 3, score: 600, two_sided: true });
    assert_eq!(arena.play().records[0].reason, EndReason::MaxMoves);
}

#[test]
fn draws_and_resignations_of_the_protocol_count() {
    let record = &Arena::new(&[scripted("a", &["draw=yes"]), scripted("b", &["seed=2", "draw=yes"])])
        .limit("nodes", "1")
        .games(1)
        .play()
        .records[0];
    assert_eq!((record.reason.clone(), record.moves.len()), (EndReason::Agreement, 1), "the second move is not played");
    let record = &Arena::new(&[scripted("a", &["draw=yes"]), scripted("b", &["seed=2", "resign=2"])])
        .limit("nodes", "1")
        .games(1)
        .play()
        .records[0];
    assert_eq!((record.reason.clone(), record.result.pgn()), (EndReason::Resignation, "1-0"));
    let record = &Arena::new(&[scripted("a", &[]), scripted("b", &["seed=2", "resign=2"])])
        .limit("nodes", "1")
        .limit("claims", "ignore")
        .games(1)
        .max_moves(5)
        .play()
        .records[0];
    assert_eq!(record.reason, EndReason::MaxMoves);
}

/// RUN-18. What is sent is checked by the engine itself: it leaves when a move of the list is illegal.
#[test]
fn engines_get_the_game_in_their_own_numbering() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("positions");
    for proto in ["ucci", "uci"] {
        let one = scripted("one", &[&format!("proto={proto}"), "ranks=1", &format!("positions={}", log.display())]);
        let finish =
            Arena::new(&[one, scripted("zero", &["seed=2"])]).limit("nodes", "1").max_moves(10).games(2).play();
        for record in &finish.records {
            assert_eq!(record.reason, EndReason::MaxMoves, "{proto}: {}", record.text);
        }
    }
    // No position comes without the moves that led to it.
    let positions = std::fs::read_to_string(&log).unwrap();
    assert!(positions.lines().any(|line| line.starts_with("9 ")), "{positions}");
    for line in positions.lines() {
        let (moves, fen) = line.split_once(' ').unwrap();
        let number: u32 = fen.rsplit(' ').next().unwrap().parse().unwrap();
        let plies = 2 * (number - 1) + u32::from(fen.contains(" b "));
        assert_eq!(moves.parse::<u32>().unwrap(), plies, "{line}");
    }
}

/// RUN-21.
#[test]
fn pondering_hits_and_misses() {
    let thinker = || scripted("thinker", &["ponder=yes", "score=5"]);
    let mut config = thinker();
    config.ponder = true;
    let finish = Arena::new(&[config, scripted("other", &["seed=2"])]).limit("tc", "10").max_moves(30).games(4).play();
    let report = &finish.report;
    assert_eq!(report.faults(), 0, "{:?}", report.ends);
    // The other side plays at random, and the guess is one of its moves: both must happen.
    assert!(report.players[0].ponder_hits > 0 && report.players[0].ponder_hits < report.players[0].moves);
    assert!(report.players[0].fouls.is_empty(), "{:?}", report.players[0].fouls);
}

/// RUN-14. A bestmove before its time is a foul, and the game goes on in the right position.
#[test]
fn a_move_said_while_pondering_is_a_foul() {
    let mut early = scripted("early", &["ponder=yes", "early=yes"]);
    early.ponder = true;
    let finish = Arena::new(&[early, scripted("other", &["seed=2"])]).limit("tc", "10").max_moves(30).games(2).play();
    assert_eq!(finish.report.faults(), 0, "{:?}", finish.report.ends);
    assert!(finish.report.players[0].fouls[&Foul::MoveWhilePondering] > 0);
}

/// RUN-12, before the first game; in a game the three are told apart in `faults.rs`.
#[test]
fn engines_that_cannot_play_are_named_before_the_first_game() {
    let start = |mut config: EngineConfig| {
        config.startup_ms = 300;
        let mut engine = Engine::new(config, None, Default::default());
        engine.start().unwrap_err().to_string()
    };
    let missing = start(EngineConfig { name: "x".into(), ..EngineConfig::new("/no/such/engine") });
    assert!(missing.starts_with("engine x: cannot run `/no/such/engine`: "), "{missing}");
    let silent = start(scripted("mute", &["startup=silent"]));
    assert_eq!(silent, "engine mute: no answer to ucci and uci within 0.3 s; it said nothing");
    let gone = start(scripted("gone", &["startup=exit"]));
    assert_eq!(gone, "engine gone: it exited with code 3");
    let unready = start(scripted("unready", &["startup=unready"]));
    assert_eq!(unready, "engine unready: no readyok within 0.3 s");
    let garbage = start(scripted("garbage", &["startup=garbage"]));
    assert_eq!(garbage, "engine garbage: no readyok within 0.3 s, only `what?`");
    let mut wrong = scripted("wrong", &["options=yes"]);
    wrong.options.push(("Threads".into(), "2".into()));
    assert!(start(wrong).starts_with("engine wrong: it offers no option `Threads` (it offers hashsize, usemillisec)"));
    let mut wrong = scripted("wrong", &["options=yes"]);
    wrong.options.push(("Hash".into(), "2000".into()));
    assert_eq!(start(wrong), "engine wrong: option Hash: `2000` is not a number from 1 to 64");
}

/// RUN-15, RUN-23. Books are an engine's own, by colour; their moves take no time and end a wrong guess.
#[test]
fn engines_play_from_their_own_books() {
    use chuhe_arena::EngineBook;
    use chuhe_arena::game::Opening;

    let lines = |moves: &[&str]| {
        let moves = moves.iter().map(|mv| mv.parse().unwrap()).collect();
        Some(EngineBook::new(&[Opening { moves, ..Opening::default() }]))
    };
    let mut thinker = scripted("thinker", &["ponder=yes"]);
    thinker.ponder = true;
    let mut arena = Arena::new(&[thinker, scripted("other", &["seed=2"])]).limit("tc", "10").games(2).max_moves(6);
    arena.plan.books = vec![[lines(&["h2e2"]), None], [None, lines(&["h2e2", "b9c7"])]];
    let records = arena.play().records;
    let moves =
        |game: usize| records[game].moves.iter().take(2).map(|mv| (mv.mv.as_str(), mv.book)).collect::<Vec<_>>();
    assert_eq!(moves(0), [("h2e2", true), ("b9c7", true)]);
    assert!(records[1].moves.iter().all(|mv| !mv.book), "the colours are exchanged, and the books do not fit");
    assert!(records.iter().all(|record| record.reason == EndReason::MaxMoves));
}
