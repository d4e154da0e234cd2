//! The transposition table: what earlier searches found out about a position.
//!
//! An entry is two words, the data and the key xored with the data. Threads read and write them without locks; a pair torn
//! by two writers does not fit its key and reads as a miss (Hyatt & Mann, "A lock-less transposition table implementation",
//! ICGA Journal 2002). Four entries share a cache line.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use chuhe_movegen::Move;

use crate::value::{MATE_BAND, UNKNOWN, Value};

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the move counts.
    None = 0,
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The value is exact.
    Exact = 3,
}

impl Bound {
    /// Whether the true value is at least the stored one.
    #[inline]
    #[must_use]
    pub fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Whether the true value is at most the stored one.
    #[inline]
    #[must_use]
    pub fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Best or refuting move, [`Move::NONE`] when none is known. May belong to another position: check before use.
    pub mv: Move,
    /// Value, mates counted from this position; meaningless with [`Bound::None`].
    pub value: Value,
    /// Static evaluation before correction, or [`UNKNOWN`].
    pub eval: Value,
    /// Depth of the search in plies.
    pub depth: i32,
    /// What `value` means.
    pub bound: Bound,
    /// Whether the position once stood in a principal variation.
    pub pv: bool,
}

/// Generations run from 0 to this and around.
const GENERATIONS: u8 = 32;
const CLUSTER: usize = 4;

impl Entry {
    /// move 16 | value 16 | eval 16 | depth 8 | bound 2 | pv 1 | generation 5
    fn pack(self, generation: u8) -> u64 {
        let short = |value: Value| u64::from(value as i16 as u16);
        let flags = self.bound as u8 | u8::from(self.pv) << 2 | generation << 3;
        u64::from(self.mv.bits())
            | short(self.value) << 16
            | short(if self.eval == UNKNOWN { i32::from(i16::MIN) } else { self.eval }) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | u64::from(flags) << 56
    }

    fn unpack(data: u64) -> Option<Entry> {
        let eval = i32::from((data >> 32) as i16);
        Some(Entry {
            mv: Move::from_bits(data as u16)?,
            value: i32::from((data >> 16) as i16),
            eval: if eval == i32::from(i16::MIN) { UNKNOWN } else { eval },
            depth: i32::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            pv: data >> 58 & 1 != 0,
        })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

/// The table, shared by all threads of a search.
pub struct TranspositionTable {
    /// First cluster, inside `memory`.
    clusters: NonNull<Cluster>,
    len: usize,
    memory: NonNull<u8>,
    layout: Layout,
    generation: AtomicU8,
}

// SAFETY: the table owns its memory and touches it only through atomics.
unsafe impl Send for TranspositionTable {}
// SAFETY: as above.
unsafe impl Sync for TranspositionTable {}

impl TranspositionTable {
    /// A table of at most this many MiB (at least one cluster), or none when the memory is not to be had. The system
    /// hands the memory out as it is used.
    #[must_use]
    pub fn new(megabytes: usize) -> Option<TranspositionTable> {
        let len = (megabytes.checked_mul(1024 * 1024)? / size_of::<Cluster>()).max(1);
        // The allocator hands out zeroed pages untouched only for small alignments (it would clear the memory itself
        // otherwise), so the table is aligned by hand inside one cluster more than it needs.
        let size = (len + 1).checked_mul(size_of::<Cluster>())?;
        let layout = Layout::from_size_align(size, 16).ok()?;
        // SAFETY: the layout is not empty.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = memory.as_ptr().align_offset(align_of::<Cluster>());
        // SAFETY: the offset is below the size of the spare cluster. All-zero bytes are valid clusters of zero atomics.
        let clusters = unsafe { memory.add(offset) }.cast::<Cluster>();
        Some(TranspositionTable { clusters, len, memory, layout, generation: AtomicU8::new(0) })
    }

    /// Size in MiB.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.len * size_of::<Cluster>() / (1024 * 1024)
    }

    fn clusters(&self) -> &[Cluster] {
        // SAFETY: `len` clusters were allocated and initialised by `new`, and live as long as the table.
        unsafe { std::slice::from_raw_parts(self.clusters.as_ptr(), self.len) }
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high bits choose the cluster; all bits are in the check word.
        let index = ((u128::from(key) * self.len as u128) >> 64) as usize;
        // SAFETY: the product of a 64-bit fraction and `len` is below `len`.
        unsafe { self.clusters.add(index).as_ref() }
    }

    /// Starts loading what belongs to a key into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing; the address is inside the table anyway.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.cluster(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a key.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Stores what a search found. A stored move survives an entry without one; a deeper entry of the same search
    /// survives a much shallower inexact one.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut worst = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                victim = slot;
                break;
            }
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if let Some(old) = Entry::unpack(data) {
                    if entry.mv.is_none() {
                        entry.mv = old.mv;
                    }
                    let same_search = (data >> 59) as u8 == generation;
                    let pv_bonus = if entry.pv { 2 } else { 0 };
                    if entry.bound != Bound::Exact && same_search && entry.depth + 4 + pv_bonus <= old.depth {
                        return;
                    }
                }
                victim = slot;
                break;
            }
            let age = i32::from(generation.wrapping_sub((data >> 59) as u8) & (GENERATIONS - 1));
            let worth = i32::from((data >> 48) as u8) - 8 * age;
            if worth < worst {
                worst = worth;
                victim = slot;
            }
        }
        let data = entry.pack(generation);
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// Begins a new search: what is there grows older.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) & (GENERATIONS - 1);
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.clusters().iter().flat_map(|cluster| &cluster.0) {
            // Untouched pages stay untouched.
            if slot.data.load(Ordering::Relaxed) != 0 {
                slot.check.store(0, Ordering::Relaxed);
                slot.data.store(0, Ordering::Relaxed);
            }
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, per mille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters()[..self.len.min(250)];
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 59) as u8 == generation
        });
        (used.count() * 1000 / (sample.len() * CLUSTER)) as u32
    }
}

