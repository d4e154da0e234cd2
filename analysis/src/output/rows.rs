//! The rows of an item: one for each position that was analysed or should have been.

use crate::PositionRecord;
use crate::run::Analysed;

/// The rows of an item. What could not be read is a row with its error, and so is what was wrong with a game.
#[must_use]
pub fn rows(analysed: &Analysed) -> Vec<PositionRecord> {
    match analysed {
        Analysed::Unreadable(unreadable) => {
            let mut record = PositionRecord::new(unreadable.id.clone(), "");
            record.error = Some(unreadable.error.clone());
            vec![record]
        }
        Analysed::Position(_, record) => vec![(**record).clone()],
        Analysed::Game(_, analysis) => {
            let asked = |record: &&PositionRecord| {
                record.score.is_some() || record.error.is_some() || !record.others.is_empty()
            };
            let mut rows: Vec<PositionRecord> =
                analysis.moves.iter().chain(&analysis.last).filter(asked).cloned().collect();
            let summary = &analysis.summary;
            let problems: Vec<&str> = summary.error.iter().chain(&summary.warnings).map(String::as_str).collect();
            if !problems.is_empty() {
                let mut record = PositionRecord::new(summary.id.clone(), summary.start_fen.clone());
                record.error = Some(problems.join("; "));
                rows.push(record);
            }
            rows
        }
    }
}
