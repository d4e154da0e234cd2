use super::*;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Buffer {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// The lines of a script; `# answers N` waits for that many best moves.
struct Script {
    lines: std::vec::IntoIter<Vec<u8>>,
    output: Buffer,
}

impl Read for Script {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(line) = self.lines.next() else { return Ok(0) };
        if let Some(answers) = line.strip_prefix(b"# answers ") {
            let answers: usize = String::from_utf8_lossy(answers).trim().parse().unwrap();
            while self.output.text().matches("bestmove").count() < answers {
                std::thread::sleep(Duration::from_millis(1));
            }
            return self.read(into);
        }
        into[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }
}

/// A session on a script: all its output once it has ended.
fn talk(script: &str) -> String {
    let output = Buffer::default();
    let mut session = Session::new(output.clone());
    if let Some(engine) = session.engine.as_mut() {
        engine.planted_fault = script.contains("# fault");
    }
    let lines: Vec<Vec<u8>> = script.lines().map(|line| format!("{line}\n").into_bytes()).collect();
    session.run(Script { lines: lines.into_iter(), output: output.clone() }).unwrap();
    output.text()
}

#[test]
fn a_minor_piece_of_the_protocol_is_a_knight_of_the_evaluation() {
    assert_eq!(chuhe_protocol::MINOR, chuhe_eval::KNIGHT_VALUE);
}

#[test]
fn a_panicking_search_gives_a_legal_move_and_the_session_lives_on() {
    let output = talk(
        "ucci\nsetoption batch true\nsetoption threads 2\nposition startpos # fault\ngo depth 3\nisready\ngo depth 3\nquit\n",
    );
    assert!(output.contains("info message internal error in the search: planted fault\n"), "{output}");
    let answers: Vec<&str> = output.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(answers.len(), 2, "{output}");
    for answer in answers {
        let mv: Move = answer.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(chuhe_movegen::Position::start().is_legal(mv), "{answer}");
    }
    assert!(output.ends_with("bye\n"));
}

#[test]
fn a_command_that_fails_inside_is_reported_and_the_session_lives_on() {
    let output = talk("uci\nucicyclone # fault\nisready\nquit\n");
    assert!(output.ends_with("info string internal error: planted fault\nreadyok\n"), "{output}");
}

#[test]
fn commands_behind_a_pending_stop_wait_for_its_answer() {
    let output = talk(
        "uci\nposition startpos\ngo infinite\nstop\nposition startpos moves h2e2\ngo depth 2\nisready\n# answers 2\nstop\nquit\n",
    );
    assert_eq!(output.matches("bestmove").count(), 2, "{output}");
    let last = output.lines().rev().find(|line| line.starts_with("bestmove")).unwrap();
    let mv: Move = last.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(mv.from().rank() >= 5, "the second answer is black's: {output}");
}

#[test]
fn commands_during_a_search_are_void_and_options_wait() {
    let output = talk(
        "ucci\nposition startpos\ngo infinite\nposition startpos moves h2e2\ngo depth 1\nbanmoves h2e2\nsetoption multipv 2\nstop\ngo depth 2\n# answers 2\n",
    );
    let answers: Vec<&str> = output.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(answers.len(), 2, "{output}");
    assert!(answers.iter().all(|answer| answer.as_bytes()[10].is_ascii_digit() && answer.as_bytes()[10] < b'5'));
    assert!(output.contains("multipv 2"), "{output}");
}

#[test]
fn a_count_is_stopped_and_the_session_answers_meanwhile() {
    for work in ["perft 6", "go perft 6", "bench 20"] {
        let output = talk(&format!("ucci\n{work}\nisready\nstop\ngo depth 1\n# answers 1\nquit\n"));
        let at = |text: &str| output.find(text).unwrap_or_else(|| panic!("{work}: no {text} in {output}"));
        assert!(at("readyok") < at(" stopped\n") && at(" stopped\n") < at("bestmove"), "{work}: {output}");
        assert!(!output.contains("Nodes:") && !output.contains("Bench:"), "{work}: {output}");
        let output = talk(&format!("ucci\n{work}\nquit\n"));
        assert!(output.contains(" ended by quit; ") && output.ends_with("bye\n"), "{work}: {output}");
    }
}

#[test]
fn counts_are_finished_in_order_where_nobody_stops_them() {
    // The end of input does not stop what somebody waits for; commands behind it wait in order.
    let output = talk("ucci\nperft 2\nbench 2\nposition startpos moves h2e2\nperft 1\n");
    let at = |text: &str| output.find(text).unwrap_or_else(|| panic!("no {text} in {output}"));
    assert!(at("Nodes: 1920 ") < at("Bench: ") && at("Bench: ") < at("Nodes: 45 "), "{output}");
    assert!(output.ends_with("bye\n"), "{output}");
    let output = talk("ucci\nsetoption batch true\nbench 2\nquit\n");
    assert!(output.contains("Bench: ") && output.ends_with("bye\n"), "{output}");
}
