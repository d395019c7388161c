//! What was proved of positions met before, shared by all threads.
//!
//! Entries hold the whole position, packed. A key alone would now and then take one position for another, and then
//! something wrong would be called proved. The table grows with what is put into it: most questions fill a few
//! pages, and to clear more memory than that would take longer than to answer them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_core::Tactics;

use crate::alphabeta::value::{Found, rebase};

/// What was proved of a position, counted from the root, and its best move as far as one is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<M> {
    pub(super) mv: Option<M>,
    pub(super) found: Found,
    /// How much work it was, as a power of two: what took longest is kept longest.
    pub(super) work: u8,
}

struct Entry<G: Tactics> {
    position: G::Packed,
    mv: Option<G::Move>,
    /// Counted from the position itself.
    least: i16,
    most: i16,
    work: u8,
}

/// Positions share a bucket if their keys begin alike.
const BUCKET: usize = 4;

/// The keys of a bucket's entries. They lie apart from them and are read without its lock, many of them at the same time:
/// nearly always they tell that a position is not there. An entry is compared whole before it is believed.
type Keys = [AtomicU64; BUCKET];

/// The entries of a bucket.
type Bucket<G> = [Option<Entry<G>>; BUCKET];

/// Where a new entry goes: to a free place, or to that of the one that was least work.
fn place_for_new<G: Tactics>(bucket: &Bucket<G>) -> usize {
    let work = |place: &usize| bucket[*place].as_ref().map_or(-1, |old| i32::from(old.work));
    (0..BUCKET).min_by_key(work).unwrap_or(0)
}

/// The entries that a table has room for at first, and how many times as many it has after growing.
const FIRST_ENTRIES: usize = 1 << 12;
const GROWTH: usize = 4;

/// See the module.
pub(super) struct Table<G: Tactics> {
    keys: Vec<Keys>,
    buckets: Vec<Mutex<Bucket<G>>>,
    most_bytes: usize,
    /// How many places are taken.
    filled: AtomicUsize,
}

impl<G: Tactics> Table<G> {
    const BUCKET_BYTES: usize = size_of::<Keys>() + size_of::<Mutex<Bucket<G>>>();

    pub(super) fn new(most_bytes: usize) -> Self {
        let (keys, buckets) = (Vec::new(), Vec::new());
        let mut table = Table { keys, buckets, most_bytes, filled: AtomicUsize::new(0) };
        let most = table.most_buckets();
        // Room for all that it may become; memory is taken only where something is written. Growing then moves nothing, so that no
        // holes are left behind.
        let _ = table.keys.try_reserve_exact(most);
        let _ = table.buckets.try_reserve_exact(most);
        let mut first = most;
        while first / GROWTH >= FIRST_ENTRIES / BUCKET {
            first /= GROWTH;
        }
        table.resize(first);
        table
    }

    fn most_buckets(&self) -> usize {
        (self.most_bytes / Self::BUCKET_BYTES).max(1)
    }

    /// Whether it is so full that it should grow, and may. Fuller, it would have to drop entries where others are free.
    pub(super) fn wants_to_grow(&self) -> bool {
        let places = self.buckets.len() * BUCKET;
        self.filled.load(Ordering::Relaxed) > places / 4 && self.larger() > self.buckets.len()
    }

    /// Whether it may not grow, and most places are taken.
    pub(super) fn is_full(&self) -> bool {
        let places = self.buckets.len() * BUCKET;
        self.filled.load(Ordering::Relaxed) > places / 4 * 3 && self.larger() <= self.buckets.len()
    }

    /// Makes more room and keeps all entries.
    pub(super) fn grow(&mut self) {
        let larger = self.larger();
        if larger > self.buckets.len() {
            self.resize(larger);
        }
    }

    /// How many buckets it would have after growing.
    fn larger(&self) -> usize {
        self.buckets.len() * (self.most_buckets() / self.buckets.len()).min(GROWTH)
    }

