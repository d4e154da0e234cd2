//! The program under test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The built `chuhe`: the environment variable `CHUHE_BIN`, else the workspace's target folder, release before debug.
///
/// # Panics
/// With one line that says how to build it, when there is none.
#[must_use]
pub fn chuhe() -> PathBuf {
    let name = format!("chuhe{}", std::env::consts::EXE_SUFFIX);
    let candidates = match std::env::var_os("CHUHE_BIN") {
        Some(path) => vec![PathBuf::from(path)],
        None => ["release", "debug"].map(|profile| target_folder().join(profile).join(&name)).to_vec(),
    };
    match candidates.iter().find(|path| path.is_file()) {
        Some(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        None => panic!("no chuhe binary at {candidates:?}: run `cargo build --release` or set CHUHE_BIN"),
    }
}

fn target_folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in a folder of the workspace");
    // Cargo reads a relative CARGO_TARGET_DIR from where it was started, which is the root for workspace commands.
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// A tool run to its end: exit code, stdout, stderr.
///
/// # Panics
/// When the program cannot be run or was killed by a signal.
#[must_use]
pub fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(chuhe()).args(arguments).output().expect("chuhe can be run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().expect("chuhe ends by itself");
    (code, text(&output.stdout), text(&output.stderr))
}
