//! Bug reports of other programs, as cases.

use chuhe_rules::{Label, Line, Outcome, Reason, Report, RuleSet, Rules, first_end, judge, label, losing_moves};
use serde_json::Value;

use crate::{replay, shared_rows};

fn line(fen: &str, moves: &str) -> Line {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    replay(fen, &moves, &Rules::default())
}

fn verdict(line: &Line, set: RuleSet) -> &'static str {
    judge(line, &Rules::new(set)).map_or("none", |outcome| outcome.verdict.name())
}

fn axf(fen: &str, moves: &str) -> &'static str {
    verdict(&line(fen, moves), RuleSet::Axf)
}

/// noobpwnftw/chessdb issue 15: the checks wander over the board, but all of red's moves are checks.
#[test]
fn a_wandering_perpetual_check_loses_wherever_the_position_has_stood_three_times() {
    let fen = "3ak3C/4a2R1/9/4p3p/2r1rcR2/4C4/1n2P3P/B3B4/4A4/1c2KA3 w - - 0 1";
    let moves = "g5g9 f5f9 g9g5 f9f5 h8h9 e8f9 h9h6 f9e8 g5g9 f5f9 g9g7 f9f3 g7g9 f3f9 g9g8 f9f1 g8g9 f1f9 g9g2 f9f2 \
                 g2g9 f2f9 g9g6 f9f6 h6h9 f6f9 h9h3 f9f6 g6g9 f6f9 g9g8 f9f7 h3h9 f7f9 h9h0 f9f7 g8g9 f7f9 g9g6 f9f6";
    let moves: Vec<&str> = moves.split(' ').collect();
    for (plies, expected) in [(10, "none"), (14, "none"), (18, "red_loses"), (22, "red_loses"), (40, "none")] {
        assert_eq!(axf(fen, &moves[..plies].join(" ")), expected, "after {plies} plies");
    }
    // At ply 17 the check from g8 would complete the third occurrence: the mover must not play on into it.
    let game = line(fen, &moves[..40].join(" "));
    let (ply, outcome) = first_end(&game, &Rules::default()).expect("the game was over before");
    assert_eq!((ply, outcome.code()), (18, "perpetual_check"));
}

/// fairy-stockfish issue 570: a rook chases a cannon to and fro; three occurrences at ply 104.
#[test]
fn the_chaser_loses_and_is_told_which_move_to_avoid() {
    let game = "g3g4 b9c7 h0g2 c6c5 c0e2 c9e7 i0i1 h9i7 i1c1 b7b9 c3c4 c5c4 c1c4 b9c9 c4b4 i9i8 a0a1 i8f8 i3i4 f8f5 a1d1 \
        d9e8 d1d6 i6i5 i4i5 f5i5 b4b3 i5i3 g2f4 i3f3 f4d5 c7d5 d6d5 c9d9 d0e1 e8d7 d5b5 a9c9 b0c2 h7h3 b2b0 c9c6 b0d0 c6d6 \
        b5b9 f3g3 h2f2 h3h6 b9d9 e9d9 b3b9 d9d8 e1d2 d6c6 c2b4 c6c3 b9e9 g3e3 b4d5 c3a3 d5c7 a3b3 e9d9 d8e8 d9d7 e8f8 d7e7 \
        f9e8 f0e1 b3b7 c7d9 e8d9 e7b7 h6h0 f2f0 h0f0 d0f0 f8e8 b7g7 e3d3 g7g9 d3d7 f0f3 d7d3 f3f7 e6e5 g9i9 i7h5 i9i5 d3f3 \
        f7c7 f3h3 c7h7 h5g7 i5e5 e8f8 h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7 i3h3";
    let start = chuhe_movegen::START_FEN;
    let mut line = line(start, game);
    assert_eq!(verdict(&line, RuleSet::Axf), "black_loses");
    let outcome = judge(&line, &Rules::default()).unwrap();
    assert_eq!(
        outcome.to_string(),
        "black loses: perpetual chase, plies 97-104, rook h3 chases the unprotected cannon; axf art. 18"
    );
    line.unmake();
    let losing: Vec<String> = losing_moves(&line, &Rules::default()).iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(losing, ["i3h3"]);
}

/// cutechess issue 559: the ply that completes the limit also mates; and a limit reached exactly is reached.
#[test]
fn mate_goes_before_the_limit_and_the_limit_is_not_off_by_one() {
    let fen = "4k1rr1/9/9/9/9/9/9/9/9/5K3 w - - 118 90";
    let outcome = |moves: &str| judge(&line(fen, moves), &Rules::default());
    assert_eq!(outcome("f0f1 g9f9"), Some(Outcome::loss(chuhe_movegen::Color::Red, Reason::Checkmate)));
    assert_eq!(outcome("f0f1 g9g8"), Some(Outcome::draw(Reason::NaturalLimit { plies: 120 })));
    assert_eq!(outcome("f0f1"), None);
}

/// fairy-stockfish issue 405: checks beyond ten do not bring the limit nearer, nor do the replies to them.
#[test]
fn spammed_checks_buy_no_plies() {
    let round = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 ";
    let mut line = line("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 90 1", round);
    for _ in 0..6 {
        for mv in ["a8a9", "d9d8", "a9a8", "d8d9"] {
            line.play(mv, 0).unwrap();
        }
    }
    assert_eq!(line.plies().len(), 32);
    assert_eq!(line.clock(), 90 + 20, "ten checks and their ten replies");
    assert!(!line.limit_reached());
    use chuhe_movegen::Color::{Black, Red};
    assert_eq!((line.claim_clock(Red), line.claim_clock(Black)), (122 - 12, 122));
}

/// fairy-stockfish issue 938: what a single move chases.
#[test]
fn a_pinned_piece_chases_nothing_and_a_capture_can_open_an_attack() {
    let chases = |fen: &str, mv: &str| -> Vec<String> {
        let Label { chases, .. } = label(&fen.parse().unwrap(), mv.parse().unwrap(), &Rules::default().switches);
        chases.iter().map(|threat| threat.victim.to_string()).collect()
    };
    assert!(chases("4k4/9/9/9/9/9/9/4c1N2/9/3K4r w - - 0 1", "g2f0").is_empty());
    assert!(chases("n4k3/9/9/9/9/9/9/9/p8/R3K4 w - - 0 1", "a0a1").contains(&"a9".to_owned()));
}

/// Every shared report with a verdict that nobody contests.
#[test]
fn shared_reports_are_judged_right() {
    let Some(rows) = shared_rows("bugs.jsonl") else { return };
    let mut wrong = Vec::new();
    for row in &rows {
        let right = row["right_behaviour"].as_str().unwrap_or_default();
        let (Some(fen), Some(moves)) = (row["input"]["fen"].as_str(), row["input"]["moves"].as_array()) else {
            continue;
        };
        if !row["id"].as_str().is_some_and(|id| id.starts_with("RULE-")) || row["input"]["query"].is_string() {
            continue;
        }
        let moves: Vec<String> = moves.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let report = Report::new(&replay(fen, &moves, &Rules::default()), &Rules::default());
        let expected = ["red loses", "black loses", "draw"].into_iter().find(|words| right.contains(words));
        if right.contains("CONTESTED") || !right.contains("at the third occurrence.") {
            println!("{}: {}", row["id"], report.text.en);
            continue;
        }
        if expected.map(|words| words.replace(' ', "_")).as_deref() != Some(report.verdict) {
            wrong.push(format!("{}: {} but {right}", row["id"], report.text.en));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
