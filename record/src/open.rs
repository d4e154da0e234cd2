//! Opening a file of whatever format, compressed or not, as a stream of games.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use crate::formats::{ccbridge, dhtmlxq, fen_list, iccs_lines, json, pfc, pgn, sites, wxf_text, xqf};
use crate::lines::Source;
use crate::{Format, Games, ReadError, ReadOptions, detect};

/// The largest file of a format that is read as a whole, in bytes. Text formats are streams and have no limit.
pub const LARGEST_WHOLE: u64 = 512 << 20;

/// An opened file.
pub struct Opened {
    /// Its format.
    pub format: Format,
    /// Its games.
    pub games: Games,
}

/// Opens a source, finding its format. zstd and gzip are unpacked on the way.
///
/// # Errors
/// When the source cannot be read or holds no games.
pub fn open(source: Source, options: &ReadOptions) -> Result<Opened, ReadError> {
    open_nested(source, options, 2)
}

/// Opens a file by its name; its games know it.
///
/// # Errors
/// When the file cannot be read or holds no games.
pub fn open_file(path: &Path, options: &ReadOptions) -> Result<Opened, ReadError> {
    let file = File::open(path).map_err(|error| ReadError::new(0, error.to_string()))?;
    let opened = open(Box::new(file), options)?;
    let name = path.display().to_string();
    let games = opened.games.map(move |game| {
        game.map(|mut game| {
            game.file.clone_from(&name);
            game
        })
    });
    Ok(Opened { format: opened.format, games: Box::new(games) })
}

fn open_nested(mut source: Source, options: &ReadOptions, layers: u8) -> Result<Opened, ReadError> {
    let failed = |error: std::io::Error| ReadError::new(0, error.to_string());
    let mut head = Vec::new();
    (&mut source).take(detect::HEAD as u64).read_to_end(&mut head).map_err(failed)?;
    let whole = head.len() < detect::HEAD;
    let (zstd, gzip) = (head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]), head.starts_with(&[0x1F, 0x8B]));
    if layers > 0 && (zstd || gzip) {
        let source = BufReader::new(std::io::Cursor::new(head).chain(source));
        let unpacked: Source = if zstd {
            Box::new(zstd::Decoder::with_buffer(source).map_err(failed)?)
        } else {
            Box::new(flate2::bufread::MultiGzDecoder::new(source))
        };
        return open_nested(unpacked, options, layers - 1);
    }
    let format = detect::detect(&head, whole).map_err(|reason| ReadError::new(0, reason))?;
    let games = read_as(format, Box::new(std::io::Cursor::new(head).chain(source)), options)?;
    Ok(Opened { format, games })
}

/// Reads a source as a given format.
///
/// # Errors
/// When the source cannot be read or is not of the format.
pub fn read_as(format: Format, mut source: Source, options: &ReadOptions) -> Result<Games, ReadError> {
    let read: fn(Vec<u8>, &ReadOptions) -> Result<Games, ReadError> = match format {
        Format::Pgn => return pgn::read_stream(source, options),
        Format::Fen => return fen_list::read_stream(source, options),
        Format::Iccs => return iccs_lines::read_stream(source, options),
        Format::Json => return json::read_stream(source, options),
        Format::WxfText => return wxf_text::read_stream(source, options),
        Format::Xqf => xqf::read,
        Format::DhtmlXq => dhtmlxq::read,
        Format::Cbr => ccbridge::cbr::read,
        Format::Cbl => ccbridge::cbl::read,
        Format::CblLegacy => ccbridge::cbl_legacy::read,
        Format::Cbf => ccbridge::cbf::read,
        Format::Pfc => pfc::read,
        Format::Che => sites::qq::read,
        Format::ChnOld => sites::ourgame::read_old,
        Format::Chn => sites::ourgame::read,
        Format::CcmOld => sites::ccm::read_old,
        Format::Ccm => sites::ccm::read,
        Format::Mxq => sites::mxq::read,
    };
    let mut bytes = Vec::new();
    (&mut source)
        .take(LARGEST_WHOLE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| ReadError::new(bytes.len(), error.to_string()))?;
    if bytes.len() as u64 > LARGEST_WHOLE {
        return Err(ReadError::new(bytes.len(), format!("more than {} MiB", LARGEST_WHOLE >> 20)));
    }
    read(bytes, options)
}
