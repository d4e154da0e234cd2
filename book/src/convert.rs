//! Books from one format into another.

use std::collections::HashMap;
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use chuhe_record::AtomicFile;

use crate::bookdat::{self, Record};
use crate::fold::Folded;
use crate::obk::{KeyStorage, ObkWriter};
use crate::select::shares;
use crate::{Book, BookError, BookFormat, BookMove, Contents, MemoryBook, ObkBook, OwnBook, format, own, walk};

/// What a target cannot hold, and of how many records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// Wins, draws and losses.
    Results(u64),
    /// Scores.
    Scores(u64),
    /// Comments.
    Comments(u64),
    /// Moves that are switched off: they are left out.
    SwitchedOff(u64),
    /// Moves that are never played for their weight: they are left out.
    NeverPlayed(u64),
    /// Weights that do not fit and are scaled; the order of the moves stays.
    Weights(u64),
    /// Positions with the lock of another one: they are left out.
    SameLock(u64),
    /// Records of positions that cannot be reached from the start position, or whose moves are illegal there.
    Unreachable(u64),
    /// Rows that are damaged.
    Damaged(u64),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Results(n) => write!(f, "wins, draws and losses of {n} moves"),
            Loss::Scores(n) => write!(f, "scores of {n} moves"),
            Loss::Comments(n) => write!(f, "{n} comments"),
            Loss::SwitchedOff(n) => write!(f, "{n} moves that are switched off"),
            Loss::NeverPlayed(n) => write!(f, "{n} moves without weight"),
            Loss::Weights(n) => write!(f, "the exact weights of {n} moves"),
            Loss::SameLock(n) => write!(f, "{n} positions with the lock of another one"),
            Loss::Unreachable(n) => {
                write!(f, "{n} records that cannot be reached from the start position by legal moves")
            }
            Loss::Damaged(n) => write!(f, "{n} damaged rows"),
        }
    }
}

/// How to convert.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConvertOptions {
    /// How .obk keeps its large keys.
    pub storage: KeyStorage,
    /// Whether to write although something is lost.
    pub lossy: bool,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    /// Records written.
    pub records: u64,
    /// What is not in the target.
    pub losses: Vec<Loss>,
}

/// Reads all of a book that can be reached, and counts the records that cannot.
///
/// # Errors
/// When the book cannot be read.
pub fn gather(path: &Path) -> Result<(Contents, u64), BookError> {
    if path.as_os_str() == crate::embedded::NAME {
        return Ok((crate::embedded::book().contents()?, 0));
    }
    if format::recognise(path)? == BookFormat::Own {
        return Ok((OwnBook::open(path)?.contents()?, 0));
    }
    let book = format::open_in_memory(path)?;
    let mut contents = Contents::default();
    walk(&*book, &mut |visit| {
        for mv in visit.moves {
            contents.set(visit.position, mv.clone());
        }
        ControlFlow::Continue(())
    })?;
    Ok((contents, book.unmet().unwrap_or(0)))
}

/// Writes contents where they belong, in our format.
///
/// # Errors
/// When the file cannot be written.
pub fn save(contents: &Contents, path: &Path) -> Result<(), BookError> {
    write_file(path, &own::write(contents))
}

/// Writes contents in a format.
///
/// # Errors
/// As [`convert`].
pub fn save_as(
    contents: Contents,
    target: &Path,
    format: BookFormat,
    options: ConvertOptions,
) -> Result<Converted, BookError> {
    let book = MemoryBook::new(contents, target.display().to_string());
    match format {
        BookFormat::Own => {
            save(&book.contents, target)?;
            Ok(Converted { records: book.contents.records(), losses: Vec::new() })
        }
        BookFormat::Obk => to_obk(&book, target, options),
        BookFormat::BookDat => to_book_dat(&book, target, options),
        format => Err(BookError::ReadOnly(format)),
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), BookError> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes)?;
        file.commit()
    };
    write().map_err(|error| BookError::io(path.display().to_string(), error))
}

/// Converts a book. Nothing is written when something would be lost, unless the options allow it.
///
/// # Errors
/// When the source cannot be read, the target not be written, or something would be lost.
pub fn convert(
    source: &Path,
    target: &Path,
    format: BookFormat,
    options: ConvertOptions,
) -> Result<Converted, BookError> {
    if !format.is_writable() {
        return Err(BookError::ReadOnly(format));
    }
    let same = source.canonicalize().ok().zip(target.canonicalize().ok()).is_some_and(|(a, b)| a == b);
    if same {
        return Err(BookError::edit(&target.display().to_string(), "it is read and would be written"));
    }
    let from = if source.as_os_str() == crate::embedded::NAME { BookFormat::Own } else { format::recognise(source)? };
    match (from, format) {
        (BookFormat::Obk | BookFormat::PfBook | BookFormat::Yfk, BookFormat::Obk) => copy_rows(source, target, options),
        (_, BookFormat::Own) => {
            let (contents, unreachable) = gather(source)?;
            let losses = counted(&[(unreachable, Loss::Unreachable)]);
            permit(target, &losses, options)?;
            save(&contents, target)?;
            Ok(Converted { records: contents.records(), losses })
        }
        (_, BookFormat::Obk) => to_obk(&*format::open_in_memory(source)?, target, options),
        _ => to_book_dat(&*format::open_in_memory(source)?, target, options),
    }
}

/// A loss without its number.
type LossKind = fn(u64) -> Loss;

/// The losses of which there are any.
fn counted(counts: &[(u64, LossKind)]) -> Vec<Loss> {
    counts.iter().filter(|(count, _)| *count > 0).map(|(count, loss)| loss(*count)).collect()
}

