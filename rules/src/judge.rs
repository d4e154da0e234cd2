//! The referee: is the game over, and why?

use chuhe_movegen::{Color, Move};

use crate::article::article;
use crate::class::{Conduct, Deed, LabelledPly, label_plies};
use crate::material::material_draw;
use crate::outcome::{Outcome, Reason, Repetition, Verdict};
use crate::switches::{Rules, Switches};
use crate::verdict::verdict;
use crate::{Line, RuleSet};

/// What ends the game in the position reached; none while it goes on.
///
/// Mate and stalemate go first, then repetition, the natural limit, material. Of a repetition the last loops are judged,
/// one fewer than the occurrences that the rules ask for. A result that is only a warning is returned, too: see
/// [`Outcome::is_final`].
#[must_use]
pub fn judge(line: &Line, rules: &Rules) -> Option<Outcome> {
    let position = line.position();
    if !position.has_legal_move() {
        let reason = if line.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return Some(Outcome::loss(position.side(), reason));
    }
    if let Some(outcome) = repetition(line, rules) {
        return Some(outcome);
    }
    let plies = if rules.claimed { line.claim_clock(position.side()) } else { line.clock() };
    if rules.limit.plies > 0 && plies >= rules.limit.plies {
        return Some(Outcome::draw(Reason::NaturalLimit { plies }));
    }
    material_draw(position, rules.material).map(Outcome::draw)
}

/// How many plies ago the present position stood before, the latest first.
pub(crate) fn earlier_occurrences(line: &Line) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(line.last_repetition(), |&back| line.repetition_from(back))
}

/// The verdict on a repetition, if the position has stood often enough.
fn repetition(line: &Line, rules: &Rules) -> Option<Outcome> {
    let first = earlier_occurrences(line).nth(rules.occurrences.max(2) - 2)?;
    let occurrences = 1 + earlier_occurrences(line).count();
    let (plies, conduct) = last_plies(line, first, &rules.switches);
    let verdict = verdict(&conduct, &rules.switches);
    let warning = match verdict {
        Verdict::Draw => false,
        Verdict::Loss(color) => {
            rules.switches.warning && occurrences <= rules.occurrences && !conduct[color.index()].only(Deed::Check)
        }
    };
    let article = article(rules.set, verdict, &conduct, &plies);
    let repetition = Repetition { set: rules.set, occurrences, plies, conduct, article, warning };
    Some(Outcome { verdict, reason: Reason::Repetition(Box::new(repetition)) })
}

/// Labels the last `count` plies of a line and sums up what red and black did in them.
///
/// # Panics
/// When the line is shorter.
#[must_use]
pub fn last_plies(line: &Line, count: usize, switches: &Switches) -> (Vec<LabelledPly>, [Conduct; 2]) {
    let first = line.plies().len() - count;
    let mut start = line.position().clone();
    for ply in line.plies()[first..].iter().rev() {
        start.unmake(ply.mv, ply.undo());
    }
    let moves: Vec<Move> = line.plies()[first..].iter().map(|ply| ply.mv).collect();
    let plies = label_plies(&start, &moves, first + 1, switches);
    let conduct = Color::ALL.map(|color| Conduct::of(color, &plies));
    (plies, conduct)
}

/// The legal moves of the side to move that would lose by a rule of repetition (or be warned for it) as soon as they are
/// played, with the verdict: the moves a referee bans and an engine avoids at its root.
#[must_use]
pub fn losing_moves(line: &Line, rules: &Rules) -> Vec<(Move, Outcome)> {
    let side = line.position().side();
    let mut line = line.clone();
    let mut found = Vec::new();
    for &mv in &line.position().legal_moves() {
        line.make(mv);
        if let Some(outcome) = repetition(&line, rules).filter(|outcome| outcome.verdict == Verdict::Loss(side)) {
            found.push((mv, outcome));
        }
        line.unmake();
    }
    found
}

/// The first ply of a line, from 1, after which the game was over, and how; none if it goes on after the last.
#[must_use]
pub fn first_end(line: &Line, rules: &Rules) -> Option<(usize, Outcome)> {
    let mut start = line.clone();
    while !start.plies().is_empty() {
        start.unmake();
    }
    for (number, ply) in (1..).zip(line.plies()) {
        start.make(ply.mv);
        if let Some(outcome) = judge(&start, rules).filter(Outcome::is_final) {
            return Some((number, outcome));
        }
    }
    None
}

/// The verdict on the last position under every rule set.
#[must_use]
pub fn judge_all(line: &Line) -> Vec<(RuleSet, Option<Outcome>)> {
    RuleSet::ALL.into_iter().map(|set| (set, judge(line, &Rules::new(set)))).collect()
}
