//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that is written beside its place and moved there by [`AtomicFile::commit`]. Dropped before that, it leaves
/// nothing behind and what stood in its place untouched.
#[derive(Debug)]
pub struct AtomicFile {
    sink: BufWriter<File>,
    part: PathBuf,
    place: PathBuf,
    committed: bool,
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl AtomicFile {
    /// Begins a file; folders on the way are made.
    ///
    /// # Errors
    /// When the folder or the file cannot be made.
    pub fn create(place: &Path) -> io::Result<AtomicFile> {
        if let Some(folder) = place.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut name = std::ffi::OsString::from(".");
        name.push(place.file_name().unwrap_or_default());
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = place.with_file_name(name);
        let file = fs::OpenOptions::new().write(true).create_new(true).open(&part)?;
        Ok(AtomicFile { sink: BufWriter::new(file), part, place: place.to_owned(), committed: false })
    }

    /// Puts the file in its place, over what was there.
    ///
    /// # Errors
    /// When the last bytes cannot be written or the file cannot be moved.
    pub fn commit(mut self) -> io::Result<()> {
        self.sink.flush()?;
        self.sink.get_ref().sync_all()?;
        fs::rename(&self.part, &self.place)?;
        self.committed = true;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            // Nothing can be done about a part that cannot be removed.
            let _ = fs::remove_file(&self.part);
        }
    }
}
