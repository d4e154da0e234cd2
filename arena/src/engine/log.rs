//! The dialogue with an engine, written to a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// A log that several engines may share. Lines read `SECONDS NAME[PID] > command` and `… < reply`.
#[derive(Clone)]
pub struct EngineLog {
    output: Arc<Mutex<Output>>,
    real_time: bool,
}

struct Output {
    file: BufWriter<File>,
    /// Why the file could not be written; nothing is written any more then.
    error: Option<io::Error>,
}

impl EngineLog {
    /// Creates the file. In real time every line is written at once.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path, real_time: bool) -> io::Result<EngineLog> {
        let file = File::options().create(true).append(true).open(path)?;
        let output = Output { file: BufWriter::new(file), error: None };
        Ok(EngineLog { output: Arc::new(Mutex::new(output)), real_time })
    }

    /// Writes a line. A log that cannot be written does not stop a match; [`EngineLog::finish`] tells.
    pub(crate) fn line(&self, name: &str, pid: u32, direction: char, text: &[u8]) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.write(|file| {
            write!(file, "{}.{:06} {name}[{pid}] {direction} ", now.as_secs(), now.subsec_micros())?;
            file.write_all(text)?;
            file.write_all(b"\n")?;
            if self.real_time { file.flush() } else { Ok(()) }
        });
    }

    /// Writes what is buffered.
    pub fn flush(&self) {
        self.write(BufWriter::flush);
    }

    /// Writes what is buffered and says whether the log is whole.
    ///
    /// # Errors
    /// Why it is not.
    pub fn finish(&self) -> io::Result<()> {
        self.flush();
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.error.take().map_or(Ok(()), Err)
    }

    fn write(&self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if output.error.is_none()
            && let Err(error) = write(&mut output.file)
        {
            output.error = Some(error);
        }
    }
}

impl std::fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EngineLog")
    }
}
