//! `chuhe-train train`.

use std::collections::VecDeque;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use chuhe_train::dataset::Dataset;
use chuhe_train::pack::PositionFilter;
use chuhe_train::trainer::{AdamSettings, Checkpoint, Event, Recipe, Schedule, Trainer};

use super::{DONE, INTERRUPTED, interrupt_flag};

/// Example: chuhe-train train net1 --data gen0/games.pack --width 128 --epochs 40
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder for `checkpoint` and `log.csv`; made when missing
    output: PathBuf,
    /// Packs to learn from
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Threads
    #[arg(long, default_value_t = chuhe_engine::machine_threads())]
    threads: usize,
    /// Neurons of the first layer a side; a multiple of 32
    #[arg(long, default_value_t = 128)]
    width: usize,
    /// Sets of rows by the own king's point: 1, 2 (middle file of the back rank, elsewhere), 3 (the back rank's points
    /// and elsewhere) or 6
    #[arg(long, default_value = "1", value_parser = ["1", "2", "3", "6"])]
    king_buckets: String,
    /// Output neurons by the number of knights, rooks and cannons left: 1, 4 or 8
    #[arg(long, default_value = "1", value_parser = ["1", "4", "8"])]
    output_buckets: String,
    /// Passes through the data
    #[arg(long, default_value_t = 40)]
    epochs: u64,
    /// Samples of a step; a training should have some ten thousand steps
    #[arg(long, default_value_t = 4096)]
    batch: usize,
    /// Share of the game's result in what is learnt; the rest is the search's score
    #[arg(long, default_value_t = 0.3)]
    wdl: f32,
    /// Highest learning rate
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// Learning rate at the end
    #[arg(long, default_value_t = 1e-5)]
    last_rate: f32,
    /// First numbers and order of the samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Every n-th game is kept apart to check with
    #[arg(long, default_value_t = 50)]
    validation_every: u64,
    /// Scores from here on are not learnt from (hundredths of a pawn)
    #[arg(long, default_value_t = PositionFilter::default().max_score)]
    max_score: i16,
    /// Positions of the first plies of a game, random ones counted, are not learnt from
    #[arg(long, default_value_t = PositionFilter::default().min_ply)]
    min_ply: u16,
}

/// A checkpoint is written at least this often.
const SAVE: Duration = Duration::from_secs(300);

pub(crate) fn king_table(buckets: &str) -> [u8; 6] {
    match buckets {
        "2" => [1, 0, 1, 1, 1, 1],
        "3" => [1, 0, 2, 2, 2, 2],
        "6" => [0, 1, 2, 3, 4, 5],
        _ => [0; 6],
    }
}

