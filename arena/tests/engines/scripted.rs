//! An engine for tests: plays random legal moves, and misbehaves as it is told.
//!
//! ```text
//! scripted-engine [proto=ucci|uci|both] [seed=N] [think=MS] [spin=MS] [faults=SHARE,NAME,NAME...] [always=NAME] [log=FILE]
//!                 [stamps=FILE] [positions=FILE] [heard=FILE] [score=N] [ranks=1] [startup=NAME] [options=yes] [ponder=yes]
//!                 [early=yes] [draw=yes] [resign=N] [by=position]
//! ```
//!
//! `think` sleeps, `spin` uses the processor for so long. `faults` does one of the named faults at a `go` with this share of
//! chances; each is written to `log`. `stamps` gets the microseconds from the receipt of `go` to the sending of the move, and
//! the position; `heard` gets all lines. With `by=position` chance depends on the seed, the position and the ply alone, so
//! that a game is the same whichever process plays it and whatever that has played before.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chuhe_movegen::{Move, Position};
use chuhe_protocol::{Command, Dialect, Go, PositionText, Ranks, Start, format_move, parse_command, parse_move};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

struct Engine {
    arguments: Vec<(String, String)>,
    position: Position,
    dialect: Dialect,
    random: ChaCha8Rng,
    /// An answer held back while pondering.
    held: Option<String>,
    faults: Vec<String>,
    share: f64,
    moves: u32,
}

fn main() {
    let arguments: Vec<(String, String)> = std::env::args()
        .skip(1)
        .map(|argument| {
            argument.split_once('=').map(|(k, v)| (k.into(), v.into())).unwrap_or((argument, String::new()))
        })
        .collect();
    let get = |name: &str| arguments.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    let seed: u64 = get("seed").map_or(1, |seed| seed.parse().unwrap());
    let mut faults: Vec<String> = get("faults").map_or(Vec::new(), |list| list.split(',').map(str::to_owned).collect());
    let share = if faults.is_empty() { 0.0 } else { faults.remove(0).parse().unwrap() };
    let mut engine = Engine {
        arguments,
        position: Position::start(),
        dialect: Dialect::Ucci,
        random: ChaCha8Rng::seed_from_u64(seed),
        held: None,
        faults,
        share,
        moves: 0,
    };
    engine.startup();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        if !engine.command(&line) {
            break;
        }
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

fn nanoseconds() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos()
}

/// How long this thread has run; by the wall where the system does not tell.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let run = told.and_then(|text| text.split(' ').next()?.parse().ok());
    run.map_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap(), Duration::from_nanos)
}

