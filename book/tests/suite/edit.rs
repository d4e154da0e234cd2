//! Single moves are changed, the rest stays, and so does the file as it was.

use std::fs;
use std::path::Path;

use chuhe_book::{
    BookFormat, BookMove, Change, ConvertOptions, Edit, KeyStorage, LearnOptions, Lesson, open, save_as, walk,
};
use chuhe_movegen::Position;

use crate::games;

fn book(path: &Path, format: BookFormat, storage: KeyStorage) {
    let options = ConvertOptions { storage, lossy: true };
    save_as(games::counted(games::LINES), path, format, options).unwrap();
}

/// Everything in a book.
fn everything(path: &Path) -> Vec<(String, Vec<BookMove>)> {
    let mut all = Vec::new();
    walk(&*open(path).unwrap(), &mut |visit| {
        all.push((visit.position.to_string(), visit.moves.to_vec()));
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    all
}

fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for mv in moves.split_whitespace() {
        position.make(mv.parse().unwrap());
    }
    position
}

fn change(path: &Path, moves: &str, mv: &str, change: Change) -> Result<(), String> {
    let edit = [Edit { position: after(moves), mv: mv.parse().unwrap(), change }];
    chuhe_book::edit(path, &edit).map(|_| ()).map_err(|error| error.to_string())
}

fn probe(path: &Path, moves: &str, mv: &str) -> Option<BookMove> {
    open(path).unwrap().probe(&after(moves)).unwrap().into_iter().find(|known| known.mv.to_string() == mv)
}

#[test]
fn only_the_move_that_is_changed_changes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, storage) in [
        ("a.book", BookFormat::Own, KeyStorage::Integer),
        ("a.obk", BookFormat::Obk, KeyStorage::Integer),
        ("r.obk", BookFormat::Obk, KeyStorage::Real),
    ] {
        let path = folder.path().join(name);
        book(&path, format, storage);
        let (bytes, before) = (fs::read(&path).unwrap(), everything(&path));
        // The position after h2e2 has a key of 2^63 and more; b9c7 is also looked up in a mirror.
        for (text, mv) in [("h2e2", "b9c7"), ("b2e2", "h9g7")] {
            change(&path, text, mv, Change::Weight(50)).unwrap();
            assert_eq!(fs::read(folder.path().join(format!("{name}.bak"))).unwrap(), bytes, "the backup is the book");
            change(&path, text, mv, Change::Enabled(false)).unwrap();
            change(&path, text, mv, Change::Comment("试".into())).unwrap();
            let known = probe(&path, "h2e2", "b9c7").unwrap();
            assert_eq!((known.weight, known.enabled, known.comment.as_str(), known.win), (50, false, "试", 1));
            let others = |all: Vec<(String, Vec<BookMove>)>| {
                let keep = |known: &BookMove| known.weight != 50 && known.weight != 2;
                all.into_iter()
                    .map(|(fen, moves)| (fen, moves.into_iter().filter(keep).collect::<Vec<_>>()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(others(everything(&path)), others(before.clone()));
            fs::write(&path, &bytes).unwrap();
        }
        change(&path, "", "i0i1", Change::Weight(7)).unwrap();
        assert_eq!(probe(&path, "", "i0i1").map(|known| known.weight), Some(7));
        assert_eq!(probe(&path, "", "a0a1").map(|known| known.weight), Some(7), "the start is its own mirror image");
        change(&path, "", "a0a1", Change::Remove).unwrap();
        assert_eq!(probe(&path, "", "i0i1"), None);
        let now = fs::read(&path).unwrap();
        assert!(change(&path, "", "a0a1", Change::Remove).unwrap_err().contains("a0a1 is not in the book"));
        assert!(change(&path, "", "a0a9", Change::Weight(1)).unwrap_err().contains("a0a9 is illegal"));
        assert_eq!(fs::read(&path).unwrap(), now);
    }
}

#[test]
fn book_dat_is_changed_within_its_means() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("BOOK.DAT");
    book(&path, BookFormat::BookDat, KeyStorage::Integer);
    change(&path, "h2e2", "b9c7", Change::Weight(9)).unwrap();
    assert_eq!(probe(&path, "b2e2", "h9g7").map(|known| known.weight), Some(9));
    change(&path, "h2e2 b9c7", "a3a4", Change::Weight(2)).unwrap();
    assert_eq!(probe(&path, "b2e2 h9g7", "i3i4").map(|known| known.weight), Some(2));
    change(&path, "h2e2 b9c7", "a3a4", Change::Remove).unwrap();
    assert_eq!(probe(&path, "h2e2 b9c7", "a3a4"), None);
    for (wrong, reason) in [
        (Change::Enabled(false), "cannot switch moves off"),
        (Change::Comment("x".into()), "no comments"),
        (Change::Weight(70_000), "1 to 65535"),
    ] {
        assert!(change(&path, "", "h2e2", wrong).unwrap_err().contains(reason));
    }
    assert!(change("embedded".as_ref(), "", "h2e2", Change::Weight(1)).unwrap_err().contains("convert it into a file"));
}

#[test]
fn games_teach_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let played = games::read(
        "1-0\tstartpos\tb2e2 h9g7 b0c2 i9h9 a3a4\n0-1\tstartpos\th2e2 h9g7\n0-1\t9/4k4/9/9/9/9/9/9/4A4/4K4 w\te1d0\n",
    );
    for (name, format) in [("a.book", BookFormat::Own), ("a.obk", BookFormat::Obk)] {
        for new_moves in [true, false] {
            let path = folder.path().join(name);
            book(&path, format, KeyStorage::Integer);
            let (first, answer) = (probe(&path, "", "h2e2").unwrap(), probe(&path, "h2e2", "h9g7").unwrap());
            let options = LearnOptions { new_moves, ..LearnOptions::default() };
            let mut lesson = Lesson::default();
            played.iter().for_each(|game| {
                lesson.add(game, options);
            });
            let (moves, _) = lesson.apply(&path, options).unwrap();
            assert_eq!(moves, if new_moves { 6 } else { 4 }, "{name}");
            let now = probe(&path, "", "h2e2").unwrap();
            assert_eq!((now.win, now.loss, now.weight), (first.win + 1, first.loss + 1, first.weight + 2));
            // In the first game the mirror image was played: black's answer there was the other knight.
            let now = probe(&path, "h2e2", "h9g7").unwrap();
            assert_eq!((now.win, now.loss), (answer.win + 1, answer.loss));
            assert_eq!(probe(&path, "h2e2 b9c7 h0g2 a9b9", "i3i4").is_some(), new_moves);
        }
    }
    let path = folder.path().join("a.book");
    change(&path, "", "h2e2", Change::Enabled(false)).unwrap();
    let mut lesson = Lesson::default();
    lesson.add(&played[0], LearnOptions::default());
    lesson.apply(&path, LearnOptions::default()).unwrap();
    assert!(!probe(&path, "", "h2e2").unwrap().enabled, "what somebody has switched off stays off");
}