pub(crate) fn output_table(buckets: &str) -> [u8; 13] {
    match buckets {
        "4" => [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
        "8" => [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7],
        _ => [0; 13],
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let recipe = Recipe {
        width: arguments.width,
        king_buckets: king_table(&arguments.king_buckets),
        output_buckets: output_table(&arguments.output_buckets),
        epochs: arguments.epochs,
        batch: arguments.batch.max(1),
        wdl: arguments.wdl,
        schedule: Schedule { first: arguments.rate, last: arguments.last_rate, warm_up: 200 },
        adam: AdamSettings::default(),
        seed: arguments.seed,
    };
    let filter =
        PositionFilter { max_score: arguments.max_score, min_ply: arguments.min_ply, ..PositionFilter::default() };
    let data = Dataset::load(&arguments.data, &filter, arguments.validation_every)?;
    for (path, damage) in &data.damage {
        eprintln!("{}: {damage}", path.display());
    }
    eprintln!(
        "{} games: {} positions to learn from, {} to check with",
        data.games,
        data.training.len(),
        data.validation.len()
    );
    if data.training.is_empty() {
        bail!("the packs hold no position to learn from");
    }

    fs::create_dir_all(&arguments.output).with_context(|| format!("making {}", arguments.output.display()))?;
    let path = arguments.output.join("checkpoint");
    let data_id = Checkpoint::data_id(&data.training);
    let mut trainer = if path.exists() {
        let found = Checkpoint::load(&path).with_context(|| path.display().to_string())?;
        if *found.trainer.recipe() != recipe || found.data != data_id {
            bail!("{} belongs to another recipe or other data; use another folder", path.display());
        }
        eprintln!("{}: going on behind epoch {}", path.display(), found.trainer.epoch());
        found.trainer
    } else {
        Trainer::new(recipe)?
    };
    let save = |trainer: &Trainer| {
        Checkpoint::save(trainer, data_id, &path).with_context(|| format!("writing {}", path.display()))
    };
    let mut log = fs::OpenOptions::new().create(true).append(true).open(arguments.output.join("log.csv"))?;

    let interrupted = interrupt_flag()?;
    let mut display = Display::new();
    let mut saved = Instant::now();
    while !trainer.finished() && !interrupted.load(Ordering::Relaxed) {
        match trainer.advance(&data.training, &data.validation, arguments.threads) {
            Event::Step { step, steps, loss, rate, time } => {
                display.step(step, steps, loss, rate, time, trainer.recipe().batch.min(data.training.len()));
            }
            Event::Epoch { epoch, training, validation } => {
                let all = trainer.recipe().epochs;
                display.line(&format!("epoch {epoch} of {all}: loss {training:.6}, validation {validation:.6}"));
                writeln!(log, "{epoch},{training:.7},{validation:.7}")?;
                save(&trainer)?;
                saved = Instant::now();
            }
        }
        if saved.elapsed() >= SAVE {
            save(&trainer)?;
            saved = Instant::now();
        }
    }
    save(&trainer)?;
    display.line(&format!("fastest minute: {:.0} positions/s", display.best_minute));
    Ok(if trainer.finished() { DONE } else { INTERRUPTED })
}

/// Progress on stderr, and the speed.
struct Display {
    terminal: bool,
    shown: Instant,
    /// When steps were finished, and how many positions they had: the last minute.
    recent: VecDeque<(Instant, usize)>,
    started: Instant,
    best_minute: f64,
}

impl Display {
    fn new() -> Display {
        let now = Instant::now();
        Display {
            terminal: std::io::stderr().is_terminal(),
            shown: now,
            recent: VecDeque::new(),
            started: now,
            best_minute: 0.0,
        }
    }

    fn step(&mut self, step: u64, steps: u64, loss: f64, rate: f32, time: Duration, batch: usize) {
        let now = Instant::now();
        self.recent.push_back((now, batch));
        while self.recent.front().is_some_and(|(at, _)| now - *at > Duration::from_secs(60)) {
            self.recent.pop_front();
        }
        let span = (now - self.started).min(Duration::from_secs(60)).max(time);
        let speed = self.recent.iter().map(|(_, count)| *count).sum::<usize>() as f64 / span.as_secs_f64();
        // Before a minute is full the figure is that of the time so far.
        if now - self.started >= Duration::from_secs(60) || self.best_minute == 0.0 || steps == step {
            self.best_minute = self.best_minute.max(speed);
        }
        let pause = Duration::from_secs(if self.terminal { 1 } else { 60 });
        if self.shown.elapsed() < pause {
            return;
        }
        self.shown = now;
        let left = Duration::from_secs_f64((steps - step) as f64 * batch as f64 / speed.max(1.0));
        let text = format!(
            "step {step} of {steps}, loss {loss:.6}, rate {rate:.2e}, {speed:.0} positions/s, {} min left",
            left.as_secs().div_ceil(60)
        );
        if self.terminal {
            eprint!("\r\x1b[K{text}");
            let _ = std::io::stderr().flush();
        } else {
            eprintln!("{text}");
        }
    }

    fn line(&self, text: &str) {
        eprintln!("{}{text}", if self.terminal { "\r\x1b[K" } else { "" });
    }
}
