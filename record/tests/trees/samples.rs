//! The sample files of the shared folder.

use std::path::{Path, PathBuf};

use chuhe_record::{Game, Games, ReadError, ReadOptions, formats};

/// The folders with files of this crate's binary and legacy formats.
pub(crate) const FOLDERS: [&str; 7] = ["xqf", "cbr", "cbl", "cbl_legacy", "cbf", "dhtmlxq", "other"];

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

/// Reads a file by the reader that its name asks for.
pub(crate) fn read(path: &Path, data: Vec<u8>) -> Result<Games, ReadError> {
    let options = ReadOptions { deleted: true, ..ReadOptions::default() };
    match path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase().as_str() {
        "xqf" => formats::xqf::read(data, &options),
        "cbr" => formats::ccbridge::cbr::read(data, &options),
        "cbl" if formats::ccbridge::cbl::is_cbl(&data) => formats::ccbridge::cbl::read(data, &options),
        "cbl" => formats::ccbridge::cbl_legacy::read(data, &options),
        "cbf" => formats::ccbridge::cbf::read(data, &options),
        "ubb" | "html" => formats::dhtmlxq::read(data, &options),
        "che" => formats::sites::qq::read(data, &options),
        "chn" | "xqi" => formats::sites::ourgame::read(data, &options),
        "ccm" => formats::sites::ccm::read(data, &options),
        "mxq" => formats::sites::mxq::read(data, &options),
        "pfc" => formats::pfc::read(data, &options),
        _ => Err(ReadError::new(0, "no reader for this name")),
    }
}

/// All games that can be read, with the names of their files.
pub(crate) fn games(samples: &Path) -> impl Iterator<Item = (String, Game)> {
    files(samples).into_iter().flat_map(|path| {
        let data = std::fs::read(&path).expect("a sample can be read");
        let games: Vec<Game> = read(&path, data).into_iter().flatten().flatten().collect();
        games.into_iter().map(move |game| (path.display().to_string(), game))
    })
}
