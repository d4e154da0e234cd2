//! From searches to records: scores, losses, classes, texts.

use chuhe_movegen::{Color, Move, Position, Score};
use chuhe_record::notation::{self, Notation};
use chuhe_rules::{Language, Outcome, Reason, Verdict};

use crate::search::{Found, SearchFailure};
use crate::walk::Walk;
use crate::{
    LineRecord, MoveClass, MoveText, OtherOpinion, Phase, PositionRecord, Ruling, ScoreKind, ScoreRecord, Side, Tag,
    accuracy, patterns,
};

/// What one engine found at each position of a walk; none where it was not asked.
pub(crate) type Searches = Vec<Option<Result<Found, SearchFailure>>>;

/// What is known of a walk apart from its moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// By what the game or position is known.
    pub(crate) id: String,
    /// Names of the engines, as many as searches.
    pub(crate) engines: Vec<String>,
    /// Whether all lines of a search are kept in the records.
    pub(crate) several_lines: bool,
}

/// The record of one move, counted from 0, or of the position behind the last one.
#[must_use]
pub(crate) fn record(walk: &Walk, index: usize, frame: &Frame, searches: &[Searches]) -> PositionRecord {
    let spot = &walk.spots[index];
    let position = &spot.position;
    let mut record = PositionRecord::new(frame.id.clone(), position.to_string());
    record.side = Some(Side::from(position.side()));
    let played = walk.moves.get(index).copied();
    if let Some(mv) = played {
        record.mv = Some(mv.to_string());
        record.move_text = Some(move_text(position, mv));
        record.ruling = walk.spots[index + 1].outcome.as_ref().map(ruling);
        record.tags = patterns::move_tags(position, mv).into_iter().map(term).collect();
        if !walk.spots[index + 1].playable {
            let from = (index + 1).saturating_sub(MATING_PLIES);
            record.patterns = mate(&walk.spots[from].position, &walk.moves[from..=index]);
        }
    } else {
        record.ruling = spot.outcome.as_ref().map(ruling);
    }
    let Some((first, others)) = searches.split_first() else { return record };
    match &first[index] {
        None => {}
        Some(Err(failure)) => record.error = Some(failure.to_string()),
        Some(Ok(found)) => {
            record.engine = frame.engines.first().cloned();
            fill(&mut record, walk, index, found, frame);
            match played.map(|mv| judge_move(walk, index, mv, found, behind(first, index))) {
                Some(Ok(judged)) => {
                    record.played_score = Some(judged.score);
                    record.played_chance = Some(round(judged.score.chance(), 4));
                    record.loss = Some(judged.loss);
                    record.cp_loss = Some(judged.cp_loss);
                    record.class = Some(MoveClass::of(judged.loss, judged.is_best));
                    record.accuracy = Some(round(accuracy(judged.loss), 1));
                }
                Some(Err(why)) => record.error = Some(why),
                None => {}
            }
        }
    }
    for (searches, engine) in others.iter().zip(frame.engines.iter().skip(1)) {
        if let Some(result) = &searches[index] {
            record.others.push(opinion(walk, index, engine, result, behind(searches, index), record.best.as_deref()));
        }
    }
    record
}

fn behind(searches: &Searches, index: usize) -> Option<&Result<Found, SearchFailure>> {
    searches.get(index + 1)?.as_ref()
}

/// Puts what a search found into a record.
fn fill(record: &mut PositionRecord, walk: &Walk, index: usize, found: &Found, frame: &Frame) {
    let position = &walk.spots[index].position;
    record.nodes = Some(found.nodes);
    let Some(best) = found.best() else { return };
    let score = ScoreRecord::from(best.score);
    record.depth = Some(best.depth);
    record.score = Some(score);
    record.chance = Some(round(score.chance(), 4));
    record.best = best.pv.first().map(Move::to_string);
    record.best_text = best.pv.first().map(|&mv| move_text(position, mv));
    record.pv = iccs(&best.pv);
    record.pv_zh = line_text(position, &best.pv, Notation::Chinese);
    record.pv_wxf = line_text(position, &best.pv, Notation::Wxf);
    if matches!(best.score, Score::Mate(_)) {
        record.line_patterns = mate(position, &best.pv);
    }
    if frame.several_lines {
        record.lines = found
            .lines
            .iter()
            .map(|line| LineRecord { score: line.score.into(), depth: line.depth, pv: iccs(&line.pv) })
            .collect();
    }
}

fn opinion(
    walk: &Walk,
    index: usize,
    engine: &str,
    result: &Result<Found, SearchFailure>,
    after: Option<&Result<Found, SearchFailure>>,
    best_of_first: Option<&str>,
) -> OtherOpinion {
    let mut opinion = OtherOpinion {
        engine: engine.to_owned(),
        best: None,
        score: None,
        pv: Vec::new(),
        depth: None,
        nodes: None,
        agrees: false,
        loss: None,
        error: None,
    };
    match result {
        Err(failure) => opinion.error = Some(failure.to_string()),
        Ok(found) => {
            opinion.nodes = Some(found.nodes);
            if let Some(best) = found.best() {
                opinion.score = Some(best.score.into());
                opinion.depth = Some(best.depth);
                opinion.pv = iccs(&best.pv);
                opinion.best = opinion.pv.first().cloned();
                opinion.agrees = opinion.best.as_deref() == best_of_first;
            }
            if let Some(&mv) = walk.moves.get(index) {
                opinion.loss = judge_move(walk, index, mv, found, after).ok().map(|judged| judged.loss);
            }
        }
    }
    opinion
}

