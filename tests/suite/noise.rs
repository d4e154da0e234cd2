//! Random and mutated lines: whatever is written to it, a session lives and answers the next good command.

use chuhe_tests::{Dialect, Session, position};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

const SEED: u64 = 20_26;
const LINES: usize = 100_000;
/// After so many lines the session is asked whether it still listens, which also keeps the pipes short.
const BLOCK: usize = 200;

/// Good lines to spoil. `batch true`, which by design makes the session deaf during an endless search, is not among them.
const GOOD: &[&str] = &[
    "ucci",
    "uci",
    "isready",
    "ucinewgame",
    "setoption newgame",
    "setoption usemillisec false",
    "setoption usemillisec true",
    "setoption hashsize 16",
    "setoption threads 2",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption randomness small",
    "setoption repetition chineserule",
    "setoption drawmoves 120",
    "setoption bookfiles D:\\XQ\\BOOK.DAT",
    "setoption name UCI_Ranks value 1-10",
    "setoption ranks 0-9",
    "debug off",
    "position startpos",
    "position startpos moves h2e2 h9g7 h0g2 i9h9",
    "position startpos moves h3e3 h10g8",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "position fen r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 12 30 moves b6a8",
    "position fen 3k5/4P4/9/9/9/9/9/9/9/4KR3 w - - 0 1 moves f0f9",
    "fen 4k4/9/9/9/9/9/9/9/9/3K1R3 r moves f0f9",
    "position fen 9/9/9 w",
    "banmoves h2e2 b2e2",
    "go",
    "go depth 4",
    "go nodes 2000",
    "go infinite",
    "go movetime 20",
    "go ponder time 1000 increment 10",
    "go draw time 100 increment 0 opptime 100 oppincrement 0",
    "go wtime 100 btime 100 winc 0 binc 0 movestogo 3",
    "go depth 3 searchmoves h2e2 h0g2",
    "go perft 2",
    "perft 1",
    "ponderhit",
    "ponderhit draw",
    "stop",
    "probe startpos moves h2e2",
    "probe fen 4k4/9/9/9/9/9/9/9/9/3K5 w",
    "d",
    "legal",
    "eval",
    "help",
];

/// One line of noise, without its end.
fn line(random: &mut StdRng) -> Vec<u8> {
    if random.random_ratio(1, 10) {
        let length = if random.random_ratio(1, 50) { 20_000 } else { random.random_range(0..60) };
        return (0..length).map(|_| random.random()).collect();
    }
    let mut line = GOOD.choose(random).unwrap().as_bytes().to_vec();
    for _ in 0..random.random_range(0..5) {
        let at = random.random_range(0..=line.len());
        match random.random_range(0..8) {
            0 => line.truncate(at),
            1 => line.insert(at, random.random()),
            2 => line.insert(at, random.random_range(b' '..b'~')),
            3 if at < line.len() => drop(line.remove(at)),
            4 if at < line.len() => line[at] = random.random_range(b' '..b'~'),
            5 => line.extend_from_slice(&[b" ", GOOD.choose(random).unwrap().as_bytes()].concat()),
            6 => {
                let mut words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
                let (from, to) = (random.random_range(0..words.len()), random.random_range(0..words.len()));
                words.swap(from, to);
                line = words.join(&b' ');
            }
            _ => {
                let odd =
                    [&b"-1"[..], b"99999999999999999999", b"  ", b"\t", b" moves "].choose(random).unwrap().to_vec();
                line.splice(at..at, odd);
            }
        }
    }
    line
}

fn first_word(line: &[u8]) -> Vec<u8> {
    let word = line.trim_ascii().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    word.to_ascii_lowercase()
}

#[test]
fn a_session_survives_noise() {
    println!("seed {SEED}");
    let mut random = StdRng::seed_from_u64(SEED);
    let mut session = Session::start();
    let mut sent = 0;
    while sent < LINES {
        let (mut block, mut questions) = (Vec::new(), 1);
        for _ in 0..BLOCK {
            let mut line = line(&mut random);
            line.retain(|&byte| byte != b'\n');
            // Only a real farewell ends a session; counting moves to any depth would only take long.
            let word = first_word(&line);
            let text = String::from_utf8_lossy(&line).to_lowercase();
            if word == b"quit" || word == b"bench" || text.contains("perft") && !text.ends_with("perft 2") {
                continue;
            }
            questions += usize::from(word == b"isready");
            block.extend_from_slice(&line);
            block.push(b'\n');
            sent += 1;
        }
        block.extend_from_slice(b"stop\nisready\n");
        session.send_bytes(&block);
        while questions > 0 {
            let line = session.raw();
            questions -= usize::from(line == "readyok");
            let printable = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            if line.is_empty() || line.len() > 1000 || !printable {
                session.fail("a line that would upset a client");
            }
        }
    }

    // The noise may end in searches behind a `stop`; what says that they are over is a message that no other line causes.
    session.send_all(&["stop", "debug off", "position fen 9/9/9/9/9/9/9/9/9/9/9/9/9 w"]);
    while !session.raw().contains("13 ranks") {}

    // The next good commands are answered as ever.
    for setting in ["multipv 1", "randomness none", "threads 1", "hashsize 16", "ranks 0-9", "usemillisec true"] {
        session.send(&format!("setoption {setting}"));
    }
    session.send("ucci");
    while session.raw() != "ucciok" {}
    session.speak(Dialect::Ucci);
    session.send("position startpos");
    session.go("go depth 5").check_in(&position("startpos", ""));
    session.quit();
}

#[test]
fn a_session_survives_one_endless_line() {
    let mut session = Session::ucci();
    let mut line = b"position startpos moves".to_vec();
    for _ in 0..200_000 {
        line.extend_from_slice(b" h2e2 h9g7 e2h2 g7h9");
    }
    line.push(b'\n');
    session.send_bytes(&line);
    session.silent();
    session.go("go depth 3").check_in(&position("startpos", ""));
    session.send_bytes(&[b"setoption bookfiles ".as_slice(), &vec![0xd6; 1 << 20], b"\nisready\n"].concat());
    while session.raw() != "readyok" {}
    session.quit();
}

/// The last line of a file often has no end.
#[test]
fn a_last_line_without_an_end_is_read() {
    let mut session = Session::ucci();
    session.send_bytes(b"quit");
    session.close_input();
    session.expect("bye");
    session.end();
}
