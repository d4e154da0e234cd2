//! A file that another library writes, and that appears whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A name beside the place of a file. Dropped before [`PartFile::commit`], whatever was written there goes.
#[derive(Debug)]
pub(crate) struct PartFile {
    part: PathBuf,
    place: PathBuf,
    committed: bool,
}

impl PartFile {
    /// A new, empty file beside the place.
    pub(crate) fn new(place: &Path) -> io::Result<PartFile> {
        if let Some(folder) = place.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(place.file_name().unwrap_or_default());
        name.push(format!(".{}.part", std::process::id()));
        let part = place.with_file_name(name);
        // What a killed program of the same number has left is nobody's.
        File::create(&part)?;
        Ok(PartFile { part, place: place.to_owned(), committed: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.part
    }

    /// Moves it to its place, over what was there.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        File::open(&self.part)?.sync_all()?;
        fs::rename(&self.part, &self.place)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.committed {
            let _ = fs::remove_file(&self.part);
        }
    }
}
