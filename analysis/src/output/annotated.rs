//! Games with what the engine says: scores, marks, better lines, comments.

use chuhe_movegen::{Color, Move, Score};
use chuhe_record::{Game, NodeId, NodeScore};
use chuhe_rules::Language;

use crate::events::{MISSED_MATE, UNCLAIMED, is_event};
use crate::input::PositionItem;
use crate::{GameAnalysis, INACCURACY, LineRecord, MoveClass, PositionRecord, ScoreRecord, Side};

/// How games are annotated.
#[derive(Clone, Debug)]
pub struct Style {
    /// Language of comments.
    pub language: Language,
    /// Whether scores stand in the comments, for formats that have no place of their own for them.
    pub scores_in_text: bool,
    /// The engine, for the tag `Annotator`.
    pub engine: String,
}

/// The most plies of a better line that are shown.
const LINE_PLIES: usize = 12;
/// The most better lines of a move.
const MOST_LINES: usize = 3;

/// The game of a record with its analysis: the score behind each move from red's view, `?!`, `?` or `??` on marked moves,
/// better lines as variations, and comments behind those the record has.
#[must_use]
pub fn annotated_game(game: &Game, analysis: &GameAnalysis, style: &Style) -> Game {
    let mut game = game.clone();
    annotator(&mut game, style);
    let nodes: Vec<NodeId> = game.mainline().take(analysis.moves.len()).collect();
    for (node, record) in nodes.into_iter().zip(&analysis.moves) {
        annotate_move(&mut game, node, record, style);
    }
    let ending = &analysis.summary.ending;
    if ending.ruling.is_some()
        && let Some(node) = ending.ply.and_then(|ply| game.mainline().nth((ply as usize).checked_sub(1)?))
    {
        let text = match style.language {
            Language::English => &ending.en,
            Language::Chinese => &ending.zh,
        };
        add_comment(&mut game, node, text);
    }
    game
}

/// A position out of a list as a game: the engine's line is its main line, further lines are variations. A move that was
/// played is the main line instead.
#[must_use]
pub fn annotated_position(item: &PositionItem, record: &PositionRecord, style: &Style) -> Game {
    let mut game = Game::new(item.start);
    game.tags.set("Title", if item.title.is_empty() { &record.id } else { &item.title });
    annotator(&mut game, style);
    let mut node = game.root();
    for &mv in &item.moves {
        node = game.add(node, mv);
    }
    let first = LineRecord {
        score: record.score.unwrap_or(ScoreRecord::cp(0)),
        depth: record.depth.unwrap_or(0),
        pv: record.pv.clone(),
    };
    if let Some(mv) = item.played {
        let node = game.add(node, mv);
        annotate_move(&mut game, node, record, style);
    } else if record.score.is_some() {
        let lines: Vec<&LineRecord> =
            if record.lines.is_empty() { vec![&first] } else { record.lines.iter().take(MOST_LINES).collect() };
        for line in lines {
            add_line(&mut game, node, line, record.side, usize::MAX, style);
        }
    }
    if let Some(error) = &record.error {
        let root = game.root();
        add_comment(&mut game, root, error);
    }
    game
}

fn annotator(game: &mut Game, style: &Style) {
    let before = game.tags.text("Annotator").to_owned();
    if style.engine.is_empty() || before.contains(&style.engine) {
        return;
    }
    let both = if before.is_empty() { style.engine.clone() } else { format!("{before}; {}", style.engine) };
    game.tags.set("Annotator", both);
}

fn annotate_move(game: &mut Game, node: NodeId, record: &PositionRecord, style: &Style) {
    let (Some(played), Some(side)) = (record.played_score, record.side) else {
        if let Some(error) = &record.error {
            add_comment(game, node, error);
        }
        return;
    };
    let (mover, depth) = (Color::from(side), record.depth.unwrap_or(0));
    if !style.scores_in_text {
        if let Some(score) = score_behind(played, mover) {
            game.node_mut(node).annotations_mut().score = Some(NodeScore { score, depth: depth.clamp(0, 999) as u16 });
        }
        if let Some(glyph) = record.class.and_then(MoveClass::glyph) {
            // Its judgement takes the place of one that the record has.
            let glyphs = &mut game.node_mut(node).annotations_mut().glyphs;
            glyphs.retain(|glyph| !(1..=6).contains(glyph));
            glyphs.insert(0, glyph);
        }
    }
    let text = comment(record, played, side, style);
    if !text.is_empty() {
        add_comment(game, node, &text);
    }
    let missed = record.tags.iter().any(|tag| tag.id == MISSED_MATE);
    if record.is_marked() || missed {
        add_better_lines(game, node, record, style);
    }
}