/// A move compared with the best one.
struct Judged {
    score: ScoreRecord,
    /// Points of a hundred of the winning chance.
    loss: f64,
    cp_loss: i32,
    is_best: bool,
}

/// Compares a move played with the best one. Its score is what the rules say when they end the game behind it, that of the
/// best move when it is the best move, and otherwise that of the position behind it, searched by itself.
fn judge_move(
    walk: &Walk,
    index: usize,
    mv: Move,
    found: &Found,
    after: Option<&Result<Found, SearchFailure>>,
) -> Result<Judged, String> {
    let best = found.best().ok_or("the search found nothing")?;
    let best_score = ScoreRecord::from(best.score);
    let is_best = best.pv.first() == Some(&mv);
    let next = &walk.spots[index + 1];
    let score = match &next.outcome {
        Some(outcome) if next.is_end() => verdict_score(outcome, walk.side(index)),
        _ if is_best => best_score,
        _ => match after {
            Some(Ok(found)) => {
                ScoreRecord::of_move_to(found.best().ok_or("the search behind the move found nothing")?.score)
            }
            Some(Err(failure)) => return Err(format!("behind the move: {failure}")),
            None => return Err("the position behind the move was not searched".into()),
        },
    };
    let (loss, cp_loss) = if is_best {
        (0.0, 0)
    } else {
        let loss = 100.0 * (best_score.chance() - score.chance());
        (round(loss.max(0.0), 2), (best_score.capped_cp() - score.capped_cp()).max(0))
    };
    Ok(Judged { score, loss, cp_loss, is_best })
}

/// The score of a move behind which the game is over.
fn verdict_score(outcome: &Outcome, mover: Color) -> ScoreRecord {
    let sign = match outcome.verdict {
        Verdict::Draw => return ScoreRecord::cp(0),
        Verdict::Loss(color) if color == mover => -1,
        Verdict::Loss(_) => 1,
    };
    let mate = matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate);
    ScoreRecord { kind: if mate { ScoreKind::Mate } else { ScoreKind::Rule }, value: sign }
}

/// How many plies before a mate say how it came about.
const MATING_PLIES: usize = 10;

/// The patterns of the mate at the end of a line; none when it ends otherwise.
fn mate(start: &Position, moves: &[Move]) -> Vec<Tag> {
    let tag = |pattern: &patterns::Pattern| Tag {
        id: pattern.id.to_owned(),
        en: pattern.en.to_owned(),
        zh: pattern.zh.to_owned(),
    };
    patterns::mate_patterns(start, moves).into_iter().map(tag).collect()
}

fn term(tag: patterns::Tag) -> Tag {
    Tag { id: tag.id().to_owned(), en: tag.en().to_owned(), zh: tag.zh().to_owned() }
}

/// An outcome for records.
#[must_use]
pub(crate) fn ruling(outcome: &Outcome) -> Ruling {
    let repetition = match &outcome.reason {
        Reason::Repetition(repetition) => Some(repetition),
        _ => None,
    };
    Ruling {
        verdict: outcome.verdict.name().to_owned(),
        reason: outcome.code().to_owned(),
        article: repetition.and_then(|repetition| repetition.article).map(str::to_owned),
        warning: !outcome.is_final(),
        en: outcome.text(Language::English),
        zh: outcome.text(Language::Chinese),
    }
}

/// A legal move in the notations of records.
#[must_use]
pub(crate) fn move_text(position: &Position, mv: Move) -> MoveText {
    let text = |notation| notation::write(position, mv, notation).unwrap_or_else(|| mv.to_string());
    MoveText { iccs: mv.to_string(), zh: text(Notation::Chinese), wxf: text(Notation::Wxf) }
}

/// A line of legal moves in a notation.
#[must_use]
pub(crate) fn line_text(position: &Position, moves: &[Move], notation: Notation) -> Vec<String> {
    let mut position = position.clone();
    moves
        .iter()
        .map(|&mv| {
            let text = notation::write(&position, mv, notation).unwrap_or_else(|| mv.to_string());
            position.make(mv);
            text
        })
        .collect()
}

fn iccs(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Rounded to so many digits behind the point.
#[must_use]
pub(crate) fn round(value: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (value * unit).round() / unit
}

/// The part of the game that each position of a walk belongs to. What is over does not come back.
#[must_use]
pub(crate) fn phases(walk: &Walk) -> Vec<Phase> {
    let from_start = walk.spots[0].position.board() == Position::start().board();
    let mut latest = Phase::Opening;
    let spots = walk.spots.iter().enumerate();
    spots
        .map(|(index, spot)| {
            latest = latest.max(patterns::phase(&spot.position, from_start.then_some(index as u32)));
            latest
        })
        .collect()
}
