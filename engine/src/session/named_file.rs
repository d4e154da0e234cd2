//! Files that a GUI names: in UTF-8, in the bytes of the file system, or in the Chinese code page.

use std::fmt;
use std::io;
use std::path::PathBuf;

use encoding_rs::GBK;

/// A file by the bytes of its name.
pub(super) struct NamedFile<'a>(&'a [u8]);

impl<'a> NamedFile<'a> {
    pub(super) fn new(name: &'a [u8]) -> NamedFile<'a> {
        NamedFile(name)
    }

    /// The paths that the name may mean, likeliest first: as given, and in the folder of the program.
    fn candidates(&self) -> Vec<PathBuf> {
        let mut names = Vec::new();
        if let Ok(name) = std::str::from_utf8(self.0) {
            names.push(PathBuf::from(name));
        }
        #[cfg(unix)]
        names.push(PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(self.0)));
        if let Some(name) = GBK.decode_without_bom_handling_and_without_replacement(self.0) {
            names.push(PathBuf::from(&*name));
        }
        let folder = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
        let beside = folder.map(|folder| names.iter().map(|name| folder.join(name)).collect::<Vec<_>>());
        names.extend(beside.unwrap_or_default());
        names
    }

    /// The path of the file: the first candidate that exists, else the likeliest.
    pub(super) fn path(&self) -> PathBuf {
        let candidates = self.candidates();
        let found = candidates.iter().find(|path| path.exists()).or(candidates.first());
        found.cloned().unwrap_or_default()
    }

    /// What is in the file.
    ///
    /// # Errors
    /// When it is not there or cannot be read.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        std::fs::read(self.path())
    }
}

impl fmt::Display for NamedFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().display().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_name_is_found_in_both_encodings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("象棋").join("网络.nnue");
        std::fs::create_dir(path.parent().unwrap()).unwrap();
        std::fs::write(&path, b"here").unwrap();
        let name = path.to_str().unwrap();
        let gbk = GBK.encode(name).0;
        assert_ne!(&*gbk, name.as_bytes());
        for name in [name.as_bytes(), &gbk] {
            assert_eq!(NamedFile::new(name).read().unwrap(), b"here");
            assert_eq!(NamedFile::new(name).path(), path);
        }
        let missing = NamedFile::new(b"/nowhere/x.nnue");
        assert_eq!(missing.read().unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(missing.to_string(), "/nowhere/x.nnue");
    }
}
