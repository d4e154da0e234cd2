//! `chuhe-train inspect`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use chuhe_eval::nnue::{Network, QA, QB, SCALE};
use chuhe_movegen::{Color, Fen, Piece, PieceKind, Position};
use chuhe_rules::NaturalLimit;
use chuhe_train::pack::{PackReader, PositionFilter};
use chuhe_train::sample::Sample;

use super::DONE;

/// Example: chuhe-train inspect eval/nets/gen0-1234abcd.nnue --data gen0/games.pack
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Network file
    network: PathBuf,
    /// Packs to measure the loss on
    #[arg(long, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Share of the game's result in the loss
    #[arg(long, default_value_t = 0.3)]
    wdl: f32,
    /// Only every n-th game, as `train` keeps them apart
    #[arg(long, default_value_t = 50)]
    validation_every: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let context = || arguments.network.display().to_string();
    let bytes = fs::read(&arguments.network).with_context(context)?;
    let network = Network::from_bytes(&bytes).with_context(context)?;
    let architecture = network.architecture();
    writeln!(std::io::stdout(), "name            {}", network.name())?;
    writeln!(std::io::stdout(), "hash            {:016x}", network.hash())?;
    writeln!(std::io::stdout(), "bytes           {}", bytes.len())?;
    writeln!(std::io::stdout(), "width           {}", architecture.width())?;
    writeln!(std::io::stdout(), "king buckets    {:?}", architecture.king_table())?;
    writeln!(std::io::stdout(), "output buckets  {:?}", architecture.output_table())?;
    writeln!(std::io::stdout(), "units           {QA} {QB}, scale {SCALE}")?;
    let parameters = network.parameters();
    for (name, numbers) in [("rows", &parameters.rows), ("biases", &parameters.bias), ("output", &parameters.output)] {
        let mean = numbers.iter().map(|&number| f64::from(number.unsigned_abs())).sum::<f64>() / numbers.len() as f64;
        let (least, most) = (numbers.iter().min().unwrap_or(&0), numbers.iter().max().unwrap_or(&0));
        writeln!(std::io::stdout(), "{name:<15} {least} to {most}, mean size {mean:.1}")?;
    }
    writeln!(std::io::stdout(), "start position  {} (red to move)", network.evaluate(&Position::start()))?;
    for kind in PieceKind::ALL.into_iter().skip(1) {
        if let Some(value) = worth(&network, kind) {
            writeln!(std::io::stdout(), "without a {:<9} {value}", kind.name())?;
        }
    }
    if !arguments.data.is_empty() {
        let ([network, handcrafted], count) = losses(&network, arguments)?;
        writeln!(
            std::io::stdout(),
            "loss            {network:.7} on {count} positions (handcrafted evaluation: {handcrafted:.7})"
        )?;
    }
    Ok(DONE)
}

/// What the start position is worth to red when black misses a piece.
fn worth(network: &Network, kind: PieceKind) -> Option<i32> {
    let mut fen: Fen = Position::start().fen();
    let square = fen.board.pieces().find(|&(_, piece)| piece == Piece::new(Color::Black, kind))?.0;
    fen.board.set(square, None);
    Some(network.evaluate(&Position::try_from(&fen).ok()?))
}

/// Mean loss of the network and of the handcrafted evaluation, and the number of positions.
fn losses(network: &Network, arguments: &Arguments) -> Result<([f64; 2], u64)> {
    let filter = PositionFilter::default();
    let (mut sums, mut count, mut games) = ([0.0; 2], 0u64, 0u64);
    for path in &arguments.data {
        let context = || format!("reading {}", path.display());
        let mut reader = PackReader::open(path).with_context(context)?;
        while let Some(game) = reader.next_game().with_context(context)? {
            games += 1;
            if arguments.validation_every > 1 && games % arguments.validation_every != 0 {
                continue;
            }
            let mut replay = game.replay(NaturalLimit::default());
            while let Some(ply) = replay.next_ply() {
                let line = replay.line();
                if filter.takes(line, ply) {
                    let target = Sample::new(line.position(), ply, game.outcome).target(arguments.wdl);
                    let scores = [network.evaluate(line.position()), chuhe_eval::evaluate(line.position())];
                    for (sum, score) in sums.iter_mut().zip(scores) {
                        let prediction = 1.0 / (1.0 + (-f64::from(score) / f64::from(SCALE)).exp());
                        *sum += (prediction - f64::from(target)).powi(2);
                    }
                    count += 1;
                }
                replay.advance().with_context(context)?;
            }
        }
    }
    Ok((sums.map(|sum| sum / count.max(1) as f64), count))
}