fn comment(record: &PositionRecord, played: ScoreRecord, side: Side, style: &Style) -> String {
    let red = |score: ScoreRecord| score.for_red(side.into()).to_string();
    let mut parts = Vec::new();
    if record.is_marked()
        && let (Some(class), Some(best), Some(score)) = (record.class, &record.best_text, record.score)
    {
        let (before, behind) = (red(score), red(played));
        parts.push(match style.language {
            Language::English => {
                let mut name = class.name().to_owned();
                name[..1].make_ascii_uppercase();
                format!("{name} ({before} → {behind}). Best is {}", best.wxf)
            }
            Language::Chinese => format!("{}（{before} → {behind}），应走{}", class.chinese(), best.zh),
        });
    } else if style.scores_in_text {
        parts.push(match style.language {
            Language::English => format!("Score {}", red(played)),
            Language::Chinese => format!("评分{}", red(played)),
        });
    }
    let (en, zh) = (style.language == Language::English, style.language == Language::Chinese);
    for tag in record.tags.iter().filter(|tag| is_event(tag)).chain(&record.patterns) {
        if tag.id != UNCLAIMED {
            parts.extend(en.then(|| tag.en.clone()).or(zh.then(|| tag.zh.clone())));
        }
    }
    for other in record.others.iter().filter(|other| !other.agrees && record.is_marked()) {
        if let Some(best) = &other.best {
            parts.push(match style.language {
                Language::English => format!("{} prefers {best}", other.engine),
                Language::Chinese => format!("{}主张{best}", other.engine),
            });
        }
    }
    parts.join(if en { "; " } else { "；" })
}

/// The engine's line, and further ones that are clearly better than the move played.
fn add_better_lines(game: &mut Game, node: NodeId, record: &PositionRecord, style: &Style) {
    let Some(parent) = game.parent(node) else { return };
    let Some(score) = record.score else { return };
    let first = LineRecord { score, depth: record.depth.unwrap_or(0), pv: record.pv.clone() };
    let enough = record.played_chance.unwrap_or(1.0) + INACCURACY / 100.0;
    let others = record.lines.iter().skip(1).filter(|line| line.score.chance() >= enough);
    for line in std::iter::once(&first).chain(others).take(MOST_LINES) {
        add_line(game, parent, line, record.side, LINE_PLIES, style);
    }
}

/// Adds a line behind a node. What is there already is followed; nothing is added twice.
fn add_line(game: &mut Game, parent: NodeId, line: &LineRecord, side: Option<Side>, plies: usize, style: &Style) {
    let moves: Vec<Move> = line.pv.iter().map_while(|text| text.parse().ok()).take(plies).collect();
    let (Some(&first), Some(side)) = (moves.first(), side) else { return };
    if game.children(parent).any(|child| game.node(child).mv == first) {
        // The record looks at this move itself, or it is the move played.
        return;
    }
    let mut node = parent;
    for &mv in &moves {
        node = game.add(node, mv);
        if mv == first && game.parent(node) == Some(parent) {
            if style.scores_in_text {
                let score = line.score.for_red(side.into());
                let text = match style.language {
                    Language::English => format!("Score {score}, depth {}", line.depth),
                    Language::Chinese => format!("评分{score}，深度{}", line.depth),
                };
                add_comment(game, node, &text);
            } else if let Some(score) = score_behind(line.score, side.into()) {
                let depth = line.depth.clamp(0, 999) as u16;
                game.node_mut(node).annotations_mut().score = Some(NodeScore { score, depth });
            }
        }
    }
}

fn add_comment(game: &mut Game, node: NodeId, text: &str) {
    let comment = &mut game.node_mut(node).comment;
    if !comment.trim().is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// The score of a move for its mover as the score of the position behind it for red; none when it mates at once.
fn score_behind(score: ScoreRecord, mover: Color) -> Option<Score> {
    let behind = |plies: i32| plies - plies.signum();
    let score = match score.to_score() {
        Score::Cp(cp) => Score::Cp(cp),
        Score::Mate(plies) => Score::Mate(behind(plies)),
        Score::Rule(plies) => Score::Rule(behind(plies)),
    };
    let decided = score == Score::Mate(0) || score == Score::Rule(0);
    if decided {
        return None;
    }
    Some(match (mover, score) {
        (Color::Red, score) => score,
        (Color::Black, Score::Cp(cp)) => Score::Cp(-cp),
        (Color::Black, Score::Mate(plies)) => Score::Mate(-plies),
        (Color::Black, Score::Rule(plies)) => Score::Rule(-plies),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScoreKind;

    #[test]
    fn scores_behind_a_move_are_reds_and_one_ply_nearer() {
        let mate = |value| ScoreRecord { kind: ScoreKind::Mate, value };
        assert_eq!(score_behind(mate(1), Color::Red), None);
        assert_eq!(score_behind(mate(2), Color::Red), Some(Score::Mate(2)));
        assert_eq!(score_behind(mate(2), Color::Black), Some(Score::Mate(-2)));
        assert_eq!(score_behind(mate(-1), Color::Red), Some(Score::Mate(-1)));
        assert_eq!(score_behind(ScoreRecord::cp(35), Color::Black), Some(Score::Cp(-35)));
    }
}
