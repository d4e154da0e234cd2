//! `chuhe show`

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use chuhe_movegen::{Fen, Move, START_FEN};
use chuhe_record::board::html_board::{self, BoardOptions};
use chuhe_record::board::{Coordinates, Diagram, TextStyle, png, svg, text};
use chuhe_record::{AtomicFile, Game, Mark, ReadOptions, open_file};
use clap::Args;

/// Show a position or a game as a board: text, SVG, PNG or a page to step through
#[derive(Args)]
#[command(after_help = "\
Examples:
  chuhe show --coords
  chuhe show game.xqf --ply 24
  chuhe show --fen \"3k5/4P4/9/9/9/9/9/9/9/4KR3 w\" --arrow f0f9 --png board.png
  chuhe show game.pgn --html game.html")]
pub(crate) struct Show {
    /// A game file
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// Position as FEN; any placement will do [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// How many plies of the main line have been played [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Black at the bottom
    #[arg(long)]
    flip: bool,
    /// Letters and ranks at the edges
    #[arg(long)]
    coords: bool,
    /// An arrow, like a0a1; may be given several times
    #[arg(long, value_name = "MOVE")]
    arrow: Vec<String>,
    /// Width of a picture in pixels
    #[arg(long, value_name = "PX", default_value_t = 540)]
    size: u32,
    /// Letters instead of Chinese characters in a terminal
    #[arg(long)]
    ascii: bool,
    /// Write an SVG picture; - is standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write a PNG picture; - is standard output
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Write a page to step through the game; - is standard output
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
}

impl Show {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.load()?;
        let mut diagram = self.diagram(&game)?;
        diagram.flip = self.flip;
        diagram.size = self.size;
        if self.coords {
            diagram.coordinates = Coordinates::Iccs;
        }
        for arrow in &self.arrow {
            let mv: Move = arrow.parse().with_context(|| format!("--arrow {arrow}"))?;
            diagram.marks.push(Mark::Arrow('G', mv));
        }
        let mut written = false;
        if let Some(out) = &self.svg {
            write(out, svg(&diagram).as_bytes())?;
            written = true;
        }
        if let Some(out) = &self.png {
            write(out, &png(&diagram)?)?;
            written = true;
        }
        if let Some(out) = &self.html {
            let ply = self.ply.unwrap_or(0) as u32;
            write(
                out,
                html_board::page(&game, &BoardOptions { flip: self.flip, ply, ..BoardOptions::default() }).as_bytes(),
            )?;
            written = true;
        }
        if !written {
            let style = TextStyle { ascii: self.ascii, colours: io::stdout().is_terminal() };
            write!(io::stdout(), "{}", text(&diagram, style))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn load(&self) -> anyhow::Result<Game> {
        let Some(path) = &self.file else {
            let text = self.fen.as_deref().unwrap_or(START_FEN);
            let fen: Fen = text.parse().with_context(|| format!("--fen \"{text}\""))?;
            return Ok(Game::new(fen));
        };
        let opened = open_file(path, &ReadOptions::default()).with_context(|| path.display().to_string())?;
        let mut games = opened.games.skip(self.game as usize - 1);
        match games.next() {
            Some(game) => game.with_context(|| path.display().to_string()),
            None => bail!("{}: there is no game {}", path.display(), self.game),
        }
    }

    fn diagram(&self, game: &Game) -> anyhow::Result<Diagram> {
        let nodes: Vec<_> = game.mainline().collect();
        match self.ply.unwrap_or(nodes.len()) {
            0 => Ok(Diagram::new(&game.start)),
            ply if ply <= nodes.len() => Ok(Diagram::of_node(game, nodes[ply - 1])),
            ply => bail!("--ply {ply}: the main line has {} plies", nodes.len()),
        }
    }
}

fn write(out: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if out.as_os_str() == "-" {
        io::stdout().write_all(bytes)?;
        return Ok(());
    }
    let save = || -> io::Result<()> {
        let mut file = AtomicFile::create(out)?;
        file.write_all(bytes)?;
        file.commit()
    };
    save().with_context(|| out.display().to_string())
}
