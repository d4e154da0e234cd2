//! `chuhe-train quantise`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use chuhe_train::quantise::quantise;
use chuhe_train::trainer::Checkpoint;

use super::DONE;

/// Example: chuhe-train quantise net1 --name gen0 -o eval/nets
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a training, or a checkpoint
    training: PathBuf,
    /// What the network is called, in its file and its file's name
    #[arg(long)]
    name: String,
    /// Folder for the file `<name>-<hash>.nnue`
    #[arg(short, long)]
    output: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let mut path = arguments.training.clone();
    if path.is_dir() {
        path.push("checkpoint");
    }
    let checkpoint = Checkpoint::load(&path).with_context(|| path.display().to_string())?;
    let network = quantise(checkpoint.trainer.model(), &arguments.name)?;
    fs::create_dir_all(&arguments.output).with_context(|| format!("making {}", arguments.output.display()))?;
    let file = arguments.output.join(format!("{}-{:08x}.nnue", arguments.name, network.hash() >> 32));
    let unfinished = file.with_extension("unfinished");
    fs::write(&unfinished, network.to_bytes())
        .and_then(|()| fs::rename(&unfinished, &file))
        .with_context(|| format!("writing {}", file.display()))?;
    writeln!(std::io::stdout(), "{}", file.display())?;
    Ok(DONE)
}
