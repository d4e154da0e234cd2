//! Counting the leaves of the move tree: the yardstick of move generators.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Move, Position};

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Threads that share the root moves, at least 1.
    pub threads: usize,
    /// Table for positions met again, in MiB a thread; 0 = none.
    pub hash_mb: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        PerftOptions { threads: 1, hash_mb: 0 }
    }
}

/// Number of legal move sequences of `depth` plies. The last ply is counted from the target sets, not played.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => count(&mut position.clone(), depth, &mut Table::new(0)),
    }
}

/// The count below each root move, in generation order; their sum is the perft number.
#[must_use]
pub fn divide(position: &Position, depth: u32, options: PerftOptions) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut position = position.clone();
        let mut table = Table::new(options.hash_mb);
        let mut counts = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let undo = position.make(mv);
            counts.push((mv, if depth == 1 { 1 } else { count(&mut position, depth - 1, &mut table) }));
            position.unmake(mv, undo);
        }
        counts
    };
    let mut counts: Vec<(Move, u64)> = if options.threads <= 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("counting does not panic")).collect()
        })
    };
    counts.sort_by_key(|(mv, _)| moves.iter().position(|m| m == mv));
    counts
}

fn count(position: &mut Position, depth: u32, table: &mut Table) -> u64 {
    if depth == 1 {
        return u64::from(position.count_legal());
    }
    if let Some(nodes) = table.get(position.key(), depth) {
        return nodes;
    }
    let mut nodes = 0;
    for &mv in &position.legal_moves() {
        let undo = position.make(mv);
        nodes += count(position, depth - 1, table);
        position.unmake(mv, undo);
    }
    table.put(position.key(), depth, nodes);
    nodes
}

/// Counts by key and depth, always replaced.
struct Table(Vec<(u64, u64)>);

impl Table {
    fn new(megabytes: usize) -> Table {
        let entries = megabytes * 1024 * 1024 / std::mem::size_of::<(u64, u64)>();
        Table(vec![(0, 0); if entries == 0 { 0 } else { entries.next_power_of_two() }])
    }

    fn slot(&self, key: u64, depth: u32) -> Option<(usize, u64)> {
        // The depth goes into the key, so that both must agree.
        let key = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0.len().checked_sub(1).map(|mask| (key as usize & mask, key))
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (slot, key) = self.slot(key, depth)?;
        (self.0[slot].0 == key).then_some(self.0[slot].1)
    }

    fn put(&mut self, key: u64, depth: u32, nodes: u64) {
        if let Some((slot, key)) = self.slot(key, depth) {
            self.0[slot] = (key, nodes);
        }
    }
}
