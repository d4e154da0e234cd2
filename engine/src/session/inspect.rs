//! Commands that look into the engine: the table, the board, the verdict.

use std::io::{self, Write};

use chuhe_movegen::{Color, Square};
use chuhe_protocol::{HashBound, PositionText, Reply};
use chuhe_rules::{Language, Report};

use super::Session;
use super::setup::Setup;
use crate::evaluation::Evaluation;
use crate::value;

impl<W: Write> Session<W> {
    pub(super) fn probe(&mut self, text: &PositionText) -> io::Result<()> {
        let mut other = Setup::default();
        let known = match other.set(text, self.ranks, self.ranks_fixed) {
            Ok(set) if set.illegal.is_none() => self.table.get(other.position().key()),
            _ => None,
        };
        let entry = known.map(|entry| {
            let bound = HashBound { score: value::to_score(entry.value), depth: entry.depth.unsigned_abs() };
            let mv = Some(entry.mv).filter(|&mv| mv.is_some() && other.position().is_legal(mv));
            (mv, entry.bound.is_lower().then_some(bound), entry.bound.is_upper().then_some(bound))
        });
        let (mv, lower, upper) = entry.unwrap_or_default();
        self.reply(&Reply::PopHash { mv, lower, upper })
    }

    pub(super) fn display(&mut self) -> io::Result<()> {
        let position = self.setup.position();
        let mut text = String::new();
        for rank in (0..10).rev() {
            text += &format!("{rank} ");
            for file in 0..9 {
                let piece = position.piece_at(Square::at(file, rank));
                text += &format!(" {}", piece.map_or('.', |piece| piece.letter()));
            }
            text += "\n";
        }
        text += "   a b c d e f g h i\n";
        text += &format!("fen {position}\nkey {:016x}\n", position.key());
        let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
        if !checkers.is_empty() {
            text += &format!("checkers {}\n", checkers.join(" "));
        }
        text += &self.judged().0;
        self.text(&text)
    }

    /// What the rules in force say of the game so far: the verdict, and the labels behind it.
    pub(super) fn judged(&self) -> (String, String) {
        let settings = self.engine.as_ref().map_or(self.settings, |engine| engine.settings);
        let rules = settings.rules();
        let report = Report::new(&self.setup.line(rules.limit), &rules);
        (format!("{} rules: {}", report.rules, report.text.en), report.table(Language::English))
    }

    /// The terms of the handcrafted evaluation, and what the network says.
    pub(super) fn evaluation_text(&self) -> String {
        let position = self.setup.position();
        let value = Evaluation::Nnue(self.network.clone()).evaluate(position);
        let red = if position.side() == Color::Red { value } else { -value };
        let used = if self.handcrafted { "" } else { ", used" };
        format!("{}\nnetwork {}: {red:+} for red{used}", chuhe_eval::trace(position), self.network.name())
    }
}
