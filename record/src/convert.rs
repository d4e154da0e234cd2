//! Converting files, folders and libraries: what `chuhe convert` does. Output files appear whole or not at all.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::sources::{SourceFile, SourceGames, files};
use crate::write::{GameWriter, WriteError, losses};
use crate::{AtomicFile, FileError, Filter, Format, Game, Loss, ReadOptions, Warning, WriteOptions};

/// Where converted games go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// All into one file.
    File(PathBuf),
    /// A file for each input file, or for each game where the format holds one, under the inputs' names.
    Folder(PathBuf),
    /// All to standard output.
    Stdout,
}

/// A conversion to be done.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Files and folders to read.
    pub inputs: Vec<PathBuf>,
    /// Where to write.
    pub output: Output,
    /// The format to write.
    pub format: Format,
    /// How to read.
    pub read: ReadOptions,
    /// How to write.
    pub write: WriteOptions,
    /// Which games.
    pub filter: Filter,
    /// The opening of a game where its moves tell it, for the filter.
    pub opening_name: fn(&Game) -> Option<String>,
    /// Whether to write games that lose something.
    pub lossy: bool,
    /// Whether to leave out games with the same start and main line as an earlier one.
    pub unique: bool,
}

/// What happens on the way.
#[derive(Debug)]
pub enum Event<'a> {
    /// A file or a game in it cannot be read.
    Unreadable(FileError),
    /// A file of a folder holds no games at all; nothing to worry about.
    NoGames(FileError),
    /// A game was damaged: what could be saved is written.
    Damaged(&'a Path, &'a Game, &'a Warning),
    /// A game is written without something, or not written because it would lose something.
    Loss {
        /// The file it comes from.
        path: &'a Path,
        /// The game.
        game: &'a Game,
        /// What the format cannot hold.
        losses: &'a [Loss],
        /// Whether it is written all the same.
        written: bool,
    },
    /// A game has been dealt with; how many that makes.
    Progress(u64),
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Games read.
    pub read: u64,
    /// Games that the filter or `unique` left out.
    pub filtered: u64,
    /// Games written.
    pub written: u64,
    /// Games not written because they would lose something.
    pub refused: u64,
    /// Files and games that could not be read.
    pub unreadable: u64,
    /// Warnings about damaged games.
    pub warnings: u64,
    /// Files written.
    pub files: u64,
}

impl Done {
    /// 0 = all done, 1 = done with problems named, 2 = nothing done though something was asked.
    #[must_use]
    pub const fn exit_code(&self) -> i32 {
        let problems = self.unreadable + self.warnings + self.refused;
        if self.written == 0 && (problems > 0 || self.read == 0) {
            2
        } else if problems > 0 {
            1
        } else {
            0
        }
    }
}

/// Why a conversion ended.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// The output cannot be written.
    #[error("{}: {error}", place.display())]
    Write {
        /// The file.
        place: PathBuf,
        /// What is wrong.
        error: WriteError,
    },
    /// The format has no writer.
    #[error("the format {0} can be read, not written")]
    ReadOnly(Format),
    /// An output file would be an input file.
    #[error("{} is read and would be written", .0.display())]
    SameFile(PathBuf),
}

/// Carries out a conversion; `tell` hears what happens.
///
/// # Errors
/// When an output cannot be written. The files finished by then stay.
pub fn convert(job: &Conversion, tell: &mut dyn FnMut(Event<'_>)) -> Result<Done, ConvertError> {
    if !job.format.is_writable() {
        return Err(ConvertError::ReadOnly(job.format));
    }
    let mut done = Done::default();
    let (sources, failed) = files(&job.inputs);
    for error in failed {
        done.unreadable += 1;
        tell(Event::Unreadable(error));
    }
    let mut writer = Outputs { job, open: None, used: HashMap::new(), finished: 0 };
    let mut seen = HashSet::new();
    let mut several: Option<(PathBuf, bool)> = None;
    let mut games = SourceGames::new(sources, job.read.clone()).peekable();
    while let Some((file, game)) = games.next() {
        let game = match game {
            Ok(game) => game,
            Err(error) if !file.named && error.error.offset == 0 && error.error.line.is_none() => {
                tell(Event::NoGames(error));
                continue;
            }
            Err(error) => {
                done.unreadable += 1;
                tell(Event::Unreadable(error));
                continue;
            }
        };
        done.read += 1;
        tell(Event::Progress(done.read));
        for warning in &game.warnings {
            done.warnings += 1;
            tell(Event::Damaged(&file.path, &game, warning));
        }
        let opening = job.filter.opening.as_ref().and_then(|_| (job.opening_name)(&game));
        if !job.filter.accepts(&game, opening.as_deref()) || job.unique && !seen.insert(fingerprint(&game)) {
            done.filtered += 1;
            continue;
        }
        let lost = losses(&game, job.format, &job.write);
        if !lost.is_empty() {
            tell(Event::Loss { path: &file.path, game: &game, losses: &lost, written: job.lossy });
            if !job.lossy {
                done.refused += 1;
                continue;
            }
        }
        // Whether the file has more games decides about the names of single files.
        if several.as_ref().is_none_or(|(path, _)| *path != file.path) {
            let more = games.peek().is_some_and(|(next, _)| next.path == file.path);
            several = Some((file.path.clone(), more));
        }
        let numbered = several.as_ref().is_some_and(|(_, more)| *more);
        writer.write(&file, &game, numbered)?;
        done.written += 1;
    }
    writer.close()?;
    done.files = writer.finished;
    Ok(done)
}

/// The start and main line of a game as a number.
fn fingerprint(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.start.board, game.start.side).hash(&mut hasher);
    for mv in game.mainline_moves() {
        mv.hash(&mut hasher);
    }
    hasher.finish()
}

