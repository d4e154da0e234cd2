//! A few games to make books of.

use chuhe_book::{Contents, CountOptions, Counter};
use chuhe_record::formats::iccs_lines;
use chuhe_record::{Game, ReadOptions};

/// Lines of openings with results.
pub(crate) const LINES: &str = "\
1-0\tstartpos\th2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 c9e7
1-0\tstartpos\th2e2 h9g7 h0g2 i9h9 c3c4 b9c7 b0c2 a9a8
1/2\tstartpos\th2e2 h7e7 h0g2 h9g7 i0h0 i9i8
0-1\tstartpos\th2e2 b9c7 h0g2 h9g7 g3g4
1/2\tstartpos\tc3c4 b7c7 g0e2 g6g5
1-0\tstartpos\tb2e2 b9c7 b0c2 a9b9
0-1\tstartpos\tg0e2 h7d7 h0g2 h9g7
*\tstartpos\th0g2 g6g5
";

/// The games of a list.
pub(crate) fn read(text: &str) -> Vec<Game> {
    let source = Box::new(std::io::Cursor::new(text.to_owned().into_bytes()));
    iccs_lines::read_stream(source, &ReadOptions::default()).unwrap().map(Result::unwrap).collect()
}

/// A book of them.
pub(crate) fn counted(text: &str) -> Contents {
    let mut counter = Counter::new(CountOptions::default());
    read(text).iter().for_each(|game| {
        counter.add(game);
    });
    counter.contents()
}
