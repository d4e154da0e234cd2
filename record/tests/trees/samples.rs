//! The sample files of the shared folder.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use chuhe_record::{Game, Games, ReadError, ReadOptions, open};

/// The folders that hold games. Lists of positions and notation vectors have tests of their own.
pub(crate) const FOLDERS: [&str; 8] = ["xqf", "cbr", "cbl", "cbl_legacy", "cbf", "dhtmlxq", "other", "pgn"];

/// All files of the folders, without the expected files beside them.
pub(crate) fn files(samples: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = FOLDERS
        .iter()
        .flat_map(|folder| std::fs::read_dir(samples.join(folder)).expect("the samples have this folder"))
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| !path.to_string_lossy().ends_with(".expected.json"))
        .collect();
    files.sort();
    files
}

/// Reads the contents of a file.
pub(crate) fn read(data: Vec<u8>) -> Result<Games, ReadError> {
    let options = ReadOptions { deleted: true, ..ReadOptions::default() };
    Ok(open(Box::new(Cursor::new(data)), &options)?.games)
}

/// All games that can be read, with the names of their files.
pub(crate) fn games(samples: &Path) -> impl Iterator<Item = (String, Game)> {
    files(samples).into_iter().flat_map(|path| {
        let data = std::fs::read(&path).expect("a sample can be read");
        let games: Vec<Game> = read(data).into_iter().flatten().flatten().collect();
        games.into_iter().map(move |game| (path.display().to_string(), game))
    })
}