/// The files being written: one at a time.
struct Outputs<'a> {
    job: &'a Conversion,
    open: Option<Open>,
    /// How often a name has been given.
    used: HashMap<PathBuf, u32>,
    finished: u64,
}

struct Open {
    writer: GameWriter<Sink>,
    place: PathBuf,
    /// The input file whose games go here; none where all go to one place.
    source: Option<PathBuf>,
}

enum Sink {
    File(AtomicFile),
    Packed(zstd::Encoder<'static, AtomicFile>),
    Stdout(io::Stdout),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::File(file) => file.write(bytes),
            Sink::Packed(encoder) => encoder.write(bytes),
            Sink::Stdout(stdout) => stdout.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::File(file) => file.flush(),
            Sink::Packed(encoder) => encoder.flush(),
            Sink::Stdout(stdout) => stdout.flush(),
        }
    }
}

impl Outputs<'_> {
    fn write(&mut self, file: &SourceFile, game: &Game, numbered: bool) -> Result<(), ConvertError> {
        let place = match &self.job.output {
            Output::Folder(folder) => {
                let fits = self.open.as_ref().is_some_and(|open| open.source.as_ref() == Some(&file.path));
                if !(fits && self.job.format.holds_many()) {
                    self.close()?;
                    let place = self.name(folder, file, game, numbered && !self.job.format.holds_many());
                    self.begin(place, Some(file.path.clone()))?;
                }
                None
            }
            Output::File(place) => Some(place.clone()),
            Output::Stdout => Some(PathBuf::from("-")),
        };
        if let (Some(place), None) = (place, &self.open) {
            self.begin(place, None)?;
        }
        match &mut self.open {
            Some(open) => {
                let place = &open.place;
                open.writer.write(game).map_err(|error| ConvertError::Write { place: place.clone(), error })
            }
            None => Ok(()),
        }
    }

    /// A name of its own below the folder.
    fn name(&mut self, folder: &Path, file: &SourceFile, game: &Game, numbered: bool) -> PathBuf {
        let stem = file.relative.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = if numbered { format!("{stem}-{:04}", game.index + 1) } else { stem };
        let place =
            |stem: &str| folder.join(file.relative.with_file_name(format!("{stem}.{}", self.job.format.extension())));
        let first = place(&stem);
        let count = self.used.entry(first.clone()).or_default();
        *count += 1;
        if *count == 1 { first } else { place(&format!("{stem}-{count}")) }
    }

    fn begin(&mut self, place: PathBuf, source: Option<PathBuf>) -> Result<(), ConvertError> {
        let sink = match &self.job.output {
            Output::Stdout => Ok(Sink::Stdout(io::stdout())),
            _ => {
                let here = place.canonicalize().ok();
                let is_input = |input: &PathBuf| here.is_some() && input.canonicalize().ok() == here;
                if source.iter().chain(&self.job.inputs).any(is_input) {
                    return Err(ConvertError::SameFile(place));
                }
                let packed = place.extension().is_some_and(|extension| extension == "zst");
                AtomicFile::create(&place).and_then(|file| {
                    Ok(if packed { Sink::Packed(zstd::Encoder::new(file, 0)?) } else { Sink::File(file) })
                })
            }
        };
        let writer = sink
            .map_err(WriteError::Io)
            .and_then(|sink| GameWriter::new(self.job.format, sink, self.job.write.clone()));
        match writer {
            Ok(writer) => {
                self.open = Some(Open { writer, place, source });
                Ok(())
            }
            Err(error) => Err(ConvertError::Write { place, error }),
        }
    }

    fn close(&mut self) -> Result<(), ConvertError> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let finish = || -> Result<(), WriteError> {
            match open.writer.finish()? {
                Sink::File(file) => file.commit()?,
                Sink::Packed(encoder) => encoder.finish()?.commit()?,
                Sink::Stdout(mut stdout) => stdout.flush()?,
            }
            Ok(())
        };
        finish().map_err(|error| ConvertError::Write { place: open.place, error })?;
        self.finished += 1;
        Ok(())
    }
}
