//! What the options of a GUI do.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use chuhe_eval::nnue::{self, Network};
use chuhe_protocol::{OptionValue, Ranks, TimeUnit};

use super::Session;
use super::named_file::NamedFile;
use crate::engine::{DEFAULT_HASH, machine_threads};
use crate::options::{self, Key};

impl<W: Write> Session<W> {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&[u8]>) -> io::Result<()> {
        let Some((key, value)) =
            self.options.find(name).and_then(|spec| Some((spec.key, spec.kind.parse_value(value)?)))
        else {
            return Ok(());
        };
        let Some(engine) = self.engine.as_mut() else { return Ok(()) };
        let settings = &mut engine.settings;
        match (key, value) {
            (Key::UseMillisec, OptionValue::Check(on)) => {
                self.unit = if on { TimeUnit::Milliseconds } else { TimeUnit::Seconds };
            }
            (Key::Batch, OptionValue::Check(on)) => self.batch = on,
            (Key::Debug, OptionValue::Check(on)) => self.debug = on,
            (Key::Ponder, OptionValue::Check(on)) => settings.ponder = on,
            (Key::Hash, OptionValue::Spin(megabytes)) => {
                let wanted = if megabytes == 0 { DEFAULT_HASH } else { megabytes as usize };
                if wanted != engine.table().megabytes() && !engine.resize_hash(wanted) {
                    let now = engine.table().megabytes();
                    self.message(format!("no memory for a hash table of {wanted} MB, keeping {now} MB"))?;
                }
            }
            (Key::Threads, OptionValue::Spin(threads)) => {
                settings.threads = if threads == 0 { machine_threads() } else { threads as usize };
            }
            (Key::MultiPv, OptionValue::Spin(lines)) => self.multipv = lines as usize,
            (Key::Randomness, OptionValue::Combo(word)) => {
                self.randomness = options::RANDOMNESS.iter().find(|(w, _)| *w == word).map_or(0, |(_, cp)| *cp);
            }
            (Key::Repetition, OptionValue::Combo(word)) => {
                if let Ok(rules) = word.parse() {
                    settings.rules = rules;
                }
            }
            (Key::DrawMoves, OptionValue::Spin(plies)) => settings.natural_limit.plies = plies as u16,
            (Key::SixtyMoveRule, OptionValue::Check(on)) => settings.natural_limit.plies = if on { 120 } else { 0 },
            (Key::DrawOffers, OptionValue::Check(on)) => self.draws.offers = on,
            (Key::Resign, OptionValue::Check(on)) => self.draws.resign = on,
            (Key::MoveOverhead, OptionValue::Spin(ms)) => settings.move_overhead = Duration::from_millis(ms as u64),
            (Key::Evaluation, OptionValue::Combo(word)) => {
                self.handcrafted = word == "handcrafted";
                self.evaluate_anew();
            }
            (Key::EvalFile, OptionValue::String(name)) => self.eval_file(&name)?,
            (Key::UseBook, OptionValue::Check(on)) => self.book.wanted = Some(on),
            (Key::BookFiles, OptionValue::String(list)) => self.open_books(None, &list)?,
            (Key::BookFilesOf(color), OptionValue::String(list)) => self.open_books(Some(color), &list)?,
            (Key::BookDepth, OptionValue::Spin(moves)) => self.book.depth = moves as u16,
            (Key::BookVariety, OptionValue::Combo(word)) => self.book.set_variety(&word),
            (Key::BookLoss, OptionValue::Spin(loss)) => self.book.set_bound(loss),
            (Key::BookSeed, OptionValue::Spin(seed)) => self.book.set_seed(seed as u64),
            (Key::FastMate, OptionValue::Check(on)) => settings.fast_mate = on,
            (Key::Ranks, OptionValue::Combo(word)) => {
                self.ranks = if word == "1-10" { Ranks::One } else { Ranks::Zero };
                self.ranks_fixed = true;
            }
            (Key::ClearHash, _) => {
                let megabytes = engine.table().megabytes();
                engine.resize_hash(megabytes);
            }
            (Key::NewGame, _) => self.new_game(),
            #[cfg(feature = "tune")]
            (Key::Param(name), OptionValue::Spin(value)) => {
                crate::params::set(name, value as i32);
            }
            _ => {}
        }
        self.table = self.engine.as_ref().map_or_else(|| self.table.clone(), |engine| engine.table().clone());
        Ok(())
    }

    /// Takes the network of a file, or the embedded one when the name is empty. A file that cannot be used changes nothing.
    fn eval_file(&mut self, name: &[u8]) -> io::Result<()> {
        let shape = |network: &Network| format!("network {} ({})", network.name(), network.architecture());
        if name.is_empty() {
            self.network = nnue::embedded();
        } else {
            let file = NamedFile::new(name);
            let read = file.read().map_err(|error| error.to_string());
            match read.and_then(|bytes| Network::from_bytes(&bytes).map_err(|error| error.to_string())) {
                Ok(network) => self.network = Arc::new(network),
                Err(error) => {
                    return self.message(format!("EvalFile {file}: {error}; {} stays in use", shape(&self.network)));
                }
            }
        }
        self.evaluate_anew();
        self.message(shape(&self.network))
    }

    /// Tells the engine which evaluation is wanted now.
    fn evaluate_anew(&mut self) {
        let evaluation = self.evaluation();
        if let Some(engine) = self.engine.as_mut() {
            engine.set_evaluation(evaluation);
        }
    }
}
