//! The opening of a game, recognised from its moves.

use chuhe_book::names::{Opening, PLIES, classify};
use chuhe_movegen::{Color, Move, Position};
use chuhe_record::Game;
use chuhe_rules::Language;

/// The opening of a game from the start position.
pub(crate) fn recognise(game: &Game) -> Option<&'static Opening> {
    if game.start.side != Color::Red || game.start.board != Position::start().board() {
        return None;
    }
    let moves: Vec<Move> = game.mainline_moves().take(PLIES).collect();
    classify(&moves)
}

/// Whether the file names the opening itself.
pub(crate) fn is_tagged(game: &Game) -> bool {
    ["Opening", "Variation", "ECCO"].iter().any(|tag| !game.tags.text(tag).trim().is_empty())
}

/// Code and both names, for searching.
pub(crate) fn every_name(opening: &Opening) -> String {
    format!("{} {} {}", opening.code, opening.zh, opening.en)
}

/// Code and name in a language.
pub(crate) fn text(opening: &Opening, language: Language) -> String {
    let name = match language {
        Language::English => opening.en,
        Language::Chinese => opening.zh,
    };
    format!("{} {name}", opening.code)
}
