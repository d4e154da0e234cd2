//! Boards to look at: as text for terminals, as SVG and PNG diagrams in the printed style of the rules, and as a page to
//! step through a game.
//!
//! Red and black are told apart without colour as well: red pieces are characters in a double ring, black ones are white
//! characters on a solid disc.

mod glyphs;
pub mod html_board;
mod png;
mod svg;
mod text;

use chuhe_movegen::{Board, Color, Fen, Move, Square};

pub use png::{PngError, png};
pub use svg::svg;
pub use text::{TextStyle, text};

use crate::notation::Script;
use crate::{Game, Mark, NodeId, Replay};

/// What stands at the edges of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// Nothing.
    #[default]
    None,
    /// The files as the players count them: 一 to 九 for red, 1 to 9 for black.
    Files,
    /// Letters and ranks of ICCS.
    Iccs,
}

/// A board with what is drawn on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The pieces.
    pub board: Board,
    /// Who moves; shown in the title of a picture.
    pub side: Color,
    /// Whether black sits at the bottom.
    pub flip: bool,
    /// What stands at the edges.
    pub coordinates: Coordinates,
    /// The move that led here: its points are marked.
    pub last_move: Option<Move>,
    /// Marked points and arrows.
    pub marks: Vec<Mark>,
    /// Characters of the pieces.
    pub script: Script,
    /// Width of a picture in pixels.
    pub size: u32,
}

impl Diagram {
    /// A plain diagram of a position, 540 pixels wide.
    #[must_use]
    pub fn new(fen: &Fen) -> Diagram {
        Diagram {
            board: fen.board,
            side: fen.side,
            flip: false,
            coordinates: Coordinates::None,
            last_move: None,
            marks: Vec::new(),
            script: Script::Traditional,
            size: 540,
        }
    }

    /// The position after a move of a game, that move and the marks kept with it drawn in.
    #[must_use]
    pub fn of_node(game: &Game, id: NodeId) -> Diagram {
        let mut replay = Replay::new(&game.start);
        for mv in game.moves_to(id) {
            replay.play(mv);
        }
        let mv = game.node(id).mv;
        Diagram {
            board: replay.board(),
            side: replay.side(),
            last_move: mv.is_some().then_some(mv),
            marks: game.node(id).annotations().map(|annotations| annotations.marks.clone()).unwrap_or_default(),
            ..Diagram::new(&game.start)
        }
    }

    /// Column (0 to 8 from the left) and row (0 to 9 from the top) where a point is drawn.
    fn place(&self, square: Square) -> (u8, u8) {
        match self.flip {
            false => (square.file(), 9 - square.rank()),
            true => (8 - square.file(), square.rank()),
        }
    }

    /// The point that is drawn at a column and row.
    fn square_at(&self, column: u8, row: u8) -> Square {
        match self.flip {
            false => Square::at(column, 9 - row),
            true => Square::at(8 - column, row),
        }
    }
}
