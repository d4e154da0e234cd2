//! Public bug reports about network files (`data/cases.jsonl`, areas net and paths), and the choice of the evaluation.

use std::path::{Path, PathBuf};

use chuhe_tests::{Dialect, Session, position};

/// The network file that the program was built with.
fn network() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval/nets");
    let files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "nnue"))
        .collect();
    assert_eq!(files.len(), 1, "one network in {}", folder.display());
    std::fs::read(&files[0]).unwrap()
}

/// The name of the network that `eval` asks.
fn in_use(session: &mut Session) -> String {
    session.send("position startpos");
    let lines = session.text("eval");
    let line = lines.iter().find_map(|line| line.strip_prefix("network ")).expect("a line about the network");
    line.split(':').next().unwrap().to_owned()
}

/// PROTO-25
#[test]
fn a_network_file_that_cannot_be_used_is_told_and_the_embedded_one_stays() {
    let folder = tempfile::tempdir().unwrap();
    let good = network();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let cut = file("cut.nnue", &good[..good.len() - 1000]);
    let mut changed = good.clone();
    changed[8] = 77;
    let old = file("old.nnue", &changed);
    let mut changed = good.clone();
    *changed.last_mut().unwrap() ^= 1;
    let damaged = file("damaged.nnue", &changed);
    let other = file("other.nnue", b"MZ, a program");
    let empty = file("empty.nnue", b"");
    let size = good.len().to_string();
    let cut_size = (good.len() - 1000).to_string();
    let cases: [(&Path, &[&str]); 7] = [
        (&folder.path().join("absent.nnue"), &[]),
        (&folder.path().join("nowhere").join("x.nnue"), &[]),
        (folder.path(), &[]),
        (&cut, &[&size, &cut_size]),
        (&old, &["version 77", "version 1"]),
        (&damaged, &["hash"]),
        (&other, &["no network file"]),
    ];
    for mut session in [Session::uci(), Session::ucci()] {
        let embedded = in_use(&mut session);
        for (path, words) in cases.into_iter().chain([(&*empty, &["no network file"] as &[&str])]) {
            session.send(&format!("setoption name EvalFile value {}", path.display()));
            let message = session.message();
            assert!(message.contains(path.to_str().unwrap()), "{message}");
            assert!(message.contains(&embedded) && message.contains("stays in use"), "{message}");
            for word in words {
                assert!(message.contains(word), "{word}: {message}");
            }
            session.silent();
        }
        session.send("position startpos");
        session.go("go depth 3").check_in(&position("startpos", ""));
        assert_eq!(in_use(&mut session), embedded);
        session.quit();
    }
}

/// PROTO-24, the half about networks
#[test]
fn a_network_file_in_a_chinese_folder_is_read_whatever_the_code_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("象棋").join("网络");
    std::fs::create_dir_all(&path).unwrap();
    let path = path.join("x.nnue");
    std::fs::write(&path, network()).unwrap();
    let name = path.to_str().unwrap();
    let gbk = encoding_rs::GBK.encode(name).0;
    for mut session in [Session::uci(), Session::ucci()] {
        for bytes in [name.as_bytes(), &gbk] {
            session.send_bytes(&[b"setoption name EvalFile value ", bytes, b"\r\n"].concat());
            let message = session.message();
            assert!(message.starts_with("network "), "{message}");
            session.silent();
        }
        session.quit();
    }
}

#[test]
fn the_evaluation_is_a_choice() {
    for (mut session, names) in
        [(Session::ucci(), ["evaluation", "evalfile"]), (Session::uci(), ["Evaluation", "EvalFile"])]
    {
        session.send("position fen 2bakab2/9/9/9/4p4/4P4/9/4B4/4A4/R2AK4 w");
        let nodes = |session: &mut Session| session.go("go depth 8").last().nodes.unwrap();
        let by_network = nodes(&mut session);
        session.send(&format!("setoption name {} value handcrafted", names[0]));
        let by_hand = nodes(&mut session);
        assert_ne!(by_network, by_hand);
        session.send(&format!("setoption name {} value nnue", names[0]));
        assert_eq!(nodes(&mut session), by_network, "nothing of the other evaluation is left");
        // An empty name is the embedded network.
        session.send(&format!("setoption name {} value <empty>", names[1]));
        assert!(session.message().starts_with("network "));
        session.quit();
    }
}

#[test]
fn both_dialects_offer_the_choice() {
    let mut session = Session::start();
    let ucci = session.hello(Dialect::Ucci);
    assert!(ucci.iter().any(|(_, line)| line == "option evaluation type combo var nnue var handcrafted default nnue"));
    assert!(ucci.iter().any(|(_, line)| line == "option evalfile type string default <empty>"));
    let uci = session.hello(Dialect::Uci);
    assert!(uci.iter().any(|(_, line)| line == "option name EvalFile type string default <empty>"));
    session.quit();
}
