//! How games end, and why.

use chuhe_movegen::{Color, Move};

use crate::class::{Conduct, LabelledPly};
use crate::{RuleSet, text};

/// Who loses, or that nobody does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Drawn.
    Draw,
    /// This side loses.
    Loss(Color),
}

impl Verdict {
    /// `draw`, `red_loses`, `black_loses`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Draw => "draw",
            Verdict::Loss(Color::Red) => "red_loses",
            Verdict::Loss(Color::Black) => "black_loses",
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Verdict::Draw => "1/2-1/2",
            Verdict::Loss(Color::Red) => "0-1",
            Verdict::Loss(Color::Black) => "1-0",
        }
    }

    /// Who wins, if anybody does.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Verdict::Draw => None,
            Verdict::Loss(color) => Some(color.flip()),
        }
    }
}

/// A language for texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, simplified characters.
    Chinese,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who loses, if anybody.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended (Chinese rules, arts. 4.1 and 4.2, and what happens to programs).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// 将死: in check without a legal move.
    Checkmate,
    /// 困毙: not in check and without a legal move, which loses.
    Stalemate,
    /// The loser's move left the kings facing each other on an open file.
    FacingKings,
    /// A loop of moves, forbidden or drawn.
    Repetition(Box<Repetition>),
    /// 自然限着: this many plies that count without a capture.
    NaturalLimit {
        /// How many plies counted.
        plies: u16,
    },
    /// Nobody has a piece left that can cross the river.
    NoAttackers,
    /// One cannon is left without advisors on either side; it cannot mate.
    LoneCannon,
    /// Agreed.
    Agreement,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser came too late to the board.
    Lateness,
    /// The loser made a move that is none.
    IllegalMove {
        /// Number of the ply, from 1.
        ply: usize,
        /// What was played.
        text: String,
    },
    /// The loser went on with a forbidden loop after the warning.
    RefusedToChange,
    /// The loser's third foul.
    ThirdFoul,
    /// The loser refused the rules or misbehaved gravely.
    Misconduct,
    /// The loser's program ended, crashed or no longer answered.
    Disconnection,
    /// Adjudicated by agreed bounds on the scores or the length of the game.
    Adjudication,
}

/// A loop of moves and what the rules say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Whose rules.
    pub set: RuleSet,
    /// How often the last position has stood on the board.
    pub occurrences: usize,
    /// The plies judged, labelled; the loop played once or more.
    pub plies: Vec<LabelledPly>,
    /// What red and black did.
    pub conduct: [Conduct; 2],
    /// Articles of the rules that decide, such as `18` or `26.4, 28.12`; none where the rules are not numbered.
    pub article: Option<&'static str>,
    /// Whether the loser is only warned: it must change now and loses if it plays the loop once more.
    pub warning: bool,
}

impl Repetition {
    /// Numbers of the first and last ply judged, from 1.
    #[must_use]
    pub fn span(&self) -> (usize, usize) {
        let number = |ply: Option<&LabelledPly>| ply.map_or(0, |ply| ply.number);
        (number(self.plies.first()), number(self.plies.last()))
    }

    /// The moves judged.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.plies.iter().map(|ply| ply.mv)
    }
}

impl Outcome {
    /// The loss of a side.
    #[must_use]
    pub const fn loss(color: Color, reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Loss(color), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Draw, reason }
    }

    /// Whether the game is over. A warned side still may change its play.
    #[must_use]
    pub fn is_final(&self) -> bool {
        !matches!(&self.reason, Reason::Repetition(repetition) if repetition.warning)
    }

    /// The reason as a word for machines: `checkmate`, `perpetual_chase`, `natural_limit` ...
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.reason {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::FacingKings => "facing_kings",
            Reason::Repetition(repetition) => match self.verdict {
                Verdict::Draw => "repetition",
                Verdict::Loss(color) => text::conduct_code(&repetition.conduct[color.index()]),
            },
            Reason::NaturalLimit { .. } => "natural_limit",
            Reason::NoAttackers => "no_attackers",
            Reason::LoneCannon => "lone_cannon",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Lateness => "lateness",
            Reason::IllegalMove { .. } => "illegal_move",
            Reason::RefusedToChange => "refused_to_change",
            Reason::ThirdFoul => "third_foul",
            Reason::Misconduct => "misconduct",
            Reason::Disconnection => "disconnection",
            Reason::Adjudication => "adjudication",
        }
    }

    /// One line for people, such as `red loses: perpetual chase, plies 12-23, rook b4 chases the unprotected knight; axf
    /// art. 18`.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        text::outcome(self, language)
    }
}

impl std::fmt::Display for Outcome {
    /// The English text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}
