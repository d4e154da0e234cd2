//! The dialogue with engines, written to one file or to one for each engine.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// A log that several engines share. Lines read `SECONDS NAME[PID] > command` and `… < reply`.
#[derive(Clone)]
pub struct EngineLog {
    output: Arc<Mutex<Output>>,
    real_time: bool,
}

struct Output {
    place: Place,
    /// The open files, by name; in one file all engines have the empty name.
    files: HashMap<String, BufWriter<File>>,
    /// What could not be written; nothing is written any more then.
    error: Option<(PathBuf, io::Error)>,
}

enum Place {
    File(PathBuf),
    Folder(PathBuf),
}

fn append_to(path: &Path) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::options().create(true).append(true).open(path)?))
}

impl EngineLog {
    /// One file for all engines. In real time every line is written at once.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path, real_time: bool) -> io::Result<EngineLog> {
        let files = HashMap::from([(String::new(), append_to(path)?)]);
        Ok(EngineLog::new(Place::File(path.into()), files, real_time))
    }

    /// A file for each engine, `NAME.log` in a folder, which is made if need be.
    ///
    /// # Errors
    /// When there can be no such folder.
    pub fn create_in(folder: &Path, real_time: bool) -> io::Result<EngineLog> {
        fs::create_dir_all(folder)?;
        Ok(EngineLog::new(Place::Folder(folder.into()), HashMap::new(), real_time))
    }

    fn new(place: Place, files: HashMap<String, BufWriter<File>>, real_time: bool) -> EngineLog {
        EngineLog { output: Arc::new(Mutex::new(Output { place, files, error: None })), real_time }
    }

    /// Writes a line. A log that cannot be written does not stop a match; [`EngineLog::finish`] tells.
    pub(crate) fn line(&self, name: &str, pid: u32, direction: char, text: &[u8]) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.output().write(name, |file| {
            write!(file, "{}.{:06} {name}[{pid}] {direction} ", now.as_secs(), now.subsec_micros())?;
            file.write_all(text)?;
            file.write_all(b"\n")?;
            if self.real_time { file.flush() } else { Ok(()) }
        });
    }

    /// Writes what is buffered.
    pub fn flush(&self) {
        let mut output = self.output();
        let names: Vec<String> = output.files.keys().cloned().collect();
        names.iter().for_each(|name| output.write(name, BufWriter::flush));
    }

    /// Writes what is buffered and says whether all has been written.
    ///
    /// # Errors
    /// The file that has not, and why.
    pub fn finish(&self) -> Result<(), (PathBuf, io::Error)> {
        self.flush();
        self.output().error.take().map_or(Ok(()), Err)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    fn write(&mut self, name: &str, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if self.error.is_some() {
            return;
        }
        let (key, path) = match &self.place {
            Place::File(path) => (String::new(), path.clone()),
            Place::Folder(folder) => (name.to_owned(), folder.join(format!("{}.log", file_name(name)))),
        };
        let file = match self.files.get_mut(&key) {
            Some(file) => Ok(file),
            None => append_to(&path).map(|file| self.files.entry(key).or_insert(file)),
        };
        if let Err(error) = file.and_then(write) {
            self.error = Some((path, error));
        }
    }
}

/// A name that is one on every system.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "._-+ ".contains(c) { c } else { '_' }).collect()
}

impl std::fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EngineLog")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_a_file_where_asked() {
        let folder = tempfile::tempdir().unwrap();
        let log = EngineLog::create_in(&folder.path().join("logs"), false).unwrap();
        log.line("new/2", 7, '>', b"isready");
        log.line("\u{8001}", 8, '<', b"readyok");
        log.line("new/2", 7, '<', b"readyok");
        log.finish().unwrap();
        let lines = |name: &str| -> Vec<String> {
            let text = fs::read_to_string(folder.path().join("logs").join(name)).unwrap();
            text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
        };
        assert_eq!(lines("new_2.log"), ["new/2[7] > isready", "new/2[7] < readyok"]);
        assert_eq!(lines("\u{8001}.log"), ["\u{8001}[8] < readyok"]);
    }
}
