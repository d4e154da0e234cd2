//! A machine with more work than processors. In a program of its own, for it would disturb the clocks of other tests.
#![cfg(target_os = "linux")]

mod setup;

use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_arena::game::EndReason;
use setup::{Arena, scripted};

/// An engine that needs 20 of 25 milliseconds shares its processor with eight others: strict clocks end the game, forgiving
/// ones do not, and count. On a machine so busy that the engine does not get its turn within a second, the game is tried
/// again.
#[test]
fn late_moves_of_a_busy_machine_are_forgiven_where_asked() {
    let allowed = rustix::thread::sched_getaffinity(None).unwrap();
    let processor = (0..rustix::thread::CpuSet::MAX_CPU).find(|&n| allowed.is_set(n)).unwrap();
    let play = |forgive: bool| {
        let once = || {
            let mut arena = Arena::new(&[scripted("busy", &["spin=20"]), scripted("good", &["seed=2"])])
                .limit("movetime", "25")
                .limit("timemargin", "0")
                .games(1)
                .max_moves(4);
            arena.plan.conditions.forgive_waits = forgive;
            arena.processors = vec![processor];
            arena.play()
        };
        let mut finish = once();
        for _ in 0..20 {
            if finish.records[0].reason != EndReason::Stall {
                break;
            }
            finish = once();
        }
        finish
    };
    let over = AtomicBool::new(false);
    let (strict, forgiving) = std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut one = rustix::thread::CpuSet::new();
                one.set(processor);
                rustix::thread::sched_setaffinity(None, &one).unwrap();
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let both = (play(false), play(true));
        over.store(true, Ordering::Relaxed);
        both
    });
    let record = &strict.records[0];
    assert_eq!((record.reason.clone(), record.result.pgn()), (EndReason::Time, "0-1"), "{}", record.text);
    assert!(record.text.contains("for a processor"), "{}", record.text);
    assert_eq!(strict.report.players[0].forgiven, 0);
    let record = &forgiving.records[0];
    assert_eq!(record.reason, EndReason::MaxMoves, "{}", record.text);
    assert!(forgiving.report.players[0].forgiven > 0);
    assert!(record.moves.iter().any(|mv| mv.forgiven && mv.machine_wait_us > 0));
}