impl Drop for TranspositionTable {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this very layout; atomics need no drop.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

/// A value as stored: mates counted from the position instead of the root.
#[inline]
#[must_use]
pub fn to_table(value: Value, ply: usize) -> Value {
    match value {
        _ if value >= MATE_BAND => value + ply as Value,
        _ if value <= -MATE_BAND => value - ply as Value,
        _ => value,
    }
}

/// A stored value seen from `ply` plies below the root. A mate that would come after the natural limit, `quiet_plies`
/// plies away, is only known to be a good value.
#[inline]
#[must_use]
pub fn from_table(value: Value, ply: usize, quiet_plies: i32) -> Value {
    let distance = crate::value::MATE - value.abs();
    if value.abs() < MATE_BAND {
        value
    } else if distance > quiet_plies {
        value.signum() * (crate::value::EVAL_LIMIT - 1)
    } else {
        value - value.signum() * ply as Value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mate_in, mated_in};

    fn entry(depth: i32) -> Entry {
        Entry { mv: "h2e2".parse().unwrap(), value: -37, eval: 12, depth, bound: Bound::Exact, pv: true }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.megabytes(), 1);
        for (key, entry) in [
            (1, entry(9)),
            (
                u64::MAX,
                Entry { mv: Move::NONE, value: mated_in(3), eval: UNKNOWN, depth: 0, bound: Bound::Upper, pv: false },
            ),
        ] {
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        // A shallow bound without a move neither costs the deep entry its place nor its move.
        table.put(1, Entry { mv: Move::NONE, bound: Bound::Lower, pv: false, ..entry(2) });
        assert_eq!(table.get(1), Some(entry(9)));
        table.age();
        table.put(1, Entry { mv: Move::NONE, bound: Bound::Lower, pv: false, ..entry(2) });
        assert_eq!(table.get(1).map(|e| (e.depth, e.mv)), Some((2, entry(9).mv)));
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn old_and_shallow_entries_make_room() {
        let table = TranspositionTable::new(1).unwrap();
        // Keys 0 to 5 share the first cluster.
        for key in 0..4u64 {
            table.put(key, entry(10 + key as i32));
        }
        table.put(4, entry(1));
        assert!(table.get(0).is_none() && table.get(4).is_some());
        for _ in 0..3 {
            table.age();
        }
        table.put(5, entry(1));
        assert!(table.get(4).is_none());
    }

    #[test]
    fn mates_are_stored_from_the_position() {
        assert_eq!(from_table(to_table(mate_in(7), 4), 2, 120), mate_in(5));
        assert_eq!(from_table(to_table(mated_in(7), 4), 2, 120), mated_in(5));
        assert_eq!(from_table(to_table(mate_in(30), 4), 2, 20), crate::value::EVAL_LIMIT - 1);
        assert_eq!(from_table(to_table(55, 4), 2, 0), 55);
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let table = TranspositionTable::new(1).unwrap();
        table.put(3, entry(5));
        table.cluster(3).0[0].data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.get(3), None);
    }
}
