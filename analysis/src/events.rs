//! What happened besides good and bad moves: mates missed or allowed, verdicts of the rules that were not claimed.

use crate::{PositionRecord, ScoreKind, ScoreRecord, Tag};

/// A mate that the mover had and did not keep.
pub(crate) const MISSED_MATE: &str = "missed-mate";
/// A move behind which the other side mates, where there was another one.
pub(crate) const ALLOWS_MATE: &str = "allows-mate";
/// A win by rule that the mover had and did not keep.
pub(crate) const MISSED_RULE_WIN: &str = "missed-rule-win";
/// The rules had ended the game behind this move, and it went on.
pub(crate) const UNCLAIMED: &str = "unclaimed";
/// The mover had to change its play behind this move.
pub(crate) const WARNED: &str = "warned";

/// Whether a tag says what happened, not only what a move does.
#[must_use]
pub(crate) fn is_event(tag: &Tag) -> bool {
    [MISSED_MATE, ALLOWS_MATE, MISSED_RULE_WIN, UNCLAIMED, WARNED].contains(&tag.id.as_str())
}

fn tag(id: &str, en: String, zh: String) -> Tag {
    Tag { id: id.to_owned(), en, zh }
}

fn wins(score: Option<ScoreRecord>, kind: ScoreKind) -> Option<i32> {
    score.filter(|score| score.kind == kind && score.value > 0).map(|score| score.value)
}

/// The events of a move that has been judged. `goes_on`: there are moves behind it.
#[must_use]
pub(crate) fn events(record: &PositionRecord, goes_on: bool) -> Vec<Tag> {
    let mut tags = Vec::new();
    let judged = record.played_score.is_some();
    if let Some(moves) = wins(record.score, ScoreKind::Mate).filter(|_| judged)
        && wins(record.played_score, ScoreKind::Mate).is_none()
    {
        tags.push(tag(MISSED_MATE, format!("misses a mate in {moves}"), format!("错过{moves}步杀")));
    }
    let loses = |score: Option<ScoreRecord>| {
        score.filter(|score| score.kind == ScoreKind::Mate && score.value <= 0).map(|score| -score.value)
    };
    if let Some(moves) = loses(record.played_score).filter(|_| loses(record.score).is_none()) {
        tags.push(tag(ALLOWS_MATE, format!("allows a mate in {moves}"), format!("被{moves}步杀")));
    }
    if wins(record.score, ScoreKind::Rule).is_some() && judged {
        let kept = wins(record.played_score, ScoreKind::Rule).or(wins(record.played_score, ScoreKind::Mate));
        if kept.is_none() && record.loss.is_some_and(|loss| loss > 0.0) {
            let (en, zh) = ("misses a win by the rules of repetition", "错过棋例判胜");
            tags.push(tag(MISSED_RULE_WIN, en.to_owned(), zh.to_owned()));
        }
    }
    if let Some(ruling) = &record.ruling {
        if ruling.warning {
            tags.push(tag(WARNED, format!("must change: {}", ruling.en), format!("须变着：{}", ruling.zh)));
        } else if goes_on {
            tags.push(tag(
                UNCLAIMED,
                format!("the rules end the game here ({}), it went on", ruling.en),
                format!("此处按规则已终局（{}），对局仍继续", ruling.zh),
            ));
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_kept_is_not_missed() {
        let mate = |value| Some(ScoreRecord { kind: ScoreKind::Mate, value });
        let mut record = PositionRecord::new("x", "y");
        (record.score, record.played_score) = (mate(2), mate(4));
        assert!(events(&record, true).is_empty());
        record.played_score = Some(ScoreRecord::cp(900));
        assert_eq!(events(&record, true)[0].en, "misses a mate in 2");
        (record.score, record.played_score) = (Some(ScoreRecord::cp(0)), mate(-3));
        assert_eq!(events(&record, true)[0].id, ALLOWS_MATE);
        (record.score, record.played_score) = (mate(-4), mate(-3));
        assert!(events(&record, true).is_empty());
    }
}
