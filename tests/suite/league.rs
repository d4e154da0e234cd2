//! A game fragment as the UCCI league emulator plays it (T21 of the protocol digest), clocks divided by 50.

use chuhe_tests::{Dialect, Session, position};

#[test]
fn t21_a_league_game() {
    let mut session = Session::start();
    let options = session.hello(Dialect::Ucci);
    assert!(options.iter().any(|(_, line)| line.starts_with("option usemillisec ")));
    for setting in ["promotion false", "ponder false", "newgame", "usemillisec true"] {
        session.send(&format!("setoption {setting}"));
    }
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    session.send(&format!("position fen {start} moves h2e2 h7e7"));
    session.go("go time 12000 increment 60 opptime 12030 oppincrement 60").check_in(&position(start, "h2e2 h7e7"));

    // After a capture the emulator restarts the FEN; the opponent has offered a draw.
    let captured = "rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 1";
    session.send(&format!("position fen {captured} moves d9e8"));
    let refused = session.go("go draw time 11960 increment 60 opptime 11940 oppincrement 60");
    refused.check_in(&position(captured, "d9e8"));
    assert!(!refused.best.unwrap().draw);

    // No time at all.
    session.send(&format!("position fen {captured} moves d9e8 h0g2 h9g7"));
    session
        .go("go time 0 increment 3000 opptime 597000 oppincrement 3000")
        .check_in(&position(captured, "d9e8 h0g2 h9g7"));

    // The emulator's stop has crossed our answer.
    session.send("stop");
    session.expect("nobestmove");
    session.quit();
}

#[test]
fn the_emulators_ban_list_is_obeyed() {
    let mut session = Session::ucci();
    let fen = "3k5/9/9/9/9/9/9/9/4K4/R8 w - - 0 1";
    let moves = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9";
    session.send_all(&[&format!("position fen {fen} moves {moves}"), "banmoves a8a9 a8b8"]);
    let answer = session.go("go draw time 200 increment 0 opptime 200 oppincrement 0");
    answer.check_in(&position(fen, moves));
    assert!(!["a8a9", "a8b8"].contains(&answer.mv()));
    session.quit();
}
