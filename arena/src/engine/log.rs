//! The dialogue with an engine, written to a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

/// A log that several engines may share. Lines read `SECONDS NAME[PID] > command` and `… < reply`.
#[derive(Clone)]
pub struct EngineLog {
    file: Arc<Mutex<BufWriter<File>>>,
    real_time: bool,
}

impl EngineLog {
    /// Creates the file. In real time every line is written at once.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path, real_time: bool) -> io::Result<EngineLog> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(EngineLog { file: Arc::new(Mutex::new(BufWriter::new(file))), real_time })
    }

    /// Writes a line. A log that cannot be written does not stop a match.
    pub(crate) fn line(&self, name: &str, pid: u32, direction: char, text: &[u8]) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let Ok(mut file) = self.file.lock() else { return };
        let _ = write!(file, "{}.{:06} {name}[{pid}] {direction} ", now.as_secs(), now.subsec_micros());
        let _ = file.write_all(text);
        let _ = file.write_all(b"\n");
        if self.real_time {
            let _ = file.flush();
        }
    }

    /// Writes what is buffered.
    pub fn flush(&self) {
        if let Ok(mut file) = self.file.lock() {
            let _ = file.flush();
        }
    }
}

impl std::fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EngineLog")
    }
}
