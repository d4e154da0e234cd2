//! The sample sessions of the protocol digest (`spec/ucci.md` §13) line by line, where that file is at hand
//! (`CHUHE_SHARED`).

use chuhe_protocol::{Command, Dialect, Ranks, Reply, format_reply, parse_command, parse_reply};

#[test]
fn every_line_of_the_sample_sessions_is_understood() {
    let Some(shared) = std::env::var_os("CHUHE_SHARED") else { return };
    let digest = std::fs::read_to_string(std::path::Path::new(&shared).join("spec/ucci.md")).unwrap();
    let samples = digest.split("\n## 13.").nth(1).unwrap().split("\n## 14.").next().unwrap();
    let mut dialect = Dialect::Ucci;
    let (mut commands, mut replies) = (0, 0);
    for line in samples.lines() {
        if line.starts_with("### ") {
            dialect = Dialect::Ucci;
        } else if let Some(line) = line.strip_prefix("> ").or(line.strip_prefix(">").filter(|line| line.is_empty())) {
            let command = parse_command(line.as_bytes());
            match command {
                Command::Ucci => dialect = Dialect::Ucci,
                Command::Uci => dialect = Dialect::Uci,
                Command::Unknown => assert_eq!(line, "foo bar"),
                Command::Empty => assert_eq!(line, ""),
                _ => {}
            }
            commands += 1;
        } else if let Some(line) = line.strip_prefix("< ") {
            // T18 and T19 speak UCI without a hello.
            let line_dialect = match line {
                _ if line.contains("score cp") || line.contains("score mate") || line.contains("(none)") => {
                    Dialect::Uci
                }
                _ => dialect,
            };
            let reply = parse_reply(line.as_bytes(), line_dialect, Ranks::Zero);
            assert!(!matches!(reply, Reply::Other(_) | Reply::BadBestMove(_)), "{line}: {reply:?}");
            assert_eq!(format_reply(&reply, line_dialect, Ranks::Zero).as_deref(), Some(line));
            replies += 1;
        }
    }
    assert!(commands > 100 && replies > 100, "{commands} commands, {replies} replies");
}