fn permit(target: &Path, losses: &[Loss], options: ConvertOptions) -> Result<(), BookError> {
    if losses.is_empty() || options.lossy {
        return Ok(());
    }
    Err(BookError::Lossy { name: target.display().to_string(), losses: losses.to_vec() })
}

/// Between books with the same keys every row goes over, reachable or not.
fn copy_rows(source: &Path, target: &Path, options: ConvertOptions) -> Result<Converted, BookError> {
    let book = ObkBook::open(source, false)?;
    let mut writer = ObkWriter::create(target, options.storage)?;
    let mut result = Ok(());
    book.rows(&mut |row| {
        if result.is_ok() {
            result = writer.row(&row);
        }
    })?;
    result?;
    let losses = counted(&[(book.info().records.saturating_sub(writer.rows()), Loss::Damaged)]);
    permit(target, &losses, options)?;
    Ok(Converted { records: writer.finish()?, losses })
}

/// How many records of a book a walk over it does not come by. `met` is how many folded records it has met.
fn unreached(book: &dyn Book, met: u64) -> u64 {
    book.unmet().unwrap_or_else(|| book.info().records.saturating_sub(met))
}

/// The moves of which mirror images in a symmetric position count once.
fn folded_count(position: &chuhe_movegen::Position, moves: &[BookMove]) -> u64 {
    let folded = Folded::new(position);
    moves.iter().filter(|mv| !folded.symmetric || folded.fold(mv.mv) == mv.mv).count() as u64
}

fn to_obk(book: &dyn Book, target: &Path, options: ConvertOptions) -> Result<Converted, BookError> {
    let mut writer = ObkWriter::create(target, options.storage)?;
    let (mut met, mut result) = (0, Ok(()));
    walk(book, &mut |visit| {
        met += folded_count(visit.position, visit.moves);
        result = writer.position(visit.position, visit.moves);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    result?;
    let losses = counted(&[(unreached(book, met), Loss::Unreachable)]);
    permit(target, &losses, options)?;
    Ok(Converted { records: writer.finish()?, losses })
}

fn to_book_dat(book: &dyn Book, target: &Path, options: ConvertOptions) -> Result<Converted, BookError> {
    let mut records = Vec::new();
    let mut locks: HashMap<u32, u64> = HashMap::new();
    let [mut met, mut results, mut scores, mut comments, mut off, mut never, mut scaled, mut collisions] = [0u64; 8];
    walk(book, &mut |visit| {
        met += folded_count(visit.position, visit.moves);
        let (lock, mirror) = bookdat::locks(visit.position);
        let key = Folded::new(visit.position).key;
        if [lock, mirror].iter().any(|lock| locks.get(lock).is_some_and(|&known| known != key)) {
            collisions += 1;
            return ControlFlow::Continue(());
        }
        locks.extend([(lock, key), (mirror, key)]);
        let playable = shares(visit.moves, None);
        let disabled = visit.moves.iter().filter(|mv| !mv.enabled).count();
        off += disabled as u64;
        never += (visit.moves.len() - disabled - playable.len()) as u64;
        for (mv, _) in &playable {
            results += u64::from(mv.win + mv.draw + mv.loss > 0);
            scores += u64::from(mv.score.is_some_and(|score| score != mv.weight));
            comments += u64::from(!mv.comment.is_empty());
        }
        for ((mv, share), weight) in playable.iter().zip(weights(&playable)) {
            scaled += u64::from(*share != u64::from(weight));
            records.push(Record::new(lock, mv.mv, weight));
        }
        ControlFlow::Continue(())
    })?;
    // Within a lock the heavier move first.
    records.sort_by_key(|record: &Record| (record.lock, std::cmp::Reverse(record.weight), record.mv));
    let losses = counted(&[
        (results, Loss::Results),
        (scores, Loss::Scores),
        (comments, Loss::Comments),
        (off, Loss::SwitchedOff),
        (never, Loss::NeverPlayed),
        (scaled, Loss::Weights),
        (collisions, Loss::SameLock),
        (unreached(book, met), Loss::Unreachable),
    ]);
    permit(target, &losses, options)?;
    write_file(target, &bookdat::write(&records))?;
    Ok(Converted { records: records.len() as u64, losses })
}

/// Shares as weights of 16 bits, in the same order: as they are where they fit, else scaled down. Different shares stay
/// different.
fn weights(shares: &[(&BookMove, u64)]) -> Vec<u16> {
    let most = shares.iter().map(|&(_, share)| share).max().unwrap_or(1);
    let full = u64::from(u16::MAX);
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by_key(|&i| shares[i].1);
    let mut weights = vec![1u16; shares.len()];
    let mut below: Option<(u64, u16)> = None;
    for i in order {
        let share = shares[i].1;
        let scaled =
            if most <= full { share } else { (u128::from(share) * u128::from(full) / u128::from(most)) as u64 };
        let mut weight = scaled.clamp(1, full) as u16;
        if let Some((last, lower)) = below {
            weight = if last == share { lower } else { weight.max(lower.saturating_add(1)) };
        }
        weights[i] = weight;
        below = Some((share, weight));
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_weights_keep_their_order() {
        let known = BookMove::new("h2e2".parse().unwrap());
        let of = |shares: &[u64]| weights(&shares.iter().map(|&share| (&known, share)).collect::<Vec<_>>());
        assert_eq!(of(&[7, 1, 65_535]), [7, 1, 65_535]);
        assert_eq!(of(&[2_000_000, 1_000_000, 3, 2, 2]), [65_535, 32_767, 2, 1, 1]);
        assert_eq!(of(&[]), [0u16; 0]);
    }
}
