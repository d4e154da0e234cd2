//! The rows of an item: one for each position that was analysed or should have been.

use crate::PositionRecord;
use crate::run::Analysed;

/// The rows of an item. What could not be read is a row with its error.
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
            if let Some(error) = &analysis.summary.error {
                let mut record = PositionRecord::new(analysis.summary.id.clone(), analysis.summary.start_fen.clone());
                record.error = Some(error.clone());
                rows.push(record);
            }
            rows
        }
    }
}
