//! `chuhe-train tune`.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use chuhe_engine::limits::Limits;
use chuhe_engine::{Engine, Evaluation, params};
use chuhe_movegen::Color;
use chuhe_train::duel::Duel;
use chuhe_train::selfplay::Openings;
use chuhe_train::spsa::{Spsa, Tuned};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{DONE, INTERRUPTED, evaluation, interrupt_flag};

/// Example: chuhe-train tune tuning.json --iterations 5000 --soft-nodes 3000
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// State of the tuning; made when missing
    state: PathBuf,
    /// Pairs of games to be played in all
    #[arg(long, default_value_t = 5000)]
    iterations: u64,
    /// Nodes of a move after which no new iteration of the search begins
    #[arg(long, default_value_t = 3000)]
    soft_nodes: u64,
    /// Begin of the names to tune; all when left out
    #[arg(long, value_delimiter = ',')]
    params: Vec<String>,
    /// What judges positions: `handcrafted`, `embedded` or a network file
    #[arg(long, default_value = "embedded", value_parser = evaluation)]
    evaluation: Evaluation,
    /// Openings and perturbations depend on it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Table of each engine in MiB
    #[arg(long, default_value_t = 8)]
    hash: usize,
}

/// How often the state is written and the values are shown.
const SAVE: Duration = Duration::from_secs(60);

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let path = &arguments.state;
    let mut spsa: Spsa = if path.exists() {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())?
    } else {
        let wanted = |name: &str| {
            arguments.params.is_empty() || arguments.params.iter().any(|begin| name.starts_with(begin.as_str()))
        };
        let tuned = |param: &params::Param| Tuned {
            name: param.name.to_owned(),
            value: param.value.into(),
            min: param.min.into(),
            max: param.max.into(),
            step: param.step.into(),
        };
        let numbers = params::all().iter().filter(|param| wanted(param.name)).map(tuned).collect();
        Spsa { numbers, done: 0, planned: arguments.iterations }
    };
    if spsa.numbers.is_empty() {
        bail!("no search parameter has such a name");
    }
    let engine = || {
        let mut engine = Engine::new(arguments.hash).context("no memory for a table")?;
        engine.set_evaluation(arguments.evaluation.clone());
        anyhow::Ok(engine)
    };
    let limits = Limits { soft_nodes: Some(arguments.soft_nodes), ..Limits::default() };
    let mut duel = Duel::new([engine()?, engine()?], limits);
    let openings = Openings { random_plies: 6..=9, ..Openings::default() };
    let save = |spsa: &Spsa| {
        let text = serde_json::to_string_pretty(spsa)?;
        let part = path.with_extension("part");
        fs::write(&part, text)
            .and_then(|()| fs::rename(&part, path))
            .with_context(|| format!("writing {}", path.display()))
    };
    let interrupted = interrupt_flag()?;
    let mut saved = Instant::now();
    let mut points = 0;
    let mut games = 0;
    while spsa.done < spsa.planned && !interrupted.load(Ordering::Relaxed) {
        let mut rng = ChaCha8Rng::seed_from_u64(arguments.seed);
        rng.set_stream(spsa.done);
        let pair = spsa.perturb(&mut rng);
        let set = |player: usize| {
            for (number, &value) in spsa.numbers.iter().zip(&pair.values[player]) {
                params::set(&number.name, value);
            }
        };
        set(0);
        let start = loop {
            let start = openings.draw(&mut rng);
            if duel.is_level(&start, 150) {
                break start;
            }
        };
        let half_points: u8 =
            Color::ALL.into_iter().map(|color| duel.play(&start, color, &mut |player| set(player))).sum();
        points += u64::from(half_points);
        games += 2;
        spsa.learn(&pair, f64::from(half_points) - 2.0);
        if saved.elapsed() >= SAVE || spsa.done == spsa.planned {
            save(&spsa)?;
            saved = Instant::now();
            let values: Vec<String> =
                spsa.numbers.iter().map(|number| format!("{} {:.0}", number.name, number.value)).collect();
            eprintln!(
                "{} of {} pairs, {games} games of this run, first player {points} half points: {}",
                spsa.done,
                spsa.planned,
                values.join(", ")
            );
        }
    }
    save(&spsa)?;
    Ok(if spsa.done < spsa.planned { INTERRUPTED } else { DONE })
}
