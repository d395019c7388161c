//! The transposition table: what was found in positions met before, shared by all threads.
//!
//! Entries hold the whole position. A key alone would now and then take one position for another, and
//! then something wrong would be called proved.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_core::Game;

use super::value::{Found, rebase};

/// What an entry's value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found in a position, counted from that position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<M> {
    pub mv: Option<M>,
    pub found: Found,
    pub depth: i32,
    pub kind: Kind,
}

impl<M> Known<M> {
    /// Whether a search in that window would find nothing else, as far as depth allows.
    #[inline]
    pub fn answers(&self, alpha: i32, beta: i32) -> bool {
        match self.kind {
            Kind::Exact => true,
            Kind::AtLeast => self.found.value >= beta,
            Kind::AtMost => self.found.value <= alpha,
        }
    }
}

#[derive(Clone)]
struct Entry<G: Game> {
    position: G,
    mv: Option<G::Move>,
    check: u32,
    value: i16,
    least: i16,
    most: i16,
    depth: u8,
    age: u8,
    kind: Kind,
}

/// Positions share a bucket if their keys begin alike.
const BUCKET: usize = 4;

type Bucket<G> = Mutex<[Option<Entry<G>>; BUCKET]>;

/// A table of bounded size. Old and shallow entries give way.
pub(crate) struct Table<G: Game> {
    buckets: Vec<Bucket<G>>,
    age: u8,
}

impl<G: Game> Table<G> {
    pub fn new() -> Self {
        Table { buckets: Vec::new(), age: 0 }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        self.buckets = Vec::new();
    }

    /// Makes room for that many positions, but takes no more than `most_bytes`. What is larger already
    /// stays; growing forgets. A new search begins: entries of earlier ones are the first to give way.
    pub fn prepare(&mut self, positions: u64, most_bytes: usize) {
        self.age = self.age.wrapping_add(1);
        let most = (most_bytes / size_of::<Bucket<G>>()).max(1);
        let wanted = usize::try_from(positions / BUCKET as u64).unwrap_or(usize::MAX);
        let buckets = wanted.clamp(1, most);
        if buckets > self.buckets.len() {
            // The old memory goes before the new is taken.
            self.buckets = Vec::new();
            self.buckets.resize_with(buckets, || Mutex::new([const { None }; BUCKET]));
        }
    }

    /// Makes more room once there were so many positions that it is needed, and keeps all entries.
    pub fn grow(&mut self, positions: u64, most_bytes: usize) {
        let room = self.buckets.len() * BUCKET;
        let larger = (8 * self.buckets.len()).min(most_bytes / size_of::<Bucket<G>>());
        if positions < room as u64 || larger <= self.buckets.len() {
            return;
        }
        let old = std::mem::take(&mut self.buckets);
        self.buckets.resize_with(larger, || Mutex::new([const { None }; BUCKET]));
        for bucket in old {
            let bucket = bucket.into_inner().unwrap_or_else(PoisonError::into_inner);
            for entry in bucket.into_iter().flatten() {
                let mut bucket = self.lock(entry.position.key());
                if let Some(free) = bucket.iter_mut().find(|slot| slot.is_none()) {
                    *free = Some(entry);
                }
            }
        }
    }

    #[inline]
    fn lock(&self, key: u64) -> MutexGuard<'_, [Option<Entry<G>>; BUCKET]> {
        // A thread that panicked has left whole entries behind.
        self.bucket(key).lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket<G> {
        // The high half of the product maps the key evenly to any number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known about a position that is `ply` moves from the root.
    #[inline]
    pub fn get(&self, position: &G, key: u64, ply: i32) -> Option<Known<G::Move>> {
        let bucket = self.lock(key);
        let check = key as u32;
        let entry = bucket
            .iter()
            .flatten()
            .find(|entry| entry.check == check && entry.position == *position)?;
        Some(Known {
            mv: entry.mv,
            found: Found {
                value: rebase(i32::from(entry.value), -ply),
                least: rebase(i32::from(entry.least), -ply),
                most: rebase(i32::from(entry.most), -ply),
            },
            depth: i32::from(entry.depth),
            kind: entry.kind,
        })
    }

    /// Keeps what was found in a position that is `ply` moves from the root.
    pub fn put(&self, position: &G, key: u64, ply: i32, known: Known<G::Move>) {
        let check = key as u32;
        let mut entry = Entry {
            position: position.clone(),
            mv: known.mv,
            check,
            value: rebase(known.found.value, ply) as i16,
            least: rebase(known.found.least, ply) as i16,
            most: rebase(known.found.most, ply) as i16,
            depth: known.depth.clamp(0, 255) as u8,
            age: self.age,
            kind: known.kind,
        };
        let mut bucket = self.lock(key);
        let same = |slot: &Option<Entry<G>>| {
            slot.as_ref().is_some_and(|old| old.check == check && old.position == *position)
        };
        if let Some(slot) = bucket.iter_mut().find(|slot| same(slot)) {
            if let Some(old) = slot {
                entry.mv = entry.mv.or(old.mv);
                entry.least = entry.least.max(old.least);
                entry.most = entry.most.min(old.most);
            }
            *slot = Some(entry);
            return;
        }
        let worth = |slot: &Option<Entry<G>>| match slot {
            None => i32::MIN,
            Some(old) => {
                let certain = if old.least == old.most { 4 } else { 0 };
                i32::from(old.depth) + certain
                    - 8 * i32::from(self.age.wrapping_sub(old.age).min(16))
            }
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *slot = Some(entry);
        }
    }
}