    /// Takes more buckets, a multiple of what there are: then all entries of one go to as many that follow each other,
    /// none of which comes before it.
    fn resize(&mut self, buckets: usize) {
        let old = self.buckets.len();
        self.keys.resize_with(buckets, Keys::default);
        self.buckets.resize_with(buckets, || Mutex::new([const { None }; BUCKET]));
        let mut filled = 0;
        for index in (0..old).rev() {
            let keys = std::mem::take(&mut self.keys[index]);
            let entries = std::mem::replace(&mut *self.lock(index), [const { None }; BUCKET]);
            for (key, entry) in keys.into_iter().zip(entries) {
                let (key, Some(entry)) = (key.into_inner(), entry) else { continue };
                let index = self.index(key);
                let mut bucket = self.lock(index);
                let place = place_for_new(&bucket);
                filled += usize::from(bucket[place].is_none());
                self.keys[index][place].store(key, Ordering::Relaxed);
                bucket[place] = Some(entry);
            }
        }
        self.filled = AtomicUsize::new(filled);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The high half of the product maps the key evenly to any number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn lock(&self, index: usize) -> MutexGuard<'_, Bucket<G>> {
        // A thread that panicked has left whole entries behind.
        self.buckets[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The places in a bucket that might have a position, by its key.
    #[inline]
    fn places(&self, index: usize, key: u64) -> impl Iterator<Item = usize> {
        let keys = &self.keys[index];
        (0..BUCKET).filter(move |place| keys[*place].load(Ordering::Relaxed) == key)
    }

    /// What is known about a position that is `ply` moves from the root.
    #[inline]
    pub(super) fn get(&self, position: &G, key: u64, ply: i32) -> Option<Known<G::Move>> {
        let index = self.index(key);
        let place = self.places(index, key).next()?;
        self.read(position, index, place, ply)
    }

    fn read(&self, position: &G, index: usize, place: usize, ply: i32) -> Option<Known<G::Move>> {
        let bucket = self.lock(index);
        let entry = bucket[place].as_ref().filter(|entry| entry.position == position.packed())?;
        let [least, most] = [entry.least, entry.most].map(|bound| rebase(i32::from(bound), -ply));
        let found = Found { value: 0, least, most }.with(0);
        Some(Known { mv: entry.mv, found, work: entry.work })
    }

    /// Keeps what was proved of a position that is `ply` moves from the root.
    pub(super) fn put(&self, position: &G, key: u64, ply: i32, known: Known<G::Move>) {
        let mut entry = Entry {
            position: position.packed(),
            mv: known.mv,
            least: rebase(known.found.least, ply) as i16,
            most: rebase(known.found.most, ply) as i16,
            work: known.work,
        };
        let index = self.index(key);
        let mut bucket = self.lock(index);
        // Two positions with the same key take one place: the later one has it.
        let same_key = self.places(index, key).next();
        let place = same_key.unwrap_or_else(|| place_for_new(&bucket));
        match &bucket[place] {
            Some(old) if old.position == entry.position => {
                entry.mv = entry.mv.or(old.mv);
                entry.least = entry.least.max(old.least);
                entry.most = entry.most.min(old.most);
                entry.work = entry.work.max(old.work);
            }
            Some(_) => {}
            None => {
                self.filled.fetch_add(1, Ordering::Relaxed);
            }
        }
        bucket[place] = Some(entry);
        self.keys[index][place].store(key, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::{Game as _, Variant};
    use quintet_trio::{Move, Trio};

    use super::*;

    fn known(least: i32, most: i32) -> Known<Move> {
        Known { mv: None, found: Found { value: 0, least, most }, work: 3 }
    }

    /// Different positions of the game.
    fn positions() -> Vec<Trio> {
        let mut all = vec![Trio::start(Variant::default())];
        let mut next = 0;
        while all.len() < 200 && next < all.len() {
            let position = all[next].clone();
            next += 1;
            for mv in position.moves() {
                let after = position.after(mv);
                if after.outcome().is_none() && !all.contains(&after) {
                    all.push(after);
                }
            }
        }
        all
    }

    #[test]
    fn what_is_proved_adds_up_and_survives_growing() {
        let mut table = Table::new(1 << 20);
        let positions = positions();
        for (number, position) in positions.iter().enumerate() {
            let number = number as i32;
            table.put(position, position.key(), 0, known(-number, 9_000));
            table.put(position, position.key(), 0, known(-9_000, number));
        }
        table.grow();
        for (number, position) in positions.iter().enumerate() {
            let number = number as i32;
            let found = table.get(position, position.key(), 0).expect("it was put there").found;
            assert_eq!((found.least, found.most), (-number, number), "{position}");
        }
    }

    #[test]
    fn another_position_with_the_same_key_is_not_taken_for_it() {
        let table = Table::new(1 << 20);
        let positions = positions();
        table.put(&positions[0], 7, 0, known(1, 2));
        assert!(table.get(&positions[1], 7, 0).is_none());
        table.put(&positions[1], 7, 0, known(3, 4));
        let found = table.get(&positions[1], 7, 0).map(|known| known.found.least);
        assert_eq!(found, Some(3));
        assert!(table.get(&positions[0], 7, 0).is_none());
    }

    #[test]
    fn it_never_takes_more_memory_than_it_may() {
        for most_bytes in [0, 1 << 10, 1 << 14, 1 << 20] {
            let mut table = Table::<Trio>::new(most_bytes);
            for _ in 0..20 {
                let before = table.buckets.len();
                table.grow();
                assert!(table.buckets.len().is_multiple_of(before));
            }
            let bytes = table.buckets.len() * Table::<Trio>::BUCKET_BYTES;
            assert!(bytes <= most_bytes.max(Table::<Trio>::BUCKET_BYTES), "{bytes}");
            assert!(bytes > most_bytes / 10 * 9, "{bytes} of {most_bytes}");
        }
    }
}
