//! Reading XQF: whole files from memory to a game with its illegal moves marked. The samples of the shared folder when
//! `CHUHE_SHARED` names it, and always a set of generated files.

#![allow(missing_docs)] // The macro makes a public function without them.

use std::hint::black_box;
use std::path::PathBuf;

use chuhe_record::formats::xqf;
use chuhe_record::{Game, ReadOptions, WriteOptions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Files as collectors have them: a game of 80 plies with a few short variations and comments.
fn generated() -> Vec<Vec<u8>> {
    (0..32)
        .map(|i| {
            let mut game = Game::default();
            let mut at = game.root();
            let mut position = game.start_position().expect("the start position is possible");
            for ply in 0..80 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get((i * 7 + ply * 13) % moves.len().max(1)) else { break };
                if ply % 10 == 9 {
                    let aside = game.add(at, moves[0]);
                    game.node_mut(aside).comment = "另有一变".into();
                }
                at = game.add(at, mv);
                position.make(mv);
            }
            xqf::write(&game, &WriteOptions { xqf_version: Some(18), ..WriteOptions::default() })
        })
        .collect()
}

fn samples() -> Option<Vec<Vec<u8>>> {
    let folder = PathBuf::from(std::env::var_os("CHUHE_SHARED")?).join("samples/xqf");
    let paths = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    Some(paths.filter(|path| path.extension().is_some_and(|e| e == "xqf")).flat_map(std::fs::read).collect())
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("xqf");
    for (name, files) in [("generated", Some(generated())), ("samples", samples())] {
        let Some(files) = files.filter(|files| !files.is_empty()) else { continue };
        group.throughput(Throughput::Elements(files.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for file in &files {
                    for game in xqf::read(black_box(file).clone(), &ReadOptions::default()).into_iter().flatten() {
                        black_box(game.map(|game| game.nodes())).ok();
                    }
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