impl Engine {
    fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.get(name).map(|value| value.parse().unwrap())
    }

    fn append(&self, name: &str, text: &str) {
        if let Some(path) = self.get(name) {
            let mut file = File::options().create(true).append(true).open(path).unwrap();
            // One write a line: several processes share the file.
            file.write_all(format!("{text}\n").as_bytes()).unwrap();
        }
    }

    fn ranks(&self) -> Ranks {
        if self.get("ranks") == Some("1") { Ranks::One } else { Ranks::Zero }
    }

    fn startup(&mut self) {
        match self.get("startup") {
            Some("silent") => hang(),
            Some("exit") => std::process::exit(3),
            _ => {}
        }
    }

    fn command(&mut self, line: &[u8]) -> bool {
        let speaks = self.get("proto").unwrap_or("both").to_owned();
        self.append("heard", String::from_utf8_lossy(line).trim_end());
        match parse_command(line) {
            Command::Ucci if speaks != "uci" => {
                self.dialect = Dialect::Ucci;
                say("id name Scripted");
                if self.get("options") == Some("yes") {
                    say("option hashsize type spin min 1 max 64 default 16");
                }
                say("option usemillisec type check default true");
                say("ucciok");
            }
            Command::Uci if speaks != "ucci" => {
                self.dialect = Dialect::Uci;
                say("id name Scripted");
                if self.get("options") == Some("yes") {
                    say("option name Hash type spin default 16 min 1 max 64");
                }
                say("uciok");
            }
            Command::IsReady => match self.get("startup") {
                Some("unready") => {}
                Some("garbage") => say("what?"),
                _ => say("readyok"),
            },
            Command::Position(text) => self.set(&text),
            Command::Go(go) => self.go(&go),
            Command::PonderHit { .. } => {
                if let Some(answer) = self.held.take() {
                    say(&answer);
                }
            }
            Command::Stop => match self.held.take() {
                Some(answer) => say(&answer),
                None if self.dialect == Dialect::Ucci => say("nobestmove"),
                None => {}
            },
            Command::Quit => {
                if self.faults.iter().any(|fault| fault == "quit") && self.random.random_bool(0.5) {
                    self.append("log", "quit");
                    hang();
                }
                if self.dialect == Dialect::Ucci {
                    say("bye");
                }
                return false;
            }
            _ => {}
        }
        true
    }

    fn set(&mut self, text: &PositionText) {
        self.position = match &text.start {
            Start::Startpos => Position::start(),
            Start::Fen(fen) => Position::from_fen(fen).unwrap(),
        };
        for mv in &text.moves {
            let mv = parse_move(mv, self.ranks()).expect("moves are in our numbering");
            assert!(self.position.is_legal(mv), "{mv} is illegal in {}", self.position.fen());
            let _ = self.position.make(mv);
        }
        if self.get("by") == Some("position") {
            let mut hasher = DefaultHasher::new();
            (self.number("seed"), text.moves.len(), self.position.fen()).hash(&mut hasher);
            self.random = ChaCha8Rng::seed_from_u64(hasher.finish());
        }
        self.append("positions", &format!("{} {}", text.moves.len(), self.position.fen()));
    }

    fn go(&mut self, go: &Go) {
        let received = nanoseconds();
        self.moves += 1;
        let legal = self.position.legal_moves();
        let mv = if legal.is_empty() { Move::NONE } else { legal[self.random.random_range(0..legal.len())] };
        let text = format_move(mv, self.ranks());
        if let Some(think) = self.number("think") {
            sleep(Duration::from_millis(think));
        }
        if let Some(spin) = self.number("spin") {
            let begin = processor_time();
            while processor_time() - begin < Duration::from_millis(spin) {
                std::hint::spin_loop();
            }
        }
        if let Some(score) = self.get("score") {
            let kind = if self.dialect == Dialect::Uci && !score.starts_with("mate") { "cp " } else { "" };
            say(&format!("info depth 1 score {kind}{score} nodes 7 pv {text}"));
        }
        let always = self.get("always").map(str::to_owned);
        let fault = always.or_else(|| {
            let any = !self.faults.is_empty() && self.random.random_bool(self.share);
            any.then(|| self.faults[self.random.random_range(0..self.faults.len())].clone())
        });
        if let Some(fault) = fault.filter(|fault| fault != "quit") {
            self.append("log", &fault);
            return self.misbehave(&fault, &text);
        }
        let mut answer = format!("bestmove {text}");
        if self.get("ponder") == Some("yes") {
            let mut next = self.position.clone();
            let _ = next.make(mv);
            let replies = next.legal_moves();
            if let Some(reply) = replies.first() {
                answer += &format!(" ponder {}", format_move(*reply, self.ranks()));
            }
        }
        if self.get("draw") == Some("yes") {
            answer += " draw";
        }
        if self.number("resign").is_some_and(|after| u64::from(self.moves) > after) {
            answer += " resign";
        }
        if go.ponder {
            if self.get("early") == Some("yes") {
                say(&answer);
            } else {
                self.held = Some(answer);
            }
            return;
        }
        if self.get("stamps").is_some() {
            let sent = nanoseconds();
            say(&answer);
            self.append("stamps", &format!("{} {}", (sent - received) / 1000, self.position.fen()));
            return;
        }
        say(&answer);
    }

    fn misbehave(&mut self, fault: &str, text: &str) {
        let part = |text: &str| {
            let mut out = io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        };
        match fault {
            "hang" => hang(),
            "crash" => std::process::abort(),
            "exit" => std::process::exit(0),
            "flood" => loop {
                say("blah blah blah blah blah");
            },
            "infoflood" => loop {
                say("info depth 1 score 0 nodes 1000 time 1 pv h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
            },
            "half" => {
                part("bestmo");
                hang();
            }
            "halfexit" => {
                part("bestmove h2");
                std::process::exit(0);
            }
            "split" => {
                part("bestm");
                sleep(Duration::from_millis(2));
                part(&format!("ove {text}\n"));
            }
            "crlf" => part(&format!("bestmove {text}\r\n")),
            "illegal" => say("bestmove a0a9"),
            "unreadable" => say("bestmove aaaa"),
            "late" => {
                sleep(Duration::from_millis(1400));
                say(&format!("bestmove {text}"));
            }
            "word" => say(&format!("best move {text}")),
            "nomove" => say(if self.dialect == Dialect::Ucci { "nobestmove" } else { "bestmove (none)" }),
            other => panic!("no fault {other}"),
        }
    }
}
