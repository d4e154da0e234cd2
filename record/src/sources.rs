//! The games of files and folders, one after the other.

use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::{Game, Games, ReadError, ReadOptions, open_file};

/// A file to read and its name within the input it was found in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its path below the folder that was given, or its own name.
    pub relative: PathBuf,
    /// Whether it was named itself. Files that were only found in a folder may be anything.
    pub named: bool,
}

/// Something wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong and where.
    pub error: ReadError,
}

impl fmt::Display for FileError {
    /// `file:line: reason (at byte n)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path.display(), self.error),
            None => write!(f, "{}: {}", self.path.display(), self.error),
        }
    }
}

impl std::error::Error for FileError {}

/// Lists the files of the inputs: files as they are, folders with all they hold in the order of names. Links to folders
/// inside folders are not followed, hidden files are left out.
#[must_use]
pub fn files(inputs: &[PathBuf]) -> (Vec<SourceFile>, Vec<FileError>) {
    let (mut found, mut failed) = (Vec::new(), Vec::new());
    for input in inputs {
        if !input.is_dir() {
            let relative = input.file_name().map_or_else(PathBuf::new, PathBuf::from);
            found.push(SourceFile { path: input.clone(), relative, named: true });
            continue;
        }
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let mut entries: Vec<_> = match std::fs::read_dir(input.join(&folder)) {
                Ok(entries) => entries.flatten().collect(),
                Err(error) => {
                    failed.push(FileError { path: input.join(&folder), error: ReadError::new(0, error.to_string()) });
                    continue;
                }
            };
            entries.sort_by_key(std::fs::DirEntry::file_name);
            let mut below = Vec::new();
            for entry in entries {
                if entry.file_name().to_string_lossy().starts_with('.') {
                    continue;
                }
                let relative = folder.join(entry.file_name());
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_folder {
                    below.push(relative);
                } else if entry.path().is_file() {
                    found.push(SourceFile { path: entry.path(), relative, named: false });
                }
            }
            folders.extend(below.into_iter().rev());
        }
    }
    (found, failed)
}

/// A game, or why there is none, with the file it comes from.
pub type SourceGame = (SourceFile, Result<Game, FileError>);

/// Reads the games of files one after the other; one file is open at a time.
pub struct SourceGames {
    files: VecDeque<SourceFile>,
    options: ReadOptions,
    open: Option<(SourceFile, Games)>,
}

impl SourceGames {
    /// Begins with the first file.
    #[must_use]
    pub fn new(files: Vec<SourceFile>, options: ReadOptions) -> SourceGames {
        SourceGames { files: files.into(), options, open: None }
    }

    /// How many files have not been opened yet.
    #[must_use]
    pub fn files_left(&self) -> usize {
        self.files.len()
    }
}

impl Iterator for SourceGames {
    type Item = SourceGame;

    fn next(&mut self) -> Option<SourceGame> {
        loop {
            if let Some((file, games)) = &mut self.open {
                let failed = |error: ReadError, path: &Path| FileError { path: path.to_owned(), error };
                match games.next() {
                    Some(game) => {
                        let game = game.map_err(|error| failed(error, &file.path));
                        return Some((file.clone(), game));
                    }
                    None => self.open = None,
                }
            }
            let file = self.files.pop_front()?;
            match open_file(&file.path, &self.options) {
                Ok(opened) => self.open = Some((file, opened.games)),
                Err(error) => {
                    let path = file.path.clone();
                    return Some((file, Err(FileError { path, error })));
                }
            }
        }
    }
}
