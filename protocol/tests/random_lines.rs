//! Any bytes at all: nothing panics, every answer is short ASCII, and what was understood stays understood when it is
//! written and read again.

use std::mem::discriminant;

use chuhe_protocol::{
    Command, Dialect, MAX_LINE, OptionKind, Ranks, Reply, format_command, format_reply, parse_command, parse_reply,
};
use rand::prelude::*;
use rand::rngs::StdRng;

const SEED: u64 = 0x5EED_0011;
const LINES: usize = 100_000;

/// Lines of both directions and both dialects to start from.
const SAMPLES: [&[u8]; 40] = [
    b"ucci",
    b"uci",
    b"isready",
    b"setoption usemillisec true",
    b"setoption bookfiles D:\\\xC6\xE5\xC6\xD7\\BOOK.DAT",
    b"setoption name Clear Hash",
    b"setoption name Repetition Rule value ChineseRule",
    b"position startpos moves h2e2 h9g7",
    b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
    b"position fen r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 4   ;\xD7\xA2 - - 0 1",
    b"fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h3e3 h10g8",
    b"startpos moves h2e2",
    b"banmoves a8a9 h2e2",
    b"go draw time 300000 increment 3000 opptime 300000 oppincrement 3000",
    b"go ponder time 10 movestogo 2 opptime 10 oppmovestogo 2",
    b"go btime 300000 wtime -298000 winc 5 binc 6 movestogo 40",
    b"go depth 5 nodes 1000000 movetime 1000 mate 3 infinite perft 2 searchmoves a3a4 c3c4",
    b"ponderhit draw",
    b"stop",
    b"probe startpos moves h2e2",
    b"ucinewgame",
    b"debug on",
    b"bench 8 1",
    b"perft 5",
    b"quit",
    b"id name MyEngine 0.1",
    b"option hashsize type spin min 0 max 65536 default 64",
    b"option name UCI_Variant type combo default xiangqi var xiangqi var chess",
    b"option name EvalFile type string default <empty>",
    b"option style type combo var solid var normal var risky default normal",
    b"info depth 12 seldepth 19 time 4200 nodes 6300000 nps 1500000 score -9996 pv h2e2 h9g7 h0g2 i9h9",
    b"info depth 10 seldepth 16 multipv 1 score cp 38 lowerbound wdl 120 850 30 nodes 14 nps 14 hashfull 12 time 9 pv h0g2",
    b"info depth 3 score mate -2 currmove h2e2 currmovenumber 4",
    b"info message bad position ignored",
    b"info string pv h2e2",
    b"bestmove h2e2 ponder h9g7 draw",
    b"bestmove h10g8 resign",
    b"bestmove (none)",
    b"pophash bestmove c3c4 lowerbound 11 depth 9 upperbound 11 depth 9",
    b"bye",
];

const FRAGMENTS: [&[u8]; 18] = [
    b" ",
    b"\t",
    b"  ",
    b"\r",
    b"\0",
    b"\xC4\xE3",
    b"\xFF",
    b"-",
    b"99999999999999999999",
    b"-1",
    b" moves ",
    b" value ",
    b" name ",
    b" default ",
    b" pv ",
    b" draw",
    b"0000",
    b"\xEF\xBB\xBF",
];

fn random_line(rng: &mut StdRng) -> Vec<u8> {
    let mut line = if rng.random_ratio(1, 8) {
        (0..rng.random_range(0..60)).map(|_| rng.random()).collect()
    } else {
        SAMPLES.choose(rng).unwrap().to_vec()
    };
    for _ in 0..rng.random_range(0..5) {
        let at = rng.random_range(0..=line.len());
        match rng.random_range(0..6) {
            0 => line.insert(at, rng.random()),
            1 => line.truncate(at),
            2 => {
                let fragment = *FRAGMENTS.choose(rng).unwrap();
                line.splice(at..at, fragment.iter().copied());
            }
            3 => {
                let other = *SAMPLES.choose(rng).unwrap();
                let from = rng.random_range(0..other.len());
                line.splice(at.., other[from..].iter().copied());
            }
            4 => {
                let end = rng.random_range(at..=line.len());
                let piece: Vec<u8> = line[at..end].to_vec();
                line.splice(at..at, piece);
            }
            _ => {
                if let Some(byte) = line.get_mut(at) {
                    *byte = rng.random();
                }
            }
        }
    }
    line
}

#[test]
fn nothing_panics_and_what_was_understood_stays_understood() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut understood = 0;
    for number in 0..LINES {
        let line = random_line(&mut rng);
        let name = format!("seed {SEED:#x} line {number}: {}", line.escape_ascii());
        understood += usize::from(check_command(&line, &name));
        understood += usize::from(check_reply(&line, &name));
    }
    assert!(understood > LINES / 2, "only {understood} lines meant anything: the mutations are too wild");
}

fn check_command(line: &[u8], name: &str) -> bool {
    let command = parse_command(line);
    for dialect in [Dialect::Ucci, Dialect::Uci] {
        for ranks in [Ranks::Zero, Ranks::One] {
            let written = format_command(&command, dialect, ranks);
            assert!(!written.contains(&b'\n') && !written.contains(&b'\r'), "{name}");
            let again = parse_command(&written);
            if ranks == Ranks::One
                || matches!(command, Command::Unknown | Command::NewGame)
                || has_keyword_name(&command)
            {
                continue;
            }
            assert_eq!(discriminant(&again), discriminant(&command), "{name}");
            let third = parse_command(&format_command(&again, dialect, ranks));
            assert_eq!(third, again, "{name}");
        }
    }
    for kind in [
        OptionKind::Check { default: true },
        OptionKind::Spin { min: -3, max: 3, default: 0 },
        OptionKind::combo(&["a", "b"], "a"),
        OptionKind::string(""),
    ] {
        let _ = kind.parse_value(Some(line));
    }
    !matches!(command, Command::Unknown | Command::Empty)
}

/// An option called `name` or `value` exists in one of the two grammars only.
fn has_keyword_name(command: &Command) -> bool {
    let keyword = |word: &str| word.eq_ignore_ascii_case("name") || word.eq_ignore_ascii_case("value");
    matches!(command, Command::SetOption { name, .. } if name.split(' ').any(keyword))
}

fn check_reply(line: &[u8], name: &str) -> bool {
    let mut understood = false;
    for dialect in [Dialect::Ucci, Dialect::Uci] {
        for ranks in [Ranks::Zero, Ranks::One] {
            let reply = parse_reply(line, dialect, ranks);
            understood |= !matches!(reply, Reply::Other(_));
            for target in [Dialect::Ucci, Dialect::Uci] {
                let Some(written) = format_reply(&reply, target, ranks) else { continue };
                assert!(written.len() <= MAX_LINE, "{name}");
                assert!(written.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{name}");
                assert_eq!(written.trim_end(), written, "{name}");
                // Text and numbers are cleaned on the first writing; from then on nothing changes any more.
                let again = parse_reply(written.as_bytes(), target, ranks);
                assert_eq!(format_reply(&again, target, ranks), Some(written), "{name}");
            }
        }
    }
    understood
}
