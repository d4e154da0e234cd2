//! A verdict with everything it stands on: as a table for people, as a value for machines.

use std::fmt::Write;

use chuhe_movegen::Color;
use serde::Serialize;

use crate::class::{Chase, LabelledPly};
use crate::judge::{earlier_occurrences, judge, last_plies};
use crate::label::{IdleKind, Weakness};
use crate::outcome::{Language, Outcome, Reason};
use crate::switches::Rules;
use crate::{Line, text};

/// What the judge says about the last position of a line under one rule set, with the labels of the plies it looked at:
/// the repeated loop, or everything since the last capture when nothing repeats.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the rule set.
    pub rules: &'static str,
    /// `none`, `draw`, `red_loses` or `black_loses`; `none` = the game goes on.
    pub verdict: &'static str,
    /// Why, as a word: `perpetual_chase`, `checkmate`, `in_progress` ...
    pub reason: &'static str,
    /// Articles of the rules that decide.
    pub article: Option<&'static str>,
    /// Whether the loser is only warned and may still change its play.
    pub warning: bool,
    /// How often the last position has stood on the board.
    pub occurrences: usize,
    /// First and last ply looked at, from 1; none when there is no ply.
    pub plies: Option<(usize, usize)>,
    /// Red's class.
    pub red: String,
    /// Black's class.
    pub black: String,
    /// Plies that count towards the natural limit.
    pub clock: u16,
    /// The plies.
    pub labels: Vec<PlyReport>,
    /// The verdict in words.
    pub text: Text,
    #[serde(skip)]
    labelled: Vec<LabelledPly>,
}

/// One ply.
#[derive(Clone, Debug, Serialize)]
pub struct PlyReport {
    /// Its number, from 1.
    pub ply: usize,
    /// `red` or `black`.
    pub side: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The piece that moves and where it comes to stand: `Rb4`, `cb7`.
    pub piece: String,
    /// What the move counts as: `check`, `kill`, `chase`, `kpchase`, `idle`.
    pub label: &'static str,
    /// The pieces that give check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checkers: Vec<String>,
    /// How many checks the threatened mate takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kill: Option<u8>,
    /// New chases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chases: Vec<ChaseReport>,
    /// New attacks by king or pawns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<ChaseReport>,
    /// `exchange`, `sacrifice`, `block`, `follow` or `quiet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<&'static str>,
}

/// One chase.
#[derive(Clone, Debug, Serialize)]
pub struct ChaseReport {
    /// The chaser.
    pub by: String,
    /// The piece chased, where it stands.
    pub victim: String,
    /// Where the piece chased stood when the plies began.
    pub home: String,
    /// `unprotected`, `falsely_protected`, `protected` (but worth more than the chaser), `underprotected`,
    /// `through_checks`.
    pub weakness: &'static str,
    /// Whether it is a rook held by a knight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

/// A text in both languages.
#[derive(Clone, Debug, Serialize)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Report {
    /// Judges a line.
    #[must_use]
    pub fn new(line: &Line, rules: &Rules) -> Report {
        let outcome = judge(line, rules);
        let (plies, conduct) = match &outcome {
            Some(Outcome { reason: Reason::Repetition(repetition), .. }) => {
                (repetition.plies.clone(), repetition.conduct.clone())
            }
            _ => {
                let loops = earlier_occurrences(line).last();
                last_plies(line, loops.unwrap_or(line.plies().len() - line.floor()), &rules.switches)
            }
        };
        let text = |language: Language| match &outcome {
            Some(outcome) => outcome.text(language),
            None => language.pick("the game goes on", "对局继续").to_owned(),
        };
        let repetition = outcome.as_ref().and_then(|outcome| match &outcome.reason {
            Reason::Repetition(repetition) => Some(repetition),
            _ => None,
        });
        let class = |color: Color| {
            let class = &conduct[color.index()];
            if class.deeds.is_empty() { "idle".to_owned() } else { class.to_string() }
        };
        Report {
            rules: rules.set.name(),
            verdict: outcome.as_ref().map_or("none", |outcome| outcome.verdict.name()),
            reason: outcome.as_ref().map_or("in_progress", Outcome::code),
            article: repetition.and_then(|repetition| repetition.article),
            warning: repetition.is_some_and(|repetition| repetition.warning),
            occurrences: 1 + earlier_occurrences(line).count(),
            plies: plies.first().zip(plies.last()).map(|(first, last)| (first.number, last.number)),
            red: class(Color::Red),
            black: class(Color::Black),
            clock: if rules.claimed { line.claim_clock(line.position().side()) } else { line.clock() },
            labels: plies.iter().map(PlyReport::new).collect(),
            text: Text { en: text(Language::English), zh: text(Language::Chinese) },
            labelled: plies,
        }
    }

    /// The plies with their labels as a table, the classes and the verdict.
    #[must_use]
    pub fn table(&self, language: Language) -> String {
        let head = match language {
            Language::English => ["ply", "side", "move", "label", "what it does"],
            Language::Chinese => ["着", "方", "着法", "类", "说明"],
        };
        let mut rows = vec![head.map(str::to_owned)];
        for ply in &self.labelled {
            rows.push([
                ply.number.to_string(),
                language.side(ply.color()).to_owned(),
                format!("{}{}", ply.piece.piece.letter(), ply.mv),
                text::deed(ply.deed, language).to_owned(),
                text::ply(ply, language),
            ]);
        }
        let mut widths = [0; 4];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(columns(cell));
            }
        }
        let mut table = String::new();
        for row in &rows {
            for (width, cell) in widths.iter().zip(row) {
                let _ = write!(table, "{cell}{:1$}", "", width - columns(cell) + 2);
            }
            let _ = writeln!(table, "{}", row[4]);
        }
        let (red, black) = (language.side(Color::Red), language.side(Color::Black));
        let colon = language.pick(": ", "：");
        let _ = writeln!(table, "{red}{colon}{}  {black}{colon}{}", self.red, self.black);
        let verdict = match language {
            Language::English => &self.text.en,
            Language::Chinese => &self.text.zh,
        };
        let _ = writeln!(table, "{verdict}");
        table
    }
}

/// How many columns of a terminal a text takes: Chinese characters take two.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

impl PlyReport {
    fn new(ply: &LabelledPly) -> PlyReport {
        let attacks = ply.king_attacks.iter().chain(&ply.pawn_attacks);
        PlyReport {
            ply: ply.number,
            side: Language::English.side(ply.color()),
            mv: ply.mv.to_string(),
            piece: text::short(&ply.piece),
            label: ply.deed.name(),
            checkers: ply.checkers.iter().map(text::short).collect(),
            kill: ply.kill,
            chases: ply.chases.iter().map(ChaseReport::new).collect(),
            attacks: attacks.map(ChaseReport::new).collect(),
            idle: ply.idle.map(|idle| match idle {
                IdleKind::Exchange => "exchange",
                IdleKind::Sacrifice => "sacrifice",
                IdleKind::Block => "block",
                IdleKind::Follow => "follow",
                IdleKind::Quiet => "quiet",
            }),
        }
    }
}

impl ChaseReport {
    fn new(chase: &Chase) -> ChaseReport {
        ChaseReport {
            by: text::short(&chase.hunter),
            victim: text::short(&chase.quarry),
            home: chase.quarry.home.to_string(),
            weakness: match chase.weakness {
                Weakness::Unprotected => "unprotected",
                Weakness::FalselyProtected => "falsely_protected",
                Weakness::Valuable => "protected",
                Weakness::Underprotected => "underprotected",
                Weakness::LostToChecks => "through_checks",
            },
            held: chase.held,
        }
    }
}
